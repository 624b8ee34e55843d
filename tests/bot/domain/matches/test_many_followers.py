"""Fifty members follow a fast match: they hold up nobody who plays, and each is told how it stands
now.
"""

import random
from collections import Counter
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.chat.discord.delivery.notices import MAX_CONCURRENT, MAX_TO_FOLLOWERS
from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.domain.outbox.enqueue import enqueue
from bot.domain.values import Place
from bot.store.tables import outbox
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import started, step, swept
from tests.bot.domain.test_outbox import NUDGE

CROWD = range(8000, 8050)
THERE = Place(HERE.scope + 7, HERE.channel + 7)
TICK = timedelta(milliseconds=400)  # that Discord takes for a message


async def turn(domain: Domain, match: int, rng: random.Random) -> None:
    """A whole turn at random."""
    while not (await step(domain, match, rng, confirm=False)).complete:
        pass


async def owed(domain: Domain) -> Counter[int]:
    """How many notices wait for each follower."""
    followed_notices = sa.select(outbox.c.dm).where(outbox.c.followed)
    rows = await domain.database.store.fetch(followed_notices)
    return Counter(row.dm for row in rows)


async def followed_match(domain: Domain) -> int:
    match = await started(domain, "loop", variant="large")
    for user in CROWD:
        await domain.matches.follow(match.id, user)
    return match.id


@pytest.mark.slow
@pytest.mark.mutants
async def test_one_notice_waits_for_each_follower_and_says_the_latest(domain: Domain) -> None:
    match = await followed_match(domain)
    rng = random.Random(4)
    for _ in range(12):
        await turn(domain, match, rng)
    assert await owed(domain) == dict.fromkeys(CROWD, 1)
    latest = (await domain.matches.get(match)).version
    notices = [notice for notice in await swept(domain) if notice.followed]
    assert {vars(notice.event)["version"] for notice in notices} == {latest}
    await turn(domain, match, rng)
    await domain.matches.act(match, ANN.id, endings.resign)
    assert {notice.event.kind for notice in await swept(domain) if notice.followed} == {"finished"}


async def test_what_is_being_sent_is_not_taken_back_and_the_next_follows_it(domain: Domain) -> None:
    match = await started(domain, "loop")
    await domain.matches.follow(match.id, CAT.id)
    rng = random.Random(4)
    await turn(domain, match.id, rng)
    first = [notice for notice in await domain.outbox.claim() if notice.followed]
    for _ in range(3):
        await turn(domain, match.id, rng)
    assert await owed(domain) == {CAT.id: 2}
    assert [notice for notice in await domain.outbox.claim() if notice.followed] == [], "in order"
    await domain.outbox.done(first[0].id)
    assert len([notice for notice in await domain.outbox.claim() if notice.followed]) == 1


@pytest.mark.slow
@pytest.mark.mutants
async def test_the_turn_of_another_server_is_sent_at_once_beside_a_hundred_notices_a_second(
    domain: Domain, clock: Clock
) -> None:
    match = await followed_match(domain)
    rng = random.Random(4)
    sending: list[tuple[int, bool]] = []
    waits = []
    most = 0
    begin = None
    for tick in range(150):  # a minute
        for notice, _ in sending:
            await domain.outbox.done(notice)
        sending = []
        if (await domain.matches.get(match)).status == "running":
            await turn(domain, match, rng)
        if tick % 10 == 5:
            async with domain.database.unit_of_work() as work:
                await enqueue(work, NUDGE, scope=THERE.scope, channel=THERE.channel, ping=CAT.id)
            begin = clock.moment
        most = max(most, await domain.outbox.depth())
        for notice in await domain.outbox.claim(
            MAX_CONCURRENT - len(sending), most_to_followers=MAX_TO_FOLLOWERS
        ):
            sending.append((notice.id, notice.followed))
            if notice.scope == THERE.scope and begin is not None:
                waits.append(clock.moment - begin)
        assert sum(followed for _, followed in sending) <= MAX_TO_FOLLOWERS
        clock.moment += TICK
    assert waits == [timedelta(0)] * 15
    assert most <= len(CROWD) + MAX_CONCURRENT, "the queue does not grow"


@pytest.mark.parametrize("followed", [False, True])
async def test_servers_take_turns(domain: Domain, followed: bool) -> None:
    busy = Place(HERE.scope + 1, 1)
    async with domain.database.unit_of_work() as work:
        for number in range(100):
            await enqueue(work, NUDGE, scope=busy.scope, channel=number)
        for number in range(5):
            await enqueue(work, NUDGE, scope=HERE.scope + 10 + number, channel=1000 + number)
        await work.connection.execute(outbox.update().values(followed=followed))
    first = Counter(notice.scope for notice in await domain.outbox.claim(10))
    assert first == {busy.scope: 5, **{HERE.scope + 10 + number: 1 for number in range(5)}}


async def test_players_are_told_first(domain: Domain) -> None:
    match = await followed_match(domain)
    await turn(domain, match, random.Random(4))
    async with domain.database.unit_of_work() as work:
        await enqueue(work, NUDGE, scope=THERE.scope, channel=THERE.channel, ping=BEN.id)
    first = await domain.outbox.claim(3, most_to_followers=1)
    assert [(notice.scope, notice.followed) for notice in first if not notice.followed] == [
        (HERE.scope, False),
        (THERE.scope, False),
    ]
    assert sum(notice.followed for notice in first) == 1
    assert await domain.outbox.claim(20, most_to_followers=0) == []

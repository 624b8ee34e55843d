"""Limits on challenges, matches and pings: what is just allowed, what is refused, and when it is
allowed again.
"""

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from bot.domain.challenges.approaches import MOST_PINGS
from bot.domain.challenges.limits import MOST_CHALLENGES, MOST_MATCHES, match_room, rated_left
from bot.domain.domain import Domain
from bot.domain.errors import GameError, LimitReached, Refused
from bot.domain.matches import endings
from bot.domain.values import COMPUTER, Person, Place
from bot.store.tables import matches, scopes
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock
from tests.bot.domain.matches.helpers import played, started, swept

ELSEWHERE = Place(HERE.scope + 1, 5)


async def refusal(domain: Domain, who: Person, other: Person | None, place: Place = HERE) -> str:
    """Why somebody may not challenge another member; empty if they may."""
    try:
        await domain.challenges.make(place, who, "loop", opponent=other)
    except GameError as error:
        return str(error)
    return ""


async def turned_down(domain: Domain, how: str = "decline") -> None:
    """Ann challenges Ben in vain."""
    challenge = (await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)).challenge.id
    if how == "decline":
        await domain.challenges.decline(challenge, BEN)
    else:
        await domain.challenges.withdraw(challenge, ANN)


async def test_ten_challenges_may_be_open_in_a_place(domain: Domain, clock: Clock) -> None:
    assert MOST_CHALLENGES == 10
    offers = [await domain.challenges.make(HERE, ANN, "loop") for _ in range(10)]
    assert "you’ve reached the limit of 10 open challenges here" in await refusal(domain, ANN, None)
    assert await refusal(domain, BEN, None) == await refusal(domain, ANN, None, ELSEWHERE) == ""
    await domain.challenges.withdraw(offers[0].challenge.id, ANN)
    assert await refusal(domain, ANN, None) == ""
    clock.move(days=14)
    assert await refusal(domain, ANN, None) == "", "expired challenges do not count, closed or not"


async def test_after_three_challenges_in_vain_a_member_waits_for_the_first_of_them_to_be_a_day_old(
    domain: Domain, clock: Clock
) -> None:
    for how in ("decline", "withdraw", "decline"):
        assert await refusal(domain, CAT, BEN) == ""
        await turned_down(domain, how)
        clock.move(hours=1)
    waits = "Ben hasn’t taken your last 3 challenges; try again in {} h"
    assert await refusal(domain, ANN, BEN) == waits.format(21)
    assert await refusal(domain, ANN, CAT) == await refusal(domain, BEN, ANN) == ""
    clock.move(hours=20, minutes=59)
    assert await refusal(domain, ANN, BEN) == waits.format(1)
    clock.move(minutes=1)
    await turned_down(domain)
    assert await refusal(domain, ANN, BEN) == waits.format(1), (
        "now the second one is the first that counts"
    )
    clock.move(hours=2)
    assert await refusal(domain, ANN, BEN) == ""


async def test_an_expired_challenge_was_in_vain_and_an_accepted_one_was_not(
    domain: Domain, clock: Clock
) -> None:
    for _ in range(2):
        await turned_down(domain)
        await started(domain)
    assert await refusal(domain, ANN, BEN) == ""
    await domain.servers.change(HERE, days=1)
    await domain.challenges.make(HERE, CAT, "loop", opponent=DAN)
    await domain.challenges.make(HERE, CAT, "loop", opponent=DAN)
    clock.move(hours=1)
    await domain.challenges.make(HERE, CAT, "loop", opponent=DAN)
    clock.move(hours=23)
    assert await domain.challenges.expire() == 2
    assert await refusal(domain, CAT, DAN) == "", "two of the three are a day old"


async def test_five_challenges_a_day_ping_a_member_and_accepted_ones_do_not_count(
    domain: Domain, clock: Clock
) -> None:
    assert MOST_PINGS == 5
    await started(domain)
    for number in range(7):
        await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)
        (notice,) = await swept(domain)
        assert notice.ping == (BEN.id if number < 5 else None)
    clock.move(days=1)
    await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)
    assert [notice.ping for notice in await swept(domain)] == [BEN.id]


async def running(domain: Domain, count: int) -> None:
    """Let Ann and Ben have that many more matches, each in a place of its own."""
    await domain.matches.get((await started(domain)).id)
    async with domain.database.unit_of_work() as work:
        every_match = sa.select(matches)
        row = dict((await work.connection.execute(every_match)).mappings().one())
        numbers = range(count - 1)
        places = [{"id": 10_000 + n, "guild": True, "settings": {}} for n in numbers]
        await work.connection.execute(scopes.insert(), places)
        rows = [row | {"id": place["id"], "scope": place["id"]} for place in places]
        await work.connection.execute(matches.insert(), rows)


async def test_a_member_may_have_200_matches_running_in_all_places(domain: Domain) -> None:
    assert MOST_MATCHES == 200
    await running(domain, 199)
    assert await refusal(domain, ANN, None) == ""
    match = await started(domain, opponent=CAT)
    limit = "you’ve reached the limit of 200 running matches; finish one first"
    assert await refusal(domain, ANN, None) == await refusal(domain, ANN, None, ELSEWHERE) == limit
    assert await refusal(domain, CAT, None) == await refusal(domain, BEN, None) == ""
    await domain.matches.act(match.id, CAT.id, endings.resign)
    assert await refusal(domain, ANN, None) == ""


async def test_the_limit_of_a_server_counts_its_own_matches_and_names_who_has_reached_it(
    domain: Domain,
) -> None:
    challenges = [(await domain.challenges.make(HERE, ANN, "loop")).challenge.id for _ in range(3)]
    await domain.servers.change(HERE, matches=2)
    for _ in range(2):
        await started(domain, opponent=CAT)
    assert (
        await refusal(domain, ANN, None)
        == "you’ve reached the limit of 2 running matches; finish one first"
    )
    assert await refusal(domain, ANN, None, ELSEWHERE) == ""
    with pytest.raises(LimitReached, match=r"^Ann has reached the limit of 2 running matches$"):
        await domain.challenges.accept(challenges[0], BEN)
    with pytest.raises(LimitReached, match=r"^you’ve reached the limit of 2 running matches"):
        await domain.challenges.play_computer(HERE, CAT, "loop", 0)
    async with domain.database.unit_of_work() as work:
        # the computer has no limit
        await match_room(work, HERE.scope, Person(COMPUTER, "Loophole"), 0)


@pytest.mark.slow
@pytest.mark.mutants
async def test_rated_matches_of_a_pair_are_counted_by_server_and_month(
    domain: Domain, clock: Clock
) -> None:
    async def left(place: Place = HERE, most: int = 3) -> int:
        async with domain.database.unit_of_work() as work:
            return await rated_left(work, place.scope, BEN.id, ANN.id, most)

    clock.moment = datetime(2026, 3, 31, 23, 59, tzinfo=UTC)
    last_month = await started(domain, rated=True)
    assert await left() == 2
    clock.moment = datetime(2026, 4, 1, tzinfo=UTC)
    await domain.matches.act(last_month.id, ANN.id, endings.resign)
    assert await left() == 3
    await started(domain)
    await started(domain, rated=True, opponent=CAT)
    assert await left() == 3
    await started(domain, rated=True)
    match = await started(domain, rated=True, side="second")
    await played(domain, match.id, 4)
    await domain.matches.act(match.id, BEN.id, endings.resign)
    assert (await left(), await left(ELSEWHERE), await left(most=1)) == (1, 3, 0)
    aborted_match = await started(domain, rated=True)
    assert await left() == 0
    await domain.matches.do(aborted_match.id, endings.stopped)
    assert await left() == 1


async def test_rated_challenges_are_refused_where_no_more_rated_matches_may_begin(
    domain: Domain,
) -> None:
    rated = (await domain.challenges.make(HERE, ANN, "loop", opponent=BEN, rated=True)).challenge.id
    to_anyone = (await domain.challenges.make(HERE, ANN, "loop", rated=True)).challenge.id
    unrated_offer = (await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)).challenge.id
    await domain.servers.change(HERE, rated=0)
    rated_are_off = r"^rated matches are off on this server; play an unrated one$"
    with pytest.raises(LimitReached, match=rated_are_off):
        await domain.challenges.make(HERE, ANN, "loop", opponent=BEN, rated=True)
    for challenge in (rated, to_anyone):
        with pytest.raises(LimitReached, match=rated_are_off):
            await domain.challenges.accept(challenge, BEN)
    with pytest.raises(LimitReached, match=rated_are_off):
        await domain.challenges.counter(unrated_offer, BEN, rated=True)
    await domain.challenges.accept(unrated_offer, BEN)
    await domain.servers.change(HERE, rated=1)
    await domain.challenges.accept(rated, BEN)
    message = (
        r"^Ann and Ben have reached this month’s limit of 1 rated matches here; play an "
        r"unrated one$"
    )
    with pytest.raises(LimitReached, match=message):
        await domain.challenges.make(HERE, ANN, "loop", opponent=BEN, rated=True)
    with pytest.raises(LimitReached, match=message.replace("Ann and Ben", "Ben and Ann")):
        await domain.challenges.accept(to_anyone, BEN)
    await domain.challenges.accept(to_anyone, CAT)
    with pytest.raises(Refused, match=r"^matches against the computer are never rated$"):
        await domain.challenges.make(
            HERE, ANN, "loop", opponent=Person(COMPUTER, "Loophole"), rated=True
        )

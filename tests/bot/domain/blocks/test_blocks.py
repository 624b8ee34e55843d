"""Blocks: nothing new begins between two members, who is blocked cannot tell, and twenty at once
change nothing.
"""

import asyncio
import hmac

import pytest
import sqlalchemy as sa

from bot.domain.blocks.repository import KEY
from bot.domain.domain import Domain
from bot.domain.errors import Over, Refused
from bot.domain.matches import agreements, endings
from bot.domain.matches.match import StoredResult
from bot.domain.matches.waiting import commands as waiting
from bot.domain.tournaments import organising
from bot.domain.values import COMPUTER, Person
from bot.store.tables import blocks, key_values
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import cleared, kinds, played, started, swept

CLOSED = "Ann isn’t taking challenges right now"


async def test_who_is_blocked_reads_what_those_read_whom_somebody_takes_no_challenges_from(
    domain: Domain,
) -> None:
    await domain.blocks.block(ANN.id, BEN)
    with pytest.raises(Refused) as blocked:
        await domain.challenges.make(HERE, BEN, "loop", opponent=ANN)
    with pytest.raises(Refused, match="you’ve blocked Ben; unblock them in /settings first"):
        await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)
    await domain.blocks.lift(ANN.id, BEN.id)
    await domain.members.change(ANN.id, challenges=False)
    with pytest.raises(Refused) as refusal:
        await domain.challenges.make(HERE, BEN, "loop", opponent=ANN)
    assert str(blocked.value) == str(refusal.value) == CLOSED
    assert await domain.outbox.depth() == 0


async def test_open_challenges_are_neither_shown_to_nor_taken_by_who_is_blocked(
    domain: Domain,
) -> None:
    challenge = (await domain.challenges.make(HERE, ANN, "loop")).challenge
    await domain.blocks.block(ANN.id, BEN)
    assert await domain.challenges.open(viewer(BEN)) == ()
    assert [one.id for one in await domain.challenges.open(viewer(CAT))] == [challenge.id]
    with pytest.raises(Over, match="this challenge can’t be accepted at the moment"):
        await domain.challenges.accept(challenge.id, BEN)
    await domain.challenges.accept(challenge.id, CAT)


async def test_what_was_open_between_the_two_closes_without_a_word(domain: Domain) -> None:
    theirs = (await domain.challenges.make(HERE, BEN, "loop", opponent=ANN)).challenge
    own = (await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)).challenge
    other = (await domain.challenges.make(HERE, CAT, "loop", opponent=ANN)).challenge
    await cleared(domain)
    await domain.blocks.block(ANN.id, BEN)
    assert await domain.outbox.depth() == 0
    for one, who in ((theirs, ANN), (own, BEN)):
        with pytest.raises(Over, match="expired"):
            await domain.challenges.accept(one.id, who)
    await domain.challenges.accept(other.id, ANN)


async def test_a_rematch_is_not_asked_of_who_has_blocked_one(domain: Domain) -> None:
    match = await started(domain)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    await domain.blocks.block(ANN.id, BEN)
    with pytest.raises(Refused, match=CLOSED):
        await domain.challenges.rematch(match.id, BEN.id)


async def test_a_running_match_goes_on_and_only_its_turns_call_who_has_blocked(
    domain: Domain,
) -> None:
    match = await started(domain)
    await domain.blocks.block(ANN.id, BEN)
    await played(domain, match.id, 2)
    await cleared(domain)
    await domain.matches.act(match.id, BEN.id, agreements.offer_draw)
    (request,) = await swept(domain)
    assert (request.event.kind, request.ping) == ("asked", None)


async def test_a_nudge_of_who_is_blocked_reaches_nobody_and_says_nothing_of_it(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain, clock="none")
    await domain.blocks.block(ANN.id, BEN)
    clock.move(days=3)
    change = await domain.matches.do(match.id, lambda match_now: waiting.nudge(match_now, BEN.id))
    assert change.notice is None
    clock.move(hours=12)
    assert "nudge" not in [kind for kind, _ in kinds(await swept(domain))]


async def test_against_the_computer_nobody_is_in_the_way(domain: Domain) -> None:
    for bot in (COMPUTER, -1):
        with pytest.raises(Refused, match=r"^only people can be blocked$"):
            await domain.blocks.block(ANN.id, Person(bot, "Loophole"))
    with pytest.raises(Refused, match=r"^you can’t block yourself$"):
        await domain.blocks.block(ANN.id, ANN)
    change = await domain.challenges.play_computer(HERE, ANN, "loop", 0)
    await domain.matches.act(change.match.id, ANN.id, endings.resign)
    assert isinstance(await domain.challenges.rematch(change.match.id, ANN.id), StoredResult)


async def test_twenty_at_once_make_one_block_and_a_hundred_are_the_most(
    domain: Domain, clock: Clock
) -> None:
    requests = [domain.blocks.block(ANN.id, BEN) for _ in range(20)]
    await asyncio.gather(*requests)
    assert [one.name for one in await domain.blocks.of(ANN.id)] == ["Ben"]
    clock.move(seconds=1)
    async with domain.database.unit_of_work() as work:
        rows = [
            {"user": ANN.id, "other": 5000 + n, "name": "x", "at": clock.moment} for n in range(91)
        ]
        await work.connection.execute(blocks.insert(), rows)
    tries = [domain.blocks.block(ANN.id, Person(6000 + number, "x")) for number in range(20)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert [str(result) for result in results if result] == [
        "you’ve reached the limit of 100 blocked members"
    ] * 12
    assert [one.user for one in await domain.blocks.of(ANN.id)][-1] == BEN.id, "the latest first"
    await domain.blocks.block(ANN.id, BEN)
    await domain.blocks.block(BEN.id, ANN)


async def test_whether_there_is_a_block_between_members_is_told_from_either_side(
    domain: Domain,
) -> None:
    await domain.blocks.block(ANN.id, BEN)
    has_block = domain.blocks.between
    assert await has_block(ANN.id, [CAT.id, BEN.id])
    assert await has_block(BEN.id, [ANN.id])
    assert not await has_block(CAT.id, [ANN.id, BEN.id])
    assert not await has_block(ANN.id, [CAT.id])
    assert not await has_block(ANN.id, [])


async def test_a_block_holds_when_its_member_has_deleted_their_data_and_is_back(
    domain: Domain,
) -> None:
    await domain.blocks.block(ANN.id, BEN)
    for _ in range(2):
        await domain.privacy.delete(BEN.id)
        assert BEN.id not in [one.user for one in await domain.blocks.of(ANN.id)]
        assert await domain.blocks.between(BEN.id, [ANN.id])
        assert await domain.blocks.between(ANN.id, [BEN.id])
        offer = await domain.challenges.make(HERE, ANN, "loop")
        assert await domain.challenges.open(viewer(BEN)) == ()
        await domain.challenges.withdraw(offer.challenge.id, ANN)
        await domain.challenges.make(HERE, BEN, "loop")
        assert await domain.challenges.open(viewer(ANN)) == ()
        await domain.blocks.block(ANN.id, BEN)
        assert [one.user for one in await domain.blocks.of(ANN.id)] == [BEN.id]
    await domain.privacy.delete(BEN.id)
    (block,) = await domain.blocks.of(ANN.id)
    query = sa.select(key_values.c.value).where(key_values.c.name == KEY)
    ((key,),) = await domain.database.store.fetch(query)
    digest = hmac.digest(bytes.fromhex(key), str(BEN.id).encode(), "sha256")
    assert block.user == 2**62 + int.from_bytes(digest[:8]) % 2**62, (
        "as it is stored in other databases"
    )
    await domain.blocks.lift(ANN.id, block.user)
    assert not await domain.blocks.between(BEN.id, [ANN.id])
    await domain.challenges.make(HERE, BEN, "loop", opponent=ANN)


async def test_on_a_ladder_nobody_is_challenged_whom_they_are_blocked_by(domain: Domain) -> None:
    ladder = (await domain.tournaments.create(HERE, CAT, "ladder", "loop")).tournament
    for who in (ANN, BEN):
        await domain.tournaments.do(ladder.id, organising.join, who)
    await domain.blocks.block(ANN.id, BEN)
    with pytest.raises(Refused, match="Ann can’t be asked at the moment"):
        await domain.tournaments.do(ladder.id, organising.challenge, BEN, ANN.id)
    for who, other in ((ANN, DAN), (CAT, BEN), (BEN, DAN), (CAT, ANN)):
        await domain.blocks.block(who.id, other)
    await domain.blocks.lift(ANN.id, BEN.id)
    assert [block.user for block in await domain.blocks.of(ANN.id)] == [DAN.id]
    assert [block.user for block in await domain.blocks.of(CAT.id)] == [ANN.id, BEN.id]
    await domain.tournaments.do(ladder.id, organising.challenge, BEN, ANN.id)


async def test_a_place_is_not_offered_to_who_has_blocked_the_organiser(domain: Domain) -> None:
    cup = (await domain.tournaments.create(HERE, CAT, "swiss", "loop")).tournament
    await domain.tournaments.do(cup.id, organising.join, ANN)
    await domain.blocks.block(BEN.id, CAT)
    with pytest.raises(Refused, match="Ben can’t be asked at the moment"):
        await domain.tournaments.do(cup.id, organising.offer_place, CAT.id, ANN.id, BEN)
    with pytest.raises(Refused, match="Ben can’t be asked at the moment"):
        await domain.tournaments.do(cup.id, organising.hand_over, CAT.id, BEN)

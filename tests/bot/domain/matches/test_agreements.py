"""Ends and agreements: draws, takebacks, pauses, calling off, and players who have left."""

from functools import partial

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Refused, Stale
from bot.domain.matches import agreements, endings
from tests.bot.conftest import ANN, BEN, HERE, Clock
from tests.bot.domain.matches.helpers import kinds, played, started, swept


async def test_a_takeback_needs_agreement_and_goes_back_to_ones_own_turn(domain: Domain) -> None:
    match = await started(domain)
    before = await played(domain, match.id, 4)
    now = await played(domain, match.id, 2)
    assert now.mover == before.mover == ANN.id
    # Ann to move, so her last turn and Ben's answer go.
    asked = await domain.matches.act(match.id, ANN.id, agreements.ask_takeback, version=now.version)
    assert asked.match.takeback_asked == 0
    back = (await domain.matches.do(match.id, partial(agreements.answer, "takeback", user=BEN.id, yes=True))).match
    assert back.decisions == before.decisions
    assert back.state.pieces() == before.state.pieces()
    assert (back.mover, back.takeback_asked) == (ANN.id, None)
    assert back.version > now.version
    with pytest.raises(Stale):
        await domain.matches.play(match.id, ANN.id, "a1", version=now.version)
    assert kinds(await swept(domain)) == [("asked", BEN.id), ("answered", ANN.id)]
    assert len((await domain.matches.get(match.id)).history.whole().turns()) == 4
    await played(domain, match.id, 3)


async def test_a_takeback_is_asked_in_a_match_that_was_read_before_a_turn(domain: Domain) -> None:
    match = await started(domain)
    read = await played(domain, match.id, 2)
    await played(domain, match.id, 1)
    assert (await domain.matches.act(read, ANN.id, agreements.ask_takeback)).match.takeback_asked == 0


async def test_against_the_computer_a_takeback_happens_at_once(domain: Domain) -> None:
    match = (await domain.challenges.play_computer(HERE, ANN, "veloop-square", 2, side="first")).match
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    back = await domain.matches.act(match.id, ANN.id, agreements.ask_takeback)
    assert back.match.decisions == ()


async def test_the_loser_to_the_computer_is_told(domain: Domain) -> None:
    match = (await domain.challenges.play_computer(HERE, ANN, "veloop-square", 2)).match
    await swept(domain)
    await domain.matches.act(match.id, 0, endings.resign)
    assert kinds(await swept(domain)) == [("finished", ANN.id)]


async def test_the_computer_is_not_told_that_its_opponent_has_left(domain: Domain) -> None:
    match = (await domain.challenges.play_computer(HERE, ANN, "veloop-square", 2)).match
    await swept(domain)
    assert await domain.matches.presence(HERE.scope, ANN.id, gone=True) == 1
    assert (await domain.matches.get(match.id)).gone == 0
    assert await swept(domain) == []


async def test_a_match_whose_player_has_left_can_be_won_drawn_or_closed(domain: Domain, clock: Clock) -> None:
    ends = {"win": ("finished", 0, "left"), "draw": ("finished", None, "left"), "close": ("aborted", None, "aborted")}
    for what, end in ends.items():
        match = await started(domain)
        with pytest.raises(Refused):
            await domain.matches.do(match.id, partial(endings.claim, user=ANN.id, what=what))
        assert await domain.matches.presence(HERE.scope, BEN.id, gone=True) == 1
        assert await domain.matches.presence(HERE.scope, BEN.id, gone=True) == 0
        assert (await domain.matches.get(match.id)).gone == 1
        clock.move(days=1)
        ended = (await domain.matches.do(match.id, partial(endings.claim, user=ANN.id, what=what))).match
        assert (ended.status, ended.winner, ended.reason) == end
        assert kinds(await swept(domain)) == [("left", ANN.id), ("finished", BEN.id)]


async def test_a_match_moves_to_a_thread_and_its_notices_with_it(domain: Domain, clock: Clock) -> None:
    match = await started(domain)
    await domain.matches.move_to(match.id, match.channel, thread=4242)
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    (notice,) = await swept(domain)
    assert notice.channel == 4242

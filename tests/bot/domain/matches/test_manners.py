"""Ends and manners: draws, takebacks, pauses, calling off, rematches, and players who have left."""

from __future__ import annotations

import asyncio

import pytest
from bot.domain.challenges.service import Offered

from bot.domain.errors import NotYours, Over, Refused, Stale
from bot.domain.matches.service import Change, Matches
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import kinds, played, started, swept


async def test_a_draw_is_agreed_when_the_other_player_accepts(matches: Matches) -> None:
    match = await started(matches)
    offered = await matches.offer_draw(match.id, BEN.id)
    assert offered.match.draw_offer == 1
    with pytest.raises(Refused, match="already offered"):
        await matches.offer_draw(match.id, BEN.id)
    with pytest.raises(Refused, match="asked that yourself; Ann has to answer"):
        await matches.answer_draw(match.id, BEN.id, True)
    with pytest.raises(NotYours):
        await matches.answer_draw(match.id, CAT.id, True)
    ended = (await matches.answer_draw(match.id, ANN.id, True)).match
    assert (ended.status, ended.winner, ended.reason) == ("finished", None, "agreed")
    assert kinds(await swept(matches)) == [("asked", ANN.id), ("finished", BEN.id)]


async def test_offering_a_draw_to_one_who_has_offered_it_agrees(matches: Matches) -> None:
    match = await started(matches)
    await matches.offer_draw(match.id, BEN.id)
    assert (await matches.offer_draw(match.id, ANN.id)).match.reason == "agreed"


async def test_a_declined_draw_can_be_offered_again_only_after_a_turn(matches: Matches) -> None:
    match = await started(matches)
    await matches.offer_draw(match.id, BEN.id)
    declined = await matches.answer_draw(match.id, ANN.id, False)
    assert declined.match.draw_offer is None
    with pytest.raises(Refused, match="after the next turn"):
        await matches.offer_draw(match.id, BEN.id)
    await matches.play(match.id, ANN.id, "e4-d6")
    await matches.offer_draw(match.id, BEN.id)
    told = await swept(matches)
    assert [(notice.kind, notice.payload.get("yes")) for notice in told] == [
        ("asked", None),
        ("answered", False),
        ("turn", None),
        ("asked", None),
    ]


async def test_a_draw_offer_rides_on_a_move_and_lapses_with_the_answer(matches: Matches) -> None:
    match = await started(matches)
    result = await matches.play(match.id, ANN.id, "e4-d6", draw=True)
    assert result.match.draw_offer == 0
    assert result.notice is not None
    assert result.notice.payload["draw"]
    now = await played(matches, match.id, 1)
    assert now.draw_offer is None
    with pytest.raises(Refused, match="no draw offer"):
        await matches.answer_draw(match.id, BEN.id, True)


async def test_a_draw_offer_is_kept_with_half_a_turn(matches: Matches) -> None:
    match = await started(matches)
    state = (await matches.play(match.id, ANN.id, "e4-d6")).match.state
    first = state.legal_moves()[0]
    half = await matches.play(match.id, BEN.id, str(first), draw=True)
    assert half.match.draw_offer is None
    whole = await matches.play(match.id, BEN.id, str(state.play(first).legal_moves()[0]))
    assert whole.match.draw_offer == 1


async def test_a_takeback_needs_agreement_and_goes_back_to_ones_own_turn(matches: Matches) -> None:
    match = await started(matches)
    with pytest.raises(Over, match="not made a turn"):
        await matches.ask_takeback(match.id, ANN.id)
    before = await played(matches, match.id, 4)
    now = await played(matches, match.id, 2)
    assert now.mover == before.mover == ANN.id
    # Ann is to move, so her last turn and Ben's answer go.
    asked = await matches.ask_takeback(match.id, ANN.id, version=now.version)
    assert asked.match.takeback_asked == 0
    with pytest.raises(Refused, match="already asked"):
        await matches.ask_takeback(match.id, ANN.id)
    with pytest.raises(Refused, match="answer that first"):
        await matches.ask_takeback(match.id, BEN.id)
    with pytest.raises(Refused, match="asked that yourself; Ben has to answer"):
        await matches.answer_takeback(match.id, ANN.id, True)
    back = (await matches.answer_takeback(match.id, BEN.id, True)).match
    assert back.decisions == before.decisions
    assert back.state.pieces() == before.state.pieces()
    assert (back.mover, back.takeback_asked) == (ANN.id, None)
    assert back.version > now.version
    with pytest.raises(Stale):
        await matches.play(match.id, ANN.id, "a1", version=now.version)
    assert kinds(await swept(matches)) == [("asked", BEN.id), ("answered", ANN.id)]
    assert len(await matches.turns(match.id)) == 4
    await played(matches, match.id, 3)


async def test_the_turn_just_made_can_be_taken_back_before_the_answer(matches: Matches) -> None:
    match = await started(matches)
    await matches.play(match.id, ANN.id, "e4-d6")
    await matches.ask_takeback(match.id, ANN.id)
    back = (await matches.answer_takeback(match.id, BEN.id, True)).match
    assert (back.decisions, back.mover, back.state.ply) == ((), ANN.id, 0)


async def test_a_takeback_that_is_declined_or_overtaken_changes_nothing(matches: Matches) -> None:
    match = await started(matches)
    await matches.play(match.id, ANN.id, "e4-d6")
    await matches.ask_takeback(match.id, ANN.id)
    declined = await matches.answer_takeback(match.id, BEN.id, False)
    assert declined.match.decisions == ("e4-d6",)
    await matches.ask_takeback(match.id, ANN.id)
    now = await played(matches, match.id, 1)
    assert now.takeback_asked is None
    with pytest.raises(Refused):
        await matches.answer_takeback(match.id, BEN.id, True)


async def test_a_match_can_be_called_off_until_both_have_moved(matches: Matches) -> None:
    match = await started(matches)
    await matches.play(match.id, ANN.id, "e4-d6")
    gone = (await matches.abort(match.id, BEN.id)).match
    assert (gone.status, gone.winner, gone.reason) == ("aborted", None, "aborted")
    assert kinds(await swept(matches)) == [("turn", BEN.id), ("finished", ANN.id)]
    other = await started(matches)
    await played(matches, other.id, 2)
    with pytest.raises(Refused, match="both of you have moved"):
        await matches.abort(other.id, ANN.id)


async def test_a_rematch_exchanges_sides_once_both_want_it(matches: Matches) -> None:
    match = await started(matches, variant="6x6, single turns", clock="2d")
    with pytest.raises(Refused, match="not over yet"):
        await matches.challenges.rematch(match.id, ANN.id)
    await matches.resign(match.id, ANN.id)
    await swept(matches)
    asked = await matches.challenges.rematch(match.id, BEN.id)
    assert isinstance(asked, Offered)
    assert (asked.challenge.target, asked.challenge.rematch_of) == (ANN, match.id)
    with pytest.raises(Refused, match="already asked"):
        await matches.challenges.rematch(match.id, BEN.id)
    begun = await matches.challenges.rematch(match.id, ANN.id)
    assert isinstance(begun, Change)
    assert begun.match.seats == (BEN.id, ANN.id)
    assert begun.match.options == match.options
    assert begun.match.clock == match.clock
    assert (await matches.get(match.id)).rematch == begun.match.id
    with pytest.raises(Over, match="already played again, as M2"):
        await matches.challenges.rematch(match.id, ANN.id)
    with pytest.raises(NotYours):
        await matches.challenges.rematch(match.id, CAT.id)
    assert kinds(await swept(matches)) == [("challenge", ANN.id), ("started", BEN.id)]


async def test_two_who_ask_for_a_rematch_at_once_have_one(matches: Matches) -> None:
    match = await started(matches)
    await matches.resign(match.id, ANN.id)
    results = await asyncio.gather(
        matches.challenges.rematch(match.id, ANN.id), matches.challenges.rematch(match.id, BEN.id)
    )
    assert sorted(type(result).__name__ for result in results) == ["Change", "Offered"]
    assert len(await matches.of(ANN.id)) == 1


async def test_an_accepted_rematch_offer_counts_as_the_rematch(matches: Matches) -> None:
    match = await started(matches)
    await matches.abort(match.id, ANN.id)
    asked = await matches.challenges.rematch(match.id, BEN.id)
    assert isinstance(asked, Offered)
    begun = await matches.challenges.accept(asked.challenge.id, ANN)
    assert (await matches.get(match.id)).rematch == begun.match.id


async def test_against_the_computer_rematch_and_takeback_happen_at_once(matches: Matches) -> None:
    match = (await matches.challenges.play_computer(HERE, ANN, "veloop-square", 2, side="first")).match
    await matches.play(match.id, ANN.id, "e4-d6")
    back = await matches.ask_takeback(match.id, ANN.id)
    assert back.match.decisions == ()
    await matches.resign(match.id, ANN.id)
    again = await matches.challenges.rematch(match.id, ANN.id)
    assert isinstance(again, Change)
    assert again.match.seats == (0, ANN.id)
    assert again.match.level == 2


async def test_the_loser_to_the_computer_is_told(matches: Matches) -> None:
    match = (await matches.challenges.play_computer(HERE, ANN, "veloop-square", 2)).match
    await swept(matches)
    await matches.resign(match.id, 0)
    assert kinds(await swept(matches)) == [("finished", ANN.id)]


async def test_a_match_whose_player_has_left_can_be_won_drawn_or_closed(matches: Matches) -> None:
    ends = {"win": ("finished", 0, "left"), "draw": ("finished", None, "left"), "close": ("aborted", None, "aborted")}
    for what, end in ends.items():
        match = await started(matches)
        with pytest.raises(Refused):
            await matches.claim(match.id, ANN.id, what)
        assert await matches.player_left(HERE.scope, BEN.id) == 1
        assert await matches.player_left(HERE.scope, BEN.id) == 0
        assert (await matches.get(match.id)).gone == 1
        ended = (await matches.claim(match.id, ANN.id, what)).match
        assert (ended.status, ended.winner, ended.reason) == end
        assert kinds(await swept(matches)) == [("left", ANN.id), ("finished", BEN.id)]


async def test_a_player_who_comes_back_or_moves_has_not_left(matches: Matches) -> None:
    match = await started(matches)
    await matches.player_left(HERE.scope, ANN.id)
    await matches.play(match.id, ANN.id, "e4-d6")
    assert (await matches.get(match.id)).gone is None
    await matches.player_left(HERE.scope, BEN.id)
    assert await matches.player_back(HERE.scope, BEN.id) == 1
    with pytest.raises(Refused, match="M1 has no clock"):
        await matches.claim(match.id, ANN.id, "win")


async def test_a_claim_is_one_of_four(matches: Matches) -> None:
    match = await started(matches)
    with pytest.raises(Refused, match="win, draw, time or close"):
        await matches.claim(match.id, ANN.id, "everything")


async def test_a_match_moves_to_a_thread_and_its_notices_with_it(matches: Matches, clock: Clock) -> None:
    match = await started(matches)
    await matches.move_to(match.id, match.channel, thread=4242)
    await matches.play(match.id, ANN.id, "e4-d6")
    (notice,) = await swept(matches)
    assert notice.channel == 4242

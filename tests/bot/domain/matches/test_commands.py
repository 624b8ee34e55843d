"""Conditions of the commands on matches, as pure functions."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.errors import NotYours, Refused
from bot.domain.matches import agreements, endings
from bot.domain.matches.history import TurnOrigin
from bot.domain.values import COMPUTER, NOBODY
from tests.bot.conftest import ANN, BEN, CAT
from tests.bot.domain.matches.values import NOON, after, later, new, over, with_players, without

DAY = timedelta(days=1)
MILLISECOND = timedelta(milliseconds=1)


# -------------------------------------------------------------------------------------- who may act


@pytest.mark.parametrize(
    ("how", "counts"), [("played", True), ("prepared", True), ("passed", False), ("given", False)]
)
def test_turns_that_a_player_did_not_choose_do_not_count_as_made(
    how: TurnOrigin, counts: bool
) -> None:
    whole = after(new(), 4).history
    fourth = whole.entries[3]._replace(how=how)
    entries = (*whole.entries[:3], fourth)
    assert replace(whole, entries=entries).each_made(2) is counts


def test_a_player_is_away_until_the_moment_their_vacation_ends() -> None:
    end = with_players(new(), vacation=(NOON, NOON + MILLISECOND))
    assert end.away == (None, NOON + MILLISECOND)


# ----------------------------------------------------------------------------------------- requests


def test_two_refusals_within_a_day_hold_for_a_day() -> None:
    match = after(new("3d"), 2)
    for turn in range(2):
        offer = agreements.offer_draw(after(match, 2 * turn), ANN.id).match
        match = agreements.answer("draw", offer, BEN.id, False).match
    match = after(match, 2)
    with pytest.raises(Refused, match="Ben has declined that; you can ask again in 24 h"):
        agreements.offer_draw(match, ANN.id)
    with pytest.raises(Refused, match="in 1 h"):
        agreements.offer_draw(later(match, hours=24, seconds=-1), ANN.id)
    almost = later(match, hours=22, seconds=-0.001 + 3600 * 0.999)
    with pytest.raises(Refused, match="in 2 h"):
        agreements.offer_draw(almost, ANN.id)
    agreements.offer_draw(later(match, hours=24), ANN.id)


def test_two_refusals_a_day_apart_do_not_add_up() -> None:
    with_request = agreements.ask_pause(new(), ANN.id).match
    match = agreements.answer("pause", with_request, BEN.id, False).match
    match = later(match, days=1)
    with_request = agreements.ask_pause(match, ANN.id).match
    match = agreements.answer("pause", with_request, BEN.id, False).match
    agreements.ask_pause(after(match, 2), ANN.id)


# ------------------------------------------------------------------------------------------- pauses


def test_a_match_out_of_time_can_neither_be_paused_nor_asked_to() -> None:
    match = new("1d")
    in_time = later(match, days=1, milliseconds=-1)
    late = later(match, days=1)
    assert not in_time.overdue
    assert late.overdue
    for asker, other in ((ANN.id, BEN.id), (BEN.id, ANN.id)):
        agreements.ask_pause(in_time, asker)
        with pytest.raises(Refused, match="time has run out in M1"):
            agreements.ask_pause(late, asker)
        request = agreements.ask_pause(match, asker).match
        assert (
            agreements.answer("pause", request.at(in_time.now), other, True).match.paused
            == in_time.now
        )
        with pytest.raises(Refused, match="time has run out in M1"):
            agreements.answer("pause", request.at(late.now), other, True)
        refusal = agreements.answer("pause", request.at(late.now), other, False).match
        assert (refusal.paused, refusal.requests) == (None, {})


# --------------------------------------------------------------------------------------- annulments


def test_what_may_not_be_annulled() -> None:
    match = over()
    aborted_match = endings.abort(new(), ANN.id).match
    a_day_later = later(match, days=1, milliseconds=1)
    cases = {
        "M1 is not over yet": new(),
        "M1 has no result to cancel": aborted_match,
        "no opponent who could agree": without(match, 1, COMPUTER),
        "there’s no opponent": without(match, 1, NOBODY),
        "M1 ended earlier": a_day_later,
    }
    for sentence, which in cases.items():
        with pytest.raises(Refused, match=sentence):
            agreements.may_annul(which, ANN.id)
    with pytest.raises(NotYours):
        agreements.may_annul(match, CAT.id)
    assert (agreements.may_annul(match, ANN.id), agreements.may_annul(match, BEN.id)) == (0, 1)
    with pytest.raises(Refused, match="nobody has asked you to cancel the result of M1"):
        agreements.answer("result", match, BEN.id, True)
    with_request = agreements.ask_annulment(match, ANN.id).match
    with pytest.raises(Refused, match="already asked to cancel"):
        agreements.ask_annulment(with_request, ANN.id)
    refusal = agreements.answer("result", with_request, BEN.id, False).match
    assert (refusal.status, refusal.requests) == ("finished", {})
    with pytest.raises(Refused, match="in 24 h"):
        agreements.ask_annulment(refusal, ANN.id)


# ------------------------------------------------------------------------------------------ endings


@pytest.mark.parametrize(
    "reason", ["resigned", "agreed", "time", "left", "deleted", "settled", "limit"]
)
@pytest.mark.parametrize("tournament", [None, 7])
@pytest.mark.parametrize("count", [3, 4])
def test_a_rated_match_counts_after_two_turns_each_or_is_aborted_if_given_up_earlier(
    reason: str, tournament: int | None, count: int
) -> None:
    match = after(new(rated=True, tournament=tournament), count)
    end = endings.ended(match, winner=0, reason=reason, actor=ANN.id).match
    is_aborted = (
        count < 4
        and tournament is None
        and reason in ("resigned", "agreed", "time", "left", "deleted")
    )
    assert end.rated == (count >= 4)
    assert (end.status, end.winner, end.reason) == (
        ("aborted", None, "aborted") if is_aborted else ("finished", 0, reason)
    )
    friendly = endings.ended(after(new(), 0), winner=0, reason=reason, actor=ANN.id).match
    assert (friendly.status, friendly.rated) == ("finished", False)

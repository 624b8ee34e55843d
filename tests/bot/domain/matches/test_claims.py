"""How matches end without a last turn: claimed, called off, forgotten, or decided by managers."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.errors import NotYours, Over, Refused, Stale
from bot.domain.matches import agreements, endings, turns
from bot.domain.matches.match import CommandResult, Match
from bot.domain.values import COMPUTER, NOBODY, WORLD
from tests.bot.conftest import ANN, BEN, CAT
from tests.bot.domain.matches.values import (
    LOOPHOLE,
    after,
    gone,
    later,
    new,
    over,
    paused,
    pinged,
    without,
)


def ending(result: CommandResult) -> tuple[str, int | None, str | None]:
    """How a match ended: its status, the winner's seat, and why."""
    return result.match.status, result.match.winner, result.match.reason


def refusal(command: Callable[..., object], *arguments: object) -> str:
    """The sentence with which a command is refused."""
    with pytest.raises(Refused) as error:
        command(*arguments)
    return str(error.value)


# ------------------------------------------------------------------------------------- out of time


def out_of_time(**terms: object) -> Match:
    """A match in which Ben has let his day pass after three turns."""
    return later(after(new("1d", **terms), 3), days=1)  # type: ignore[arg-type]


@pytest.mark.parametrize(("what", "winner"), [("win", 0), ("draw", None)])
def test_against_who_is_out_of_time_a_win_or_a_draw_may_be_claimed(
    what: str, winner: int | None
) -> None:
    result = endings.claim(out_of_time(), ANN.id, what)
    assert ending(result) == ("finished", winner, "time")
    assert pinged(result) == [("finished", BEN.id)]


def test_who_is_out_of_time_may_be_given_another_turn_of_it() -> None:
    match = out_of_time()
    result = endings.claim(match, ANN.id, "time")
    assert result.match.status == "running"
    assert result.match.due == match.now + timedelta(days=1)
    assert pinged(result) == [("more_time", BEN.id)]
    assert "still has time" in refusal(endings.claim, result.match, ANN.id, "win")


def test_a_claim_is_refused_with_what_stands_in_its_way() -> None:
    late = out_of_time()
    assert refusal(endings.claim, late, ANN.id, "odd") == (
        "you can claim the win or a draw, give more time, or call the match off"
    )
    assert refusal(endings.claim, late, BEN.id, "win") == (
        "it’s your turn in M1, so there’s nothing to claim"
    )
    assert refusal(endings.claim, late, ANN.id, "close") == (
        "your opponent hasn’t left, so you can only claim the win, a draw, or give more time"
    )
    assert refusal(endings.claim, after(new("1d"), 3), ANN.id, "win") == "Ben still has time in M1"
    assert refusal(endings.claim, after(new(), 3), ANN.id, "win") == (
        "M1 has no time limit, so there’s nothing to claim"
    )
    contest = out_of_time(tournament=7)
    assert refusal(endings.claim, contest, ANN.id, "draw") == (
        "M1 is a tournament match, so it can’t be claimed as a draw"
    )
    assert ending(endings.claim(contest, ANN.id, "win")) == ("finished", 0, "time")


def test_a_claim_is_for_players_at_the_version_that_they_have_seen() -> None:
    late = out_of_time()
    with pytest.raises(NotYours):
        endings.claim(late, CAT.id, "win")
    with pytest.raises(Stale):
        endings.claim(late, ANN.id, "win", late.version - 1)
    with pytest.raises(Over):
        endings.claim(over(), BEN.id, "win")


# -------------------------------------------------------------------------------- players who left


def test_a_day_after_a_player_has_left_the_other_may_claim_or_call_the_match_off() -> None:
    match = after(new(), 4)
    assert refusal(endings.claim, gone(match, BEN.id, hours=13.5), ANN.id, "win") == (
        "Ben may still come back; you can claim M1 in 11 h"
    )
    left_match = gone(match, BEN.id, days=1)
    assert ending(endings.claim(left_match, ANN.id, "win")) == ("finished", 0, "left")
    assert ending(endings.claim(left_match, ANN.id, "draw")) == ("finished", None, "left")
    assert ending(endings.claim(left_match, ANN.id, "close")) == ("aborted", None, "aborted")
    assert refusal(endings.claim, left_match, ANN.id, "time") == (
        "it’s your turn in M1, so there’s nothing to claim"
    )
    assert refusal(endings.claim, after(left_match, 1), ANN.id, "time") == (
        "M1 has no time limit; just wait"
    )


def test_who_is_out_of_time_claims_nothing_of_who_has_left() -> None:
    match = gone(after(new("1d"), 4), BEN.id, days=2)
    assert refusal(endings.claim, match, ANN.id, "win") == (
        "you’re out of time yourself in M1; play your turn"
    )


def test_that_a_player_has_left_is_told_once_and_to_nobody_where_the_other_is_the_computer() -> (
    None
):
    match = after(new(), 4)
    result = endings.presence(match, BEN.id, True)
    assert pinged(result) == [("left", ANN.id)]
    assert endings.presence(result.match, BEN.id, True) == CommandResult(result.match)
    alone = after(new(second=LOOPHOLE, level=1), 2)
    assert pinged(endings.presence(alone, ANN.id, True)) == []
    assert pinged(endings.presence(without(match, 1, NOBODY), ANN.id, True)) == []


def test_that_a_player_is_banned_is_told_to_the_opponent_alone() -> None:
    (notice,) = endings.presence(after(new(), 4), BEN.id, True, True).events
    assert (notice.ping, notice.public) == (ANN.id, False)
    (notice,) = endings.presence(after(new(), 4), BEN.id, True).events
    assert (notice.ping, notice.public) == (ANN.id, True)


def test_who_is_back_or_plays_a_turn_has_not_left() -> None:
    left_match = gone(after(new(), 4), ANN.id, hours=5)
    assert endings.presence(left_match, BEN.id, False) == CommandResult(left_match), (
        "the other one never left"
    )
    result = endings.presence(left_match, ANN.id, False)
    assert (result.match.absence, result.events) == (None, ())
    move_text = str(left_match.state.legal_moves()[0])
    after_turn = turns.play(left_match, ANN.id, move_text).match
    assert after_turn.absence is None


def test_a_rated_match_that_counts_is_lost_by_who_has_left_for_a_day() -> None:
    rated = after(new("14d", rated=True), 4)
    assert endings.left(gone(rated, BEN.id, hours=23.9)).events == ()
    assert ending(endings.left(gone(rated, BEN.id, days=1))) == ("finished", 0, "left")
    assert ending(endings.left(gone(rated, ANN.id, days=1))) == ("finished", 1, "left")
    for other in (
        after(new("14d"), 4),  # not rated
        after(new("14d", rated=True), 3),  # too short to count
        after(new("14d", rated=True, tournament=7), 4),  # its tournament decides
    ):
        assert endings.left(gone(other, BEN.id, days=9)).match.status == "running"


# ---------------------------------------------------------------------------- called off, forgotten


@pytest.mark.parametrize("count", [0, 1])
def test_a_match_in_which_not_both_have_moved_may_be_called_off(count: int) -> None:
    for player in (ANN, BEN):
        result = endings.abort(after(new(), count), player.id)
        assert ending(result) == ("aborted", None, "aborted")
    assert refusal(endings.abort, after(new(), 2), ANN.id) == (
        "you have both moved, so you can’t call off M1 any more; resign or offer a draw"
    )


def test_a_match_for_world_ratings_does_not_end_without_a_result() -> None:
    unrated_match = after(new("3d", rated=True), 1)
    binding_match = replace(unrated_match, place=replace(unrated_match.place, scope=WORLD))
    sentence = "W1 counts for world ratings, so it can’t end without a result"
    assert refusal(endings.abort, binding_match, ANN.id) == sentence
    assert refusal(endings.stopped, binding_match) == sentence
    assert refusal(agreements.ask_abandon, binding_match, ANN.id) == sentence
    assert refusal(endings.claim, gone(binding_match, ANN.id, days=1), BEN.id, "close") == sentence
    assert ending(endings.resign(after(binding_match, 3), ANN.id))[0] == "finished"


def test_a_match_of_who_deletes_their_data_is_lost_once_both_have_moved() -> None:
    assert ending(endings.forget(after(new(), 1), ANN.id)) == ("aborted", None, "aborted")
    assert ending(endings.forget(after(new(), 2), ANN.id)) == ("finished", 1, "deleted")
    rated = after(new("3d", rated=True), 3)
    assert ending(endings.forget(rated, ANN.id)) == ("aborted", None, "aborted")
    rated = after(new("3d", rated=True), 4)
    assert ending(endings.forget(rated, BEN.id)) == ("finished", 0, "deleted")


# ------------------------------------------------------------------------------ decided by managers


def test_managers_stop_a_running_match_and_undo_a_result_but_not_those_of_tournaments() -> None:
    assert ending(endings.stopped(after(new(), 5))) == ("aborted", None, "aborted")
    assert ending(endings.undone(over())) == ("aborted", None, "taken-back")
    with pytest.raises(Over):
        endings.stopped(over())
    assert refusal(endings.undone, new()) == "M1 is not over yet"
    called_off = endings.abort(new(), ANN.id).match
    assert refusal(endings.undone, called_off) == "M1 has no result to cancel"
    assert refusal(endings.stopped, new(tournament=7)) == (
        "M1 is a tournament match; decide it with /tournament settle"
    )
    assert refusal(endings.undone, over(new(tournament=7))) == (
        "this is a tournament match; its organiser can change the result"
    )


def test_a_decision_of_somebody_else_is_rated_only_where_a_player_caused_it() -> None:
    match = after(new("3d", rated=True, tournament=7), 4)
    for caused in (True, False):
        result = endings.settled(match, winner=1, reason="settled", actor=CAT.id, rated=caused)
        assert ending(result) == ("finished", 1, "settled")
        assert result.match.rated is caused
    friendly = endings.settled(after(new(), 4), winner=1, reason="time", actor=None, rated=True)
    assert friendly.match.rated is False
    with pytest.raises(Over):
        endings.settled(over(), winner=1, reason="settled", actor=CAT.id)


def test_the_end_of_a_match_leaves_nothing_open() -> None:
    pause = paused(after(new("3d"), 3))
    end = endings.resign(pause, BEN.id).match
    assert not end.requests
    assert end.due is None
    assert end.finished == pause.now
    assert end.version == pause.version + 1


def test_a_note_goes_when_managers_remove_it() -> None:
    assert endings.without_note(new(note="hello")).match.note == ""


def test_a_match_against_the_computer_ends_like_any_other() -> None:
    match = after(new(second=LOOPHOLE, level=1), 3)
    assert ending(endings.resign(match, ANN.id)) == ("finished", 1, "resigned")
    assert match.seats[1] == COMPUTER

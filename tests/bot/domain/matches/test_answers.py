"""What follows when something is asked of an opponent: agreed, declined, asked by both, and too
late.
"""

from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.domain.errors import Over, Refused
from bot.domain.matches import agreements, endings
from bot.domain.matches.match import CommandResult, Match
from bot.domain.values import COMPUTER, NOBODY
from tests.bot.conftest import ANN, BEN
from tests.bot.domain.matches.values import (
    LOOPHOLE,
    after,
    later,
    new,
    over,
    paused,
    pinged,
    with_players,
    without,
)

ASKS: dict[str, Callable[[Match, int], CommandResult]] = {
    "draw": agreements.offer_draw,
    "pause": agreements.ask_pause,
    "abandon": agreements.ask_abandon,
}


def refusal(command: Callable[..., object], *arguments: object) -> str:
    """The sentence with which a command is refused."""
    with pytest.raises(Refused) as error:
        command(*arguments)
    return str(error.value)


def shelved(match: Match | None = None) -> Match:
    """A match that has been silent for long and ended without a result, two months ago."""
    match = match or after(new("2d"), 3)
    return later(endings.ended(match, winner=None, reason="adjourned", actor=None).match, days=60)


def answered(request: str, match: Match, user: int, yes: bool) -> CommandResult:
    return agreements.answer(request, match, user, yes)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------ asking


@pytest.mark.parametrize("request_", ASKS)
def test_what_is_asked_is_told_to_the_opponent_and_can_be_answered_by_nobody_else(
    request_: str,
) -> None:
    match = after(new("3d"), 3)
    result = ASKS[request_](match, ANN.id)
    assert pinged(result) == [("asked", BEN.id)]
    assert agreements.is_open(result.match, request_, ANN.id)  # type: ignore[arg-type]
    assert not agreements.is_open(result.match, request_, BEN.id)  # type: ignore[arg-type]
    assert refusal(answered, request_, result.match, ANN.id, True) == (
        "you asked this yourself; wait for Ben to answer"
    )


@pytest.mark.parametrize(
    ("request_", "status", "reason"),
    [("draw", "finished", "agreed"), ("abandon", "aborted", "abandoned")],
)
def test_who_asks_what_the_other_has_asked_agrees(request_: str, status: str, reason: str) -> None:
    match = ASKS[request_](after(new("3d"), 3), ANN.id).match
    agreed_match = ASKS[request_](match, BEN.id).match
    assert (agreed_match.status, agreed_match.winner, agreed_match.reason) == (status, None, reason)


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ("draw", "there’s no draw offer to answer in M1"),
        ("takeback", "there’s no takeback request to answer in M1"),
        ("pause", "there’s no pause request to answer in M1"),
        ("resume", "there’s no pause request to answer in M1"),
        ("abandon", "nobody has asked you to call off M1"),
    ],
)
def test_what_nobody_has_asked_cannot_be_answered(request_: str, sentence: str) -> None:
    match = after(new("3d"), 3)
    assert refusal(answered, request_, match, BEN.id, True) == sentence
    assert refusal(answered, request_, match, BEN.id, False) == sentence


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ("draw", "you’ve already offered a draw; you can offer again next turn"),
        ("pause", "you’ve already asked for a pause"),
        ("abandon", "you’ve already asked to call off M1"),
    ],
)
def test_nothing_is_asked_twice(request_: str, sentence: str) -> None:
    match = ASKS[request_](after(new("3d"), 3), ANN.id).match
    assert refusal(ASKS[request_], match, ANN.id) == sentence


def test_after_a_refusal_a_draw_may_be_offered_again_a_turn_later() -> None:
    match = agreements.offer_draw(after(new("3d"), 3), ANN.id).match
    refused_match = agreements.answer("draw", match, BEN.id, False).match
    assert refused_match.draw_offer is None
    assert refusal(agreements.offer_draw, refused_match, ANN.id).startswith("Ben has declined")
    assert agreements.offer_draw(after(refused_match, 2), ANN.id).match.draw_offer == 0


# --------------------------------------------------------------------------------------- takebacks


def test_a_takeback_goes_back_before_the_latest_turn_of_who_asks() -> None:
    match = after(new("3d"), 4)
    asked_match = agreements.ask_takeback(match, ANN.id).match
    result = agreements.answer("takeback", asked_match, BEN.id, True)
    assert result.match.decisions == match.decisions[:2], "with the answer to it"
    assert result.match.mover == ANN.id
    assert result.match.version == match.version + 1
    asked_match = agreements.ask_takeback(match, BEN.id).match
    result = agreements.answer("takeback", asked_match, ANN.id, True)
    assert result.match.decisions == match.decisions[:3]
    assert result.match.mover == BEN.id


def test_a_takeback_that_is_declined_changes_nothing_on_the_board() -> None:
    match = after(new("3d"), 4)
    asked_match = agreements.ask_takeback(match, ANN.id).match
    assert refusal(agreements.ask_takeback, asked_match, BEN.id) == (
        "Ann has asked for a takeback; answer that first"
    )
    refused_match = agreements.answer("takeback", asked_match, BEN.id, False).match
    assert refused_match.decisions == match.decisions
    assert refused_match.asker("takeback") is None


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    with pytest.raises(Over, match="you have no turn to take back yet"):
        agreements.ask_takeback(after(new(), 1), BEN.id)
    other_match = new(initial_decisions=after(new(), 2).decisions)
    with pytest.raises(Over, match="you have no turn to take back yet"):
        agreements.ask_takeback(other_match, ANN.id)


def test_the_computer_agrees_at_once() -> None:
    match = after(new(second=LOOPHOLE, level=1), 4)
    result = agreements.ask_takeback(match, ANN.id)
    assert result.match.decisions == match.decisions[:2]
    assert [ping for _, ping in pinged(result)] == [None], "nobody is called"
    finished_match = agreements.ask_abandon(match, ANN.id).match
    assert (finished_match.status, finished_match.reason) == ("aborted", "abandoned")
    assert refusal(agreements.ask_pause, match, ANN.id) == (
        "matches against the computer have no time limit, so there’s nothing to pause"
    )


# ------------------------------------------------------------------------------------------ pauses


def test_in_a_pause_no_time_passes_until_the_player_to_move_goes_on() -> None:
    match = paused(after(new("3d"), 3, hours=1))
    assert not later(match, days=20).overdue
    result = agreements.ask_pause(later(match, days=20), BEN.id)
    assert result.match.paused is None
    assert result.match.due == result.match.now + timedelta(days=3)


def test_the_other_player_asks_to_go_on_and_cannot_be_refused() -> None:
    match = paused(after(new("3d"), 3))
    asked_match = agreements.ask_pause(match, ANN.id).match
    assert asked_match.paused is not None
    assert refusal(answered, "resume", asked_match, BEN.id, False) == (
        "you can’t decline this: Ann asked to resume, and the pause ends a week later"
    )
    assert refusal(agreements.ask_pause, asked_match, ANN.id) == (
        "you’ve already asked to resume; M1 resumes by itself after a week"
    )
    assert agreements.wake(later(asked_match, days=7, seconds=-1)).match.paused is not None
    assert agreements.wake(later(asked_match, days=7)).match.paused is None
    assert agreements.answer("resume", asked_match, BEN.id, True).match.paused is None


def test_the_end_of_a_round_ends_a_pause_and_calls_the_player_to_move() -> None:
    match = paused(after(new("3d", tournament=7), 3))
    result = agreements.end_pause(match)
    assert result.match.paused is None
    assert pinged(result) == [("answered", BEN.id)]
    assert agreements.end_pause(after(new("3d"), 3)).events == ()


# ------------------------------------------------------------------------- after the end of a match


def test_a_shelved_match_goes_on_with_a_turns_time_when_both_want_it() -> None:
    match = shelved()
    asked_match = agreements.ask_take_up(match, ANN.id).match
    running_match = agreements.answer("take_up", asked_match, BEN.id, True).match
    assert (running_match.status, running_match.reason, running_match.finished) == (
        "running",
        None,
        None,
    )
    assert running_match.due == match.now + timedelta(days=2)
    refused_match = agreements.answer("take_up", asked_match, BEN.id, False).match
    assert refused_match.reason == "adjourned"


def test_a_shelved_match_that_goes_on_in_a_vacation_leaves_a_day_after_it() -> None:
    with_an_hour_left = after(new("1d+0h"), 3, hours=23)
    match = shelved(with_an_hour_left)
    back = match.now + timedelta(days=10)
    asked_match = agreements.ask_take_up(with_players(match, vacation=(back, back)), ANN.id).match
    running_match = agreements.answer("take_up", asked_match, BEN.id, True).match
    assert running_match.due == back + timedelta(days=1)


def test_only_a_shelved_match_is_taken_up_and_not_alone() -> None:
    assert refusal(agreements.ask_take_up, over(), ANN.id) == (
        "M1 wasn’t shelved, so there’s nothing to resume"
    )
    assert refusal(agreements.ask_take_up, without(shelved(), 1, NOBODY), ANN.id) == (
        "your opponent in M1 has left"
    )
    with_computer = without(shelved(), 1, COMPUTER)
    assert agreements.ask_take_up(with_computer, ANN.id).match.status == "running"


def test_a_result_that_both_cancel_counts_no_longer() -> None:
    match = over(after(new("3d", rated=True), 4))
    asked_match = agreements.ask_annulment(match, BEN.id).match
    assert asked_match.status == "finished"
    annulled_match = agreements.answer("result", asked_match, ANN.id, True).match
    assert (annulled_match.status, annulled_match.winner, annulled_match.reason) == (
        "aborted",
        None,
        "taken-back",
    )
    contest = over(new(tournament=7))
    assert refusal(agreements.ask_annulment, contest, ANN.id) == (
        "this is a tournament match; its organiser can change the result"
    )


def test_a_tournament_match_is_not_called_off_by_its_players() -> None:
    assert refusal(agreements.ask_abandon, after(new("3d", tournament=7), 3), ANN.id) == (
        "M1 is a tournament match and can’t be called off; you can resign"
    )


def test_where_the_opponent_has_deleted_their_data_nobody_need_agree() -> None:
    alone = without(after(new("3d"), 3), 1, NOBODY)
    finished_match = agreements.ask_abandon(alone, ANN.id).match
    assert (finished_match.status, finished_match.reason) == ("aborted", "abandoned")
    assert agreements.ask_pause(alone, ANN.id).match.paused is not None

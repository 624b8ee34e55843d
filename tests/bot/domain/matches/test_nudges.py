"""When a player may nudge the other one, and how long a match may be snoozed."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain import hours
from bot.domain.errors import NotYours, Over, Refused
from bot.domain.matches.match import Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.values import NOBODY
from tests.bot.conftest import ANN, BEN, CAT
from tests.bot.domain.matches.values import (
    LOOPHOLE,
    NOON,
    after,
    later,
    new,
    over,
    paused,
    pinged,
    with_players,
    without,
)


def refusal(command: Callable[..., object], *arguments: object) -> str:
    """The sentence with which a command is refused."""
    with pytest.raises(Refused) as error:
        command(*arguments)
    return str(error.value)


def waits_for_ben(**span: float) -> Match:
    """A match without a clock in which Ben is to move for a time span already."""
    return later(after(new(), 3), **span)


def test_who_waits_for_three_days_may_nudge_once_a_turn() -> None:
    assert refusal(waiting.nudge, waits_for_ben(), ANN.id).startswith("you can nudge Ben in ")
    match = waits_for_ben(days=3)
    result = waiting.nudge(match, ANN.id)
    assert pinged(result) == [("nudge", BEN.id)]
    assert result.match.quiet.nudged_at == match.now
    assert refusal(waiting.nudge, later(result.match, days=9), ANN.id) == (
        "you’ve already nudged Ben this turn"
    )
    assert waiting.can_nudge(match, ANN.id)
    assert not waiting.can_nudge(result.match, ANN.id)


def test_nobody_is_nudged_who_cannot_play_now() -> None:
    match = waits_for_ben(days=5)
    assert refusal(waiting.nudge, match, BEN.id) == "it’s your own turn in M1"
    assert refusal(waiting.nudge, without(match, 1, NOBODY), ANN.id) == (
        "there’s nobody to nudge in M1"
    )
    computer = later(after(new(second=LOOPHOLE, level=1), 3), days=5)
    assert refusal(waiting.nudge, computer, ANN.id) == "there’s nobody to nudge in M1"
    waiting_match = later(paused(after(new("3d"), 3)), days=2)
    assert refusal(waiting.nudge, waiting_match, ANN.id) == "M1 is paused"
    absent_match = with_players(match, vacation=(None, match.now + timedelta(days=1)))
    assert refusal(waiting.nudge, absent_match, ANN.id) == "Ben is on vacation"
    with pytest.raises(NotYours):
        waiting.nudge(match, CAT.id)
    with pytest.raises(Over):
        waiting.nudge(over(), BEN.id)


def test_a_nudge_comes_in_waking_hours_and_after_a_snooze_and_its_reminders() -> None:
    match = waits_for_ben()
    assert waiting.nudge_at(match, 0) == NOON
    evenings = with_players(match, hours=(hours.ALWAYS, hours.parse("18-22")))
    assert waiting.nudge_at(evenings, 0) == NOON + timedelta(hours=6)
    match_with_snooze = with_players(match, snoozed=(None, NOON + timedelta(days=1)))
    assert waiting.nudge_at(match_with_snooze, 0) == NOON + timedelta(days=2)
    assert waiting.nudge_at(later(match_with_snooze, days=1), 0) == NOON + timedelta(days=1)


@pytest.mark.parametrize("days", [-1, 15])
def test_a_match_is_snoozed_for_two_weeks_at_most(days: int) -> None:
    assert refusal(waiting.snooze, waits_for_ben(), BEN.id, days) == (
        "you can snooze a match for at most 14 days"
    )


def test_a_snooze_ends_in_the_morning_or_with_a_turn_or_when_it_is_taken_back() -> None:
    match = waiting.snooze(waits_for_ben(), BEN.id, 14).match
    assert match.snoozed == (None, NOON.replace(hour=8) + timedelta(days=14))
    assert waiting.snooze(match, BEN.id, 0).match.snoozed == (None, None)
    assert after(match, 1).snoozed == (None, None)
    with pytest.raises(NotYours):
        waiting.snooze(match, CAT.id, 1)


def test_who_plays_on_is_told_to_the_other_only_where_both_were_asked() -> None:
    match = waits_for_ben(days=2)
    result = waiting.play_on(match, BEN.id)
    assert result.match.quiet.start == match.now
    assert result.events == ()
    asked_match = replace(match, quiet=replace(match.quiet, asked_at=True))
    assert pinged(waiting.play_on(asked_match, BEN.id)) == [("answered", None)]

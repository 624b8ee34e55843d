"""The clock of a match as a value, the texts of time controls, and time with weekends off."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from bot.domain import clocks, hours
from bot.domain.matches.timing import MatchClock
from tests.bot.domain.matches.values import NOON

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


def running(text: str, seat: int = 0) -> MatchClock:
    """A clock that was started at NOON."""
    terms = clocks.parse(text)
    banks = (float(terms.bank), float(terms.bank)) if terms.bank else None
    return MatchClock(terms, NOON, banks=banks).started(seat, NOON)


moments = st.datetimes(datetime(2025, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))


@given(moments, st.integers(0, 40 * 86400), st.booleans())
def test_time_added_is_time_counted(start: datetime, seconds: int, weekends_off: bool) -> None:
    end = clocks.later(start, seconds, weekends_off)
    assert clocks.counted(start, end, weekends_off) == pytest.approx(seconds, abs=1e-3)
    assert end >= start + timedelta(seconds=seconds)
    if weekends_off and seconds:
        assert (end - timedelta(microseconds=1)).weekday() < 5


@pytest.mark.parametrize(
    ("text", "intervals"),
    [
        ("7d", [2 * DAY, DAY / 4]),
        ("5d+0h", [2 * DAY, DAY / 4]),
        ("4d23h+0h", [DAY, DAY / 8]),
        ("2d", [DAY, DAY / 8]),
        ("1d", [DAY / 4]),
        ("12h+0h", [DAY / 4]),
        ("11h+0h", [timedelta(hours=5.5)]),
    ],
)
def test_reminders_come_earlier_in_longer_turns(text: str, intervals: list[timedelta]) -> None:
    time = running(text)
    stages = [time.due - span for span in intervals] + [time.due]
    assert time.stages(time.turn_start, time.due) == tuple(stages)
    for number, stage in enumerate(stages):
        assert (time.wake, time.reminders) == (stage, number)
        assert time.woken(stage - SECOND) == time
        time = time.woken(stage)
    assert time.wake is None
    assert running(text).woken(stages[-1]).reminders == len(stages)


def test_reminders_come_while_the_player_is_awake() -> None:
    awake = hours.parse("8-20")
    match_clock = MatchClock(clocks.parse("1d"), NOON)
    time = replace(match_clock).started(0, NOON, hours=awake)
    assert time.wake == NOON + 8 * HOUR  # the last waking time before 6 in the morning
    asleep = hours.parse("13-14")
    assert match_clock.started(0, NOON, hours=asleep).wake == NOON + 2 * HOUR
    # Without a waking time in the turn before the reminder: after it, if that leaves half an hour.
    for end, wake in (
        ("17:30-18", NOON.replace(hour=17, minute=30)),
        ("17:31-18", NOON + 3 * HOUR),
    ):
        short = MatchClock(clocks.parse("6h+0h"), NOON, banks=(21_600.0, 21_600.0))
        assert short.started(0, NOON, hours=hours.parse(end)).wake == wake


def test_a_bank_loses_the_time_of_a_turn_and_gains_the_increment() -> None:
    time = running("2d+6h")
    assert time.left(0, NOON + HOUR) == (47 * 3600, 48 * 3600)
    assert time.left(0, NOON + 99 * DAY) == (0, 48 * 3600)
    assert time.left(None, NOON + HOUR) == (48 * 3600, 48 * 3600)
    assert time.pause(NOON + HOUR).left(0, NOON + DAY) == (47 * 3600, 48 * 3600)
    assert time.played(0, NOON + HOUR).banks == (53 * 3600, 48 * 3600)
    assert time.answered(1).banks == (48 * 3600, 54 * 3600)
    assert replace(time, banks=(95 * 3600, 0.0)).answered(0).banks == (96 * 3600, 0)
    assert replace(time, banks=(97 * 3600, 0.0)).answered(0).banks == (97 * 3600, 0)
    assert running("1d").answered(0).banks is None
    assert time.played(0, NOON + HOUR).started(1, NOON + HOUR).due == NOON + HOUR + 2 * DAY
    assert time.stopped(0, NOON + HOUR).banks == (47 * 3600, 48 * 3600)


def test_more_time_never_leaves_less_than_before() -> None:
    time = running("2d")
    assert time.extended(0, NOON) is time
    assert time.extended(0, NOON + HOUR).due == NOON + HOUR + 2 * DAY
    reminded = time.woken(NOON + DAY)
    assert (reminded.reminders, reminded.extended(0, NOON + DAY).reminders) == (1, 0)
    assert time.extended(0, NOON, NOON + DAY).due == NOON + 3 * DAY
    assert running("1h+0h").extended(0, NOON + HOUR).due == NOON + HOUR + DAY
    assert running("1h+2d").extended(0, NOON + HOUR).banks == (2 * 86_400, 3600)
    pause = time.pause(NOON + HOUR)
    extended = pause.extended(0, NOON + 9 * DAY)
    assert (extended.due, extended.wake) == (NOON + HOUR + 2 * DAY, None)


def test_an_outage_is_not_counted_and_a_postponed_reminder_returns() -> None:
    time = running("2d")
    assert time.shifted(NOON - DAY, NOON + HOUR).due == NOON + 2 * DAY + HOUR
    assert time.shifted(NOON + HOUR, NOON + 3 * HOUR).due == NOON + 2 * DAY + 2 * HOUR
    assert running("none").shifted(NOON, NOON + DAY) == running("none")
    assert replace(time, wake=NOON + 40 * HOUR).on_time().wake == NOON + DAY
    pause = replace(time, paused=NOON, wake=NOON + 7 * DAY)
    assert pause.on_time() is pause

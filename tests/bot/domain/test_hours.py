"""Waking hours: typed, learnt, and what falls inside them, on days when clocks are put forward or back too."""

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain import hours
from bot.domain.errors import Refused
from bot.domain.hours import ALWAYS, Hours

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia")
moments = st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1)).map(
    lambda moment: moment.replace(microsecond=0, tzinfo=UTC)
)


@st.composite
def some_hours(draw: st.DrawFn) -> Hours:
    def span() -> tuple[int, int]:
        start = draw(st.integers(0, 1439))
        return start, start + draw(st.one_of(st.just(0), st.integers(1, 1440)))

    spans = tuple(span() for _ in range(7))
    return Hours(spans, draw(st.sampled_from(ZONES))) if any(start < end for start, end in spans) else ALWAYS


@given(some_hours(), moments)
def test_what_can_wait_comes_at_the_first_waking_moment_and_not_before(waking: Hours, moment: datetime) -> None:
    first = waking.next(moment)
    assert moment <= first <= moment + timedelta(days=8)
    assert waking.awake(first)
    if first > moment:
        assert not waking.awake(moment)
        assert not waking.awake(first - timedelta(seconds=1))


@given(some_hours(), moments)
def test_the_latest_waking_moment_is_the_last_one_until_then(waking: Hours, moment: datetime) -> None:
    last = waking.latest(moment)
    assert moment - timedelta(days=8) <= last <= moment
    assert waking.awake(last - timedelta(seconds=1)) or waking.awake(last)
    if last < moment:
        assert not waking.awake(moment)


@settings(max_examples=30)
@given(some_hours())
def test_what_is_written_down_is_read_again(waking: Hours) -> None:
    again = hours.parse(str(waking), waking.zone)
    moment = datetime(2026, 5, 4, tzinfo=UTC)
    for _ in range(7 * 24 * 4):
        assert again.awake(moment) == waking.awake(moment)
        moment += timedelta(minutes=15)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("7-22", "07:00-22:00"),
        ("7:30 - 22:15", "07:30-22:15"),
        ("mon-fri 7-22, sat-sun 9-1", "mon-fri 07:00-22:00, sat-sun 09:00-01:00"),
        ("mon-fri 18-23; sat-sun 9-24", "mon-fri 18:00-23:00, sat-sun 09:00-24:00"),
        ("Saturday 10-12", "sat 10:00-12:00"),
        ("fri-mon 8–20", "mon 08:00-20:00, fri-sun 08:00-20:00"),
        ("7-7", "07:00-07:00"),
        ("23:59-0:59", "23:59-00:59"),
        ("mon 0-24, tue 9-10", "mon 00:00-24:00, tue 09:00-10:00"),
        ("0-24", ""),
        ("", ""),
    ],
)
def test_hours_may_be_typed_in_many_ways(typed: str, meant: str) -> None:
    assert str(hours.parse(typed)) == meant


@pytest.mark.parametrize(
    "typed",
    ["x", "25-30", "24-3", "7-24:01", "7:60-9", "7-8:60", "7", "7-22, y", "mon 7:75-9", "someday 7-22", "7-22" * 9],
)
def test_what_cannot_be_read_is_refused_with_what_it_may_be(typed: str) -> None:
    with pytest.raises(Refused, match="mon-fri"):
        hours.parse(typed)


def test_hours_keep_to_the_clock_on_the_wall() -> None:
    berlin = hours.parse("7-22", "Europe/Berlin")
    night = datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # the clocks are put forward
    assert berlin.next(night) == datetime(2026, 3, 29, 5, tzinfo=UTC)
    assert berlin.latest(night) == datetime(2026, 3, 28, 21, tzinfo=UTC)
    night = datetime(2026, 10, 25, 3, tzinfo=UTC)  # and back
    assert berlin.next(night) == datetime(2026, 10, 25, 6, tzinfo=UTC)


def test_time_zones_are_found_by_city_and_offset_and_what_is_near_is_named() -> None:
    assert hours.time_zone("berlin") == "Europe/Berlin"
    assert hours.time_zone("New York") == "America/New_York"
    assert hours.time_zone("europe/paris") == "Europe/Paris"
    for typed, zone in (("UTC+14", "Etc/GMT-14"), ("-12", "Etc/GMT+12"), ("gmt+0", "UTC"), ("+2:00", "Etc/GMT-2")):
        assert hours.time_zone(typed) == zone
    for typed in ("UTC+15", "-13", "x" * 50):
        with pytest.raises(Refused, match=f"^there’s no time zone “{re.escape(typed[:40])}”"):
            hours.time_zone(typed)
    two_ahead = datetime(2026, 3, 2, 12, tzinfo=ZoneInfo(hours.time_zone("UTC+2")))
    assert two_ahead.utcoffset() == timedelta(hours=2)
    with pytest.raises(Refused, match="which time zone"):
        hours.time_zone("europe")
    with pytest.raises(Refused, match="no time zone “Atlantis”"):
        hours.time_zone("Atlantis")


WEEKS = (14, 0)  # days with moves, and the last hour of them


@given(st.lists(st.integers(0, 30), min_size=24, max_size=24).filter(any))
def test_the_hours_that_are_learnt_are_the_shortest_with_most_of_the_moves(moves: list[int]) -> None:
    waking = hours.learnt((*moves, *WEEKS))
    assert hours.learnt(tuple(moves)) == hours.learnt((*moves, 13, 0)) == ALWAYS, "too few days to learn from"
    start, end = waking.spans[0]
    # They begin at the end of the first hour in which there are moves: nobody knows from when on in it.
    inside = [moves[hour % 24] for hour in range(start // 60 - 1, end // 60)]
    assert 8 <= len(inside) <= 16

    def most(length: int) -> int:
        return max(sum(moves[(n + hour) % 24] for hour in range(length)) for n in range(24))

    assert sum(inside) == most(len(inside))
    assert len(inside) == 16 or sum(inside) >= 0.9 * sum(moves)
    assert len(inside) == 8 or most(len(inside) - 1) < 0.9 * sum(moves)


def test_a_single_move_tells_that_its_hour_is_far_from_the_night() -> None:
    moves = [0] * 24
    moves[20] = 1
    waking = hours.learnt((*moves, *WEEKS))
    assert waking.awake(datetime(2026, 3, 2, 18, tzinfo=UTC))
    assert waking.awake(datetime(2026, 3, 2, 23, tzinfo=UTC))
    assert not waking.awake(datetime(2026, 3, 3, 8, tzinfo=UTC))


def test_nobody_who_moves_at_all_hours_from_waking_on_is_told_before_they_are_up() -> None:
    """Up from half past six until half past ten at night, with moves all day: notified from seven on."""
    moves = [0] * 24
    for hour in range(6, 22):
        moves[hour] = 5
    waking = hours.learnt((*moves, *WEEKS))
    assert waking.next(datetime(2026, 3, 2, 2, tzinfo=UTC)) >= datetime(2026, 3, 2, 7, tzinfo=UTC)
    assert not waking.awake(datetime(2026, 3, 2, 22, 30, tzinfo=UTC))


def test_who_is_up_past_midnight_gets_up_later_that_day_and_the_night_belongs_to_the_day_before() -> None:
    late = hours.parse("14-2", "Europe/Berlin")
    assert late.rises(date(2026, 3, 3)) == datetime(2026, 3, 3, 13, tzinfo=UTC), "not at midnight"
    for now in (datetime(2026, 3, 2, 18, tzinfo=UTC), datetime(2026, 3, 3, 0, 30, tzinfo=UTC)):
        assert late.morning(now, 1) == datetime(2026, 3, 3, 13, tzinfo=UTC)

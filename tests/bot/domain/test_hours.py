"""Waking hours: typed, learnt, and what falls inside them, on days when clocks are put forward or
back too.
"""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings, strategies as st

from bot.domain import hours
from bot.domain.errors import Refused
from bot.domain.hours import ALWAYS, Hours

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
)
naive_moments = st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1))
moments = naive_moments.map(lambda moment: moment.replace(microsecond=0, tzinfo=UTC))


@st.composite
def some_hours(draw: st.DrawFn) -> Hours:
    """Waking hours of each weekday in some zone; without any, all hours."""
    spans = []
    for _ in range(7):
        start = draw(st.integers(0, 1439))
        length = draw(st.just(0) | st.integers(1, 1440))
        spans.append((start, start + length))
    if all(start == end for start, end in spans):
        return ALWAYS
    return Hours(tuple(spans), draw(st.sampled_from(ZONES)))


@given(some_hours(), moments)
def test_what_can_wait_comes_at_the_first_waking_moment_and_not_before(
    waking: Hours, moment: datetime
) -> None:
    first = waking.next(moment)
    assert moment <= first <= moment + timedelta(days=8)
    assert waking.awake(first)
    if first > moment:
        assert not waking.awake(moment)
        assert not waking.awake(first - timedelta(seconds=1))


@given(some_hours(), moments)
def test_the_latest_waking_moment_is_the_last_one_until_then(
    waking: Hours, moment: datetime
) -> None:
    last = waking.latest(moment)
    assert moment - timedelta(days=8) <= last <= moment
    assert waking.awake(last - timedelta(seconds=1)) or waking.awake(last)
    if last < moment:
        assert not waking.awake(moment)


@settings(max_examples=12)
@given(some_hours())
def test_what_is_written_down_is_read_again(waking: Hours) -> None:
    hours_read = hours.parse(str(waking), waking.zone)
    moment = datetime(2026, 5, 4, tzinfo=UTC)
    for _ in range(7 * 24 * 4):
        assert hours_read.awake(moment) == waking.awake(moment)
        moment += timedelta(minutes=15)


def test_hours_keep_to_the_clock_on_the_wall() -> None:
    berlin = hours.parse("7-22", "Europe/Berlin")
    night = datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # the clocks are put forward
    assert berlin.next(night) == datetime(2026, 3, 29, 5, tzinfo=UTC)
    assert berlin.latest(night) == datetime(2026, 3, 28, 21, tzinfo=UTC)
    night = datetime(2026, 10, 25, 3, tzinfo=UTC)  # and back
    assert berlin.next(night) == datetime(2026, 10, 25, 6, tzinfo=UTC)


WEEKS = (14, 0)  # days with moves, and the last hour of them


@given(st.lists(st.integers(0, 30), min_size=24, max_size=24).filter(any))
def test_the_hours_that_are_learnt_are_the_shortest_with_most_of_the_moves(
    moves: list[int],
) -> None:
    waking = hours.learnt((*moves, *WEEKS))
    assert hours.learnt(tuple(moves)) == hours.learnt((*moves, 13, 0)) == ALWAYS, (
        "too few days to learn from"
    )
    start, end = waking.spans[0]
    # They begin at the end of the first hour in which there are moves: nobody knows from when on in
    # it.
    inside = [moves[hour % 24] for hour in range(start // 60 - 1, end // 60)]
    assert 8 <= len(inside) <= 16

    def most(length: int) -> int:
        """The most moves that were made in so many hours in a row."""
        two_days = [*moves, *moves]
        return max(sum(two_days[first : first + length]) for first in range(24))

    assert sum(inside) == most(len(inside))
    if len(inside) < 16:
        assert sum(inside) >= 0.9 * sum(moves)
    if len(inside) > 8:
        assert most(len(inside) - 1) < 0.9 * sum(moves)


def test_who_is_up_past_midnight_gets_up_later_and_the_night_belongs_to_the_day_before() -> None:
    late = hours.parse("14-2", "Europe/Berlin")
    assert late.rises(date(2026, 3, 3)) == datetime(2026, 3, 3, 13, tzinfo=UTC), "not at midnight"
    for now in (datetime(2026, 3, 2, 18, tzinfo=UTC), datetime(2026, 3, 3, 0, 30, tzinfo=UTC)):
        assert late.morning(now, 1) == datetime(2026, 3, 3, 13, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "St. Petersburg",
        "st petersburg",
        "St.Petersburg",
        "Saint-Petersburg",
        "SANKT PETERSBURG",
        "St.-Petersburg",
    ],
)
def test_st_petersburg_is_the_large_city_however_it_is_written(text: str) -> None:
    assert hours.time_zone(text) == "Europe/Moscow"


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("Petersburg", ("America/Indiana/Petersburg", "Europe/Moscow")),
        ("Odessa", ("America/Chicago", "Europe/Kyiv")),
        ("San Juan", ("America/Argentina/San_Juan", "America/Puerto_Rico")),
        ("Norfolk", ("America/New_York", "Pacific/Norfolk")),
        ("Florencia", ("America/Bogota", "Europe/Rome")),
        ("Santa Cruz", ("America/La_Paz", "Asia/Manila")),
        ("Westminster", ("America/Denver", "Europe/London")),
        ("CDT", ("America/Chicago", "America/Mexico_City")),
        ("ACST", ("America/Rio_Branco", "Australia/Adelaide")),
        ("AST", ("America/Halifax", "America/Santo_Domingo")),
        ("MST", ("America/Denver", "America/Phoenix")),
    ],
)
def test_a_name_of_two_large_cities_is_asked_about(text: str, zones: tuple[str, str]) -> None:
    with pytest.raises(Refused) as refusal:
        hours.time_zone(text)
    assert str(refusal.value) == f"which time zone: {zones[0]}, {zones[1]}?"


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Canton", "Asia/Shanghai"),
        ("Buenos Aires", "America/Buenos_Aires"),
        ("Broken Hill", "Australia/Broken_Hill"),
        ("St. Louis", "America/Chicago"),
        ("Saint Helena", "Atlantic/St_Helena"),
        ("Saint Lucia", "America/St_Lucia"),
        ("Port-of-Spain", "America/Port_of_Spain"),
        ("Argentina/Buen", "America/Argentina/Buenos_Aires"),
        ("São Paulo", "America/Sao_Paulo"),
        ("Canberra", "Australia/Canberra"),
    ],
)
def test_other_cities_keep_their_zones(text: str, zone: str) -> None:
    assert hours.time_zone(text) == zone


@pytest.mark.parametrize("text", ["ICT", "NST", "MSK", "ston", "ork"])
def test_letters_from_within_a_name_name_no_city(text: str) -> None:
    with pytest.raises(Refused, match="there’s no time zone"):
        hours.time_zone(text)

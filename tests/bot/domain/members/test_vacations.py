"""Vacations: 30 days in any 365, however they are taken."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, strategies as st

from bot.domain.members.vacations import ALLOWED, YEAR, VacationSpan, longest, until

START = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def used(spans: list[VacationSpan], start: datetime, end: datetime) -> timedelta:
    """How much of a time is vacation."""
    inside = (max(min(b, end) - max(a, start), timedelta(0)) for a, b in spans)
    return sum(inside, timedelta(0))


def test_a_vacation_is_known_from_its_start_until_a_year_after_its_end() -> None:
    cases = {
        START: (),
        START + HOUR: ((START, START + HOUR),),
        START + 3 * HOUR + YEAR: (),
    }
    for now, spans in cases.items():
        assert until([(START, START + 3 * HOUR)], now) == spans


@given(
    st.lists(st.tuples(st.integers(0, 6000), st.integers(0, 720), st.integers(0, 720)), max_size=12)
)
def test_no_plan_gives_more_than_30_days_in_any_year(plan: list[tuple[int, int, int]]) -> None:
    """Each step: wait so many hours, take as much as wanted and allowed, and come back early after
    so many hours.
    """
    now = START
    vacations = []
    for wait, length, days in plan:
        now += wait * HOUR
        most = longest(until(vacations, now), now)
        assert timedelta(0) <= most <= ALLOWED
        hours = min(most, length * HOUR, days * HOUR)
        vacations.append((now, now + hours))
        now = vacations[-1][1]
    for moment in {
        edge + shift for span in vacations for edge in span for shift in (timedelta(0), YEAR)
    }:
        assert used(vacations, moment - YEAR, moment) <= ALLOWED


@given(st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 720)), max_size=8))
def test_as_much_is_given_as_may_be(plan: list[tuple[int, int]]) -> None:
    now = START
    vacations = []
    for wait, length in plan:
        now += wait * HOUR
        hours = min(longest(vacations, now), length * HOUR)
        vacations.append((now, now + hours))
        now = vacations[-1][1]
    most = longest(vacations, now)
    if most < ALLOWED:
        longer = now + most + HOUR
        assert used([*vacations, (now, longer)], longer - YEAR, longer) > ALLOWED

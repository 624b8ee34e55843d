"""How much vacation a member may take: 30 days in any 365, wherever they begin."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

ALLOWED = timedelta(days=30)  # the most vacation within any period as long as YEAR
YEAR = timedelta(days=365)

VacationSpan: TypeAlias = tuple[datetime, datetime]  # the start and the end of a vacation


def until(vacations: Sequence[VacationSpan], now: datetime) -> tuple[VacationSpan, ...]:
    """The vacations up to a moment, in order, without those that ended a YEAR ago or earlier."""
    first = now - YEAR
    recent_vacations = [
        (start, min(end, now)) for start, end in vacations if start < now and end > first
    ]
    return tuple(sorted(recent_vacations))


def outside(
    vacations: Sequence[VacationSpan], start: datetime, end: datetime
) -> tuple[VacationSpan, ...]:
    """The parts of the time between two moments that belong to no vacation, in order."""
    parts = list[VacationSpan]()
    for vacation_start, vacation_end in sorted(vacations):
        if start < min(vacation_start, end):
            parts.append((start, min(vacation_start, end)))
        start = max(start, vacation_end)
    if start < end:
        parts.append((start, end))
    return tuple(parts)


def longest(vacations: Sequence[VacationSpan], now: datetime) -> timedelta:
    """How long a vacation beginning now may be; days that leave the YEAR before its end are
    free again.
    """
    first = position = now - YEAR
    spans = [(max(start, first), end) for start, end in until(vacations, now)]
    room = ALLOWED
    for start, end in spans:
        room -= end - start
    for start, end in spans:
        if start - position > room:
            break
        room -= start - position
        position = end
    return max(min(position - first + room, ALLOWED), timedelta(0))

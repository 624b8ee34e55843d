"""How much vacation a member may take: so many days in any year, wherever it begins."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

ALLOWED = timedelta(days=30)
"""How much vacation a member has in any time as long as YEAR."""
YEAR = timedelta(days=365)

Span: TypeAlias = tuple[datetime, datetime]
"""The start and the end of a vacation."""


def until(taken: Sequence[Span], now: datetime) -> tuple[Span, ...]:
    """The vacations up to a moment, in order, without those that no year from now on reaches."""
    return tuple(sorted((start, min(end, now)) for start, end in taken if start < now and end > now - YEAR))


def longest(taken: Sequence[Span], now: datetime) -> timedelta:
    """How long a vacation that begins now may be. ``taken`` are those before it.

    While it goes on, the year that ends with it leaves earlier vacations behind: their days come free one by one.
    """
    first = position = now - YEAR
    spans = [(max(start, first), end) for start, end in until(taken, now)]
    room = ALLOWED - sum((end - start for start, end in spans), timedelta(0))
    if room < timedelta(0):
        return timedelta(0)
    for start, end in spans:
        if start - position > room:
            break
        room -= start - position
        position = end
    return min(position - first + room, ALLOWED)

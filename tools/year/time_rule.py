"""The rule of the clock, counted independently of the bot: what a turn may take, and which time
counts for nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.domain.clocks import Clock

from .people import Span

DAY = 86_400.0


def uncounted(
    start: datetime, end: datetime, spans: Iterable[Span], *, weekends_off: bool
) -> float:
    """Seconds between two moments that lie in any of the spans, or on a weekend where those are
    off.
    """
    total = 0.0
    reached = start
    for begins, ends in sorted([*spans, *(weekends(start, end) if weekends_off else ())]):
        begins = max(begins, reached)
        ends = min(ends, end)
        if ends > begins:
            total += (ends - begins).total_seconds()
            reached = ends
    return total


def weekends(start: datetime, end: datetime) -> Iterator[Span]:
    """The Saturdays and Sundays (UTC) that touch a time."""
    day = datetime(start.year, start.month, start.day, tzinfo=UTC)
    while day < end:
        if day.weekday() >= 5:
            yield day, day + timedelta(days=1)
        day += timedelta(days=1)


@dataclass(slots=True)
class Timed:
    """The time of a match: ``since`` the turn began, what it ``may`` take, and the banks of both
    seats.
    """

    terms: Clock
    since: datetime
    may: float
    banks: list[float]
    pauses: list[Span] = field(default_factory=list)

    @classmethod
    def begun(cls, terms: Clock, now: datetime) -> Timed:
        """The first turn of a match begins."""
        return cls(terms, now, float(terms.per_turn or terms.bank), [float(terms.bank)] * 2)

    def used(self, now: datetime, spans: Iterable[Span]) -> float:
        """Seconds that the player to move has used; ``spans`` are those that count for nobody."""
        off = uncounted(
            self.since, now, [*spans, *self.pauses], weekends_off=self.terms.weekends_off
        )
        return (now - self.since).total_seconds() - off

    def played(self, seat: int, following: int, now: datetime, spans: Iterable[Span]) -> None:
        """A seat has made its turn, and the time of another begins."""
        if self.terms.bank:
            left = max(self.banks[seat] - self.used(now, spans), 0.0)
            self.banks[seat] = min(left + self.terms.increment, max(left, 2.0 * self.terms.bank))
        self.since = now
        self.pauses = []
        self.may = float(self.terms.per_turn) or self.banks[following]

    def extended(self, seat: int, now: datetime) -> None:
        """More time was given to a seat: a turn's worth from now, or a day with a bank."""
        self.may = float(self.terms.per_turn or max(self.terms.increment, DAY))
        self.since = now
        self.pauses = []
        if self.terms.bank:
            self.banks[seat] = self.may

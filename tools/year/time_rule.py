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
    counted_until = start
    for begins, ends in sorted([*spans, *(weekends(start, end) if weekends_off else ())]):
        begins = max(begins, counted_until)
        ends = min(ends, end)
        if ends > begins:
            total += (ends - begins).total_seconds()
            counted_until = ends
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
    """The time of a match.

    :param turn_start: when the turn that is being played began
    :param may: how many seconds it may take
    :param banks: the seconds that each seat has left
    """

    terms: Clock
    turn_start: datetime
    may: float
    banks: list[float]
    pauses: list[Span] = field(default_factory=list)

    @classmethod
    def begun(cls, terms: Clock, now: datetime) -> Timed:
        """The first turn of a match begins."""
        return cls(terms, now, float(terms.per_turn or terms.bank), [float(terms.bank)] * 2)

    def used(self, now: datetime, spans: Iterable[Span]) -> float:
        """Seconds that the player to move has used; ``spans`` are those that count for nobody."""
        uncounted_seconds = uncounted(
            self.turn_start, now, [*spans, *self.pauses], weekends_off=self.terms.weekends_off
        )
        return (now - self.turn_start).total_seconds() - uncounted_seconds

    def played(self, seat: int, next_seat: int, now: datetime, spans: Iterable[Span]) -> None:
        """A seat has made its turn, and the time of another begins."""
        if self.terms.bank:
            rest = max(self.banks[seat] - self.used(now, spans), 0.0)
            self.banks[seat] = min(rest + self.terms.increment, max(rest, 2.0 * self.terms.bank))
        self.turn_start = now
        self.pauses = []
        self.may = float(self.terms.per_turn) or self.banks[next_seat]

    def extended(self, seat: int, now: datetime) -> None:
        """More time was given to a seat: a turn's worth from now, or a day with a bank."""
        self.may = float(self.terms.per_turn or max(self.terms.increment, DAY))
        self.turn_start = now
        self.pauses = []
        if self.terms.bank:
            self.banks[seat] = self.may

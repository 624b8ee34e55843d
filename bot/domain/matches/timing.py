"""The clock of a match as an immutable value: when a turn is due, the banks, and when a player is
reminded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.clocks import DAY, Clock, counted, later
from bot.domain.hours import ALWAYS, LAST_WORD, Hours
from bot.domain.members.vacations import VacationSpan, outside
from bot.domain.values import at_seat

# how long a pause lasts at most after a player has asked to resume
LONGEST_PAUSE = timedelta(days=7)

REMINDERS = (
    (5 * DAY, (2 * DAY, DAY / 4)),
    (2 * DAY, (DAY, DAY / 8)),
    (DAY / 2, (DAY / 4,)),
)
"""Least seconds of a turn, and how many seconds before its end the player is reminded.

Shorter turns: at half time.
"""

Banks = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MatchClock:
    """The clock of a match.

    :param turn_start: start of the present turn's time; in the future during a vacation.
    :param due: its end; None without a clock and once the match is over.
    :param banks: seconds by seat at ``turn_start``.
    :param wake: when the next reminder, the end of the time or that of a pause is due.
    :param reminders: how many of the turn's ``stages`` have passed.
    :param paused: since when.
    :param hours: the hours of the player to move, in which they are reminded; stored elsewhere.
    """

    terms: Clock
    turn_start: datetime
    due: datetime | None = None
    banks: Banks | None = None
    wake: datetime | None = None
    reminders: int = 0
    paused: datetime | None = None
    hours: Hours = ALWAYS

    def late(self, now: datetime) -> bool:
        """Whether the player to move is out of time."""
        return self.due is not None and self.due <= now and self.paused is None

    def left(self, to_move: int | None, now: datetime) -> Banks | None:
        """Seconds left in both banks; None without banks."""
        if self.banks is None or to_move is None:
            return self.banks
        used_seconds = counted(self.turn_start, self.paused or now, self.terms.weekends_off)
        return at_seat(self.banks, to_move, max(self.banks[to_move] - used_seconds, 0.0))

    def started(
        self, seat: int, now: datetime, away_until: datetime | None = None, hours: Hours = ALWAYS
    ) -> MatchClock:
        """Start the turn of ``seat``, now or when its player's vacation ends; ``hours``: their
        hours.
        """
        if self.banks is None and not self.terms.per_turn:
            return replace(self, turn_start=now, hours=hours)
        turn_start = max(now, away_until or now)
        seconds = self.terms.per_turn if self.banks is None else max(self.banks[seat], 0.0)
        due = later(turn_start, seconds, self.terms.weekends_off)
        return replace(self, hours=hours)._running(turn_start, due, reminders=0)

    def played(self, seat: int, now: datetime) -> MatchClock:
        """Deduct the time of the turn that ``seat`` has made and add the increment."""
        banks = self.left(seat, now)
        return self if banks is None else replace(self, banks=banks).answered(seat)

    def answered(self, seat: int) -> MatchClock:
        """Add the increment for a turn that took no time, up to the ceiling; a bank above it is not
        cut.
        """
        if self.banks is None:
            return self
        seconds = self.banks[seat]
        longer_bank = min(seconds + self.terms.increment, max(seconds, float(self.terms.ceiling)))
        return replace(self, banks=at_seat(self.banks, seat, longer_bank))

    def shifted(
        self, start: datetime, end: datetime, vacations: Sequence[VacationSpan] = ()
    ) -> MatchClock:
        """Do not count the time between two moments, apart from ``vacations``, in which the clock
        stood anyway.
        """
        if self.due is None:
            return self
        weekends_off = self.terms.weekends_off
        seconds = 0.0
        for first, last in outside(vacations, start, end):
            seconds += counted(max(first, self.turn_start), last, weekends_off)
        turn_start = later(self.turn_start, seconds, weekends_off)
        due = later(self.due, seconds, weekends_off)
        return self._running(turn_start, due, self.reminders)

    def away(
        self, seat: int, now: datetime, old: datetime | None, vacation_end: datetime
    ) -> MatchClock:
        """Start a vacation of ``seat``, which is to move.

        The time used so far is deducted at once, because a turn may be made during the vacation.

        :param old: the end of the vacation that it replaces.
        """
        time = self if old is None else self._recalled(now, old)
        banks = time.left(seat, now)
        if banks is not None:
            time = replace(time, banks=banks, turn_start=max(now, time.turn_start))
        return time.shifted(now, vacation_end)

    def _recalled(self, now: datetime, vacation_end: datetime) -> MatchClock:
        """End a vacation now that was to last until ``vacation_end``, with the same time left."""
        if self.due is None:
            return self
        weekends_off = self.terms.weekends_off
        total = counted(self.turn_start, self.due, weekends_off)
        seconds_left = counted(max(vacation_end, self.turn_start), self.due, weekends_off)
        turn_start = now - timedelta(seconds=total - seconds_left)
        return self._running(turn_start, later(now, seconds_left, weekends_off), self.reminders)

    def rewound(self, banks: Banks | None, seat: int) -> MatchClock:
        """After a takeback, with the banks as they were when the turn of ``seat`` began, but for
        its player at least the floor of the time control.
        """
        if banks is None:
            return self
        seconds = max(banks[seat], float(self.terms.floor))
        return replace(self, banks=at_seat(banks, seat, seconds))

    def extended(self, seat: int, now: datetime, away_until: datetime | None = None) -> MatchClock:
        """Give ``seat``, which is to move, the time of another turn (with a bank: the increment, at
        least a day).

        It starts now or when the vacation ends. The clock never has less time than before.
        """
        terms = self.terms
        start = self.paused or max(now, away_until or now)
        seconds = float(terms.per_turn or max(terms.increment, DAY))
        due = later(start, seconds, terms.weekends_off)
        if self.due is None or due <= self.due:
            return self
        longer = self._running(start, due, 0)
        if self.banks is not None:
            longer = replace(longer, banks=at_seat(self.banks, seat, seconds))
        return longer if self.paused is None else replace(longer, wake=self.wake)

    def pause(self, now: datetime, away_until: datetime | None = None) -> MatchClock:
        """Pause the clock.

        :param away_until: the end of the vacation of the player to move, for which the clock stands
            already; what is left of it counts when the clock is resumed.
        """
        time = self
        if away_until is not None and away_until > now:
            time = self._recalled(now, away_until)
        return replace(time, paused=now, wake=None)

    def resumed(
        self, seat: int | None, now: datetime, away_until: datetime | None = None
    ) -> MatchClock:
        """Resume the clock of ``seat``, which is to move, now or when its player's vacation ends.

        The time used so far is deducted at once, because a turn may be made during the vacation.
        """
        if self.paused is None:
            return self
        time = self
        if self.banks is not None:
            time = replace(
                self, banks=self.left(seat, now), turn_start=max(self.turn_start, self.paused)
            )
        time = time.shifted(self.paused, max(now, away_until or now))
        time = replace(time, paused=None)
        return replace(time, wake=None) if self.due is None else time

    def stopped(self, to_move: int | None, now: datetime) -> MatchClock:
        """Stop the clock at the end of the match, and deduct the time used by ``to_move``."""
        return replace(self, banks=self.left(to_move, now), due=None, wake=None, paused=None)

    def woken(self, now: datetime) -> MatchClock:
        """The clock after all stages until ``now``."""
        if self.due is None:
            return self
        reminders = self.reminders
        stages = self.stages(self.turn_start, self.due)
        while reminders < len(stages) and stages[reminders] <= now:
            reminders += 1
        return self._running(self.turn_start, self.due, reminders)

    def on_time(self) -> MatchClock:
        """With the next reminder at its own time, if it was postponed."""
        if self.due is None or self.paused:
            return self
        return self._running(self.turn_start, self.due, self.reminders)

    def stages(self, turn_start: datetime, due: datetime) -> tuple[datetime, ...]:
        """The times of a turn's reminders, in the player's waking hours if possible, and its
        end.
        """
        weekends_off = self.terms.weekends_off
        seconds = counted(turn_start, due, weekends_off)
        reminders = set[datetime]()
        for before_end in _reminders_of(seconds):
            target = later(turn_start, seconds - before_end, weekends_off)
            reminders.add(self._reminder(turn_start, due, target))
        return *sorted(reminders), due

    def _reminder(self, turn_start: datetime, due: datetime, target: datetime) -> datetime:
        """The last waking moment of the turn up to ``target``; else the first one after it that is
        early enough.
        """
        moment = self.hours.latest(target)
        if moment > turn_start:
            return moment
        moment = self.hours.next(target)
        return moment if moment <= due - LAST_WORD else target

    def _running(self, turn_start: datetime, due: datetime, reminders: int) -> MatchClock:
        """The clock of a turn between two moments, to wake at its next stage."""
        stages = self.stages(turn_start, due)
        wake = stages[reminders] if reminders < len(stages) else None
        return replace(self, turn_start=turn_start, due=due, reminders=reminders, wake=wake)


def _reminders_of(seconds: float) -> tuple[float, ...]:
    """How many seconds before the end of a turn of so many seconds the player is reminded."""
    for shortest, reminders in REMINDERS:
        if seconds >= shortest:
            return reminders
    return (seconds / 2,)

"""The time of a match as a value: when a turn is due, what is left of the banks, when a player is to be reminded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.clocks import DAY, Clock, counted, later
from bot.domain.hours import ALWAYS, LAST_WORD, Hours

LONGEST_PAUSE = timedelta(days=7)
"""How long a pause lasts at most after a player has asked to go on."""

REMINDED = ((5 * DAY, (2 * DAY, DAY / 4)), (2 * DAY, (DAY, DAY / 8)), (DAY / 2, (DAY / 4,)))
"""For turns of at least so many seconds, how long before their end a player is reminded. Shorter ones: at half time."""

Banks = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MatchClock:
    """How the time of a match stands.

    ``since``: when the mover's time began to run, or will once a vacation is over. ``due``: when it is out (None:
    there is no clock, or the match is over). ``banks``: seconds of both seats, as they were when the turn began.
    ``wake``: when the next reminder, the end of the time or that of a pause is to be told; ``told``: how many of the
    turn's ``stages`` have been. ``waking``: the hours of the player to move, inside which reminders come; it is not
    stored with the clock.
    """

    terms: Clock
    since: datetime
    due: datetime | None = None
    banks: Banks | None = None
    wake: datetime | None = None
    told: int = 0
    paused: datetime | None = None
    waking: Hours = ALWAYS

    def late(self, now: datetime) -> bool:
        """Whether the time of the player to move is out."""
        return self.due is not None and self.due <= now and self.paused is None

    def left(self, to_move: int | None, now: datetime) -> Banks | None:
        """Seconds left in the banks of both seats; None without banks."""
        if self.banks is None:
            return None
        left = list(self.banks)
        if to_move is not None:
            left[to_move] -= counted(self.since, self.paused or now, self.terms.weekends_off)
        return max(left[0], 0.0), max(left[1], 0.0)

    def started(
        self, seat: int, now: datetime, away_until: datetime | None = None, waking: Hours = ALWAYS
    ) -> MatchClock:
        """The time of ``seat`` begins to run, at once or when its player's vacation ends; ``waking``: their hours."""
        if not self.terms:
            return replace(self, since=now, waking=waking)
        since = max(now, away_until or now)
        seconds = self.terms.per_turn if self.banks is None else max(self.banks[seat], 0.0)
        return replace(self, waking=waking)._awake(since, later(since, seconds, self.terms.weekends_off), 0)

    def played(self, seat: int, now: datetime) -> MatchClock:
        """``seat`` has made its turn: what it used leaves its bank, and the increment comes in."""
        left = self.left(seat, now)
        return self if left is None else self._increased(seat, left[seat])

    def answered(self, seat: int) -> MatchClock:
        """``seat`` has made a turn that took no time: its increment comes in."""
        return self if self.banks is None else self._increased(seat, self.banks[seat])

    def shifted(self, start: datetime, end: datetime) -> MatchClock:
        """The time between two moments is not to count for the player to move."""
        if self.due is None:
            return self
        weekends_off = self.terms.weekends_off
        seconds = counted(max(start, self.since), end, weekends_off)
        since, due = later(self.since, seconds, weekends_off), later(self.due, seconds, weekends_off)
        return self._awake(since, due, self.told)

    def away(self, seat: int, now: datetime, old: datetime | None, until: datetime) -> MatchClock:
        """``seat``, who is to move, goes on vacation until then. ``old``: when the vacation under way was to end.

        What was used until now leaves the bank at once: a turn may be made during a vacation, too.
        """
        time = self if old is None else self._recalled(now, old)
        left = time.left(seat, now)
        if left is not None:
            time = replace(time._bank(seat, left[seat]), since=max(now, time.since))
        return time.shifted(now, until)

    def _recalled(self, now: datetime, until: datetime) -> MatchClock:
        """A vacation that was to last until then ends now: what was left of the time is left again."""
        if self.due is None:
            return self
        weekends_off = self.terms.weekends_off
        whole = counted(self.since, self.due, weekends_off)
        left = counted(max(until, self.since), self.due, weekends_off)
        return self._awake(now - timedelta(seconds=whole - left), later(now, left, weekends_off), self.told)

    def extended(self, seat: int, now: datetime, away_until: datetime | None = None) -> MatchClock:
        """``seat``, who is to move, has another turn's worth from now, or a day with a bank; never less than before.

        It begins when the vacation of its player ends.
        """
        terms, moment = self.terms, self.paused or max(now, away_until or now)
        seconds = float(terms.per_turn or max(terms.increment, DAY))
        due = later(moment, seconds, terms.weekends_off)
        if self.due is None or due <= self.due:
            return self
        longer = self._awake(moment, due, 0)
        if self.banks is not None:
            longer = longer._bank(seat, seconds)
        return longer if self.paused is None else replace(longer, wake=self.wake)

    def pause(self, now: datetime) -> MatchClock:
        """The time stands still."""
        return replace(self, paused=now, wake=None)

    def resumed(self, now: datetime, away_until: datetime | None = None) -> MatchClock:
        """The time runs again, at once or when the vacation of the player to move ends; the pause does not count."""
        if self.paused is None:
            return self
        on = replace(self.shifted(self.paused, max(now, away_until or now)), paused=None)
        return replace(on, wake=None) if self.due is None else on

    def stopped(self, to_move: int | None, now: datetime) -> MatchClock:
        """The match is over; what the player to move has used until then is gone."""
        return replace(self, banks=self.left(to_move, now), due=None, wake=None, paused=None)

    def woken(self, now: datetime) -> MatchClock:
        """What was to be told until now has been."""
        if self.due is None:
            return self
        told, stages = self.told, self.stages(self.since, self.due)
        while told < len(stages) and stages[told] <= now:
            told += 1
        return self._awake(self.since, self.due, told)

    def on_time(self) -> MatchClock:
        """The next reminder at its own time, whatever it was put off to."""
        return self if self.due is None or self.paused else self._awake(self.since, self.due, self.told)

    def stages(self, since: datetime, due: datetime) -> tuple[datetime, ...]:
        """When the player is reminded, inside their hours where they have any before the time is out; and the end."""
        weekends_off = self.terms.weekends_off
        seconds = counted(since, due, weekends_off)
        before = next((distances for least, distances in REMINDED if seconds >= least), (seconds / 2,))
        reminders = (self._reminder(since, due, later(since, seconds - distance, weekends_off)) for distance in before)
        return *sorted(set(reminders)), due

    def _reminder(self, since: datetime, due: datetime, wanted: datetime) -> datetime:
        """The last waking moment until ``wanted``; if the turn has had none, the first one after it that is in time."""
        moment = self.waking.latest(wanted)
        if moment > since:
            return moment
        moment = self.waking.next(wanted)
        return moment if moment <= due - LAST_WORD else wanted

    def _awake(self, since: datetime, due: datetime, told: int) -> MatchClock:
        stages = self.stages(since, due)
        return replace(self, since=since, due=due, told=told, wake=stages[told] if told < len(stages) else None)

    def _increased(self, seat: int, seconds: float) -> MatchClock:
        """The increment comes in, up to the ceiling; a bank that is above it keeps what it has."""
        full = max(seconds, float(self.terms.ceiling))
        return self._bank(seat, min(seconds + self.terms.increment, full))

    def _bank(self, seat: int, seconds: float) -> MatchClock:
        banks = self.banks or (0.0, 0.0)
        return replace(self, banks=(seconds, banks[1]) if seat == 0 else (banks[0], seconds))

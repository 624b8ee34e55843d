"""When members make their moves and how long they take, learnt as they play; kept to know their waking hours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.hours import Hours

MOST_MOVES = 200
"""From so many on, older moves count half, so that new habits show within weeks."""
LATEST = 20
"""How many answers tell how long a member usually takes."""
FEW = 5
"""With fewer, nothing is said about it."""
ROUND = tuple(timedelta(hours=n) for n in (1, 2, 3, 5, 8, 12, 18, 24, 36, 48, 72, 120, 168))


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How many moves a member has made in each hour of the day (UTC), and how many seconds the latest answers took."""

    moves: tuple[int, ...] = (0,) * 24
    answers: tuple[int, ...] = ()

    @classmethod
    def read(cls, moves: Sequence[int] | None, answers: Sequence[int] | None) -> Rhythm:
        """As stored; nothing where nothing is."""
        return cls(tuple(moves) if moves else (0,) * 24, tuple(answers or ()))

    def moved(self, at: datetime, took: timedelta) -> Rhythm:
        """After a turn made at a moment (UTC), which was waited for so long."""
        moves = list(self.moves)
        moves[at.hour] += 1
        if sum(moves) > MOST_MOVES:
            moves = [count // 2 for count in moves]
        return Rhythm(tuple(moves), (*self.answers, int(took.total_seconds()))[-LATEST:])

    def usual(self) -> timedelta | None:
        """Within what time three of four answers came, rounded up; None while that is not known."""
        if len(self.answers) < FEW:
            return None
        seconds = sorted(self.answers)[(3 * len(self.answers) - 1) // 4]
        return next((span for span in ROUND if span.total_seconds() >= seconds), None)


@dataclass(frozen=True, slots=True)
class Habits:
    """A member's hours, whether they were learnt, and how long their answers usually take."""

    hours: Hours
    learnt: bool
    usual: timedelta | None

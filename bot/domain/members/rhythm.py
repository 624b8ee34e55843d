"""When members make their moves and how long they take: learnt as they play, to know their waking
hours.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

MAX_MOVES = 200  # above this sum all counts are halved, so that new habits show within weeks
MAX_ANSWERS = 20  # how many of the latest answers are stored
MIN_ANSWERS = 5  # the fewest answers from which a usual time is derived
# the times that ``usual`` rounds up to
USUAL_HOURS = (1, 2, 3, 5, 8, 12, 18, 24, 36, 48, 72, 120, 168)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When a member has moved, and the latest answer times in seconds.

    :param moves: in how many hours with moves it was each hour of the day (UTC); then, once there
        are any, the days on which they moved and the last such hour since 1970.
    """

    moves: tuple[int, ...] = (0,) * 24
    answers: tuple[int, ...] = ()

    @classmethod
    def read(cls, moves: Iterable[int] | None, answers: Iterable[int] | None) -> "Rhythm":
        """A rhythm as stored."""
        return cls(tuple(moves or ()) or (0,) * 24, tuple(answers or ()))

    def moved(self, moment: datetime, duration: timedelta) -> "Rhythm":
        """The rhythm after a turn made at a moment (UTC), ``duration`` after it became due."""
        hour = int(moment.timestamp()) // 3600
        days, last_hour = self.moves[24:] or (0, 0)
        moves = list(self.moves[:24])
        if hour > last_hour:
            # Ten moves in a sitting tell no more of a member's days than the first.
            moves[moment.hour] += 1
        if sum(moves) > MAX_MOVES:
            moves = [count // 2 for count in moves]
        if hour // 24 > last_hour // 24:
            days += 1
        answers = (*self.answers, int(duration.total_seconds()))
        return Rhythm((*moves, days, max(hour, last_hour)), answers[-MAX_ANSWERS:])

    def usual(self) -> timedelta | None:
        """The time within which three of four answers came, rounded up; None if too few are known
        or it is longer.
        """
        if len(self.answers) < MIN_ANSWERS:
            return None
        seconds = sorted(self.answers)[(3 * len(self.answers) - 1) // 4]
        for hours in USUAL_HOURS:
            if hours * 3600 >= seconds:
                return timedelta(hours=hours)
        return None

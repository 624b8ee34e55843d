"""What members have come to in puzzles: streaks, strengths, and how they stand with a puzzle."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from bot.domain.ratings.glicko import Strength

DAY = timedelta(days=1)
AGAIN: timedelta = 3 * DAY  # after which a puzzle that was missed comes round again
UNCOUNTED = 10  # first answers in a game that do not change its ratings
BEGINNER = Strength(1200.0, 350.0, 0.06)  # a member who has solved nothing yet


class Streak(NamedTuple):
    """Days in a row on which a member has solved a puzzle, the most ever, and puzzles solved in
    all.
    """

    days: int = 0
    best: int = 0
    solved: int = 0


@dataclass(frozen=True, slots=True)
class StoredStreak:
    """A streak, and the day (UTC) on which it last grew."""

    streak: Streak
    day: date | None

    def as_of(self, today: date) -> Streak:
        """The streak as it is on a day: broken, if it did not grow the day before."""
        if self.day is not None and self.day >= today - DAY:
            return self.streak
        return self.streak._replace(days=0)

    def grown(self, today: date) -> Streak:
        """The streak after one more puzzle was solved."""
        days = self.streak.days if self.day == today else self.as_of(today).days + 1
        return Streak(days, max(days, self.streak.best), self.streak.solved + 1)


@dataclass(frozen=True, slots=True)
class SolverStrength:
    """A member's strength at the puzzles of a game.

    :param answers: first answers in the game
    """

    strength: Strength = BEGINNER
    answers: int = 0


@dataclass(frozen=True, slots=True)
class Try:
    """What a member has answered to a puzzle.

    :param is_answered: whether they have given an answer, or seen the solution
    :param points: by which the first answer changed their rating; None if it did not count
    :param again: the puzzle was missed and has come round
    :param is_solved: they have solved it, and not missed it since
    """

    is_answered: bool
    points: int | None
    again: bool
    is_solved: bool = False


def is_solved(ended_at: datetime | None, again_at: datetime | None, now: datetime) -> bool:
    """Whether a member has solved a puzzle, and has not missed it since.

    :param ended_at: when they saw its end first, by solving it or by giving up
    :param again_at: when it comes round again, as they missed it
    """
    if ended_at is None:
        return False
    if again_at is None:
        return True
    # Whoever gives up, or misses it once more, puts it off from then on; a wrong answer before the
    # right one did so earlier.
    return now < again_at < ended_at + AGAIN


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """The ratings of a puzzle and of a member at its game, and what the member's first answer did.

    :param answers: first answers in the game
    :param points: by which this one changed the rating; None if it did not count
    :param again: the puzzle was missed and has come round
    :param is_solved: the member has solved the puzzle, and not missed it since
    """

    puzzle: int
    own_rating: int
    answers: int = 0
    is_answered: bool = False
    points: int | None = None
    again: bool = False
    is_solved: bool = False

    @property
    def counts(self) -> bool:
        """Whether the next answer changes the rating."""
        return not self.is_answered and self.answers >= UNCOUNTED

    def after(self, attempt: Try) -> "PuzzleStanding":
        """The standing of a member who has answered."""
        return replace(
            self,
            is_answered=True,
            points=attempt.points,
            again=attempt.again,
            is_solved=attempt.is_solved,
        )

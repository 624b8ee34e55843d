"""Ratings and leaderboards; all immutable."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Rating:
    """A member's rating at a game in a scope at this moment, in points.

    :param name: as it was in the latest match.
    :param deviation: as it has grown since the latest match.
    :param provisional: the deviation is too large for a place on the leaderboard.
    :param played_at: when the latest match ended.
    :param place: on the leaderboard, counted from 1; equal ratings share it; None for provisional
        ones and where none was asked for.
    """

    user: int
    name: str
    scope: int
    game: str
    rating: float
    deviation: float
    provisional: bool
    wins: int
    losses: int
    draws: int
    played_at: datetime
    place: int | None = None

    @property
    def matches(self) -> int:
        """The number of rated matches."""
        return self.wins + self.losses + self.draws

    def __str__(self) -> str:
        points = f"{self.rating:.0f}"
        return f"{points}?" if self.provisional else points


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard.

    :param total: the number of all rows
    :param own: the row of the member who asked, on this page or not
    """

    game: str
    rows: tuple[Rating, ...]
    total: int
    own: Rating | None = None
    scope: int = 0

"""What the ratings give out: ratings, leaderboards, and what matches did to ratings; all immutable."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.ratings.glicko import Strength

WORLD = 0
"""The pool of all servers together."""
FULL, BOUNDED, NONE, UNDONE = range(4)
"""What a result does to a player's rating: all, as to that of a newcomer to the world, nothing; or that it is to go."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a member is at a game in a pool, at this moment.

    ``deviation`` has grown since the latest match (``at``). ``provisional``: it is too large for a place on the
    leaderboard. ``listed``: others may see it. ``apart``: of all servers together it has no place, for it rests on
    few partners who play few others.
    """

    user: int
    name: str
    pool: int
    game: str
    rating: float
    deviation: float
    provisional: bool
    wins: int
    losses: int
    draws: int
    at: datetime
    listed: bool = True
    apart: bool = False

    @property
    def matches(self) -> int:
        """How many rated matches it rests on."""
        return self.wins + self.losses + self.draws

    def __str__(self) -> str:
        return f"{self.rating:.0f}{'?' * self.provisional}"


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A place on a leaderboard, counted from 1; equal ratings share it. ``place`` None: still provisional."""

    place: int | None
    rating: Rating


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard, ``total`` rows long; ``own`` is the row of the member who asked, on this page or not."""

    game: str
    pool: int
    rows: tuple[LeaderboardRow, ...]
    total: int
    own: LeaderboardRow | None = None


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a match."""

    at: datetime
    rating: float
    deviation: float
    match: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a match, which ended ``at``, did to the rating of the player in a seat, who scored 1, 0.5 or 0."""

    match: int
    seat: int
    user: int
    name: str
    at: datetime
    score: float
    before: Strength
    after: Strength
    effect: int = FULL

    @property
    def gain(self) -> int:
        """The difference as shown: of the rounded ratings, so that sums come out."""
        return round(self.after.rating) - round(self.before.rating)


@dataclass(frozen=True, slots=True)
class Recount:
    """What recomputing all ratings came to: matches and ratings in all pools, and how many of either had changed."""

    pools: int
    matches: int
    ratings: int
    changed: int

    def __add__(self, other: Recount) -> Recount:
        return Recount(
            self.pools + other.pools,
            self.matches + other.matches,
            self.ratings + other.ratings,
            self.changed + other.changed,
        )

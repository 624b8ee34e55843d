"""Ratings, leaderboards, and what matches changed in ratings; all immutable."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from bot.domain.ratings.glicko import START, Strength


@dataclass(frozen=True, slots=True)
class Rating:
    """A member's rating at a game in a scope at this moment, in points.

    ``deviation`` has grown since the latest match, ``at``. ``provisional``: it is too large for a place on the
    leaderboard. ``name``: as it was in the latest match.
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
    at: datetime

    @property
    def matches(self) -> int:
        """The number of rated matches."""
        return self.wins + self.losses + self.draws

    def __str__(self) -> str:
        return f"{self.rating:.0f}{'?' * self.provisional}"


class LeaderboardRow(NamedTuple):
    """A place on a leaderboard, counted from 1; equal ratings share it. ``place`` None: still provisional."""

    place: int | None
    rating: Rating


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard of ``total`` rows; ``own``: the row of the member who asked, on this page or not."""

    game: str
    rows: tuple[LeaderboardRow, ...]
    total: int
    own: LeaderboardRow | None = None


class RatingChange(NamedTuple):
    """What a rated match changed for the player in a seat, who scored 1, 0.5 or 0.

    ``at``: when the match ended. ``user`` NOBODY: that player's rating was deleted or reset.
    """

    match: int
    seat: int
    user: int
    name: str
    at: datetime
    score: float
    before: Strength = START
    after: Strength = START

    @property
    def gain(self) -> int:
        """The difference of the rounded ratings, in points, so that shown sums are right."""
        return round(self.after.rating) - round(self.before.rating)

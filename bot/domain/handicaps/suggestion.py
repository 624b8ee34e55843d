"""Which handicap makes two members even."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from bot.domain.challenges.challenge import Side
from games.core import HANDICAP, Handicap

Reason = Literal["ratings", "results"]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A handicap that makes two members even.

    :param second: the id of the member who moves second, and whose side the handicap is of
    :param favoured: the id of the member whom it helps; not ``second`` where extra turns hold back
    :param points: what it is worth to that member; None for hints, whose worth is not known
    :param error: of ``points``
    :param matches: people's matches that count in ``points``
    :param reason: whether it follows from ratings, or from the latest results of the two
    """

    handicap: Handicap
    second: int
    favoured: int
    reason: Reason
    points: int | None = None
    error: int | None = None
    matches: int = 0

    def side_of(self, user: int) -> Side:
        """The side that a member takes."""
        return "second" if user == self.second else "first"

    def options(self, options: Mapping[str, str]) -> dict[str, str]:
        """Options of a match with this handicap in place of any other."""
        return {**options, HANDICAP: str(self.handicap)}


@dataclass(frozen=True, slots=True)
class MonthOfMatches:
    """What two members played in a month with one handicap.

    :param month: its first day
    :param handicap: None: without one
    :param favoured: the id of the member whom the handicap helped; the first asked about, without
        one
    :param wins: of that member
    """

    month: date
    handicap: Handicap | None
    favoured: int
    wins: int
    losses: int
    draws: int

"""Finished matches as one of their players sees them, and what they come to: results, streaks, a favourite opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

import games
from bot.domain.values import COMPUTER, NOBODY

Result: TypeAlias = Literal["won", "lost", "drawn", "aborted"]
RESULTS: tuple[Result, ...] = ("won", "lost", "drawn", "aborted")


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A finished match as one of its players sees it.

    ``opponent`` is a user id (or COMPUTER at ``level``, or NOBODY); ``gain`` what the match did to the player's rating
    on its server, in points as shown; None if it was not rated.
    """

    id: int
    number: int
    scope: int
    game: str
    options: dict[str, str]
    seat: int
    opponent: int
    opponent_name: str
    level: int | None
    result: Result
    reason: str
    turns: int
    rated: bool
    gain: int | None
    finished: datetime

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return f"M{self.number}"


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Part of a history, the latest match first; ``total`` are all that fit the filters."""

    entries: tuple[HistoryEntry, ...]
    total: int


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match with a result, as one of its players sees it: under which name it was played, and against whom."""

    game: str
    name: str
    opponent: int
    opponent_name: str
    result: Result


@dataclass(frozen=True, slots=True)
class ResultCount:
    """Finished matches against people: of one game, or of all (``game`` empty).

    ``streak``: how many were won (or, below 0, lost) in a row up to now; ``best``: most won in a row.
    """

    game: str
    wins: int
    losses: int
    draws: int
    streak: int
    best: int

    @property
    def matches(self) -> int:
        """How many matches it counts."""
        return self.wins + self.losses + self.draws


@dataclass(frozen=True, slots=True)
class Favourite:
    """The opponent met most: matches against them, and how they went."""

    user: int
    name: str
    record: ResultCount


@dataclass(frozen=True, slots=True)
class Profile:
    """What a member has played; ``records`` in the catalogue's order, ``computer`` counts against the bot itself."""

    user: int
    name: str
    total: ResultCount
    records: tuple[ResultCount, ...]
    favourite: Favourite | None
    running: int
    computer: ResultCount
    usual: timedelta | None = None
    """Within what time they usually answer; None: not known."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How the matches of two members against each other went, seen by the ``user``; the ``latest`` ones first."""

    user: int
    other: int
    total: ResultCount
    records: tuple[ResultCount, ...]
    latest: tuple[HistoryEntry, ...]


def result_for(seat: int, status: str, winner: int | None) -> Result:
    """How a match that is over ended for a seat."""
    if status == "aborted":
        return "aborted"
    return "drawn" if winner is None else "won" if winner == seat else "lost"


def profile(user: int, played: Sequence[PlayedMatch], running: int) -> Profile:
    """What a member has played: matches in the order in which they ended, and how many are running."""
    people = [match for match in played if match.opponent != COMPUTER]
    return Profile(
        user=user,
        name=played[-1].name if played else "",
        total=_count("", people),
        records=_by_game(people),
        favourite=_favourite(people),
        running=running,
        computer=_count("", [match for match in played if match.opponent == COMPUTER]),
    )


def head_to_head(user: int, other: int, played: Sequence[PlayedMatch], latest: tuple[HistoryEntry, ...]) -> HeadToHead:
    """How matches of two members went: those they have played against each other, in the order in which they ended."""
    return HeadToHead(user, other, _count("", played), _by_game(played), latest)


def _by_game(played: Sequence[PlayedMatch]) -> tuple[ResultCount, ...]:
    """How matches went at each game of which there are any, in the catalogue's order."""
    by_game = [(game.slug, [match for match in played if match.game == game.slug]) for game in games.catalog()]
    return tuple(_count(slug, some) for slug, some in by_game if some)


def _favourite(people: Sequence[PlayedMatch]) -> Favourite | None:
    """The opponent met most; of those met equally often, the one met last."""
    met = Counter(match.opponent for match in people if match.opponent != NOBODY)
    if not met:
        return None
    last = {match.opponent: index for index, match in enumerate(people)}
    user = max(met, key=lambda other: (met[other], last[other]))
    shared = [match for match in people if match.opponent == user]
    return Favourite(user, shared[-1].opponent_name, _count("", shared))


def _count(game: str, played: Iterable[PlayedMatch]) -> ResultCount:
    """How matches went, in the order in which they ended."""
    results = [match.result for match in played]
    tally = Counter(results)
    streak = best = 0
    for result in results:
        if result == "won":
            streak = max(streak, 0) + 1
        elif result == "lost":
            streak = min(streak, 0) - 1
        else:
            streak = 0
        best = max(best, streak)
    return ResultCount(game, tally["won"], tally["lost"], tally["drawn"], streak, best)

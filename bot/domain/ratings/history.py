"""Finished matches as one of their players sees them, and their sums: results, streaks, a favourite opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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

    ``opponent`` is a user id, COMPUTER or NOBODY; ``gain`` the change of the player's rating in points as shown, None
    if the match was not rated; ``counts``: it was played from the first turn on and has a result.
    """

    id: int
    number: int
    game: str
    opponent: int
    opponent_name: str
    result: Result
    gain: int | None
    finished: datetime
    counts: bool

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return f"M{self.number}"


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Part of a history, the latest match first; ``total`` is the number of all that fit the filters."""

    entries: tuple[HistoryEntry, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ResultCount:
    """Results at one game, or at all (``game`` empty).

    ``streak``: the matches won in a row up to now, negative for lost ones; ``best``: the most ever won in a row.
    """

    game: str
    wins: int
    losses: int
    draws: int
    streak: int
    best: int

    @property
    def matches(self) -> int:
        """The number of matches counted."""
        return self.wins + self.losses + self.draws


@dataclass(frozen=True, slots=True)
class Profile:
    """What a member has played.

    ``total`` and ``records`` (by game, in the catalogue's order) count matches against people, ``computer`` those
    against the bot. ``favourite``: the id of the opponent met most and the results against them. ``running``: matches
    not over yet. ``usual``: the time within which they usually answer, None if not known.
    """

    user: int
    total: ResultCount
    records: tuple[ResultCount, ...]
    favourite: tuple[int, ResultCount] | None
    computer: ResultCount
    running: int
    usual: timedelta | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How the matches of two members against each other went, seen by ``user``; ``latest``: the latest ones first."""

    user: int
    other: int
    total: ResultCount
    records: tuple[ResultCount, ...]
    latest: tuple[HistoryEntry, ...]


def profile(user: int, played: Sequence[HistoryEntry], running: int, usual: timedelta | None) -> Profile:
    """A member's profile from their finished matches, the oldest first."""
    people = [entry for entry in played if entry.opponent != COMPUTER]
    computer = [entry for entry in played if entry.opponent == COMPUTER]
    return Profile(user, count(people), by_game(people), _favourite(people), count(computer), running, usual)


def by_game(played: Sequence[HistoryEntry]) -> tuple[ResultCount, ...]:
    """The results at each game that was played, in the catalogue's order."""
    counts = (count([entry for entry in played if entry.game == game.slug], game.slug) for game in games.catalog())
    return tuple(record for record in counts if record.matches)


def count(played: Sequence[HistoryEntry], game: str = "") -> ResultCount:
    """The results of matches, the oldest first; those that do not count are left out."""
    results = [entry.result for entry in played if entry.counts]
    sums = Counter(results)
    streak = best = 0
    for result in results:
        if result == "won":
            streak = max(streak, 0) + 1
        elif result == "lost":
            streak = min(streak, 0) - 1
        else:
            streak = 0
        best = max(best, streak)
    return ResultCount(game, sums["won"], sums["lost"], sums["drawn"], streak, best)


def _favourite(people: Sequence[HistoryEntry]) -> tuple[int, ResultCount] | None:
    """The opponent met most; of those met equally often, the one met last."""
    met = [entry.opponent for entry in people if entry.counts and entry.opponent != NOBODY]
    if not met:
        return None
    times, last = Counter(met), {opponent: index for index, opponent in enumerate(met)}
    favourite = max(times, key=lambda opponent: (times[opponent], last[opponent]))
    return favourite, count([entry for entry in people if entry.opponent == favourite])

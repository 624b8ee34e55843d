"""Finished matches as one of their players sees them, and their sums: results, streaks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Literal, TypeAlias

import games
from bot.domain.errors import Refused
from bot.domain.values import COMPUTER, NOBODY, WORLD, match_name

MatchResult: TypeAlias = Literal["won", "lost", "drawn", "aborted"]
RESULTS: tuple[MatchResult, ...] = ("won", "lost", "drawn", "aborted")


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A finished match as one of its players sees it.

    :param opponent: a user id, COMPUTER or NOBODY
    :param gain: the change of the player's rating in points as shown; None: it was not rated
    :param counts: it was played from the first turn on and has a result
    """

    id: int
    number: int
    scope: int
    game: str
    opponent: int
    opponent_name: str
    result: MatchResult
    gain: int | None
    finished_at: datetime
    counts: bool

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return match_name(self.scope, self.number)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Part of a history, the latest match first.

    :param total: the number of all matches that fit the filters
    """

    entries: tuple[HistoryEntry, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ResultCount:
    """Results at a ``game`` (empty: all).

    :param streak: wins in a row now; negative: losses
    :param best: the most wins in a row ever
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

    :param total: matches against people
    :param records: the same by game, in the catalogue's order
    :param favourite: the id of the opponent met most, and the results against them
    :param computer: matches against the bot
    :param running: matches not over yet
    :param usual: the time within which they usually answer; None if not known
    """

    user: int
    total: ResultCount
    records: tuple[ResultCount, ...]
    favourite: tuple[int, ResultCount] | None
    computer: ResultCount
    running: int
    usual: timedelta | None


@dataclass(frozen=True, slots=True)
class HeadToHeadResults:
    """How the matches of two members against each other went, seen by ``user``.

    :param latest: some of the matches, the latest first
    """

    user: int
    other: int
    total: ResultCount
    records: tuple[ResultCount, ...]
    latest: tuple[HistoryEntry, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which finished matches of a user: in a scope, of a game, against an opponent, with a result;
    None: any.

    Raises Refused, UnknownGame.
    """

    user: int
    scope: int | None = None
    game: str | None = None
    opponent: int | None = None
    result: str | None = None

    def __post_init__(self) -> None:
        if self.result is not None and self.result not in RESULTS:
            raise Refused("the result can be {choices}", choices=RESULTS)
        if self.game is not None:
            games.get(self.game)


def profile(
    user: int, entries: Sequence[HistoryEntry], running_count: int, usual: timedelta | None
) -> Profile:
    """A member's profile from their finished matches, the oldest first."""
    people = [entry for entry in entries if entry.opponent != COMPUTER]
    computer = [entry for entry in entries if entry.opponent == COMPUTER]
    return Profile(
        user=user,
        total=count(people),
        records=by_game(people),
        favourite=_favourite(people),
        computer=count(computer),
        running=running_count,
        usual=usual,
    )


def by_game(entries: Sequence[HistoryEntry]) -> tuple[ResultCount, ...]:
    """The results at each game that was played, in the catalogue's order."""
    records = list[ResultCount]()
    for game in games.catalog():
        record = count([entry for entry in entries if entry.game == game.slug], game.slug)
        if record.matches:
            records.append(record)
    return tuple(records)


def count(entries: Sequence[HistoryEntry], game: str = "") -> ResultCount:
    """The results of matches, the oldest first; those that do not count are left out."""
    results = [entry.result for entry in entries if entry.counts]
    sums = Counter(results)
    runs = [(result, len(list(run))) for result, run in groupby(results)]
    longest_streak = max((length for result, length in runs if result == "won"), default=0)
    streak = 0
    if runs:
        result, length = runs[-1]
        if result == "won":
            streak = length
        elif result == "lost":
            streak = -length
    return ResultCount(game, sums["won"], sums["lost"], sums["drawn"], streak, longest_streak)


def _favourite(people: Sequence[HistoryEntry]) -> tuple[int, ResultCount] | None:
    """The opponent met most; of those met equally often, the one met last."""
    opponents = [
        entry.opponent
        for entry in people
        if entry.counts and entry.opponent != NOBODY and entry.scope != WORLD
    ]
    if not opponents:
        return None
    times = Counter(opponents)
    last_index = {opponent: index for index, opponent in enumerate(opponents)}
    favourite = max(times, key=lambda opponent: (times[opponent], last_index[opponent]))
    return favourite, count([entry for entry in people if entry.opponent == favourite])

"""Finished matches as one of their players sees them, read from the database, and their sums:
results, streaks.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Literal, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.errors import Refused
from bot.domain.matches.lists.repository import visible_to
from bot.domain.unit_of_work import Database
from bot.domain.values import COMPUTER, NOBODY, WORLD, Viewer, match_name
from bot.store.tables import matches, rating_changes

Result: TypeAlias = Literal["won", "lost", "drawn", "aborted"]
RESULTS: tuple[Result, ...] = ("won", "lost", "drawn", "aborted")


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A finished match as one of its players sees it.

    ``opponent`` is a user id, COMPUTER or NOBODY; ``gain`` the change of the player's rating in
    points as shown, None if the match was not rated; ``counts``: it was played from the first turn
    on and has a result.
    """

    id: int
    number: int
    scope: int
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
        return match_name(self.scope, self.number)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Part of a history, the latest match first; ``total`` is the number of all that fit the
    filters.
    """

    entries: tuple[HistoryEntry, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ResultCount:
    """Results at a ``game`` (empty: all).

    ``streak``: wins in a row now, negative: losses; ``best``: the most ever.
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

    ``total`` and ``records`` (by game, in the catalogue's order) count matches against people,
    ``computer`` those against the bot. ``favourite``: the id of the opponent met most and the
    results against them. ``running``: matches not over yet. ``usual``: the time within which they
    usually answer, None if not known.
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
    """How the matches of two members against each other went, seen by ``user``; ``latest``: the
    latest ones first.
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

    ``visible``: the condition for those that somebody else may see. Raises Refused, UnknownGame.
    """

    user: int
    scope: int | None = None
    game: str | None = None
    opponent: int | None = None
    result: str | None = None
    visible: sa.ColumnElement[bool] | None = None

    def __post_init__(self) -> None:
        if self.result is not None and self.result not in RESULTS:
            raise Refused("the result can be {choices}", choices=RESULTS)
        if self.game is not None:
            games.get(self.game)

    def query(self) -> sa.Subquery:
        """The matches as the user sees them: ``opponent``, ``result`` and the change of their own
        rating.
        """
        # A query per seat, since there is an index for each.
        return sa.union_all(*(self._in_seat(seat) for seat in (0, 1))).subquery()

    def _in_seat(self, seat: int) -> sa.Select[tuple[object, ...]]:
        column = matches.c
        other = f"{1 - seat}"
        result = sa.case(
            (column.status == "aborted", "aborted"),
            (column.winner.is_(None), "drawn"),
            (column.winner == seat, "won"),
            else_="lost",
        )
        own_change = (rating_changes.c.match == column.id) & (rating_changes.c.seat == seat)
        query = (
            sa.select(
                *(
                    column[name]
                    for name in ("id", "number", "scope", "game", "status", "given", "finished_at")
                ),
                column[f"seat{other}"].label("opponent"),
                column[f"name{other}"].label("opponent_name"),
                result.label("result"),
                *(rating_changes.c.rating_before, rating_changes.c.rating),
            )
            .outerjoin(rating_changes, own_change)
            .where(column[f"seat{seat}"] == self.user, column.finished_at.is_not(None))
        )
        wanted = (
            *((column.scope, self.scope), (column.game, self.game)),
            *((column[f"seat{other}"], self.opponent), (result, self.result)),
        )
        query = query.where(
            *(expression == value for expression, value in wanted if value is not None)
        )
        return query if self.visible is None else query.where(self.visible)


async def visible_of(database: Database, viewer: Viewer, user: int) -> sa.ColumnElement[bool]:
    """The condition for those of a member's finished matches in a place that somebody else may
    see.
    """
    theirs = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    return await visible_to(database, viewer, matches.c.finished_at.is_not(None), theirs)


async def entries(connection: AsyncConnection, wanted: Filter) -> list[HistoryEntry]:
    """All matches that fit, the oldest first."""
    query = wanted.query()
    ordered = sa.select(query).order_by(query.c.finished_at, query.c.id)
    return [_entry(row) for row in await connection.execute(ordered)]


async def page(connection: AsyncConnection, wanted: Filter, limit: int, offset: int) -> HistoryPage:
    """Part of the matches that fit, the latest first."""
    query = wanted.query()
    total = (await connection.execute(sa.select(sa.func.count()).select_from(query))).scalar_one()
    ordered = sa.select(query).order_by(query.c.finished_at.desc(), query.c.id.desc())
    rows = await connection.execute(ordered.limit(limit).offset(max(offset, 0)))
    return HistoryPage(tuple(_entry(row) for row in rows), total)


async def running(connection: AsyncConnection, user: int, scope: int | None) -> int:
    """The number of matches that a user is playing, in a scope or in all."""
    own = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    query = sa.select(sa.func.count()).where(own, matches.c.finished_at.is_(None))
    query = query if scope is None else query.where(matches.c.scope == scope)
    return int((await connection.execute(query)).scalar_one())


def _entry(row: sa.Row[tuple[object, ...]]) -> HistoryEntry:
    result: Result = row.result
    return HistoryEntry(
        *(row.id, row.number, row.scope, row.game, row.opponent, row.opponent_name, result),
        None if row.rating is None else round(row.rating) - round(row.rating_before),
        row.finished_at,
        row.status == "finished" and not row.given,
    )


def profile(
    user: int, played: Sequence[HistoryEntry], running: int, usual: timedelta | None
) -> Profile:
    """A member's profile from their finished matches, the oldest first."""
    people = [entry for entry in played if entry.opponent != COMPUTER]
    computer = [entry for entry in played if entry.opponent == COMPUTER]
    return Profile(
        user, count(people), by_game(people), _favourite(people), count(computer), running, usual
    )


def by_game(played: Sequence[HistoryEntry]) -> tuple[ResultCount, ...]:
    """The results at each game that was played, in the catalogue's order."""
    counts = (
        count([entry for entry in played if entry.game == game.slug], game.slug)
        for game in games.catalog()
    )
    return tuple(record for record in counts if record.matches)


def count(played: Sequence[HistoryEntry], game: str = "") -> ResultCount:
    """The results of matches, the oldest first; those that do not count are left out."""
    results = [entry.result for entry in played if entry.counts]
    sums = Counter(results)
    runs = [(result, len(list(run))) for result, run in groupby(results)]
    best = max((length for result, length in runs if result == "won"), default=0)
    last, length = runs[-1] if runs else ("drawn", 0)
    streak = {"won": length, "lost": -length}.get(last, 0)
    return ResultCount(game, sums["won"], sums["lost"], sums["drawn"], streak, best)


def _favourite(people: Sequence[HistoryEntry]) -> tuple[int, ResultCount] | None:
    """The opponent met most; of those met equally often, the one met last."""
    met = [
        entry.opponent
        for entry in people
        if entry.counts and entry.opponent != NOBODY and entry.scope != WORLD
    ]
    if not met:
        return None
    times = Counter(met)
    last = {opponent: index for index, opponent in enumerate(met)}
    favourite = max(times, key=lambda opponent: (times[opponent], last[opponent]))
    return favourite, count([entry for entry in people if entry.opponent == favourite])

"""The ledger of a pool: its results in the order in which they ended, and what each did to both ratings, as rows.

The results of a server's pool are what its matches tell. Those of the world stay when a server and its matches are
deleted: a result once rated belongs to both players, and no server can take it back by going away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.ratings.glicko import Strength
from bot.domain.ratings.rating import UNDONE, WORLD, RatingChange
from bot.domain.ratings.results import UNTELLING, Latest, MatchSeat, Position, RatedResult
from bot.domain.values import COMPUTER
from bot.store.tables import matches, rating_changes, ratings

Row: TypeAlias = sa.Row[tuple[object, ...]]
PAGE = 25
"""How many results are rated anew in one step."""
CHUNK = 500
"""How many ids a query takes."""
_CHANGE = rating_changes.c
CHANGES = sa.select(
    *(_CHANGE[name] for name in ("match", "seat", "user", "name", "at", "score", "effect")),
    *(_CHANGE[f"{name}{when}"] for when in ("_before", "") for name in Strength._fields),
).order_by(_CHANGE.at, _CHANGE.match, _CHANGE.seat)
_PLAYED = ("id", "seat0", "seat1", "name0", "name1", "winner", "finished_at")


class Window(NamedTuple):
    """A part of a ledger: from ``start`` up to but not including ``end``, or to the end of all (None).

    ``old`` is what the ledger says of it, and ``results`` what it should be about, in order. The effects of results
    that are new to it are not known yet.
    """

    start: Position
    end: Position | None
    old: dict[MatchSeat, RatingChange]
    results: list[RatedResult]


class Ledger:
    """The ledger of a game in a pool, in a transaction."""

    def __init__(self, connection: AsyncConnection, pool: int, game: str) -> None:
        self._connection = connection
        self.pool = pool
        self.game = game
        self._own = (_CHANGE.pool == pool, _CHANGE.game == game)

    async def has(self, match: int) -> bool:
        """Whether a match is counted."""
        query = sa.select(_CHANGE.seat).where(_CHANGE.pool == self.pool, _CHANGE.match == match)
        return (await self._connection.execute(query)).first() is not None

    async def window(self, start: Position, *, without: int | None = None) -> Window:
        """The next few results of the ledger from a place in the order on, ``without`` one match."""
        played = await self._played(start)
        rows = await self._connection.execute(CHANGES.where(*self._own, since(start)).limit(2 * PAGE))
        changes = [change_of(*row) for row in rows]
        ends = [played[-1].position] if len(played) == PAGE else []
        ends += [Position(changes[-1].at, changes[-1].match)] if len(changes) == 2 * PAGE else []
        end = min(ends, default=None)
        old = {(one.match, one.seat): one for one in changes if end is None or (one.at, one.match) < end}
        here = [one for one in played if end is None or one.position < end]
        found = {one.position.match for one in here}
        here += await self._results_that_stay({match for match, _ in old} - found, old)
        known = [
            one._replace(effects=(old[match, 0].effect, old[match, 1].effect))
            if ((match := one.position.match), 0) in old and (match, 1) in old
            else one
            for one in here
            if one.position.match != without
        ]
        return Window(start, end, old, sorted(known))

    async def _played(self, start: Position) -> list[RatedResult]:
        """The next results, as the matches tell."""
        column = matches.c
        # The index of rated matches is for the world: SQLite takes it only where ``rated`` is asked for as there.
        own = (
            (column.reason.not_in(UNTELLING), column.rated.is_(True))
            if self.pool == WORLD
            else (column.scope == self.pool, column.rated)
        )
        query = (
            sa.select(*(column[name] for name in _PLAYED))
            .where(*own, column.game == self.game, column.finished_at.is_not(None))
            .where(column.status == "finished", column.seat0 != COMPUTER, column.seat1 != COMPUTER)
            .where(column.finished_at >= start.at)
            .where(sa.or_(column.finished_at > start.at, column.id >= start.match))
            .order_by(column.finished_at, column.id)
            .limit(PAGE)
        )
        return [
            RatedResult(
                Position(row.finished_at, row.id),
                (row.seat0, row.seat1),
                (row.name0, row.name1),
                0.5 if row.winner is None else 1.0 - row.winner,
            )
            for row in await self._connection.execute(query)
        ]

    async def _results_that_stay(self, missing: set[int], old: dict[MatchSeat, RatingChange]) -> Iterable[RatedResult]:
        """The results of matches that are deleted, in the world; those of others that count no more are dropped."""
        if self.pool != WORLD or not missing:
            return ()
        kept: set[int] = set()
        for some in portions(missing):
            kept.update(
                (await self._connection.execute(sa.select(matches.c.id).where(matches.c.id.in_(some)))).scalars()
            )
        pairs = [(old.get((match, 0)), old.get((match, 1))) for match in missing - kept]
        return [
            RatedResult(Position(one.at, one.match), (one.user, two.user), (one.name, two.name), one.score)
            for one, two in pairs
            if one is not None and two is not None and one.effect != UNDONE
        ]

    async def write(self, changes: Sequence[RatingChange]) -> None:
        """Add what matches did to the ratings."""
        rows = [
            {
                "pool": self.pool,
                "game": self.game,
                "match": change.match,
                "seat": change.seat,
                "user": change.user,
                "name": change.name,
                "at": change.at,
                "score": change.score,
                "effect": change.effect,
                **change.after._asdict(),
                **{f"{name}_before": value for name, value in change.before._asdict().items()},
            }
            for change in changes
        ]
        if rows:
            await self._connection.execute(rating_changes.insert(), rows)

    async def delete(self, touched: Iterable[int]) -> None:
        """Take out what some matches did to the ratings."""
        for some in portions(touched):
            where = (_CHANGE.pool == self.pool, _CHANGE.match.in_(some))
            await self._connection.execute(rating_changes.delete().where(*where))

    async def latest_in(self, window: Window) -> dict[int, Latest]:
        """How strong those players were just before a part of the ledger that it names in that part."""
        inside = sa.select(_CHANGE.user).where(*self._own, since(window.start))
        if window.end is not None:
            inside = inside.where(before(window.end))
        users = inside.distinct().subquery()
        earlier, start = rating_changes.alias("earlier").c, window.start
        last = (
            sa.select(earlier.match)
            .where(earlier.user == users.c.user, earlier.pool == self.pool, earlier.game == self.game)
            .where(earlier.at <= start.at, sa.or_(earlier.at < start.at, earlier.match < start.match))
            .order_by(earlier.at.desc(), earlier.match.desc())
            .limit(1)
            .scalar_subquery()
        )
        # Asked for in two steps, for SQLite would look through the whole pool for the second.
        lasts = {
            (row.user, row.match)
            for row in await self._connection.execute(sa.select(users.c.user, last.label("match")))
        }
        found: dict[int, Latest] = {}
        for some in portions({match for _, match in lasts if match is not None}):
            query = sa.select(rating_changes).where(_CHANGE.pool == self.pool, _CHANGE.match.in_(some))
            rows = await self._connection.execute(query)
            found |= {row.user: latest_of(row) for row in rows if (row.user, row.match) in lasts}
        return found

    async def latest(self, users: Collection[int], end: Position) -> dict[int, Latest]:
        """How strong users were just before a place in the order."""
        latest = (
            sa.func.row_number()
            .over(partition_by=_CHANGE.user, order_by=(_CHANGE.at.desc(), _CHANGE.match.desc()))
            .label("latest")
        )
        found: dict[int, Latest] = {}
        for some in portions(users):
            ranked = sa.select(rating_changes, latest).where(*self._own, _CHANGE.user.in_(some), before(end)).subquery()
            for row in await self._connection.execute(sa.select(ranked).where(ranked.c.latest == 1)):
                found[row.user] = latest_of(row)
        return found

    async def scores(self, users: Collection[int]) -> dict[int, dict[float, int]]:
        """How often each of some users made each score."""
        query = sa.select(_CHANGE.user, _CHANGE.score, sa.func.count()).where(*self._own)
        query = query.group_by(_CHANGE.user, _CHANGE.score)
        found: dict[int, dict[float, int]] = {}
        for some in portions(users):
            for user, score, count in await self._connection.execute(query.where(_CHANGE.user.in_(some))):
                found.setdefault(user, {})[score] = count
        return found

    async def going_on(self, users: Collection[int], end: Position) -> set[int]:
        """Those of some users who have results from a place in the order on, of all who have a rating."""
        mine = sa.select(_CHANGE.match).where(*self._own, _CHANGE.user == ratings.c.user, since(end)).exists()
        query = sa.select(ratings.c.user).where(ratings.c.pool == self.pool, ratings.c.game == self.game, mine)
        found: set[int] = set()
        for some in portions(users):
            found.update((await self._connection.execute(query.where(ratings.c.user.in_(some)))).scalars())
        return found


def change_of(
    match: int, seat: int, user: int, name: str, at: datetime, score: float, effect: int, *strengths: float
) -> RatingChange:
    """What was selected as ``CHANGES``; ``strengths`` are that before and that after."""
    return RatingChange(match, seat, user, name, at, score, Strength(*strengths[:3]), Strength(*strengths[3:]), effect)


def latest_of(row: Row) -> Latest:
    """The latest match of a rating or of a change."""
    return Latest(row.name, strength_of(row), row.at, row.match)


def strength_of(row: Row) -> Strength:
    """The strength that a rating or a change tells."""
    return Strength(row.rating, row.deviation, row.volatility)


def portions(ids: Iterable[int]) -> Iterator[list[int]]:
    """Ids in portions that a query takes."""
    ordered = sorted(ids)
    for start in range(0, len(ordered), CHUNK):
        yield ordered[start : start + CHUNK]


def since(start: Position) -> sa.ColumnElement[bool]:
    """From a place in the order on."""
    # Said in this way, an index is entered at the moment.
    return sa.and_(_CHANGE.at >= start.at, sa.or_(_CHANGE.at > start.at, _CHANGE.match >= start.match))


def before(end: Position) -> sa.ColumnElement[bool]:
    """Up to a place in the order, without it."""
    return sa.and_(_CHANGE.at <= end.at, sa.or_(_CHANGE.at < end.at, _CHANGE.match < end.match))

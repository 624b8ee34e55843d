"""Finished matches, read from the database for histories and profiles."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches.finding import seen
from bot.domain.ratings.history import HistoryEntry, HistoryPage, Result
from bot.domain.unit_of_work import Database
from bot.domain.viewer import Viewer
from bot.store.tables import matches, rating_changes


@dataclass(frozen=True, slots=True)
class Filter:
    """Which finished matches of a user: in a scope, of a game, against an opponent, with a result; None: any.

    ``visible``: the condition for those that somebody else may see.
    """

    user: int
    scope: int | None = None
    game: str | None = None
    opponent: int | None = None
    result: str | None = None
    visible: sa.ColumnElement[bool] | None = None

    def query(self) -> sa.Subquery:
        """The matches as the user sees them: ``opponent``, ``result`` and the change of their own rating."""
        # A query per seat, since there is an index for each.
        return sa.union_all(*(self._in_seat(seat) for seat in (0, 1))).subquery()

    def _in_seat(self, seat: int) -> sa.Select[tuple[object, ...]]:
        column, other = matches.c, f"{1 - seat}"
        result = sa.case(
            (column.status == "aborted", "aborted"),
            (column.winner.is_(None), "drawn"),
            (column.winner == seat, "won"),
            else_="lost",
        )
        own_change = (rating_changes.c.match == column.id) & (rating_changes.c.seat == seat)
        query = (
            sa.select(
                *(column[name] for name in ("id", "number", "game", "status", "given", "finished_at")),
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
        query = query.where(*(expression == value for expression, value in wanted if value is not None))
        return query if self.visible is None else query.where(self.visible)


async def visible_of(database: Database, viewer: Viewer, user: int) -> sa.ColumnElement[bool]:
    """The condition for those of a member's finished matches in a place that somebody else may see."""
    theirs = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    return await seen(
        database, viewer, matches.c.scope == viewer.place.scope, matches.c.finished_at.is_not(None), theirs
    )


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
        *(row.id, row.number, row.game, row.opponent, row.opponent_name, result),
        None if row.rating is None else round(row.rating) - round(row.rating_before),
        row.finished_at,
        row.status == "finished" and not row.given,
    )

"""Finished matches as one of their players sees them, read from the database."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches.lists.repository import visible_to
from bot.domain.ratings.history import Filter, HistoryEntry, HistoryPage
from bot.domain.unit_of_work import Database
from bot.domain.values import Viewer
from bot.store.tables import matches, rating_changes

_SHOWN = ("id", "number", "scope", "game", "status", "given", "finished_at")


async def visible_of(database: Database, viewer: Viewer, user: int) -> sa.ColumnElement[bool]:
    """The condition for those of a member's finished matches in a place that somebody else may
    see.
    """
    is_player = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    return await visible_to(database, viewer, matches.c.finished_at.is_not(None), is_player)


async def entries(
    connection: AsyncConnection, criteria: Filter, is_visible: sa.ColumnElement[bool] | None = None
) -> list[HistoryEntry]:
    """All matches that fit, the oldest first.

    :param is_visible: the condition for those that somebody else may see; None: all
    """
    hits = _found(criteria, is_visible)
    query = sa.select(hits).order_by(hits.c.finished_at, hits.c.id)
    return [_entry(row) for row in await connection.execute(query)]


async def page(
    connection: AsyncConnection,
    criteria: Filter,
    is_visible: sa.ColumnElement[bool] | None,
    limit: int,
    offset: int,
) -> HistoryPage:
    """Part of the matches that fit, the latest first.

    :param is_visible: the condition for those that somebody else may see; None: all
    """
    hits = _found(criteria, is_visible)
    count = sa.select(sa.func.count()).select_from(hits)
    total = (await connection.execute(count)).scalar_one()
    query = sa.select(hits).order_by(hits.c.finished_at.desc(), hits.c.id.desc())
    rows = await connection.execute(query.limit(limit).offset(max(offset, 0)))
    return HistoryPage(tuple(_entry(row) for row in rows), total)


async def running(connection: AsyncConnection, user: int, scope: int | None) -> int:
    """The number of matches that a user is playing, in a scope or in all."""
    is_player = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    query = sa.select(sa.func.count()).where(is_player, matches.c.finished_at.is_(None))
    if scope is not None:
        query = query.where(matches.c.scope == scope)
    return int((await connection.execute(query)).scalar_one())


def _found(criteria: Filter, is_visible: sa.ColumnElement[bool] | None) -> sa.Subquery:
    """The matches as the user sees them, with the change of their own rating."""
    # A query per seat, since there is an index for each.
    by_seat = [_in_seat(criteria, seat) for seat in (0, 1)]
    if is_visible is not None:
        by_seat = [query.where(is_visible) for query in by_seat]
    return sa.union_all(*by_seat).subquery()


def _in_seat(criteria: Filter, seat: int) -> sa.Select[tuple[object, ...]]:
    opponent = matches.c[f"seat{1 - seat}"]
    opponent_name = matches.c[f"name{1 - seat}"]
    result = sa.case(
        (matches.c.status == "aborted", "aborted"),
        (matches.c.winner.is_(None), "drawn"),
        (matches.c.winner == seat, "won"),
        else_="lost",
    )
    own_change = (rating_changes.c.match == matches.c.id) & (rating_changes.c.seat == seat)
    query = sa.select(
        *(matches.c[name] for name in _SHOWN),
        opponent.label("opponent"),
        opponent_name.label("opponent_name"),
        result.label("result"),
        rating_changes.c.rating_before,
        rating_changes.c.rating,
    )
    query = query.outerjoin(rating_changes, own_change)
    is_over = matches.c.finished_at.is_not(None)
    query = query.where(matches.c[f"seat{seat}"] == criteria.user, is_over)
    if criteria.scope is not None:
        query = query.where(matches.c.scope == criteria.scope)
    if criteria.game is not None:
        query = query.where(matches.c.game == criteria.game)
    if criteria.opponent is not None:
        query = query.where(opponent == criteria.opponent)
    if criteria.result is not None:
        query = query.where(result == criteria.result)
    return query


def _entry(row: sa.Row[tuple[object, ...]]) -> HistoryEntry:
    gain = None
    if row.rating is not None:
        gain = round(row.rating) - round(row.rating_before)
    return HistoryEntry(
        id=row.id,
        number=row.number,
        scope=row.scope,
        game=row.game,
        opponent=row.opponent,
        opponent_name=row.opponent_name,
        result=row.result,
        gain=gain,
        finished_at=row.finished_at,
        counts=row.status == "finished" and not row.given,
    )

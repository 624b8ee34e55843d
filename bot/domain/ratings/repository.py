"""Ratings as read from the database."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.ratings.glicko import Strength, idle, periods
from bot.domain.ratings.rating import Leaderboard, LeaderboardRow, Rating
from bot.store.tables import ratings

_RATING = ratings.c


async def ratings_of(connection: AsyncConnection, user: int, scope: int, now: datetime) -> dict[str, Rating]:
    """A member's ratings in a scope, by game."""
    query = sa.select(ratings).where(_RATING.user == user, _RATING.scope == scope)
    return {row.game: _rating(row, now) for row in await connection.execute(query)}


async def strengths(connection: AsyncConnection, scope: int, game: str, users: Collection[int]) -> dict[int, float]:
    """The ratings of some users at a game, in points; those without one are left out."""
    query = sa.select(_RATING.user, _RATING.rating).where(_RATING.scope == scope, _RATING.game == game)
    return {row.user: row.rating for row in await connection.execute(query.where(_RATING.user.in_(users)))}


async def leaderboard(
    connection: AsyncConnection, scope: int, game: str, now: datetime, *, limit: int, offset: int, user: int | None
) -> Leaderboard:
    """Rows ``offset`` to ``offset + limit``, the highest rating first and the provisional ones at the end.

    ``user``: whose own row is wanted too.
    """
    provisional = _RATING.settled_until <= now
    order = (provisional, _RATING.rating.desc(), _RATING.user)
    place = sa.func.rank().over(partition_by=provisional, order_by=_RATING.rating.desc())
    ranked = (
        sa.select(
            ratings,
            sa.case((provisional, None), else_=place).label("place"),
            sa.func.row_number().over(order_by=order).label("number"),
            sa.func.count().over().label("total"),
        )
        .where(_RATING.scope == scope, _RATING.game == game)
        .subquery()
    )
    shown = ranked.c.number.between(offset + 1, offset + limit)
    query = sa.select(ranked).where(sa.or_(shown, ranked.c.user == user)).order_by(ranked.c.number)
    rows = (await connection.execute(query)).all()
    placed = [(row, LeaderboardRow(row.place, _rating(row, now))) for row in rows]
    return Leaderboard(
        game,
        tuple(entry for row, entry in placed if offset < row.number <= offset + limit),
        rows[0].total if rows else 0,
        next((entry for row, entry in placed if row.user == user), None),
    )


def _rating(row: sa.Row[tuple[object, ...]], now: datetime) -> Rating:
    strength = idle(Strength(row.rating, row.deviation, row.volatility), periods(row.at, now))
    own = (row.user, row.name, row.scope, row.game, strength.rating, strength.deviation, row.settled_until <= now)
    return Rating(*own, row.wins, row.losses, row.draws, row.at)

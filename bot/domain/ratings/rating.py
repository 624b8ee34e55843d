"""Ratings and leaderboards, as read from the database; all immutable."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.ratings.glicko import Strength, idle, periods
from bot.store.tables import ratings

_RATING = ratings.c


@dataclass(frozen=True, slots=True)
class Rating:
    """A member's rating at a game in a scope at this moment, in points.

    ``deviation`` has grown since the latest match, ``at``. ``provisional``: it is too large for a
    place on the leaderboard. ``name``: as it was in the latest match. ``place``: on the
    leaderboard, counted from 1; equal ratings share it; None for provisional ones and where none
    was asked for.
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
    place: int | None = None

    @property
    def matches(self) -> int:
        """The number of rated matches."""
        return self.wins + self.losses + self.draws

    def __str__(self) -> str:
        return f"{self.rating:.0f}{'?' * self.provisional}"


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard of ``total`` rows; ``own``: that of the member who asked, on this
    page or not.
    """

    game: str
    rows: tuple[Rating, ...]
    total: int
    own: Rating | None = None
    scope: int = 0


async def ratings_of(
    connection: AsyncConnection, user: int, scope: int, now: datetime
) -> tuple[Rating, ...]:
    """A member's ratings in a scope, in the catalogue's order."""
    rows = await connection.execute(
        sa.select(ratings).where(_RATING.user == user, _RATING.scope == scope)
    )
    by_game = {row.game: _rating(row, now) for row in rows}
    return tuple(by_game[game.slug] for game in games.catalog() if game.slug in by_game)


async def strengths(
    connection: AsyncConnection, scope: int, game: str, users: Collection[int]
) -> dict[int, float]:
    """The ratings of some users at a game, in points; those without one are left out."""
    query = sa.select(_RATING.user, _RATING.rating).where(
        _RATING.scope == scope, _RATING.game == game
    )
    return {
        row.user: row.rating
        for row in await connection.execute(query.where(_RATING.user.in_(users)))
    }


async def leaderboard(
    connection: AsyncConnection,
    scope: int,
    game: str,
    now: datetime,
    *,
    limit: int,
    offset: int,
    user: int | None,
) -> Leaderboard:
    """Rows ``offset`` to ``offset + limit``, the best first, provisional ones last; and the row of
    ``user``.
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
    page = tuple(
        _rating(row, now, row.place) for row in rows if offset < row.number <= offset + limit
    )
    own = next((_rating(row, now, row.place) for row in rows if row.user == user), None)
    return Leaderboard(game, page, rows[0].total if rows else 0, own, scope)


def _rating(row: sa.Row[tuple[object, ...]], now: datetime, place: int | None = None) -> Rating:
    strength = idle(Strength(row.rating, row.deviation, row.volatility), periods(row.at, now))
    own = (
        row.user,
        row.name,
        row.scope,
        row.game,
        strength.rating,
        strength.deviation,
        row.settled_until <= now,
    )
    return Rating(*own, row.wins, row.losses, row.draws, row.at, place)

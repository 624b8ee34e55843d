"""The rows of ratings: of members, and of a leaderboard."""

from collections.abc import Collection, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.ratings.glicko import Strength, idle, periods
from bot.domain.ratings.rating import Leaderboard, Rating
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import Person
from bot.store.tables import ratings


async def ratings_of(
    connection: AsyncConnection, user: int, scope: int, now: datetime
) -> tuple[Rating, ...]:
    """A member's ratings in a scope, in the catalogue's order."""
    query = sa.select(ratings).where(ratings.c.user == user, ratings.c.scope == scope)
    by_game = {row.game: _rating(row, now) for row in await connection.execute(query)}
    slugs = [game.slug for game in games.catalog() if game.slug in by_game]
    return tuple(by_game[slug] for slug in slugs)


async def rated_games(work: UnitOfWork, scope: int, user: int) -> Sequence[str]:
    """The slugs of the games at which a member has a rating in a scope."""
    game = ratings.c.game
    query = sa.select(game).where(ratings.c.scope == scope, ratings.c.user == user)
    return (await work.connection.execute(query.order_by(game))).scalars().all()


async def players_named(
    connection: AsyncConnection, scope: int, prefix: str, limit: int
) -> Sequence[Person]:
    """People with a rating in a scope whose name begins so, in upper or lower case."""
    name = sa.func.min(ratings.c.name)
    begins_so = sa.or_(
        sa.func.lower(ratings.c.name).startswith(prefix.lower(), autoescape=True),
        ratings.c.name.startswith(prefix, autoescape=True),  # SQLite lowers a to z alone
    )
    query = sa.select(ratings.c.user, name.label("name")).group_by(ratings.c.user)
    query = query.where(ratings.c.scope == scope, begins_so)
    rows = await connection.execute(query.order_by(name, ratings.c.user).limit(limit))
    return [Person(row.user, row.name) for row in rows]


async def strengths(
    connection: AsyncConnection, scope: int, game: str, users: Collection[int]
) -> dict[int, float]:
    """The ratings of some users at a game, in points; those without one are left out."""
    query = sa.select(ratings.c.user, ratings.c.rating)
    query = query.where(ratings.c.scope == scope, ratings.c.game == game)
    rows = await connection.execute(query.where(ratings.c.user.in_(users)))
    return {row.user: row.rating for row in rows}


async def settled_strengths(
    connection: AsyncConnection, scope: int, game: str, users: Collection[int], now: datetime
) -> dict[int, Strength]:
    """The strengths of some users at a game now; those without a rating, or with a provisional one,
    are left out.
    """
    query = sa.select(ratings).where(ratings.c.scope == scope, ratings.c.game == game)
    query = query.where(ratings.c.user.in_(users), ratings.c.settled_until > now)
    strengths_now = {}
    for row in await connection.execute(query):
        latest_strength = Strength(row.rating, row.deviation, row.volatility)
        strengths_now[row.user] = idle(latest_strength, periods(row.at, now))
    return strengths_now


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
    ranking = _ranking(scope, game, now)
    on_page = ranking.c.number.between(offset + 1, offset + limit)
    query = sa.select(ranking).where(sa.or_(on_page, ranking.c.user == user))
    rows = (await connection.execute(query.order_by(ranking.c.number))).all()
    page = list[Rating]()
    own_rating = None
    for row in rows:
        rating = _rating(row, now, row.place)
        if offset < row.number <= offset + limit:
            page.append(rating)
        if row.user == user:
            own_rating = rating
    total = rows[0].total if rows else 0
    return Leaderboard(game, tuple(page), total, own_rating, scope)


def _ranking(scope: int, game: str, now: datetime) -> sa.Subquery:
    """All ratings at a game: each with its ``place``, which equal ones share and provisional ones
    have none, its ``number`` in the list, and the ``total``.
    """
    provisional = ratings.c.settled_until <= now
    best_first = ratings.c.rating.desc()
    rank = sa.func.rank().over(partition_by=provisional, order_by=best_first)
    place = sa.case((provisional, None), else_=rank)
    order = (provisional, best_first, ratings.c.user)
    number = sa.func.row_number().over(order_by=order)
    total = sa.func.count().over()
    query = sa.select(ratings, place.label("place"), number.label("number"), total.label("total"))
    return query.where(ratings.c.scope == scope, ratings.c.game == game).subquery()


def _rating(row: sa.Row[tuple[object, ...]], now: datetime, place: int | None = None) -> Rating:
    """The rating of a row as it is now: its deviation has grown since the latest match."""
    latest_strength = Strength(row.rating, row.deviation, row.volatility)
    strength = idle(latest_strength, periods(row.at, now))
    return Rating(
        user=row.user,
        name=row.name,
        scope=row.scope,
        game=row.game,
        rating=strength.rating,
        deviation=strength.deviation,
        provisional=row.settled_until <= now,
        wins=row.wins,
        losses=row.losses,
        draws=row.draws,
        played_at=row.at,
        place=place,
    )

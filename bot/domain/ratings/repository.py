"""Ratings as rows of the database, and what is read of the ledger by member."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import cache
from typing import NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.members.settings import MemberSettings
from bot.domain.ratings import glicko
from bot.domain.ratings.circles import Against
from bot.domain.ratings.ledger import CHANGES, CHUNK, change_of, latest_of, portions, strength_of
from bot.domain.ratings.rating import UNDONE, WORLD, Rating, RatingChange, RatingPoint
from bot.domain.ratings.results import StoredRating
from bot.domain.values import NOBODY
from bot.store.tables import matches, members, rating_changes, ratings

Row: TypeAlias = sa.Row[tuple[object, ...]]
_CHANGE = rating_changes.c
_RATING = ratings.c


class PoolRepository:
    """The ratings of a game in a pool, in a transaction."""

    def __init__(self, connection: AsyncConnection, pool: int, game: str) -> None:
        self._connection = connection
        self.pool = pool
        self.game = game
        self._own_ratings = (_RATING.pool == pool, _RATING.game == game)
        self._shown = (*self._own_ratings, _RATING.listed.is_(True), _RATING.apart.is_(False))

    async def ratings(self, users: Collection[int]) -> dict[int, StoredRating]:
        """The ratings of some users."""
        query = sa.select(ratings).where(*self._own_ratings)
        found: dict[int, StoredRating] = {}
        for some in portions(users):
            for row in await self._connection.execute(query.where(_RATING.user.in_(some))):
                found[row.user] = StoredRating(latest_of(row), row.wins, row.losses, row.draws, row.settled_until)
        return found

    async def put(self, changed: Mapping[int, StoredRating], known: Collection[int]) -> None:
        """Write the ratings of users, of whom ``known`` have one already.

        Of all servers together a new one is listed if the user's settings say so.
        """
        old = [{"of": user, **_columns(rating)} for user, rating in sorted(changed.items()) if user in known]
        if old:
            where = (*self._own_ratings, _RATING.user == sa.bindparam("of"))
            await self._connection.execute(_update(tuple(old[0])).where(*where), old)
        new = {user: rating for user, rating in sorted(changed.items()) if user not in known}
        if new:
            hidden = await self._hidden(new) if self.pool == WORLD else set()
            own = {"pool": self.pool, "game": self.game}
            rows = [{**own, "user": user, "listed": user not in hidden, **_columns(new[user])} for user in new]
            await self._connection.execute(ratings.insert(), rows)

    async def _hidden(self, users: Collection[int]) -> set[int]:
        """Those of some users whose ratings of all servers together others may not see."""
        shown: set[int] = set()
        for some in portions(users):
            query = sa.select(members.c.id, members.c.settings).where(members.c.id.in_(some))
            for row in await self._connection.execute(query):
                if MemberSettings.read(row.settings).global_rating:
                    shown.add(row.id)
        return {*users} - shown

    async def settled(self) -> list[int]:
        """The users whose ratings were not provisional when they last changed."""
        query = sa.select(_RATING.user).where(*self._own_ratings, _RATING.settled_until > _RATING.at)
        return list((await self._connection.execute(query.order_by(_RATING.user))).scalars())

    async def without_results(self, users: Collection[int] | None = None) -> list[int]:
        """Those of some users, or at most some hundreds of all, whose ratings no result stands behind."""
        of = _CHANGE.user == _RATING.user, _CHANGE.pool == self.pool, _CHANGE.game == self.game
        query = sa.select(_RATING.user).where(*self._own_ratings, ~sa.select(_CHANGE.match).where(*of).exists())
        query = query.limit(CHUNK) if users is None else query.where(_RATING.user.in_(users))
        return list((await self._connection.execute(query)).scalars())

    async def opponents(self, user: int) -> dict[int, Against]:
        """What the matches of a user came to against each opponent."""
        mine, other = rating_changes.alias("mine"), rating_changes.alias("other")
        query = (
            sa.select(other.c.user, sa.func.sum(mine.c.rating - mine.c.rating_before), sa.func.count())
            .join(
                other, (other.c.pool == mine.c.pool) & (other.c.match == mine.c.match) & (other.c.seat != mine.c.seat)
            )
            .where(mine.c.user == user, mine.c.pool == self.pool, mine.c.game == self.game, other.c.user != NOBODY)
            .group_by(other.c.user)
        )
        return {row[0]: Against(row[1], row[2]) for row in await self._connection.execute(query)}

    async def met(self, users: Collection[int]) -> dict[int, set[int]]:
        """Whom some users have played."""
        mine, other = rating_changes.alias("mine"), rating_changes.alias("other")
        query = (
            sa.select(mine.c.user, other.c.user)
            .join(
                other, (other.c.pool == mine.c.pool) & (other.c.match == mine.c.match) & (other.c.seat != mine.c.seat)
            )
            .where(mine.c.user.in_(users), mine.c.pool == self.pool, mine.c.game == self.game, other.c.user != NOBODY)
            .distinct()
        )
        found: dict[int, set[int]] = {}
        for user, opponent in await self._connection.execute(query):
            found.setdefault(user, set()).add(opponent)
        return found

    async def set_apart(self, user: int, apart: bool) -> None:
        """Keep the rating of a user from having a place, or let it have one."""
        where = (*self._own_ratings, _RATING.user == user, _RATING.apart != apart)
        await self._connection.execute(ratings.update().where(*where).values(apart=apart))

    async def those_apart(self) -> list[int]:
        """The users whose ratings are kept from having a place."""
        query = sa.select(_RATING.user).where(*self._own_ratings, _RATING.apart).order_by(_RATING.user)
        return list((await self._connection.execute(query)).scalars())

    async def delete(self, users: Collection[int]) -> None:
        """Take the ratings of users out."""
        for some in portions(users):
            await self._connection.execute(ratings.delete().where(*self._own_ratings, _RATING.user.in_(some)))

    async def rating(self, user: int, now: datetime) -> Rating | None:
        """The rating of a user at a moment."""
        query = sa.select(ratings).where(*self._own_ratings, _RATING.user == user)
        row = (await self._connection.execute(query)).one_or_none()
        return None if row is None else _rating(row, now)

    async def listed(self, now: datetime) -> tuple[int, int]:
        """How many ratings others may see, and how many of them are not provisional."""
        count = sa.select(sa.func.count()).where(*self._shown)
        every, settled = count, count.where(_RATING.settled_until > now)
        found = await self._connection.execute(sa.select(every.scalar_subquery(), settled.scalar_subquery()))
        total, placed = found.one()
        return total, placed

    async def best(self, now: datetime, *, provisional: bool, offset: int, limit: int) -> list[Rating]:
        """Part of those that others may see, the highest first: of the provisional ones, or of all others."""
        part = _RATING.settled_until <= now if provisional else _RATING.settled_until > now
        query = sa.select(ratings).where(*self._shown, part)
        query = query.order_by(_RATING.rating.desc(), _RATING.user).offset(offset).limit(limit)
        return [_rating(row, now) for row in await self._connection.execute(query)]

    async def place(self, rating: float, now: datetime) -> int:
        """The place that a rating which is not provisional has, counted from 1."""
        query = sa.select(sa.func.count()).where(*self._shown, _RATING.settled_until > now, _RATING.rating > rating)
        return int((await self._connection.execute(query)).scalar_one()) + 1


async def ratings_of(connection: AsyncConnection, user: int, pool: int, now: datetime) -> dict[str, Rating]:
    """The ratings of a user in a pool, by game."""
    query = sa.select(ratings).where(_RATING.user == user, _RATING.pool == pool)
    return {row.game: _rating(row, now) for row in await connection.execute(query)}


async def points(
    connection: AsyncConnection, user: int, game: str, pool: int, since: datetime | None
) -> tuple[RatingPoint, ...]:
    """The rating of a user after each match."""
    query = sa.select(_CHANGE.at, _CHANGE.rating, _CHANGE.deviation, _CHANGE.match).order_by(_CHANGE.at, _CHANGE.match)
    query = query.where(_CHANGE.user == user, _CHANGE.pool == pool, _CHANGE.game == game)
    query = query if since is None else query.where(_CHANGE.at >= since)
    return tuple(RatingPoint(*row) for row in await connection.execute(query))


async def changes_of(connection: AsyncConnection, match: int, pool: int) -> list[RatingChange]:
    """What a match did to the ratings of a pool, by seat."""
    query = CHANGES.where(_CHANGE.match == match, _CHANGE.pool == pool)
    return [change_of(*row) for row in await connection.execute(query)]


async def pools(connection: AsyncConnection, scope: int | None) -> list[tuple[int, str]]:
    """Every pool, with a game that is or should be rated in it; with ``scope`` those of one server only."""
    played = sa.select(matches.c.scope, matches.c.game).where(matches.c.rated, matches.c.status == "finished")
    rated = sa.select(_RATING.pool, _RATING.game)
    if scope is not None:
        played, rated = played.where(matches.c.scope == scope), rated.where(_RATING.pool == scope)
    found = {(pool, game) for pool, game in await connection.execute(sa.union(played, rated))}
    return sorted(found if scope is not None else found | {(WORLD, game) for _, game in found})


async def list_world(connection: AsyncConnection, user: int, listed: bool) -> None:
    """Show a user's ratings of all servers together, or hide them."""
    where = (_RATING.user == user, _RATING.pool == WORLD)
    await connection.execute(ratings.update().where(*where).values(listed=listed))


class RatedMatch(NamedTuple):
    """A rated match by its id, with when it ended and the pool of its server (or WORLD, where it is deleted)."""

    match: int
    at: datetime
    pool: int


async def among(connection: AsyncConnection, game: str, users: Collection[int]) -> list[RatedMatch]:
    """The rated matches of users among each other that count, those also whose server is deleted."""
    column = matches.c
    both = (column.seat0.in_(users), column.seat1.in_(users), column.game == game)
    query = sa.select(column.id, column.finished_at, column.scope).where(
        *both, column.rated, column.status == "finished"
    )
    found = {row.id: RatedMatch(*row) for row in await connection.execute(query)}
    one, other = rating_changes.alias("one").c, rating_changes.alias("other").c
    left = (
        sa.select(one.match, one.at)
        .where(one.pool == WORLD, one.game == game, one.user.in_(users), one.seat == 0)
        .where(other.pool == WORLD, other.match == one.match, other.seat == 1, other.user.in_(users))
        .where(one.effect != UNDONE)
    )
    for row in await connection.execute(left):
        found.setdefault(row.match, RatedMatch(row.match, row.at, WORLD))
    return list(found.values())


async def unrate(connection: AsyncConnection, ids: Collection[int]) -> None:
    """Let matches count for ratings no longer, once they are rated anew."""
    for some in portions(ids):
        await connection.execute(matches.update().where(matches.c.id.in_(some)).values(rated=False))
        undone = rating_changes.update().where(_CHANGE.pool == WORLD, _CHANGE.match.in_(some))
        await connection.execute(undone.values(effect=UNDONE))


def _rating(row: Row, now: datetime) -> Rating:
    deviation = glicko.idle(strength_of(row), glicko.periods(row.at, now)).deviation
    of, results = (row.user, row.name, row.pool, row.game), (row.wins, row.losses, row.draws)
    return Rating(*of, row.rating, deviation, row.settled_until <= now, *results, row.at, row.listed, row.apart)


def _columns(rating: StoredRating) -> dict[str, object]:
    return {
        "name": rating.latest.name,
        **rating.latest.strength._asdict(),
        "at": rating.latest.at,
        "match": rating.latest.match,
        "wins": rating.wins,
        "losses": rating.losses,
        "draws": rating.draws,
        "settled_until": rating.settled_until,
    }


@cache
def _update(names: tuple[str, ...]) -> sa.Update:
    """Writes these columns; ``of`` is whose rating it is."""
    return ratings.update().values({name: sa.bindparam(name) for name in names if name != "of"})

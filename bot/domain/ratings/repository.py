"""Ratings and what matches did to them, as rows of the database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.members.repository import settings_of
from bot.domain.ratings import glicko
from bot.domain.ratings.glicko import Strength
from bot.domain.ratings.rating import WORLD, Rating, RatingChange, RatingPoint
from bot.domain.ratings.results import UNTELLING, Latest, MatchSeat, Position, RatedResult, StoredRating
from bot.domain.values import COMPUTER, NOBODY
from bot.store.tables import matches, rating_changes, ratings

Row: TypeAlias = sa.Row[tuple[object, ...]]
_CHUNK = 500
_CHANGE = rating_changes.c
_RATING = ratings.c
_CHANGES = sa.select(
    *(_CHANGE[name] for name in ("match", "seat", "user", "name", "at", "score")),
    *(_CHANGE[f"{name}{when}"] for when in ("_before", "") for name in Strength._fields),
).order_by(_CHANGE.at, _CHANGE.match, _CHANGE.seat)


class PoolRepository:
    """The ratings of a game in a pool, in a transaction."""

    def __init__(self, connection: AsyncConnection, pool: int, game: str) -> None:
        self._connection = connection
        self.pool = pool
        self.game = game
        self._own_changes = (_CHANGE.pool == pool, _CHANGE.game == game)
        self._own_ratings = (_RATING.pool == pool, _RATING.game == game)
        self._shown = (*self._own_ratings, _RATING.listed.is_(True), _RATING.apart.is_(False))

    async def results(self) -> list[RatedResult]:
        """The rated matches in order, as the matches themselves tell."""
        column = matches.c
        if self.pool == WORLD:
            own: list[sa.ColumnElement[bool]] = [column.reason.not_in(UNTELLING)]
        else:
            own = [column.scope == self.pool, column.finished_at.is_not(None)]
        query = sa.select(
            *(column.id, column.seat0, column.seat1, column.name0, column.name1, column.winner, column.finished_at)
        ).where(
            *(column.game == self.game, column.rated, column.status == "finished", *own),
            *(column.seat0 != COMPUTER, column.seat1 != COMPUTER),
        )
        return sorted(
            RatedResult(
                Position(row.finished_at, row.id),
                (row.seat0, row.seat1),
                (row.name0, row.name1),
                0.5 if row.winner is None else 1.0 - row.winner,
            )
            for row in await self._connection.execute(query)
        )

    async def has(self, match: int) -> bool:
        """Whether a match is counted."""
        query = sa.select(_CHANGE.seat).where(_CHANGE.pool == self.pool, _CHANGE.match == match)
        return (await self._connection.execute(query)).first() is not None

    async def changes(self, since: Position | None = None) -> dict[MatchSeat, RatingChange]:
        """What the matches did to the ratings, in order, from a place in the order on."""
        later = () if since is None else (_from(since),)
        query = _CHANGES.where(*self._own_changes, *later)
        found = [_change(*row) for row in await self._connection.execute(query)]
        return {(change.match, change.seat): change for change in found}

    async def write_changes(self, changes: Sequence[RatingChange]) -> None:
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
                **change.after._asdict(),
                **{f"{name}_before": value for name, value in change.before._asdict().items()},
            }
            for change in changes
        ]
        if rows:
            await self._connection.execute(rating_changes.insert(), rows)

    async def delete_changes(self, touched: Iterable[int]) -> None:
        """Take out what some matches did to the ratings."""
        for some in _portions(touched):
            where = (_CHANGE.pool == self.pool, _CHANGE.match.in_(some))
            await self._connection.execute(rating_changes.delete().where(*where))

    async def latest(self, users: Collection[int], before: Position) -> dict[int, Latest]:
        """How strong users were just before a place in the order."""
        latest = (
            sa.func.row_number()
            .over(partition_by=_CHANGE.user, order_by=(_CHANGE.at.desc(), _CHANGE.match.desc()))
            .label("latest")
        )
        found: dict[int, Latest] = {}
        for some in _portions(users):
            ranked = (
                sa.select(rating_changes, latest)
                .where(*self._own_changes, _CHANGE.user.in_(some), sa.not_(_from(before)))
                .subquery()
            )
            for row in await self._connection.execute(sa.select(ranked).where(ranked.c.latest == 1)):
                found[row.user] = _latest(row)
        return found

    async def scores(self, users: Collection[int] | None) -> dict[int, dict[float, int]]:
        """How often each of some users, or of all, made each score."""
        query = sa.select(_CHANGE.user, _CHANGE.score, sa.func.count()).where(*self._own_changes)
        found: dict[int, dict[float, int]] = {}
        for some in [None] if users is None else _portions(users):
            chosen = query if some is None else query.where(_CHANGE.user.in_(some))
            for user, score, count in await self._connection.execute(chosen.group_by(_CHANGE.user, _CHANGE.score)):
                found.setdefault(user, {})[score] = count
        return found

    async def ratings(self, users: Collection[int] | None, *, lock: bool = False) -> dict[int, StoredRating]:
        """The ratings of some users, or of all."""
        query = sa.select(ratings).where(*self._own_ratings).order_by(_RATING.user)
        query = query.with_for_update() if lock else query
        found: dict[int, StoredRating] = {}
        for some in [None] if users is None else _portions(users):
            chosen = query if some is None else query.where(_RATING.user.in_(some))
            for row in await self._connection.execute(chosen):
                found[row.user] = StoredRating(_latest(row), row.wins, row.losses, row.draws, row.settled_until)
        return found

    async def put(self, user: int, rating: StoredRating, *, new: bool) -> None:
        """Write the rating of a user. Of all servers together it is listed if the user's settings say so."""
        columns = {
            "name": rating.latest.name,
            **rating.latest.strength._asdict(),
            "at": rating.latest.at,
            "match": rating.latest.match,
            "wins": rating.wins,
            "losses": rating.losses,
            "draws": rating.draws,
            "settled_until": rating.settled_until,
        }
        if new:
            listed = self.pool != WORLD or (await settings_of(self._connection, user)).global_rating
            insert = ratings.insert().values(pool=self.pool, game=self.game, user=user, listed=listed, **columns)
            await self._connection.execute(insert)
        else:
            where = (*self._own_ratings, _RATING.user == user)
            await self._connection.execute(ratings.update().where(*where).values(**columns))

    async def gains(self, user: int) -> dict[int, float]:
        """What a user has gained against each opponent, in rating points."""
        mine, other = rating_changes.alias("mine"), rating_changes.alias("other")
        query = (
            sa.select(other.c.user, sa.func.sum(mine.c.rating - mine.c.rating_before))
            .join(
                other, (other.c.pool == mine.c.pool) & (other.c.match == mine.c.match) & (other.c.seat != mine.c.seat)
            )
            .where(mine.c.user == user, mine.c.pool == self.pool, mine.c.game == self.game, other.c.user != NOBODY)
            .group_by(other.c.user)
        )
        return {row[0]: row[1] for row in await self._connection.execute(query)}

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

    async def unrate(self, users: Collection[int]) -> int:
        """Let the results of users among each other count for ratings no longer; how many there were."""
        column = matches.c
        among = (column.seat0.in_(users), column.seat1.in_(users), column.game == self.game)
        over = (column.rated, column.status == "finished")
        return (await self._connection.execute(matches.update().where(*among, *over).values(rated=False))).rowcount

    async def delete(self, user: int) -> None:
        """Take the rating of a user out."""
        await self._connection.execute(ratings.delete().where(*self._own_ratings, _RATING.user == user))

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
    query = _CHANGES.where(_CHANGE.match == match, _CHANGE.pool == pool)
    return [_change(*row) for row in await connection.execute(query)]


async def changes_between(
    connection: AsyncConnection, pool: int, since: datetime, until: datetime
) -> list[tuple[str, RatingChange]]:
    """What matches did to the ratings of a pool in a time, in order, with their game; of people who are still known."""
    query = _CHANGES.add_columns(_CHANGE.game).where(
        _CHANGE.pool == pool, _CHANGE.at >= since, _CHANGE.at < until, _CHANGE.user != NOBODY
    )
    return [(row.game, _change(*row[:-1])) for row in await connection.execute(query)]


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


async def purge(connection: AsyncConnection, pool: int) -> list[str]:
    """Delete the ratings of a pool; the games that were rated there."""
    played = await connection.execute(sa.select(_RATING.game).where(_RATING.pool == pool).distinct())
    await connection.execute(ratings.delete().where(_RATING.pool == pool))
    return list(played.scalars())


def _opposite(mine: sa.Alias, other: sa.Alias) -> sa.ColumnElement[bool]:
    """What a match did to the other player."""
    return (other.c.pool == mine.c.pool) & (other.c.match == mine.c.match) & (other.c.seat != mine.c.seat)


def _change(match: int, seat: int, user: int, name: str, at: datetime, score: float, *strengths: float) -> RatingChange:
    """What was selected as ``_CHANGES``; ``strengths`` are that before and that after."""
    return RatingChange(match, seat, user, name, at, score, Strength(*strengths[:3]), Strength(*strengths[3:]))


def _latest(row: Row) -> Latest:
    return Latest(row.name, _strength(row), row.at, row.match)


def _rating(row: Row, now: datetime) -> Rating:
    deviation = glicko.idle(_strength(row), glicko.periods(row.at, now)).deviation
    of, results = (row.user, row.name, row.pool, row.game), (row.wins, row.losses, row.draws)
    return Rating(*of, row.rating, deviation, row.settled_until <= now, *results, row.at, row.listed, row.apart)


def _strength(row: Row) -> Strength:
    return Strength(row.rating, row.deviation, row.volatility)


def _from(since: Position) -> sa.ColumnElement[bool]:
    """From a place in the order on."""
    return sa.or_(_CHANGE.at > since.at, sa.and_(_CHANGE.at == since.at, _CHANGE.match >= since.match))


def _portions(ids: Iterable[int]) -> Iterator[list[int]]:
    """Ids in portions that a query takes."""
    ordered = sorted(ids)
    for start in range(0, len(ordered), _CHUNK):
        yield ordered[start : start + _CHUNK]

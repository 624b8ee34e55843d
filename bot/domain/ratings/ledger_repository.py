"""The rows of ratings, and of what each rated match changed in two of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.ratings.glicko import START, Strength, settled_until
from bot.domain.values import NOBODY
from bot.store.personal import DELETED_NAME
from bot.store.tables import rating_changes, ratings

COUNTERS = {1.0: "wins", 0.5: "draws", 0.0: "losses"}
"""The columns that count results, by score."""
_CHANGES = sa.select(rating_changes).order_by(
    rating_changes.c.at, rating_changes.c.match, rating_changes.c.seat
)


class RatingChange(NamedTuple):
    """What a rated match changed for a seat.

    :param user: NOBODY where they were deleted or reset
    :param ended_at: when the match ended
    :param score: 1, 0.5 or 0
    :param head_start: what the second side had ahead, in rating points
    """

    match: int
    seat: int
    user: int
    name: str
    ended_at: datetime
    score: float
    strength_before: Strength = START
    strength_after: Strength = START
    head_start: int = 0

    @property
    def gain(self) -> int:
        """The difference of the rounded ratings, in points, so that shown sums are right."""
        return round(self.strength_after.rating) - round(self.strength_before.rating)


async def changes_of_match(connection: AsyncConnection, match: int) -> list[RatingChange]:
    """What a match changed, by seat; empty if it was not rated."""
    return await _changes(connection, rating_changes.c.match == match)


async def changes_of_user(
    connection: AsyncConnection, user: int, game: str, scope: int
) -> list[RatingChange]:
    """What a member's matches at a game changed in their rating, the oldest first."""
    return await _changes(
        connection,
        rating_changes.c.user == user,
        rating_changes.c.scope == scope,
        rating_changes.c.game == game,
    )


class LedgerRepository:
    """The rows of a game in a scope, which the caller has locked."""

    def __init__(self, connection: AsyncConnection, scope: int, game: str) -> None:
        self._connection = connection
        self._key = {"scope": scope, "game": game}

    async def latest(self, user: int, end_time: datetime | None = None) -> RatingChange | None:
        """A player's latest change, or the latest one before a moment."""
        query = sa.select(rating_changes).where(*self._of(rating_changes, user))
        if end_time is not None:
            query = query.where(rating_changes.c.at < end_time)
        query = query.order_by(rating_changes.c.at.desc()).limit(1)
        row = (await self._connection.execute(query)).one_or_none()
        return None if row is None else _change(row)

    async def of_match(self, match: int) -> list[RatingChange]:
        """What a match changed, by seat."""
        return await changes_of_match(self._connection, match)

    async def after(self, moment: datetime) -> list[RatingChange]:
        """Changes after a moment in order, those of a match one after the other."""
        return await _changes(
            self._connection, *self._of(rating_changes), rating_changes.c.at > moment
        )

    async def add_changes(self, changes: Sequence[RatingChange]) -> None:
        """Store what a match changed."""
        rows = list[dict[str, object]]()
        for change in changes:
            rows.append(
                {
                    **self._key,
                    "match": change.match,
                    "seat": change.seat,
                    "user": change.user,
                    "name": change.name,
                    "at": change.ended_at,
                    "score": change.score,
                    "head_start_points": change.head_start,
                    **_columns_before(change),
                    **change.strength_after._asdict(),
                }
            )
        await self._connection.execute(rating_changes.insert(), rows)

    async def store_changes(self, changes: Sequence[RatingChange]) -> None:
        """Store the strengths of changes that were rated again."""
        if not changes:
            return
        row = rating_changes.update().where(
            rating_changes.c.match == sa.bindparam("of_match"),
            rating_changes.c.seat == sa.bindparam("of_seat"),
        )
        values = []
        for change in changes:
            key = {"of_match": change.match, "of_seat": change.seat}
            strengths = {**change.strength_after._asdict(), **_columns_before(change)}
            values.append({**key, **strengths})
        await self._connection.execute(row, values)

    async def delete_match(self, match: int) -> None:
        """Delete what a match changed."""
        rows = rating_changes.delete().where(rating_changes.c.match == match)
        await self._connection.execute(rows)

    async def make_nobodys(self, user: int) -> None:
        """Take a member out of their changes, which stay for their opponents."""
        update = rating_changes.update().where(*self._of(rating_changes, user))
        await self._connection.execute(update.values(user=NOBODY, name=DELETED_NAME))

    async def add_rating(self, change: RatingChange) -> None:
        """Store the rating of a member after their first match."""
        counters = {**dict.fromkeys(COUNTERS.values(), 0), COUNTERS[change.score]: 1}
        values = {**self._key, "user": change.user, **counters, **_rating_columns(change)}
        await self._connection.execute(ratings.insert().values(values))

    async def store_rating(self, change: RatingChange) -> None:
        """Store the rating of a member after a match."""
        row = ratings.update().where(*self._of(ratings, change.user))
        await self._connection.execute(row.values(_rating_columns(change)))

    async def count_result(self, change: RatingChange, number: int) -> None:
        """Add a number to the results of a member that are like that of a match."""
        counter = COUNTERS[change.score]
        row = ratings.update().where(*self._of(ratings, change.user))
        await self._connection.execute(row.values({counter: ratings.c[counter] + number}))

    async def delete_rating(self, user: int) -> bool:
        """Delete the rating of a member; False where there was none."""
        deletion = ratings.delete().where(*self._of(ratings, user))
        return bool((await self._connection.execute(deletion)).rowcount)

    def _of(self, table: sa.Table, user: int | None = None) -> list[sa.ColumnElement[bool]]:
        key = self._key if user is None else {**self._key, "user": user}
        return [table.c[name] == value for name, value in key.items()]


async def _changes(
    connection: AsyncConnection, *where: sa.ColumnElement[bool]
) -> list[RatingChange]:
    """Changes in order, those of a match one after the other."""
    return [_change(row) for row in await connection.execute(_CHANGES.where(*where))]


def _change(row: sa.Row[tuple[object, ...]]) -> RatingChange:
    return RatingChange(
        match=row.match,
        seat=row.seat,
        user=row.user,
        name=row.name,
        ended_at=row.at,
        score=row.score,
        strength_before=Strength(row.rating_before, row.deviation_before, row.volatility_before),
        strength_after=Strength(row.rating, row.deviation, row.volatility),
        head_start=row.head_start_points,
    )


def _columns_before(change: RatingChange) -> dict[str, float]:
    return {f"{name}_before": value for name, value in change.strength_before._asdict().items()}


def _rating_columns(change: RatingChange) -> dict[str, object]:
    strength = change.strength_after
    return {
        "name": change.name,
        "at": change.ended_at,
        **strength._asdict(),
        "settled_until": settled_until(strength, change.ended_at),
    }

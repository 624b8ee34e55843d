"""The ledger of rated matches: what each changed in two ratings, in the order in which a player's
matches ended.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches.match import Match
from bot.domain.ratings.glicko import START, Strength, idle, periods, rate, settled_until
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, NOBODY
from bot.store.personal import DELETED_NAME
from bot.store.tables import rating_changes, ratings

TICK = timedelta(milliseconds=1)
"""The shortest time between two matches of a player in the ledger; moments are stored in
milliseconds.
"""
COUNTERS = {1.0: "wins", 0.5: "draws", 0.0: "losses"}
_CHANGE = rating_changes.c
_RATING = ratings.c
_CHANGES = sa.select(rating_changes).order_by(_CHANGE.at, _CHANGE.match, _CHANGE.seat)


class RatingChange(NamedTuple):
    """What a rated match changed for a seat (score 1, 0.5 or 0), ``at`` its end; ``user`` NOBODY:
    deleted or reset.
    """

    match: int
    seat: int
    user: int
    name: str
    at: datetime
    score: float
    before: Strength = START
    after: Strength = START

    @property
    def gain(self) -> int:
        """The difference of the rounded ratings, in points, so that shown sums are right."""
        return round(self.after.rating) - round(self.before.rating)


class Ledger:
    """The ratings of a game in a scope, locked in a transaction."""

    def __init__(self, connection: AsyncConnection, scope: int, game: str) -> None:
        self._connection = connection
        self._key = {"scope": scope, "game": game}

    @classmethod
    async def locked(cls, work: UnitOfWork, scope: int, game: str) -> "Ledger":
        """The ledger, which no other transaction changes until this one is over."""
        await work.lock_ratings(scope, game)
        return cls(work.connection, scope, game)

    async def enter(self, match: Match) -> None:
        """Rate a finished match of two people."""
        assert match.finished is not None
        latest = {user: await self._latest(user) for user in match.seats}
        # A clock that was set back must not change the order of a player's matches.
        at = max(
            [
                match.finished,
                *(change.at + TICK for change in latest.values() if change is not None),
            ]
        )
        first = 0.5 if match.winner is None else 1.0 - match.winner
        pair = [
            RatingChange(match.id, seat, user, match.names[seat], at, score)
            for seat, (user, score) in enumerate(
                zip(match.seats, (first, 1.0 - first), strict=True)
            )
        ]
        changes = _rated(pair, [_strength(latest[change.user], at) for change in pair])
        rows = [
            {**self._key, **change._asdict(), **_before(change), **change.after._asdict()}
            for change in changes
        ]
        columns = rating_changes.c.keys()
        await self._connection.execute(
            rating_changes.insert(), [{name: row[name] for name in columns} for row in rows]
        )
        for change in changes:
            counter = COUNTERS[change.score]
            if latest[change.user] is None:
                zero = dict.fromkeys(COUNTERS.values(), 0)
                new = {**self._key, "user": change.user, **zero, counter: 1, **_stored(change)}
                await self._connection.execute(ratings.insert().values(new))
            else:
                await self._update(change.user, {counter: _RATING[counter] + 1, **_stored(change)})

    async def undo(self, match: int) -> None:
        """Take a match out and rate those after it again: the ratings are as if it had not been
        played.
        """
        gone = await changes_of(self._connection, _CHANGE.match == match)
        if not gone:
            return
        await self._connection.execute(rating_changes.delete().where(_CHANGE.match == match))
        latest = {
            change.user: await self._latest(change.user, change.at)
            for change in gone
            if change.user != NOBODY
        }
        later = await changes_of(
            self._connection, *self._of(rating_changes), _CHANGE.at > gone[0].at
        )
        again = await asyncio.to_thread(_rated_again, later, latest)
        different = [new for old, new in zip(later, again, strict=True) if new != old]
        if different:
            where = (
                _CHANGE.match == sa.bindparam("of_match"),
                _CHANGE.seat == sa.bindparam("of_seat"),
            )
            values = [
                {"of_match": new.match, "of_seat": new.seat, **new.after._asdict(), **_before(new)}
                for new in different
            ]
            await self._connection.execute(rating_changes.update().where(*where), values)
        for change in gone:
            if change.user != NOBODY:
                counter = COUNTERS[change.score]
                await self._update(change.user, {counter: _RATING[counter] - 1})
        for user, last in latest.items():
            if last is None:
                await self._connection.execute(ratings.delete().where(*self._of(ratings, user)))
            else:
                await self._update(user, _stored(last))

    async def reset(self, user: int) -> bool:
        """Forget a member's results, as if they had played none; opponents keep their points.

        False: had no rating.
        """
        mine = rating_changes.update().where(*self._of(rating_changes, user))
        await self._connection.execute(mine.values(user=NOBODY, name=DELETED_NAME))
        return bool(
            (
                await self._connection.execute(ratings.delete().where(*self._of(ratings, user)))
            ).rowcount
        )

    async def _latest(self, user: int, before: datetime | None = None) -> RatingChange | None:
        """A player's latest change, or the latest one before a moment."""
        query = (
            _CHANGES.where(*self._of(rating_changes, user))
            .order_by(None)
            .order_by(_CHANGE.at.desc())
            .limit(1)
        )
        query = query if before is None else query.where(_CHANGE.at < before)
        return next((_change(row) for row in await self._connection.execute(query)), None)

    async def _update(self, user: int, values: dict[str, object]) -> None:
        await self._connection.execute(
            ratings.update().where(*self._of(ratings, user)).values(values)
        )

    def _of(self, table: sa.Table, user: int | None = None) -> list[sa.ColumnElement[bool]]:
        key = self._key if user is None else {**self._key, "user": user}
        return [table.c[name] == value for name, value in key.items()]


async def changes_of(
    connection: AsyncConnection, *where: sa.ColumnElement[bool]
) -> list[RatingChange]:
    """Changes in order, those of a match one after the other."""
    return [_change(row) for row in await connection.execute(_CHANGES.where(*where))]


def _rated(pair: Sequence[RatingChange], before: Sequence[Strength]) -> list[RatingChange]:
    """Both changes of a match, given the strengths before it."""
    return [
        change._replace(before=own, after=rate(own, [(opponent, change.score)], periods=0))
        for change, own, opponent in zip(pair, before, reversed(before), strict=True)
    ]


def _rated_again(
    later: Sequence[RatingChange], latest: dict[int, RatingChange | None]
) -> list[RatingChange]:
    """Changes rated again from other strengths.

    ``latest``: the last change of each player whose strength is different now, None before their
    first match; brought up to date. Matches in which none of them plays stay as they are.
    """
    again: list[RatingChange] = []
    for pair in zip(later[::2], later[1::2], strict=True):
        rated: Sequence[RatingChange] = pair
        if any(change.user in latest for change in pair):
            before = [
                _strength(latest[change.user], change.at)
                if change.user in latest
                else change.before
                for change in pair
            ]
            rated = _rated(pair, before)
            latest.update((change.user, change) for change in rated if change.user != NOBODY)
        again += rated
    return again


def _strength(latest: RatingChange | None, at: datetime) -> Strength:
    """A player's strength at a moment after their latest change; None: before their first match."""
    return START if latest is None else idle(latest.after, periods(latest.at, at))


def _change(row: sa.Row[tuple[object, ...]]) -> RatingChange:
    before = Strength(row.rating_before, row.deviation_before, row.volatility_before)
    after = Strength(row.rating, row.deviation, row.volatility)
    return RatingChange(row.match, row.seat, row.user, row.name, row.at, row.score, before, after)


def _before(change: RatingChange) -> dict[str, float]:
    return {f"{name}_before": value for name, value in change.before._asdict().items()}


def _stored(change: RatingChange) -> dict[str, object]:
    until = settled_until(change.after, change.at)
    return {"name": change.name, "at": change.at, **change.after._asdict(), "settled_until": until}


def rated_between_people(match: Match) -> bool:
    """Whether a match counts for ratings: rated, with a result, and between two people."""
    return match.rated and match.status == "finished" and not {COMPUTER, NOBODY} & set(match.seats)

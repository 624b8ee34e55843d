"""Finished matches, read from the database for histories, profiles and seasons."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches.seen import seen
from bot.domain.ratings.history import HistoryEntry, HistoryPage, PlayedMatch, result_for
from bot.domain.ratings.season import PlayedOut, Remarkable
from bot.domain.unit_of_work import Database
from bot.domain.viewer import Viewer
from bot.store.tables import matches, rating_changes

MOST_LOOPS = 1_000
"""How many of a season's matches that a loop may have won are looked at, the latest first."""
_SHOWN = tuple(matches.c[name] for name in ("id", "number", "game", "winner", "name0", "name1", "channel"))
NO_LOOP = ("resigned", "agreed", "time", "left", "limit", "deleted", "settled", "taken-back", "aborted")


def finished(
    user: int,
    scope: int | None = None,
    game: str | None = None,
    opponent: int | None = None,
    result: str | None = None,
    shown: sa.ColumnElement[bool] | None = None,
) -> sa.Subquery:
    """Finished matches as a user sees them: ``seat``, own ``name``, ``opponent``; through the index of each seat.

    ``shown``: those that others may see.
    """
    names = ("id", "number", "scope", "game", "options", "level", "rated", "status", "winner", "reason", "turn")
    parts = []
    for seat in (0, 1):
        mine, other = matches.c[f"seat{seat}"], matches.c[f"seat{1 - seat}"]
        query = sa.select(
            *(matches.c[name] for name in (*names, "finished_at")),
            sa.literal(seat, sa.Integer).label("seat"),
            matches.c[f"name{seat}"].label("name"),
            other.label("opponent"),
            matches.c[f"name{1 - seat}"].label("opponent_name"),
        ).where(mine == user, matches.c.finished_at.is_not(None))
        if scope is not None:
            query = query.where(matches.c.scope == scope)
        if shown is not None:
            query = query.where(shown)
        if game is not None:
            query = query.where(matches.c.game == game)
        if opponent is not None:
            query = query.where(other == opponent)
        if result is not None:
            query = query.where(matches.c.status == ("aborted" if result == "aborted" else "finished"))
        if result == "drawn":
            query = query.where(matches.c.winner.is_(None))
        elif result in ("won", "lost"):
            query = query.where(matches.c.winner == (seat if result == "won" else 1 - seat))
        parts.append(query)
    return sa.union_all(*parts).subquery()


async def seen_of(database: Database, viewer: Viewer, user: int) -> sa.ColumnElement[bool]:
    """The condition for those of a member's finished matches in a place that somebody else may see."""
    theirs = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    return await seen(
        database, viewer, matches.c.scope == viewer.place.scope, matches.c.finished_at.is_not(None), theirs
    )


async def page(connection: AsyncConnection, found: sa.Subquery, limit: int, offset: int) -> HistoryPage:
    """Part of what ``finished`` finds, the latest first, with what the matches did to the user's ratings."""
    total = (await connection.execute(sa.select(sa.func.count()).select_from(found))).scalar_one()
    latest = sa.select(found).order_by(found.c.finished_at.desc(), found.c.id.desc())
    shown = latest.limit(limit).offset(max(offset, 0)).subquery()
    mine = (
        (rating_changes.c.match == shown.c.id)
        & (rating_changes.c.pool == shown.c.scope)
        & (rating_changes.c.seat == shown.c.seat)
    )
    query = (
        sa.select(shown, rating_changes.c.rating_before, rating_changes.c.rating)
        .outerjoin(rating_changes, mine)
        .order_by(shown.c.finished_at.desc(), shown.c.id.desc())
    )
    entries = tuple(
        HistoryEntry(
            *(row.id, row.number, row.scope, row.game, row.options, row.seat, row.opponent, row.opponent_name),
            *(row.level, result_for(row.seat, row.status, row.winner), row.reason, row.turn, row.rated),
            None if row.rating is None else round(row.rating) - round(row.rating_before),
            row.finished_at,
        )
        for row in await connection.execute(query)
    )
    return HistoryPage(entries, total)


async def ids(connection: AsyncConnection, found: sa.Subquery) -> list[int]:
    """The ids of what ``finished`` finds, the oldest first."""
    query = sa.select(found.c.id).order_by(found.c.finished_at, found.c.id)
    return list((await connection.execute(query)).scalars())


async def played(connection: AsyncConnection, user: int, scope: int | None) -> list[PlayedMatch]:
    """A user's matches that have a result, in the order in which they ended."""
    own = finished(user, scope).c
    query = (
        sa.select(own.game, own.name, own.opponent, own.opponent_name, own.seat, own.status, own.winner)
        .where(own.status == "finished")
        .order_by(own.finished_at, own.id)
    )
    return [PlayedMatch(*row[:4], result_for(*row[4:])) for row in await connection.execute(query)]


async def running(connection: AsyncConnection, user: int, scope: int | None) -> int:
    """How many matches a user is playing."""
    here = () if scope is None else (matches.c.scope == scope,)
    counts = [
        sa.select(sa.func.count()).where(seat == user, matches.c.finished_at.is_(None), *here).scalar_subquery()
        for seat in (matches.c.seat0, matches.c.seat1)
    ]
    return int((await connection.execute(sa.select(counts[0] + counts[1]))).scalar_one())


class SeasonRepository:
    """The matches of a server with a result that ended in a time."""

    def __init__(self, connection: AsyncConnection, scope: int, since: datetime, until: datetime) -> None:
        self._connection = connection
        column = matches.c
        self._ended = (
            *(column.scope == scope, column.finished_at >= since, column.finished_at < until),
            column.status == "finished",
        )

    async def counts(self) -> tuple[int, int]:
        """How many matches and people there were."""
        seats = [sa.select(seat.label("user")).where(*self._ended) for seat in (matches.c.seat0, matches.c.seat1)]
        people = sa.union(*seats).subquery()
        count = sa.select(sa.func.count())
        query = sa.select(
            count.where(*self._ended).scalar_subquery(),
            count.select_from(people).where(people.c.user > 0).scalar_subquery(),
        )
        played, players = (await self._connection.execute(query)).one()
        return played, players

    async def longest(self) -> Remarkable | None:
        """The match with most turns; of several, the earliest."""
        query = sa.select(*_SHOWN, matches.c.turn).order_by(matches.c.turn.desc(), matches.c.id).limit(1)
        row = (await self._connection.execute(query.where(*self._ended))).one_or_none()
        return None if row is None else Remarkable(*row[:4], row[4:6], row.turn, row.channel)

    async def played_out(self) -> list[PlayedOut]:
        """The latest matches that a loop may have won."""
        query = (
            sa.select(*_SHOWN, matches.c.options, matches.c.decisions)
            .where(*self._ended, matches.c.winner.is_not(None), matches.c.reason.not_in(NO_LOOP))
            .order_by(matches.c.finished_at.desc(), matches.c.id)
            .limit(MOST_LOOPS)
        )
        return [
            PlayedOut(*row[:4], row[4:6], row.options, row.decisions, row.channel)
            for row in await self._connection.execute(query)
        ]

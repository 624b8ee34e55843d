"""Finished matches, read from the database for histories, profiles and seasons."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.matches.finding import seen
from bot.domain.ratings.history import HistoryEntry, HistoryPage, PlayedMatch, result_for
from bot.domain.ratings.season import FEWEST, Champion, Loop, PlayedOut, Remarkable
from bot.domain.unit_of_work import Database
from bot.domain.values import NOBODY
from bot.domain.viewer import Viewer
from bot.store import insert_new
from bot.store.tables import loops, matches, rating_changes

_PLAYED_OUT = tuple(matches.c[name] for name in ("scope", "finished_at", "game", "options", "decisions"))
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
    names = [
        "id",
        "number",
        "scope",
        "game",
        "options",
        "given",
        "level",
        "rated",
        "status",
        "winner",
        "reason",
        "turn",
    ]
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


async def played(connection: AsyncConnection, found: sa.Subquery) -> list[PlayedMatch]:
    """What ``finished`` finds that has a result, in the order in which it ended."""
    own = found.c
    query = (
        sa.select(own.game, own.name, own.opponent, own.opponent_name, own.seat, own.status, own.winner)
        .where(own.status == "finished", own.given == 0)
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
        self._scope, self._since, self._until = scope, since, until
        column = matches.c
        self._ended = (
            *(column.scope == scope, column.finished_at >= since, column.finished_at < until),
            *(column.status == "finished", column.given == 0, column.imported.is_(None)),
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

    async def prettiest(self) -> tuple[Remarkable, PlayedOut] | None:
        """The match with the prettiest winning loop, sized by its cells."""
        query = (
            sa.select(*_SHOWN, loops.c.cells, *_PLAYED_OUT)
            .join(loops, loops.c.match == matches.c.id)
            .where(loops.c.scope == self._scope, loops.c.at >= self._since, loops.c.at < self._until, loops.c.cells > 0)
            .order_by(loops.c.cells.desc(), loops.c.ground.desc(), loops.c.match)
            .limit(1)
        )
        row = (await self._connection.execute(query)).one_or_none()
        if row is None:
            return None
        played = PlayedOut(row.id, row.scope, row.finished_at, row.game, row.options, row.decisions)
        return Remarkable(*row[:4], row[4:6], row.cells, row.channel), played

    async def champions(self) -> tuple[Champion, ...]:
        """The highest rated of each game after the matches, in order, of those who have played enough of them."""
        change = rating_changes.c
        own = (change.game, change.user)
        players = (
            sa.select(
                *(change.game, change.user, change.name, change.rating),
                sa.func.count().over(partition_by=own).label("matches"),
                sa.func.sum(change.score).over(partition_by=own).label("score"),
                sa.func.row_number()
                .over(partition_by=own, order_by=(change.at.desc(), change.match.desc()))
                .label("latest"),
            )
            .where(change.pool == self._scope, change.game.in_([game.slug for game in games.catalog()]))
            .where(change.at >= self._since, change.at < self._until, change.user != NOBODY)
            .subquery()
        )
        place = sa.func.row_number().over(
            partition_by=players.c.game, order_by=(players.c.rating.desc(), players.c.user)
        )
        placed = sa.select(players, place.label("place")).where(players.c.latest == 1, players.c.matches >= FEWEST)
        best = placed.subquery()
        rows = (await self._connection.execute(sa.select(best).where(best.c.place == 1))).all()
        found = {row.game: Champion(*row[:6]) for row in rows}
        return tuple(found[game.slug] for game in games.catalog() if game.slug in found)


async def keep_loop(connection: AsyncConnection, match: int, scope: int, at: datetime, loop: Loop) -> None:
    """Store the loop that has won a match; nothing happens where it is stored already."""
    await insert_new(connection, loops, match=match, scope=scope, at=at, **loop._asdict())


async def forget_loop(connection: AsyncConnection, match: int) -> None:
    """Delete the loop of a match that counts no longer."""
    await connection.execute(loops.delete().where(loops.c.match == match))


async def without_loop(connection: AsyncConnection, limit: int) -> list[PlayedOut]:
    """Matches that a loop may have won and in which it was not looked for, the latest first."""
    known = sa.select(loops.c.match).where(loops.c.match == matches.c.id).exists()
    query = (
        sa.select(matches.c.id, *_PLAYED_OUT)
        .where(matches.c.finished_at.is_not(None), matches.c.status == "finished", matches.c.winner.is_not(None))
        .where(matches.c.reason.not_in(NO_LOOP), matches.c.given == 0, matches.c.imported.is_(None), ~known)
        .order_by(matches.c.id.desc())
        .limit(limit)
    )
    return [PlayedOut(*row) for row in await connection.execute(query)]

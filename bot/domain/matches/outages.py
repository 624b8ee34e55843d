"""Time that counts for nobody: while the bot was away, or not in a server."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches import timing
from bot.store.tables import matches, scopes


async def credit(connection: AsyncConnection, start: datetime, end: datetime, *where: sa.ColumnElement[bool]) -> None:
    """Let the time between two moments not count in running matches whose time was not out before."""
    running = (
        matches.c.finished_at.is_(None),
        matches.c.due_at > start,
        matches.c.turn_at < end,
        matches.c.paused_at.is_(None),
        *where,
    )
    span = (end - start) // timedelta(milliseconds=1)
    simple = (~matches.c.clock.contains("weekends"), matches.c.turn_at <= start)
    moved = {name: sa.type_coerce(matches.c[name], sa.BigInteger) + span for name in ("turn_at", "due_at", "wake_at")}
    others = await connection.execute(sa.select(matches).where(*running, sa.not_(sa.and_(*simple))))
    rows = [dict(row) for row in others.mappings()]
    await connection.execute(matches.update().where(*running, *simple).values(**moved, revision=matches.c.revision + 1))
    for row in rows:
        await write(connection, row, timing.shifted(row, start, end))


async def welcome_back(connection: AsyncConnection, scope: int, now: datetime) -> None:
    """The bot is in a server again: the time in which it was not does not count in any match there."""
    removed = (await connection.execute(sa.select(scopes.c.removed_at).where(scopes.c.id == scope))).scalar_one()
    if removed is not None:
        await connection.execute(scopes.update().where(scopes.c.id == scope).values(removed_at=None))
        await credit(connection, removed, now, matches.c.scope == scope)


async def write(connection: AsyncConnection, row: timing.Row, columns: timing.Row) -> bool:
    """Write clock columns of a match, guarded by its revision; False if it has changed since it was read."""
    if not columns:
        return False
    guard = (matches.c.id == row["id"], matches.c.revision == row["revision"])
    result = await connection.execute(matches.update().where(*guard).values(**columns, revision=row["revision"] + 1))
    return result.rowcount == 1

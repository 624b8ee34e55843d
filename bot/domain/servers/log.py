"""A server's log: what its managers changed in the ratings, the latest first."""

from datetime import datetime
from typing import Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import UnitOfWork
from bot.store.tables import server_log


class LogEntry(NamedTuple):
    """A ``manager`` (a user id) undid the result of ``match`` (its number), or reset the rating of ``user``."""

    at: datetime
    manager: int
    action: Literal["undone", "reset"]
    match: int | None
    user: int | None
    game: str | None


async def write(
    work: UnitOfWork,
    scope: int,
    manager: int,
    action: Literal["undone", "reset"],
    *,
    match: int | None = None,
    user: int | None = None,
    game: str | None = None,
) -> None:
    """Add an entry."""
    entry = LogEntry(work.now, manager, action, match, user, game)
    await work.connection.execute(server_log.insert().values(scope=scope, **entry._asdict()))


async def latest(connection: AsyncConnection, scope: int, limit: int) -> list[LogEntry]:
    """The latest entries of a server."""
    query = sa.select(*(server_log.c[name] for name in LogEntry._fields)).where(server_log.c.scope == scope)
    rows = await connection.execute(query.order_by(server_log.c.id.desc()).limit(limit))
    return [LogEntry(*row) for row in rows]

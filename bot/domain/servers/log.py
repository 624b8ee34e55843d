"""A server's log: what its managers did to members, matches and tournaments, the latest first."""

from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import WORLD, match_name
from bot.store.tables import server_log

LogAction: TypeAlias = Literal[
    "undone", "reset", "banned", "unbanned", "ended", "note", "title", "notes"
]
"""The result of a match was undone, or a rating reset; a member was banned or unbanned; a match was
ended; and what was written was removed: the note of a match, the title of a tournament, a member's
notes in open challenges.
"""


class LogEntry(NamedTuple):
    """A ``manager`` (a user id) did something to a ``match`` (its number, below 0 for one across
    servers), to the member ``user``, to their rating at a ``game``, or to a ``tournament`` (its
    number).
    """

    at: datetime
    manager: int
    action: LogAction
    match: int | None
    user: int | None
    game: str | None
    tournament: int | None = None

    @property
    def match_name(self) -> str:
        """The name of the match, such as M27."""
        number = self.match or 0
        return match_name(WORLD if number < 0 else 0, abs(number))


async def write(
    work: UnitOfWork,
    scope: int,
    manager: int,
    action: LogAction,
    *,
    match: int | None = None,
    user: int | None = None,
    game: str | None = None,
    tournament: int | None = None,
) -> None:
    """Add an entry."""
    entry = LogEntry(work.now, manager, action, match, user, game, tournament)
    await work.connection.execute(server_log.insert().values(scope=scope, **entry._asdict()))


async def latest(connection: AsyncConnection, scope: int, limit: int) -> list[LogEntry]:
    """The latest entries of a server."""
    columns = [server_log.c[name] for name in LogEntry._fields]
    query = sa.select(*columns).where(server_log.c.scope == scope)
    rows = await connection.execute(query.order_by(server_log.c.id.desc()).limit(limit))
    return [LogEntry(*row) for row in rows]

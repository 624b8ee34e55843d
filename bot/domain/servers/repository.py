"""The rows of servers: what they have set, what is due in them every day, and whether the bot is in them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches.outages import within
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import UnitOfWork
from bot.store.tables import outbox, scopes

Daily: TypeAlias = Literal["puzzle_at"]
"""The columns that say when something is due that happens every day."""
BATCH = 100
SETTINGS = sa.select(scopes.c.settings).where(scopes.c.id == sa.bindparam("scope"))
"""What a server has set; no row where nothing is stored of it."""


SETTINGS = sa.select(scopes.c.settings).where(scopes.c.id == sa.bindparam("scope"))
"""What the server ``scope`` has set; every answer asks that."""


class DueServer(NamedTuple):
    """A server in which something is due."""

    id: int
    settings: ServerSettings


async def locked_settings(connection: AsyncConnection, scope: int) -> ServerSettings:
    """What a server has set, which nobody else may change meanwhile."""
    stored = (await connection.execute(SETTINGS.with_for_update(), {"scope": scope})).scalar_one_or_none()
    return ServerSettings.read(stored or {})


async def store(connection: AsyncConnection, scope: int, settings: ServerSettings) -> None:
    """Store what a server has set."""
    await connection.execute(scopes.update().where(scopes.c.id == scope).values(settings=settings.stored()))


async def set_due(connection: AsyncConnection, scope: int, what: Daily, at: datetime | None) -> None:
    """Note when something is next due in a server; None: never."""
    await connection.execute(scopes.update().where(scopes.c.id == scope).values({what: at}))


def due(what: Daily, now: datetime) -> sa.Select[int, dict[str, object]]:
    """The servers in which something is due."""
    return sa.select(scopes.c.id, scopes.c.settings).where(scopes.c[what] <= now, scopes.c.removed_at.is_(None))


async def take_due(work: UnitOfWork, what: Daily) -> Sequence[DueServer]:
    """Servers in which something is due, locked; at most a hundred."""
    rows = await work.connection.execute(due(what, work.now).limit(BATCH).with_for_update())
    return [DueServer(row.id, ServerSettings.read(row.settings)) for row in rows]


async def remove(work: UnitOfWork, scope: int) -> None:
    """Note that the bot is not in a server any more, and owe nothing to its channels."""
    removed = scopes.update().where(scopes.c.id == scope, scopes.c.removed_at.is_(None))
    await work.connection.execute(removed.values(removed_at=work.now))
    await work.connection.execute(outbox.delete().where(outbox.c.scope == scope, outbox.c.dm.is_(None)))


async def removed(connection: AsyncConnection, scope: int) -> bool:
    """Whether it is noted that the bot is not in a server any more."""
    query = sa.select(scopes.c.id).where(scopes.c.id == scope, scopes.c.removed_at.is_not(None))
    return (await connection.execute(query)).first() is not None


async def known_guilds(connection: AsyncConnection, shards: Collection[int], count: int) -> Sequence[int]:
    """The servers of some shards, of ``count`` in all, that the bot is in as far as is known."""
    here = scopes.c.guild, scopes.c.removed_at.is_(None), *within(shards, count)
    return (await connection.execute(sa.select(scopes.c.id).where(*here))).scalars().all()


def next_noon(now: datetime) -> datetime:
    """The next noon, UTC, when what happens every day is due."""
    noon = now.replace(hour=12, minute=0, second=0, microsecond=0)
    return noon if noon > now else noon + timedelta(days=1)

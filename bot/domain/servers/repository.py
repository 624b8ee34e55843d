"""The rows of servers and private channels: settings, when their daily puzzle is due, and whether the bot is there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches.outages import credit, within
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import Place
from bot.store import insert_new
from bot.store.tables import challenges, matches, outbox, scopes, tournaments

BATCH = 100
SETTINGS = sa.select(scopes.c.settings).where(scopes.c.id == sa.bindparam("scope"))
"""The settings of ``scope``; no row where nothing is stored."""


async def ensure(work: UnitOfWork, place: Place, *, lock: bool = False) -> ServerSettings:
    """The settings of a place, whose row is inserted if it is new and whose clocks run again if the bot was away.

    ``lock``: no other transaction may change the row until this one ends.
    """
    query = sa.select(scopes.c.settings, scopes.c.removed_at).where(scopes.c.id == place.scope)
    row = (await work.connection.execute(query.with_for_update() if lock else query)).one_or_none()
    if row is None:
        await insert_new(work.connection, scopes, id=place.scope, guild=place.guild, settings={})
        return await ensure(work, place, lock=True) if lock else ServerSettings()
    if row.removed_at is not None:
        await rejoin(work, place.scope)
    return ServerSettings.read(row.settings)


async def delete_unused(work: UnitOfWork, scope: int) -> None:
    """Delete the row of a private channel that nothing refers to any more: its id leads to its members."""
    private = sa.select(scopes.c.id).where(scopes.c.id == scope, scopes.c.guild.is_(False)).with_for_update()
    if (await work.connection.execute(private)).first() is None:
        return
    used = (sa.exists().where(table.c.scope == scope) for table in (matches, challenges, tournaments))
    await work.connection.execute(scopes.delete().where(scopes.c.id == scope, ~sa.or_(*used)))


async def store(connection: AsyncConnection, scope: int, settings: ServerSettings) -> None:
    """Store the settings of a server."""
    await connection.execute(scopes.update().where(scopes.c.id == scope).values(settings=settings.stored()))


async def set_puzzle_at(connection: AsyncConnection, scope: int, at: datetime | None) -> None:
    """Store when a server's next daily puzzle is due; None: never."""
    await connection.execute(scopes.update().where(scopes.c.id == scope).values(puzzle_at=at))


def puzzles_due(now: datetime) -> sa.Select[int, dict[str, object]]:
    """The ids and settings of servers whose daily puzzle is due."""
    return sa.select(scopes.c.id, scopes.c.settings).where(scopes.c.puzzle_at <= now, scopes.c.removed_at.is_(None))


async def take_puzzles_due(work: UnitOfWork) -> list[tuple[int, ServerSettings]]:
    """At most 100 servers whose daily puzzle is due, with their settings; locked until the unit of work ends."""
    rows = await work.connection.execute(puzzles_due(work.now).limit(BATCH).with_for_update())
    return [(row.id, ServerSettings.read(row.settings)) for row in rows]


async def leave(work: UnitOfWork, scope: int) -> None:
    """Store that the bot is no longer in a server, and delete the notices for its channels."""
    left = scopes.update().where(scopes.c.id == scope, scopes.c.removed_at.is_(None))
    await work.connection.execute(left.values(removed_at=work.now))
    await work.connection.execute(outbox.delete().where(outbox.c.scope == scope, outbox.c.dm.is_(None)))


def left(scope: int) -> sa.Select[int]:
    """The id of a server that the bot is no longer in; no row if it is, or is not known."""
    return sa.select(scopes.c.id).where(scopes.c.id == scope, scopes.c.removed_at.is_not(None))


async def rejoin(work: UnitOfWork, scope: int) -> None:
    """Store that the bot is in a server again; the time in between does not count in any match there."""
    query = sa.select(scopes.c.removed_at).where(scopes.c.id == scope).with_for_update()
    removed = (await work.connection.execute(query)).scalar_one()
    if removed is not None:
        await work.connection.execute(scopes.update().where(scopes.c.id == scope).values(removed_at=None))
        await credit(work, removed, matches.c.scope == scope)


async def joined(connection: AsyncConnection, shards: Collection[int], count: int) -> Sequence[int]:
    """The servers of some shards, of ``count`` in all, that the bot is stored to be in."""
    here = scopes.c.guild, scopes.c.removed_at.is_(None), *within(shards, count)
    return (await connection.execute(sa.select(scopes.c.id).where(*here))).scalars().all()


def next_noon(now: datetime) -> datetime:
    """The next noon (UTC) after ``now``, when daily puzzles are due."""
    noon = now.replace(hour=12, minute=0, second=0, microsecond=0)
    return noon if noon > now else noon + timedelta(days=1)

"""The rows of servers and private channels: their settings, and whether the bot is there."""

from collections.abc import Collection
from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.domain.matches.outages import credit
from bot.domain.servers.settings import ServerSettings
from bot.domain.shards import within
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import Place
from bot.store import insert_new
from bot.store.tables import challenges, matches, outbox, scopes, tournaments

SETTINGS = sa.select(scopes.c.settings).where(scopes.c.id == sa.bindparam("scope"))
"""Gives the settings of ``scope``; no row where nothing is stored."""


async def ensure(work: UnitOfWork, place: Place, *, lock: bool = False) -> ServerSettings:
    """The settings of a place, made if new; clocks run again if the bot was away.

    :param lock: the row, until commit
    """
    query = sa.select(scopes.c.settings, scopes.c.removed_at).where(scopes.c.id == place.scope)
    if lock:
        query = query.with_for_update()
    row = (await work.connection.execute(query)).one_or_none()
    if row is None:
        await insert_new(work.connection, scopes, id=place.scope, guild=place.guild, settings={})
        return await ensure(work, place, lock=True) if lock else ServerSettings()
    if row.removed_at is not None:
        await rejoin(work, place.scope)
    return ServerSettings.read(row.settings)


async def store(work: UnitOfWork, scope: int, settings: ServerSettings) -> None:
    """Store the settings of a server that is locked."""
    row = scopes.update().where(scopes.c.id == scope)
    await work.connection.execute(row.values(settings=settings.stored()))


async def set_next_puzzle(work: UnitOfWork, scope: int, due: datetime | None) -> None:
    """Store when the next puzzle of the day is due in a server; None: it wants none."""
    row = scopes.update().where(scopes.c.id == scope)
    await work.connection.execute(row.values(puzzle_at=due))


async def note_removed(work: UnitOfWork, scope: int) -> None:
    """Store that the bot was removed from a server, unless that is known."""
    is_there = scopes.c.removed_at.is_(None)
    row = scopes.update().where(scopes.c.id == scope, is_there)
    await work.connection.execute(row.values(removed_at=work.now))


async def drop_notices(work: UnitOfWork, scope: int) -> None:
    """Delete what is still to be posted in the channels of a server."""
    to_channels = outbox.delete().where(outbox.c.scope == scope, outbox.c.dm.is_(None))
    await work.connection.execute(to_channels)


def joined_query(shards: Collection[int], count: int) -> sa.Select[int]:
    """Gives the servers of some shards, of ``count`` in all, in which the bot is."""
    return sa.select(scopes.c.id).where(
        scopes.c.guild, scopes.c.removed_at.is_(None), *within(shards, count)
    )


def left_query(scope: int) -> sa.Select[int]:
    """Gives a row if the bot was removed from a server."""
    return sa.select(scopes.c.id).where(scopes.c.id == scope, scopes.c.removed_at.is_not(None))


async def delete_unused(work: UnitOfWork, scope: int) -> None:
    """Delete the row of a private channel that nothing refers to any more: its id leads to its
    members.
    """
    row = sa.select(scopes.c.id).where(scopes.c.id == scope, scopes.c.guild.is_(False))
    is_private = (await work.connection.execute(row.with_for_update())).first() is not None
    if not is_private:
        return
    references = []
    for table in (matches, challenges, tournaments):
        references.append(sa.exists().where(table.c.scope == scope))
    delete = scopes.delete().where(scopes.c.id == scope, ~sa.or_(*references))
    await work.connection.execute(delete)


async def rejoin(work: UnitOfWork, scope: int) -> None:
    """Store that the bot is in a server again; the time in between does not count in any match
    there.
    """
    query = sa.select(scopes.c.removed_at).where(scopes.c.id == scope).with_for_update()
    removal_time = (await work.connection.execute(query)).scalar_one()
    if removal_time is not None:
        row = scopes.update().where(scopes.c.id == scope)
        await work.connection.execute(row.values(removed_at=None))
        await credit(work, removal_time, matches.c.scope == scope)


def next_noon(now: datetime) -> datetime:
    """The next noon (UTC) after ``now``, when daily puzzles are due."""
    noon = now.replace(hour=12, minute=0, second=0, microsecond=0)
    return noon if noon > now else noon + timedelta(days=1)

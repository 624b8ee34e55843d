"""The rows of servers and private channels: their settings, and whether the bot is there."""

from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.domain.matches.outages import credit
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import Place
from bot.store import insert_new
from bot.store.tables import challenges, matches, scopes, tournaments


async def ensure(work: UnitOfWork, place: Place, *, lock: bool = False) -> ServerSettings:
    """The settings of a place, made if new; clocks run again if the bot was away.

    ``lock``: the row, until commit.
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
    """Delete the row of a private channel that nothing refers to any more: its id leads to its
    members.
    """
    private = (
        sa.select(scopes.c.id)
        .where(scopes.c.id == scope, scopes.c.guild.is_(False))
        .with_for_update()
    )
    if (await work.connection.execute(private)).first() is None:
        return
    used = (
        sa.exists().where(table.c.scope == scope) for table in (matches, challenges, tournaments)
    )
    await work.connection.execute(scopes.delete().where(scopes.c.id == scope, ~sa.or_(*used)))


async def rejoin(work: UnitOfWork, scope: int) -> None:
    """Store that the bot is in a server again; the time in between does not count in any match
    there.
    """
    query = sa.select(scopes.c.removed_at).where(scopes.c.id == scope).with_for_update()
    removed = (await work.connection.execute(query)).scalar_one()
    if removed is not None:
        await work.connection.execute(
            scopes.update().where(scopes.c.id == scope).values(removed_at=None)
        )
        await credit(work, removed, matches.c.scope == scope)


def next_noon(now: datetime) -> datetime:
    """The next noon (UTC) after ``now``, when daily puzzles are due."""
    noon = now.replace(hour=12, minute=0, second=0, microsecond=0)
    return noon if noon > now else noon + timedelta(days=1)

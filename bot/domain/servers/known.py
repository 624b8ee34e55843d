"""Scopes made known when something is begun in them, and those that the bot comes back to."""

from __future__ import annotations

import sqlalchemy as sa

from bot.domain.matches.outages import credit
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import Place
from bot.store import insert_new
from bot.store.tables import challenges, matches, scopes, tournaments


async def known(work: UnitOfWork, place: Place) -> ServerSettings:
    """Make sure that the scope of a place is known, and that its clocks run; its settings."""
    query = sa.select(scopes.c.settings, scopes.c.removed_at).where(scopes.c.id == place.scope)
    found = (await work.connection.execute(query)).one_or_none()
    if found is None:
        await insert_new(work.connection, scopes, id=place.scope, guild=place.guild, settings={})
        return ServerSettings()
    if found.removed_at is not None:
        await welcome_back(work, place.scope)
    return ServerSettings.read(found.settings)


async def forget_unused(work: UnitOfWork, scope: int) -> None:
    """Keep nothing of a private channel in which nothing is left: its number leads to those who are in it."""
    private = sa.select(scopes.c.id).where(scopes.c.id == scope, scopes.c.guild.is_(False)).with_for_update()
    if (await work.connection.execute(private)).first() is None:
        return
    left = (sa.exists().where(table.c.scope == scope) for table in (matches, challenges, tournaments))
    await work.connection.execute(scopes.delete().where(scopes.c.id == scope, ~sa.or_(*left)))


async def welcome_back(work: UnitOfWork, scope: int) -> None:
    """The bot is in a server again: the time in which it was not does not count in any match there."""
    query = sa.select(scopes.c.removed_at).where(scopes.c.id == scope).with_for_update()
    removed = (await work.connection.execute(query)).scalar_one()
    if removed is not None:
        await work.connection.execute(scopes.update().where(scopes.c.id == scope).values(removed_at=None))
        await credit(work, removed, matches.c.scope == scope)

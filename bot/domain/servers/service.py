"""Servers as features see them: their settings, and whether the bot is in them."""

from collections.abc import Collection

import sqlalchemy as sa

from bot.domain.servers import log, repository
from bot.domain.servers.log import LogEntry
from bot.domain.servers.settings import ServerSettings
from bot.domain.shards import within
from bot.domain.stored_settings import SettingValue
from bot.domain.unit_of_work import Service, retried
from bot.domain.values import Place
from bot.store.tables import outbox, scopes

_SETTINGS = sa.select(scopes.c.settings).where(scopes.c.id == sa.bindparam("scope"))


class Servers(Service):
    """The settings of servers, and whether the bot is in them."""

    async def settings(self, scope: int) -> ServerSettings:
        """The settings of a server."""
        rows = await self._database.store.fetch(_SETTINGS, {"scope": scope})
        return ServerSettings.read(rows[0].settings if rows else {})

    @retried
    async def change(self, place: Place, **changes: SettingValue) -> ServerSettings:
        """Change settings of a server. Raises Refused, naming the choices; then none is changed."""
        ServerSettings().changed(changes)  # refuse a mistake before waiting for the database
        async with self._database.unit_of_work() as work:
            settings = (await repository.ensure(work, place, lock=True)).changed(changes)
            columns: dict[str, object] = {"settings": settings.stored()}
            if "puzzles" in changes:
                columns["puzzle_at"] = repository.next_noon(work.now) if settings.puzzles else None
            await work.connection.execute(scopes.update().where(scopes.c.id == place.scope).values(columns))
            return settings

    async def log(self, scope: int, limit: int = 20) -> list[LogEntry]:
        """The latest entries of a server's log, the latest first."""
        async with self._database.read() as connection:
            return await log.latest(connection, scope, limit)

    @retried
    async def removed(self, scope: int) -> None:
        """The bot was removed from a server: clocks stop, notices go, and its data is deleted after 30 days."""
        async with self._database.unit_of_work() as work:
            left = scopes.update().where(scopes.c.id == scope, scopes.c.removed_at.is_(None))
            await work.connection.execute(left.values(removed_at=work.now))
            await work.connection.execute(outbox.delete().where(outbox.c.scope == scope, outbox.c.dm.is_(None)))

    async def only_in(self, servers: Collection[int], shards: Collection[int], count: int) -> int:
        """The bot is in these servers of some shards, of ``count`` in all, and in no others; returns how many it left.
        At the start Discord lists these, but not those from which the bot was removed while it was down."""
        known = scopes.c.guild, scopes.c.removed_at.is_(None), *within(shards, count)
        rows = await self._database.store.fetch(sa.select(scopes.c.id).where(*known))
        gone = {row.id for row in rows} - set(servers)
        for scope in sorted(gone):
            await self.removed(scope)
        return len(gone)

    @retried
    async def back(self, scope: int) -> None:
        """The bot is in a server, perhaps again: its clocks run on, without the time in between."""
        left = scopes.c.id == scope, scopes.c.removed_at.is_not(None)
        if await self._database.has(sa.select(scopes.c.id).where(*left)):
            async with self._database.unit_of_work() as work:
                await repository.rejoin(work, scope)

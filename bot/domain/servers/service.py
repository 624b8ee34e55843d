"""Servers as features see them: their settings, and whether the bot is in them."""

from __future__ import annotations

from collections.abc import Collection

from bot.domain.servers import log, repository
from bot.domain.servers.log import LogEntry
from bot.domain.servers.settings import ServerSettings
from bot.domain.stored_settings import SettingValue
from bot.domain.unit_of_work import Database, retried
from bot.domain.values import Place


class Servers:
    """The settings of servers, and whether the bot is in them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settings(self, scope: int) -> ServerSettings:
        """The settings of a server."""
        rows = await self._database.store.fetch(repository.SETTINGS, {"scope": scope})
        return ServerSettings.read(rows[0].settings if rows else {})

    @retried
    async def change(self, place: Place, **changes: SettingValue) -> ServerSettings:
        """Change settings of a server. Raises Refused, naming the choices; then none is changed."""
        ServerSettings().changed(changes)  # refuse a mistake before waiting for the database
        async with self._database.unit_of_work() as work:
            settings = (await repository.ensure(work, place, lock=True)).changed(changes)
            await repository.store(work.connection, place.scope, settings)
            if "puzzles" in changes:
                at = repository.next_noon(work.now) if settings.puzzles else None
                await repository.set_puzzle_at(work.connection, place.scope, at)
            return settings

    async def log(self, scope: int, limit: int = 20) -> list[LogEntry]:
        """The latest entries of a server's log, the latest first."""
        async with self._database.read() as connection:
            return await log.latest(connection, scope, limit)

    @retried
    async def removed(self, scope: int) -> None:
        """The bot was removed from a server: clocks stop there, and its data is deleted after 30 days."""
        async with self._database.unit_of_work() as work:
            await repository.leave(work, scope)

    async def only_in(self, servers: Collection[int], shards: Collection[int], count: int) -> int:
        """The bot is in these servers of some shards, of ``count`` in all, and in no others; returns how many it left.

        At the start Discord lists these, but not those from which the bot was removed while it was down.
        """
        async with self._database.read() as connection:
            gone = set(await repository.joined(connection, shards, count)) - set(servers)
        for scope in sorted(gone):
            await self.removed(scope)
        return len(gone)

    @retried
    async def back(self, scope: int) -> None:
        """The bot is in a server, perhaps again: its clocks run on, without the time in between."""
        if await self._database.holds(repository.left(scope)):
            async with self._database.unit_of_work() as work:
                await repository.rejoin(work, scope)

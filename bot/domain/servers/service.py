"""Servers as features see them: what they have set, and coming and going of the bot."""

from __future__ import annotations

from collections.abc import Collection

from bot.domain.servers import repository
from bot.domain.servers.known import known, welcome_back
from bot.domain.servers.settings import ServerSettings
from bot.domain.stored_settings import SettingValue
from bot.domain.unit_of_work import Database, retried
from bot.domain.values import Place


class Servers:
    """What servers have set, and whether the bot is in them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settings(self, scope: int) -> ServerSettings:
        """What a server has set."""
        rows = await self._database.store.fetch(repository.SETTINGS, {"scope": scope})
        return ServerSettings.read(rows[0].settings if rows else {})

    @retried
    async def change(self, place: Place, **changes: SettingValue) -> ServerSettings:
        """Change settings of a server. Raises Refused, naming what they may be; then none is changed."""
        ServerSettings().changed(changes)  # a mistake is told before others have to wait
        async with self._database.unit_of_work() as work:
            await known(work, place)
            stored = await repository.locked_settings(work.connection, place.scope)
            settings = stored.changed(changes)
            await repository.store(work.connection, place.scope, settings)
            noon = repository.next_noon(work.now)
            if "puzzles" in changes:
                await repository.set_due(work.connection, place.scope, "puzzle_at", noon if settings.puzzles else None)
            return settings

    @retried
    async def removed(self, scope: int) -> None:
        """The bot was removed from a server: its clocks stand still, and its data goes after 30 days."""
        async with self._database.unit_of_work() as work:
            await repository.remove(work, scope)

    async def only_in(self, servers: Collection[int], shards: Collection[int], count: int) -> int:
        """Of the servers of some shards, of ``count`` in all, the bot is in these and no others; how many it has left.

        Discord tells at the start which these are. It does not tell which others removed the bot while it was down.
        """
        async with self._database.read() as connection:
            gone = set(await repository.known_guilds(connection, shards, count)) - set(servers)
        for scope in sorted(gone):
            await self.removed(scope)
        return len(gone)

    @retried
    async def back(self, scope: int) -> None:
        """The bot is in a server (again): its matches go on, without the time between."""
        async with self._database.read() as connection:
            if not await repository.removed(connection, scope):
                return
        async with self._database.unit_of_work() as work:
            await welcome_back(work, scope)

"""Servers as features see them: their settings, and whether the bot is in them."""

from collections.abc import Callable, Collection, Mapping
from functools import partial

from bot.domain.servers import log, repository
from bot.domain.servers.log import LogEntry
from bot.domain.servers.settings import CHANNELS, ROLES, ServerSettings
from bot.domain.stored_settings import SettingValue
from bot.domain.unit_of_work import Database, Service, retried
from bot.domain.values import Place


class Servers(Service):
    """The settings of servers, and whether the bot is in them.

    :param lacks: whether it is certain that a server (its id) has no channel or role of an id any
        more; what settings name of such is ignored: it would shut everybody out
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.lacks: Callable[[int, int], bool] = lambda server, id: False

    async def settings(self, scope: int) -> ServerSettings:
        """The settings of a server, without the channels and roles that are gone."""
        return self.in_use(scope, await self.stored_settings(scope))

    async def stored_settings(self, scope: int) -> ServerSettings:
        """The settings of a server as they were made."""
        rows = await self._database.store.fetch(repository.SETTINGS, {"scope": scope})
        return ServerSettings.read(rows[0].settings if rows else {})

    def in_use(self, scope: int, settings: ServerSettings) -> ServerSettings:
        """Stored settings without the channels and roles that are gone."""
        return settings.without(partial(self.lacks, scope))

    async def gone(self, scope: int) -> Mapping[str, int]:
        """How many channels or roles are gone that a setting names, by setting; only those that
        name such.
        """
        settings = await self.stored_settings(scope)
        counts = dict[str, int]()
        for name in (*CHANNELS, *ROLES):
            count = sum(self.lacks(scope, id) for id in settings.named(name))
            if count:
                counts[name] = count
        return counts

    async def forget_gone(self, place: Place) -> None:
        """Let no setting of a server name channels or roles that are gone. Raises Refused."""
        settings = await self.stored_settings(place.scope)
        settings_in_use = self.in_use(place.scope, settings)
        changes = {name: getattr(settings_in_use, name) for name in await self.gone(place.scope)}
        await self.change(place, **changes)

    @retried
    async def change(self, place: Place, **changes: SettingValue) -> ServerSettings:
        """Change settings of a server. Raises Refused, naming the choices; then none is changed."""
        ServerSettings().changed(changes)  # refuse a mistake before waiting for the database
        async with self._database.unit_of_work() as work:
            settings = (await repository.ensure(work, place, lock=True)).changed(changes)
            await repository.store(work, place.scope, settings)
            if "puzzles" in changes:
                due = repository.next_noon(work.now) if settings.puzzles else None
                await repository.set_next_puzzle(work, place.scope, due)
            return settings

    async def log(self, scope: int, limit: int = 20) -> list[LogEntry]:
        """The latest entries of a server's log, the latest first."""
        async with self._database.read() as connection:
            return await log.latest(connection, scope, limit)

    @retried
    async def removed(self, scope: int) -> None:
        """The bot was removed from a server: clocks stop, notices go, and its data is deleted after
        30 days.
        """
        async with self._database.unit_of_work() as work:
            await repository.note_removed(work, scope)
            await repository.drop_notices(work, scope)

    async def only_in(self, servers: Collection[int], shards: Collection[int], count: int) -> int:
        """The bot is in these servers of some shards, of ``count`` in all, and in no others;
        returns how many it left.

        At the start Discord lists these, but not those from which the bot was removed while it was
        down.
        """
        rows = await self._database.store.fetch(repository.joined_query(shards, count))
        servers_left = {row.id for row in rows} - set(servers)
        for scope in sorted(servers_left):
            await self.removed(scope)
        return len(servers_left)

    @retried
    async def back(self, scope: int) -> None:
        """The bot is in a server, perhaps again: its clocks run on, without the time in between."""
        if await self._database.has(repository.left_query(scope)):
            async with self._database.unit_of_work() as work:
                await repository.rejoin(work, scope)

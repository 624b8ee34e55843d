"""Exclusions as everything else sees them: known without asking the database, and taken up within seconds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from bot.domain.errors import LimitReached, Refused
from bot.domain.exclusions import repository
from bot.domain.exclusions.repository import NONE, Banned, ShutOut
from bot.domain.servers.known import known
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import COMPUTER, Person, Place

MOST_BANNED = 1_000
"""How many members a server may keep from using the bot."""
Why: TypeAlias = Literal["user", "server", "banned"]
"""The host has shut out the user, or the server, or the server keeps the member from using the bot."""


class ExclusionListener(Protocol):
    """Another part of the domain, told of a ban within the unit of work that stores it."""

    async def banned(self, work: UnitOfWork, scope: int, user: int) -> None:
        """A member is kept from using the bot in a server: what they have open there comes to nothing."""


class RunningMatches(Protocol):
    """The matches of somebody who can play no longer."""

    async def player_left(self, scope: int | None, user: int, *, banned: bool = False) -> int:
        """Let the opponents claim or close."""

    async def player_back(self, scope: int | None, user: int) -> int:
        """Somebody is there again."""


class Exclusions:
    """Who is kept from using the bot. ``refresh`` reads what has changed, every few seconds and after each change."""

    def __init__(self, database: Database, matches: RunningMatches) -> None:
        self._database = database
        self._matches = matches
        self._listeners: list[ExclusionListener] = []
        self._state: tuple[object, ...] | None = None
        self._known: frozenset[tuple[int, int]] = frozenset()  # servers and users, NONE for all of them
        self.barring: Mapping[int, Collection[int]] = {}
        """The servers that keep users from using the bot in them, by user."""

    def listen(self, listener: ExclusionListener) -> None:
        """Tell another part of the domain of bans."""
        self._listeners.append(listener)

    def why(self, scope: int, user: int) -> Why | None:
        """Why somebody may not use the bot in a place; None if they may. Nothing is asked of the database."""
        if not self._known:
            return None
        if (NONE, user) in self._known:
            return "user"
        if (scope, NONE) in self._known:
            return "server"
        return "banned" if (scope, user) in self._known else None

    @property
    def servers(self) -> frozenset[int]:
        """The servers that the host has shut out."""
        return frozenset(scope for scope, user in self._known if user == NONE)

    async def refresh(self) -> None:
        """Take up what has changed, in this process or in another one."""
        state = tuple((await self._database.store.fetch(repository.STATE))[0])
        if state == self._state:
            return
        bans = await self._database.store.fetch(repository.BANS)
        shut_out = await self._database.store.fetch(repository.SHUT_OUTS)
        before, first = self._known, self._state is None
        self._known = frozenset((row[0], row[1]) for row in (*bans, *shut_out))
        self._state = state
        barring: defaultdict[int, set[int]] = defaultdict(set)
        for scope, user in self._known:
            barring[user].add(scope)
        self.barring = barring
        if first:
            return
        for scope, user in self._known - before:
            if user != NONE:
                await self._matches.player_left(scope or None, user, banned=True)
        for scope, user in before - self._known:
            if user != NONE:
                await self._matches.player_back(scope or None, user)

    @retried
    async def ban(self, place: Place, by: int, who: Person) -> None:
        """Keep a member from using the bot in a server. Raises Refused, LimitReached."""
        if who.id == by:
            raise Refused("you can’t ban yourself")
        if who.id <= COMPUTER:
            raise Refused("only people can be banned")
        await self.refresh()  # so that what is new afterwards is told to the matches
        async with self._database.unit_of_work() as work:
            await known(work, place)
            if len(await repository.banned_in(work.connection, place.scope)) >= MOST_BANNED:
                raise LimitReached("this server has reached the limit of {most} banned members", most=MOST_BANNED)
            await repository.ban(work, place.scope, who.id, who.name)
            for listener in self._listeners:
                await listener.banned(work, place.scope, who.id)
        await self.refresh()

    @retried
    async def unban(self, scope: int, user: int) -> None:
        """Let a member use the bot in a server again. Raises Refused where they were not banned."""
        await self.refresh()
        async with self._database.unit_of_work() as work:
            if user <= COMPUTER or not await repository.unban(work.connection, scope, user):
                raise Refused("this member isn’t banned here")
        await self.refresh()

    async def banned(self, scope: int) -> Sequence[Banned]:
        """The members who are kept from using the bot in a server."""
        async with self._database.read() as connection:
            return await repository.banned_in(connection, scope)

    @retried
    async def shut_out(self, *, user: int = NONE, server: int = NONE, lift: bool = False) -> bool:
        """As the host: shut out a user or a server, or ``lift`` that; False if it is so already."""
        async with self._database.unit_of_work() as work:
            if lift:
                return await repository.let_in(work.connection, user, server)
            if any((one.user, one.server) == (user, server) for one in await repository.all_shut_out(work.connection)):
                return False
            await repository.shut_out(work, user, server)
            return True

    async def by_host(self) -> Sequence[ShutOut]:
        """The users and servers that the host has shut out."""
        async with self._database.read() as connection:
            return await repository.all_shut_out(connection)

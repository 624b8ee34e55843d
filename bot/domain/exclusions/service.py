"""Exclusions as everything else sees them: known without asking the database, and refreshed within
seconds.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, TypeAlias

from bot.domain.challenges import repository as challenges
from bot.domain.errors import LimitReached, Refused
from bot.domain.exclusions import repository
from bot.domain.exclusions.repository import Banned, ShutOut
from bot.domain.matches.service import Matches
from bot.domain.servers import log, repository as servers
from bot.domain.unit_of_work import Database, retried
from bot.domain.values import COMPUTER, NOBODY, Person, Place

MOST_BANNED = 1_000  # members that may be banned in one server
NONE = 0  # the id that stands for no user, or no server
Why: TypeAlias = Literal["user", "server", "banned"]
"""The host has shut out the user, or the server; or the member is banned in the server."""


class Exclusions:
    """Who may not use the bot.

    ``refresh`` reads what has changed, every few seconds and after each change.
    """

    def __init__(self, database: Database, matches: Matches) -> None:
        self._database = database
        self._matches = matches
        self._state: tuple[object, ...] | None = None
        # pairs of a server and a user; NONE for all of them
        self._excluded: frozenset[tuple[int, int]] = frozenset()
        # the servers in which users are excluded, by user
        self.barring: Mapping[int, Collection[int]] = {}

    def why(self, scope: int, user: int) -> Why | None:
        """Why somebody may not use the bot in a place; None if they may."""
        if (NONE, user) in self._excluded:
            return "user"
        if (scope, NONE) in self._excluded:
            return "server"
        return "banned" if (scope, user) in self._excluded else None

    @property
    def servers(self) -> frozenset[int]:
        """The servers that the host has shut out."""
        return frozenset(scope for scope, user in self._excluded if user == NONE)

    async def refresh(self) -> None:
        """Read what has changed, in this process or in another one, and let opponents of those
        concerned claim.
        """
        fetch = self._database.store.fetch
        state = tuple((await fetch(repository.STATE))[0])
        if state == self._state:
            return
        first = self._state is None
        previous_exclusions = self._excluded
        rows = await fetch(repository.PAIRS)
        self._excluded = frozenset((row[0], row[1]) for row in rows)
        self._state = state
        bars: defaultdict[int, set[int]] = defaultdict(set)
        for scope, user in self._excluded:
            bars[user].add(scope)
        self.barring = bars
        if first:
            return  # the process has just started: the matches know
        for scope, user in self._excluded ^ previous_exclusions:
            if user != NONE:
                is_excluded = (scope, user) in self._excluded
                await self._matches.presence(
                    scope or None, user, absent=is_excluded, is_banned=is_excluded
                )

    @retried
    async def ban(self, place: Place, manager: int, who: Person) -> None:
        """Ban a member in a server, close their open challenges there, and log it.

        Raises Refused, LimitReached.

        Whether they may manage the server, and so not be banned, Discord knows: the caller has to
        ask it before.
        """
        if who.id == manager:
            raise Refused("you can’t ban yourself")
        if who.id <= COMPUTER:
            raise Refused("only people can be banned")
        await self.refresh()  # so that the next one sees the change
        is_known = (place.scope, who.id) in self._excluded
        async with self._database.unit_of_work() as work:
            await servers.ensure(work, place)
            if await repository.count_banned(work, place.scope) >= MOST_BANNED:
                raise LimitReached(
                    "this server has reached the limit of {most} banned members", most=MOST_BANNED
                )
            await repository.add_ban(work, place.scope, who)
            if not is_known:
                await log.write(work, place.scope, manager, "banned", user=who.id)
            await challenges.close_of(work, place.scope, who.id)
        await self.refresh()

    @retried
    async def unban(self, scope: int, user: int, manager: int = NOBODY) -> None:
        """Lift a ban, and log that ``manager`` did. Raises Refused where there is none."""
        await self.refresh()
        async with self._database.unit_of_work() as work:
            if user <= COMPUTER or not await repository.delete_ban(work, scope, user):
                raise Refused("this member isn’t banned here")
            await log.write(work, scope, manager, "unbanned", user=user)
        await self.refresh()

    async def banned(self, scope: int) -> Sequence[Banned]:
        """The members banned in a server, the latest first."""
        async with self._database.read() as connection:
            return await repository.banned(connection, scope)

    @retried
    async def shut_out(self, *, user: int = NONE, server: int = NONE, lift: bool = False) -> bool:
        """For the host: shut out a user or a server, or ``lift`` that; False if nothing had to be
        changed.
        """
        async with self._database.unit_of_work() as work:
            if lift:
                return await repository.let_in(work, user, server)
            return await repository.shut_out(work, user, server)

    async def by_host(self) -> Sequence[ShutOut]:
        """The users and servers that the host has shut out, the latest first."""
        async with self._database.read() as connection:
            return await repository.by_host(connection)

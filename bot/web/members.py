"""Members of the server where the page was opened, by the beginnings of their names.

Discord tells them without its privileged intent, a few at a time: what is asked by the gateway
takes from the commands that a connection may send in a minute, so that only some of them are used.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

import discord

from bot.chat.discord.gateway.buckets import Allowance, Buckets, Source, take_all
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.gateway import Gateway
from bot.domain.values import Person
from bot.web import protocol

SHORTEST_NAME = 2  # characters of what is searched for
MOST_FOUND = 8
SEARCH_SECONDS = 5.0
MOST_SEARCHES = 40  # in a minute, of the 120 commands of a connection
MINUTE = 60.0
SEARCHES_MEMBER = Allowance(10, 10 / MINUTE)  # searches at once, and a second
SEARCHES_SERVER = Allowance(20, 20 / MINUTE)
"""Nobody, and no server, can have all of them."""


class MemberSearch:
    """Searches the servers that this process hears of.

    :param monotonic: seconds that only grow
    """

    def __init__(self, gateway: Gateway, monotonic: Callable[[], float]) -> None:
        self._gateway = gateway
        self._monotonic = monotonic
        self._times = deque[float](maxlen=MOST_SEARCHES)
        self._by_member = Buckets(SEARCHES_MEMBER)
        self._by_server = Buckets(SEARCHES_SERVER)

    async def find(
        self, server: int, prefix: str, searcher: int
    ) -> list[protocol.OpponentView] | None:
        """People of a server whose user or display name begins so, but for who searches; None
        where Discord cannot be asked now, or another process hears of the server.
        """
        if len(prefix) < SHORTEST_NAME:
            return []
        if not self._may_search(server, searcher):
            return None
        members = await self._members(server, prefix)
        if members is None:
            return None
        people = list[protocol.OpponentView]()
        for member in members:
            if member.id != searcher and not member.bot:
                people.append({"id": str(member.id), "name": _full_name(member)})
        return people[:MOST_FOUND]

    def _may_search(self, server: int, searcher: int) -> bool:
        """Count a search, unless too many were made lately."""
        now = self._monotonic()
        if len(self._times) == MOST_SEARCHES and now - self._times[0] <= MINUTE:
            return False
        shortage = take_all(
            now,
            Source("member", self._by_member, searcher),
            Source("server", self._by_server, server),
        )
        if shortage is not None:
            return False
        self._times.append(now)
        return True

    async def _members(self, server: int, prefix: str) -> Sequence[discord.Member] | None:
        try:
            async with asyncio.timeout(SEARCH_SECONDS):
                return await self._gateway.members_named(server, prefix, 2 * MOST_FOUND)
        except FAILURES:
            return None


def _full_name(member: discord.Member) -> str:
    """How a member is called, with their user name where that is another."""
    display_name = Person(member.id, member.display_name).name
    user_name = Person(member.id, member.name).name
    if user_name.casefold() == display_name.casefold():
        return display_name
    return f"{display_name} (@{user_name})"

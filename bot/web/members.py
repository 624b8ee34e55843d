"""Members of the server where the page was opened, by the beginnings of their names.

Discord tells them without its privileged intent, a few at a time: what is asked by the gateway
takes from the commands that a connection may send in a minute, so that only some of them are used.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

import discord

from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.gateway import Gateway
from bot.web import protocol

SHORTEST_NAME = 2  # characters of what is searched for
MOST_FOUND = 8
SEARCH_SECONDS = 5.0
MOST_SEARCHES = 40  # in a minute, of the 120 commands of a connection
MINUTE = 60.0


class MemberSearch:
    """Searches the servers that this process hears of.

    :param monotonic: seconds that only grow
    """

    def __init__(self, gateway: Gateway, monotonic: Callable[[], float]) -> None:
        self._gateway = gateway
        self._monotonic = monotonic
        self._times = deque[float](maxlen=MOST_SEARCHES)

    async def find(self, server: int, prefix: str, searcher: int) -> list[protocol.Opponent] | None:
        """People of a server whose user or display name begins so, but for who searches; None
        where Discord cannot be asked now, or another process hears of the server.
        """
        if len(prefix) < SHORTEST_NAME:
            return []
        if not self._may_search():
            return None
        self._times.append(self._monotonic())
        members = await self._members(server, prefix)
        if members is None:
            return None
        people = list[protocol.Opponent]()
        for member in members:
            if member.id != searcher and not member.bot:
                people.append({"id": str(member.id), "name": _full_name(member)})
        return people[:MOST_FOUND]

    def _may_search(self) -> bool:
        if len(self._times) < MOST_SEARCHES:
            return True
        return self._monotonic() - self._times[0] > MINUTE

    async def _members(self, server: int, prefix: str) -> Sequence[discord.Member] | None:
        try:
            async with asyncio.timeout(SEARCH_SECONDS):
                return await self._gateway.members_named(server, prefix, 2 * MOST_FOUND)
        except FAILURES:
            return None


def _full_name(member: discord.Member) -> str:
    """How a member is called, with their user name where that is another."""
    if member.name.casefold() == member.display_name.casefold():
        return member.display_name
    return f"{member.display_name} (@{member.name})"

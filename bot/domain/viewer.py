"""Who looks: a member, where they ask, and what of a place they may see. What others play is read with one only."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import TypeAlias

from bot.domain.values import Place

Views: TypeAlias = Callable[[int, Collection[int]], Awaitable[Collection[int]]]
"""Which of some channels of a server somebody may view: given the server's id and the channels', those they may."""
EVERYONE = -2
"""Stands for all who read a channel, where a list is posted to them; no member has this id and no seat."""


async def every_channel(scope: int, channels: Collection[int]) -> Collection[int]:
    """The ``Views`` of somebody who may view all channels, such as who manages a server."""
    return channels


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who asks for what others play. ``place`` is where they ask, ``views`` which channels they may view.

    What belongs to a channel is seen by those who take part in it, and by those who may view the channel, and only
    where it is played; outside servers, those who take part see it everywhere but for what belongs to servers from
    which they are ``barred``.
    """

    user: int
    place: Place
    views: Views
    barred: Collection[int] = ()

    async def sees(self, scope: int, channel: int, people: Collection[int | None]) -> bool:
        """Whether something of a channel, in which ``people`` take part, is theirs to see here."""
        if scope != self.place.scope:
            return not self.place.guild and self.user in people and scope not in self.barred
        return self.user in people or channel in await self.channels((channel,))

    async def channels(self, found: Collection[int]) -> Collection[int]:
        """Those of some channels of the place that they may view."""
        if not self.place.guild:
            return found  # a private channel, which is a place of its own
        return await self.views(self.place.scope, frozenset(found)) if found else ()

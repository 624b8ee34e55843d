"""A member who looks at what others play, and the channels they may view."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import TypeAlias

from bot.domain.values import Place

Views: TypeAlias = Callable[[int, Collection[int]], Awaitable[Collection[int]]]
"""Takes a server's id and ids of its channels; returns those that somebody may view."""
EVERYONE = -2
"""The user id of a ``Viewer`` that stands for all readers of a channel; no member has it."""


async def every_channel(scope: int, channels: Collection[int]) -> Collection[int]:
    """The ``Views`` of somebody who may view all channels, such as a manager of the server."""
    return channels


@dataclass(frozen=True, slots=True)
class Viewer:
    """A member who looks. ``place``: where they ask; ``views``: which channels they may view.

    What belongs to a channel is visible in its server only: to those who take part and to those who may view the
    channel. In a private channel, members see all that they take part in, except in servers that ``barred`` them.
    """

    user: int
    place: Place
    views: Views
    barred: Collection[int] = ()

    async def sees(self, scope: int, channel: int, people: Collection[int | None]) -> bool:
        """Whether something in a channel, in which ``people`` take part, is visible here."""
        if scope != self.place.scope:
            return not self.place.guild and self.user in people and scope not in self.barred
        return self.user in people or channel in await self.channels((channel,))

    async def channels(self, channels: Collection[int]) -> Collection[int]:
        """Those of some channels of the place that the member may view; all of a private place."""
        if not self.place.guild:
            return channels
        return await self.views(self.place.scope, frozenset(channels)) if channels else ()

"""Which channels of a server a member may view: from roles and overwrites, and for private threads
from who is in them.

Discord is asked only for archived threads, for who is in a private thread, for the roles of
somebody who asks outside the server, and for servers of which another process hears; for all else
the interaction and the gateway tell enough.
"""

import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import TypeAlias, TypeVar, cast

import discord

from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.gateway import Gateway
from bot.chat.discord.gateway.refusals import Request, unless_gone
from bot.domain.values import EVERYONE, Place, Viewer

V = TypeVar("V")
Channel: TypeAlias = discord.abc.GuildChannel | discord.Thread

BELIEVED = 60.0  # seconds that an answer of Discord is believed
MOST_KNOWN = 15_000  # answers
# about how many channels Discord is asked at most for one list; those beyond are not shown
MOST_ASKED = 20


class Visibility:
    """Tells which channels members may view. Where that cannot be known they may not."""

    def __init__(self, gateway: Gateway, monotonic: Callable[[], float]) -> None:
        self._gateway = gateway
        self._monotonic = monotonic
        # by the ids asked for
        self._answers: OrderedDict[tuple[int, ...], tuple[float, object]] = OrderedDict()

    async def of(
        self, interaction: discord.Interaction, scope: int, channels: Collection[int]
    ) -> Collection[int]:
        """Those of some channels of a server that the member who has sent an interaction may
        view.
        """
        member = interaction.user
        own = interaction.guild_id == scope
        here = {channel for channel in channels if own and channel == interaction.channel_id}
        rest = set(channels) - here
        if own and isinstance(member, discord.Member):
            return here.union(await self._viewed(member, scope, rest))
        with contextlib.suppress(*FAILURES):
            here.update(await self.of_user(member.id, scope, rest))
        return here

    def everyone(self, place: Place) -> Viewer:
        """All readers of a channel as one viewer; outside servers they see the matches played
        there.
        """
        return Viewer(
            EVERYONE, place, lambda scope, channels: self.of_readers(scope, place.channel, channels)
        )

    async def of_user(self, user: int, scope: int, channels: Collection[int]) -> Collection[int]:
        """Those of some channels of a server that somebody may view who asks for nothing there now.

        Raises FAILURES.
        """
        member = await self._member(user, scope) if channels else None
        return () if member is None else await self._viewed(member, scope, channels)

    async def roles(self, user: int, scope: int) -> Collection[int]:
        """The roles in a server of somebody who asks for nothing there now. Raises FAILURES."""
        member = await self._member(user, scope)
        return () if member is None else {role.id for role in member.roles}

    async def _member(self, user: int, scope: int) -> discord.Member | None:
        guild = await self._guild(scope)
        if guild is None:
            return None
        return await self._asked(
            (scope, user), lambda: unless_gone(guild.fetch_member(user), Request.MEMBER)
        )

    async def of_readers(
        self, scope: int, readers: int, channels: Collection[int]
    ) -> Collection[int]:
        """Those of some channels of a server that all may view who may view the channel
        ``readers``, role by role.
        """
        guild = self._gateway.guild(scope)
        shown = None if guild is None else await self._channel(guild, readers)
        if guild is None or shown is None:
            return {readers}
        # A role that Discord keeps for a bot is no member's.
        members = [role for role in guild.roles if not role.is_bot_managed()]
        roles = [role for role in members if shown.permissions_for(role).view_channel]
        let_in, kept_out = _member_overwrites(shown)
        viewed = {readers}
        for channel in await self._known(guild, channels):
            also, never = _member_overwrites(channel)
            # Of members who read by themselves, the roles are not known.
            asked = roles if let_in <= also else [*roles, guild.default_role]
            if never <= kept_out and _open_to(channel, asked):
                viewed.add(channel.id)
        return viewed

    async def open_to_all(self, scope: int, channel: int) -> bool:
        """Whether everyone in a server may view a channel of it.

        Raises FAILURES where that cannot be known now.
        """
        guild = self._gateway.guild(scope)
        there = None if guild is None else await self._fetched(guild, channel)
        return guild is not None and there is not None and _open_to(there, (guild.default_role,))

    async def writes(self, interaction: discord.Interaction, scope: int, channel: int) -> bool:
        """Whether who has sent an interaction may write in a channel, as far as that can be
        known.
        """
        if channel == interaction.channel_id:
            granted = interaction.permissions
            thread = isinstance(interaction.channel, discord.Thread)
        else:
            guild = self._gateway.guild(scope)
            member = interaction.user
            there = None if guild is None else await self._channel(guild, channel)
            if (
                there is None
                or interaction.guild_id != scope
                or not isinstance(member, discord.Member)
            ):
                return False
            granted = there.permissions_for(member)
            thread = isinstance(there, discord.Thread)
        return granted.send_messages_in_threads if thread else granted.send_messages

    async def _guild(self, scope: int) -> discord.Guild | None:
        """A server; Discord is asked for one of which another process hears. Raises FAILURES."""
        known = self._gateway.guild(scope)
        return known or await self._asked((0, scope), lambda: self._gateway.distant_guild(scope))

    async def _viewed(
        self, member: discord.Member, scope: int, channels: Collection[int]
    ) -> Collection[int]:
        guild = await self._guild(scope)
        if guild is None:
            return ()
        return [
            there.id
            for there in await self._known(guild, channels)
            if await self._views(member, there)
        ]

    async def _views(self, member: discord.Member, channel: Channel) -> bool:
        try:
            granted = channel.permissions_for(member)
        except discord.ClientException:
            return False  # a thread whose channel is not known
        if not granted.view_channel:
            return False
        if (
            not isinstance(channel, discord.Thread)
            or not channel.is_private()
            or granted.manage_threads
        ):
            return True
        try:
            found = await self._asked(
                (channel.id, member.id),
                lambda: unless_gone(channel.fetch_member(member.id), Request.MEMBER),
            )
            return found is not None
        except FAILURES:
            return False

    async def _known(self, guild: discord.Guild, channels: Iterable[int]) -> list[Channel]:
        """Those of some channels that the server has; of threads that are archived, the latest."""
        known = []
        asked = 0
        for channel in sorted(channels, reverse=True):
            asked += guild.get_channel_or_thread(channel) is None and not self._knows((channel,))
            if asked <= MOST_ASKED and (there := await self._channel(guild, channel)) is not None:
                known.append(there)
        return known

    async def _channel(self, guild: discord.Guild, channel: int) -> Channel | None:
        try:
            return await self._fetched(guild, channel)
        except FAILURES:
            return None

    async def _fetched(self, guild: discord.Guild, channel: int) -> Channel | None:
        known = guild.get_channel_or_thread(channel)
        return known or await self._asked((channel,), lambda: self._gateway.thread(guild, channel))

    def _knows(self, ids: tuple[int, ...]) -> bool:
        """Whether Discord need not be asked."""
        return ids in self._answers and self._monotonic() - self._answers[ids][0] < BELIEVED

    async def _asked(
        self, ids: tuple[int, ...], request: Callable[[], Awaitable[V | None]]
    ) -> V | None:
        """What Discord answers or has answered lately; None for what it does not know.

        Raises FAILURES.
        """
        if not self._knows(ids):
            answer = await request()
            self._answers[ids] = self._monotonic(), answer
            self._answers.move_to_end(ids)
            while len(self._answers) > MOST_KNOWN:
                self._answers.popitem(last=False)
            return answer
        return cast(V | None, self._answers[ids][1])


def _member_overwrites(channel: Channel) -> tuple[set[int], set[int]]:
    """The members who may view a channel, and those who may not, whatever their roles say."""
    there = channel.parent if isinstance(channel, discord.Thread) else channel
    me = channel.guild.me.id  # the bot's own leave to be there makes it no reader
    let_in = set[int]()
    kept_out = set[int]()
    for target, overwrite in {} if there is None else there.overwrites.items():
        if (
            overwrite.view_channel is not None
            and not isinstance(target, discord.Role)
            and target.id != me
        ):
            (let_in if overwrite.view_channel else kept_out).add(target.id)
    return let_in, kept_out


def _open_to(channel: Channel, roles: Collection[discord.Role]) -> bool:
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    try:
        return all(channel.permissions_for(role).view_channel for role in roles)
    except discord.ClientException:
        return False

"""Which channels of a server a member may view: from roles and overwrites, and for private threads
from who is in them.

Discord is asked only for archived threads, for who is in a private thread, for the roles of
somebody who asks outside the server, and for servers of which another process hears; for all else
the interaction and the gateway tell enough.
"""

import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar, cast

import discord

from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.gateway.gateway import Gateway
from bot.chat.discord.gateway.refusals import ApiRequest, unless_gone
from bot.domain.values import EVERYONE, Place, Viewer

V = TypeVar("V")
Channel: TypeAlias = discord.abc.GuildChannel | discord.Thread

BELIEVED = 60.0  # seconds that an answer of Discord is believed
MOST_KNOWN = 15_000  # answers
# about how many channels Discord is asked at most for one list; those beyond are not shown
MOST_ASKED = 20


@dataclass(frozen=True, slots=True)
class _CachedAnswer:
    """What Discord answered at a time (monotonic seconds)."""

    time: float
    value: object


class Visibility:
    """Tells which channels members may view. Where that cannot be known they may not."""

    def __init__(self, gateway: Gateway, monotonic: Callable[[], float]) -> None:
        self._gateway = gateway
        self._monotonic = monotonic
        # by the ids asked for
        self._answers: OrderedDict[tuple[int, ...], _CachedAnswer] = OrderedDict()

    async def of(
        self, interaction: discord.Interaction, scope: int, channels: Collection[int]
    ) -> Collection[int]:
        """Those of some channels of a server that the member who has sent an interaction may
        view.
        """
        member = interaction.user
        asks_there = interaction.guild_id == scope
        current_channel = interaction.channel_id
        members = set[int]()
        if asks_there and current_channel is not None and current_channel in channels:
            members.add(current_channel)
        others = set(channels) - members
        if asks_there and isinstance(member, discord.Member):
            return members.union(await self._viewed(member, scope, others))
        with contextlib.suppress(*FAILURES):
            members.update(await self.of_user(member.id, scope, others))
        return members

    def everyone(self, place: Place) -> Viewer:
        """All readers of a channel as one viewer; outside servers they see the matches played
        there.
        """

        def views(scope: int, channels: Collection[int]) -> Awaitable[Collection[int]]:
            return self.of_readers(scope, place.channel, channels)

        return Viewer(EVERYONE, place, views)

    async def of_user(self, user: int, scope: int, channels: Collection[int]) -> Collection[int]:
        """Those of some channels of a server that somebody may view who asks for nothing there now.

        Raises FAILURES.
        """
        if not channels:
            return ()
        member = await self.member(user, scope)
        if member is None:
            return ()
        return await self._viewed(member, scope, channels)

    async def roles(self, user: int, scope: int) -> Collection[int]:
        """The roles in a server of somebody who asks for nothing there now. Raises FAILURES."""
        member = await self.member(user, scope)
        if member is None:
            return ()
        return {role.id for role in member.roles}

    async def member(self, user: int, scope: int) -> discord.Member | None:
        """A member of a server; None for nobody of it. Raises FAILURES."""
        guild = await self._guild(scope)
        if guild is None:
            return None
        return await self._asked(
            (scope, user), lambda: unless_gone(guild.fetch_member(user), ApiRequest.MEMBER)
        )

    async def of_readers(
        self, scope: int, readers: int, channels: Collection[int]
    ) -> Collection[int]:
        """Those of some channels of a server that all may view who may view the channel
        ``readers``, role by role.
        """
        guild = self._gateway.guild(scope)
        reading_channel = None if guild is None else await self._channel(guild, readers)
        if guild is None or reading_channel is None:
            return {readers}
        # A role that Discord keeps for a bot is no member's.
        roles = [role for role in guild.roles if not role.is_bot_managed()]
        reading_roles = [
            role for role in roles if reading_channel.permissions_for(role).view_channel
        ]
        readers_alone = _member_overwrites(reading_channel)
        visible_channels = {readers}
        for channel in await self._known(guild, channels):
            members_alone = _member_overwrites(channel)
            required_roles = list(reading_roles)
            if not readers_alone.let_in <= members_alone.let_in:
                # Of members who read by themselves, the roles are not known.
                required_roles.append(guild.default_role)
            if members_alone.kept_out <= readers_alone.kept_out and _open_to(
                channel, required_roles
            ):
                visible_channels.add(channel.id)
        return visible_channels

    async def open_to_all(self, scope: int, channel: int) -> bool:
        """Whether everyone in a server may view a channel of it.

        Raises FAILURES where that cannot be known now.
        """
        guild = self._gateway.guild(scope)
        if guild is None:
            return False
        target = await self._fetched(guild, channel)
        return target is not None and _open_to(target, (guild.default_role,))

    async def writes(self, interaction: discord.Interaction, scope: int, channel: int) -> bool:
        """Whether who has sent an interaction may write in a channel, as far as that can be
        known.
        """
        if channel == interaction.channel_id:
            permissions = interaction.permissions
            thread = isinstance(interaction.channel, discord.Thread)
        else:
            guild = self._gateway.guild(scope)
            member = interaction.user
            if guild is None or not isinstance(member, discord.Member):
                return False
            target = await self._channel(guild, channel)
            if target is None or interaction.guild_id != scope:
                return False
            permissions = target.permissions_for(member)
            thread = isinstance(target, discord.Thread)
        return permissions.send_messages_in_threads if thread else permissions.send_messages

    async def _guild(self, scope: int) -> discord.Guild | None:
        """A server; Discord is asked for one of which another process hears. Raises FAILURES."""
        own_guild = self._gateway.guild(scope)
        return own_guild or await self._asked(
            (0, scope), lambda: self._gateway.distant_guild(scope)
        )

    async def _viewed(
        self, member: discord.Member, scope: int, channels: Collection[int]
    ) -> Collection[int]:
        guild = await self._guild(scope)
        if guild is None:
            return ()
        candidates = await self._known(guild, channels)
        return [channel.id for channel in candidates if await self._views(member, channel)]

    async def _views(self, member: discord.Member, channel: Channel) -> bool:
        try:
            permissions = channel.permissions_for(member)
        except discord.ClientException:
            return False  # a thread whose channel is not known
        if not permissions.view_channel:
            return False
        if not isinstance(channel, discord.Thread) or not channel.is_private():
            return True
        return permissions.manage_threads or await self._is_in(channel, member)

    async def _is_in(self, thread: discord.Thread, member: discord.Member) -> bool:
        """Whether a member is in a private thread."""
        try:
            membership = await self._asked(
                (thread.id, member.id),
                lambda: unless_gone(thread.fetch_member(member.id), ApiRequest.MEMBER),
            )
        except FAILURES:
            return False
        return membership is not None

    async def _known(self, guild: discord.Guild, channels: Iterable[int]) -> list[Channel]:
        """Those of some channels that the server has; of threads that are archived, the latest."""
        result = list[Channel]()
        requests = 0
        for id in sorted(channels, reverse=True):
            if guild.get_channel_or_thread(id) is None and not self._knows((id,)):
                requests += 1
            if requests > MOST_ASKED:
                continue
            channel = await self._channel(guild, id)
            if channel is not None:
                result.append(channel)
        return result

    async def _channel(self, guild: discord.Guild, channel: int) -> Channel | None:
        try:
            return await self._fetched(guild, channel)
        except FAILURES:
            return None

    async def _fetched(self, guild: discord.Guild, channel: int) -> Channel | None:
        cached_channel = guild.get_channel_or_thread(channel)
        return cached_channel or await self._asked(
            (channel,), lambda: self._gateway.thread(guild, channel)
        )

    def _knows(self, ids: tuple[int, ...]) -> bool:
        """Whether Discord need not be asked."""
        answer = self._answers.get(ids)
        return answer is not None and self._monotonic() - answer.time < BELIEVED

    async def _asked(
        self, ids: tuple[int, ...], request: Callable[[], Awaitable[V | None]]
    ) -> V | None:
        """What Discord answers or has answered lately; None for what it does not know.

        Raises FAILURES.
        """
        if self._knows(ids):
            return cast(V | None, self._answers[ids].value)
        answer = await request()
        self._answers[ids] = _CachedAnswer(self._monotonic(), answer)
        self._answers.move_to_end(ids)
        while len(self._answers) > MOST_KNOWN:
            self._answers.popitem(last=False)
        return answer


@dataclass(frozen=True, slots=True)
class MemberOverwrites:
    """The members who may view a channel, and those who may not, whatever their roles say."""

    let_in: set[int] = field(default_factory=set)
    kept_out: set[int] = field(default_factory=set)


def _member_overwrites(channel: Channel) -> MemberOverwrites:
    """What a channel, or that of a thread, says of single members."""
    members = MemberOverwrites()
    source = channel.parent if isinstance(channel, discord.Thread) else channel
    if source is None:
        return members
    me = channel.guild.me.id  # the bot's own leave to be there makes it no reader
    for target, overwrite in source.overwrites.items():
        if isinstance(target, discord.Role) or target.id == me:
            continue
        if overwrite.view_channel is True:
            members.let_in.add(target.id)
        elif overwrite.view_channel is False:
            members.kept_out.add(target.id)
    return members


def _open_to(channel: Channel, roles: Collection[discord.Role]) -> bool:
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    try:
        return all(channel.permissions_for(role).view_channel for role in roles)
    except discord.ClientException:
        return False

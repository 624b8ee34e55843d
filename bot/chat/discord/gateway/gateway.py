"""What is asked of Discord outside an answer: channels, direct messages, members, and answers given
earlier.
"""

from collections.abc import Callable, Collection, Sequence

import discord

from bot.chat.discord.components import Post
from bot.chat.discord.gateway.refusals import (
    ApiRequest,
    Meaning,
    meaning,
    passes,
    unless_refused,
)
from bot.chat.language.i18n import Language
from bot.domain.shards import Shards
from bot.domain.values import InteractionRef


class _Original(int):
    """Stands for a message's id in an address: ``@original``, Discord's name for the answer to an
    interaction. discord.py offers it only for interactions that this very process has received, not
    for those before a restart.
    """

    def __str__(self) -> str:
        return "@original"


ORIGINAL = _Original()


class Gateway:
    """What the bot asks of Discord, on top of discord.py's client.

    :param hears: whether a shard has a session
    """

    def __init__(self, client: discord.AutoShardedClient, hears: Callable[[int], bool]) -> None:
        self._client = client
        self._hears = hears

    @property
    def me(self) -> int | None:
        """The bot's own user id; None before it is logged in."""
        return None if self._client.user is None else self._client.user.id

    @property
    def shard_count(self) -> int:
        """How many shards there are in all processes together."""
        return self._client.shard_count or 1

    def connected(self) -> Collection[int]:
        """The shards of this process by which it hears of what members do."""
        return [number for number in self._client.shards if self._hears(number)]

    def shards(self) -> Shards | None:
        """The shards of this process where others serve the rest; None where it serves all."""
        own_shards = tuple(self._client.shards)
        if not 0 < len(own_shards) < self.shard_count:
            return None
        return Shards(own_shards, self.shard_count)

    def serves(self, scope: int, guild: bool) -> bool:
        """Whether this process serves a scope, where several share a database."""
        shards = self._client.shards
        number = (scope >> 22) % self.shard_count if guild else 0
        return not shards or number in shards

    def guild(self, guild: int) -> discord.Guild | None:
        """A server the bot is in."""
        return self._client.get_guild(guild)

    async def members_named(
        self, guild: int, prefix: str, most: int
    ) -> Sequence[discord.Member] | None:
        """Members of a server whose user or display name begins so; None for a server of which
        this process does not hear now, for another one does.

        Discord needs no privileged intent for it, as it does for all members of a server.
        """
        server = self.guild(guild)
        if server is None or server.unavailable:
            return None
        return await server.query_members(query=prefix, limit=most, cache=False)

    async def distant_guild(self, guild: int) -> discord.Guild | None:
        """A server of a shard that another process serves, with its roles and channels as Discord
        has them now; None if the bot is not in it, or if it is this process's.

        Raises FAILURES.
        """
        if self.serves(guild, guild=True):
            return None
        distant = await unless_refused(
            self._client.fetch_guild(guild, with_counts=False), ApiRequest.LOOK
        )
        if distant is None:
            return None
        try:
            channels = await unless_refused(distant.fetch_channels(), ApiRequest.LOOK)
        except discord.InvalidData:
            return None
        for channel in channels or ():
            # There is no public way, and a thread has the permissions of its channel. Held by
            # tests/bot/web.
            distant._add_channel(channel)
        return distant

    def lacks(self, server: int, id: int) -> bool:
        """Whether it is certain that a server has no channel or role of an id: Discord tells of all
        that there are, seen by the bot or not, but for servers that are unavailable or that the bot
        is not in.
        """
        guild = self.guild(server)
        if guild is None or guild.unavailable:
            return False
        return guild.get_channel(id) is None and guild.get_role(id) is None

    async def is_gone(self, server: int, channel: int) -> bool:
        """Whether it is certain that a server has no channel or thread of an id any more.

        Raises FAILURES that may pass.
        """
        guild = self.guild(server)
        if guild is None or not self.lacks(server, channel):
            return False
        try:
            await guild.fetch_channel(channel)  # a thread may be archived
        except discord.InvalidData:
            return False
        except discord.HTTPException as error:
            if passes(error, ApiRequest.LOOK):
                raise
            return meaning(error, ApiRequest.LOOK) is Meaning.GONE
        return False

    async def language(self, scope: int, setting: str | None) -> Language:
        """The ``setting`` language or, where there is none, the one that Discord has for a server;
        it is asked for a server of which another process hears.

        Raises FAILURES.
        """
        if setting:
            return Language(setting)
        guild = self._client.get_guild(scope)
        if guild is None and not self.serves(scope, guild=True):
            guild = await unless_refused(
                self._client.fetch_guild(scope, with_counts=False), ApiRequest.LOOK
            )
        return Language(guild.preferred_locale.value if guild else "en-US")

    async def leave(self, servers: Collection[int]) -> None:
        """Leave those of some servers that the bot is in. Raises FAILURES."""
        for server in servers:
            guild = self.guild(server)
            if guild is not None:
                await guild.leave()

    def text_channel(self, channel: int) -> discord.TextChannel | None:
        """A text channel the bot can see."""
        candidate = self._client.get_channel(channel)
        return candidate if isinstance(candidate, discord.TextChannel) else None

    def channel_of(self, guild: int, thread: int) -> int:
        """The channel of a thread that is not archived; 0 for what is none."""
        server = self.guild(guild)
        target = None if server is None else server.get_thread(thread)
        return 0 if target is None else target.parent_id

    def forum(self, guild: int, forum: int) -> discord.ForumChannel | None:
        """A forum of a server that the bot is in."""
        server = self.guild(guild)
        candidate = None if server is None else server.get_channel(forum)
        return candidate if isinstance(candidate, discord.ForumChannel) else None

    async def thread(self, guild: discord.Guild, thread: int) -> discord.Thread | None:
        """A thread of a server, also one that is archived; None if there is none that the bot may
        see.

        Raises FAILURES that may pass.
        """
        try:
            channel = await unless_refused(guild.fetch_channel(thread), ApiRequest.LOOK)
        except discord.InvalidData:
            return None
        return channel if isinstance(channel, discord.Thread) else None

    def channel(self, channel: int) -> discord.PartialMessageable:
        """A channel to post in, without asking Discord for it."""
        return self._client.get_partial_messageable(channel)

    async def direct(self, user: int) -> discord.DMChannel:
        """The direct messages with a user."""
        return await self._client.create_dm(discord.Object(user))

    async def answer_to(self, interaction: InteractionRef) -> discord.WebhookMessage | None:
        """The answer that was given to an interaction; None if it cannot be looked at.

        Raises FAILURES that may pass.
        """
        return await unless_refused(
            self._webhook(interaction).fetch_message(ORIGINAL), ApiRequest.ANSWER
        )

    async def change_answer(self, interaction: InteractionRef, post: Post) -> bool:
        """Put ``post`` in place of the answer to an interaction; False if that cannot be done any
        more.

        Raises FAILURES that may pass.
        """
        edit = self._webhook(interaction).edit_message(
            ORIGINAL, view=post.view, attachments=post.files(), allowed_mentions=post.mentions
        )
        return await unless_refused(edit, ApiRequest.ANSWER) is not None

    def _webhook(self, interaction: InteractionRef) -> discord.Webhook:
        return discord.Webhook.partial(
            interaction.application, interaction.token, client=self._client
        )

"""What is asked of Discord outside an answer: channels, direct messages, members, and answers given earlier."""

from collections.abc import Collection

import discord

from bot.chat.discord.components import Post
from bot.chat.discord.gateway.refusals import Request, unless_refused
from bot.chat.language.i18n import Language
from bot.domain.values import Via


class _Original(int):
    """Stands for a message's id in an address: ``@original``, Discord's name for the answer to an interaction.
    discord.py offers it only for interactions that this very process has received, not for those before a restart."""

    def __str__(self) -> str:
        return "@original"


ORIGINAL = _Original()


class Gateway:
    """What the bot asks of Discord, on top of discord.py's client."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client

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
        return [number for number, shard in self._client.shards.items() if not shard.is_closed()]

    def serves(self, scope: int, guild: bool) -> bool:
        """Whether this process serves a scope, where several share a database."""
        shards = self._client.shards
        number = (scope >> 22) % self.shard_count if guild else 0
        return not shards or number in shards

    def guild(self, guild: int) -> discord.Guild | None:
        """A server the bot is in."""
        return self._client.get_guild(guild)

    def language(self, scope: int, chosen: str | None) -> Language:
        """The ``chosen`` language or, where there is none, the one that Discord has for a server."""
        guild = self._client.get_guild(scope)
        return Language(chosen or (guild.preferred_locale.value if guild else "en-US"))

    async def leave(self, servers: Collection[int]) -> None:
        """Leave those of some servers that the bot is in. Raises FAILURES."""
        for server in servers:
            if (guild := self.guild(server)) is not None:
                await guild.leave()

    def text_channel(self, channel: int) -> discord.TextChannel | None:
        """A text channel the bot can see."""
        known = self._client.get_channel(channel)
        return known if isinstance(known, discord.TextChannel) else None

    def forum(self, guild: int, forum: int) -> discord.ForumChannel | None:
        """A forum of a server that the bot is in."""
        there = self.guild(guild)
        known = None if there is None else there.get_channel(forum)
        return known if isinstance(known, discord.ForumChannel) else None

    async def thread(self, guild: discord.Guild, thread: int) -> discord.Thread | None:
        """A thread of a server, also one that is archived; None if there is none that the bot may see. Raises FAILURES
        that may pass."""
        try:
            channel = await unless_refused(guild.fetch_channel(thread), Request.LOOK)
        except discord.InvalidData:
            return None
        return channel if isinstance(channel, discord.Thread) else None

    def channel(self, channel: int) -> discord.PartialMessageable:
        """A channel to post in, without asking Discord for it."""
        return self._client.get_partial_messageable(channel)

    async def direct(self, user: int) -> discord.DMChannel:
        """The direct messages with a user."""
        return await self._client.create_dm(discord.Object(user))

    async def answer_to(self, via: Via) -> discord.WebhookMessage | None:
        """The answer that was given to an interaction; None if it cannot be looked at.

        Raises FAILURES that may pass.
        """
        return await unless_refused(self._webhook(via).fetch_message(ORIGINAL), Request.ANSWER)

    async def change_answer(self, via: Via, post: Post) -> bool:
        """Put ``post`` in place of the answer to an interaction; False if that cannot be done any more. Raises FAILURES
        that may pass."""
        edited = self._webhook(via).edit_message(
            ORIGINAL, view=post.view, attachments=post.files(), allowed_mentions=post.mentions
        )
        return await unless_refused(edited, Request.ANSWER) is not None

    def _webhook(self, via: Via) -> discord.Webhook:
        return discord.Webhook.partial(via.application, via.token, client=self._client)

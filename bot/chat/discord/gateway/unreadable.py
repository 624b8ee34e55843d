"""Events of Discord that discord.py cannot read: each is left out, instead of ending the bot.

discord.py lets what fails in reading an event end the whole client, and has no public way to change
that: its shards take their connections from ``discord.shard.DiscordWebSocket``. Tested in
``test_unreadable_events``.
"""

import asyncio
import json
import logging

import discord.shard
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

log = logging.getLogger(__name__)

AGAIN_SECONDS = 120.0
"""Seconds until a shard whose READY cannot be read begins another session: Discord allows 1,000 a
day.
"""


class _ShardConnection(DiscordWebSocket):
    """A shard's connection, which logs an event that cannot be read in one line, and goes on."""

    _received: object = "{}"

    def log_receive(self, data: object, /) -> None:
        """Note a message, which discord.py gives as JSON before it reads it."""
        self._received = data

    async def received_message(self, msg: object, /) -> None:
        """Read a message. Raises ReconnectWebSocket."""
        self._received = "{}"
        try:
            await super().received_message(msg)
        except Exception as error:
            event = json.loads(str(self._received)).get("t")
            if event is None:  # no event but an order, such as to connect again
                raise
            log.error("an event of Discord cannot be read and is left out: %s (%r)", event, error)
            if event == "READY":  # without it the bot does not know its servers
                log.warning("shard %s connects again in %.0f s", self.shard_id, AGAIN_SECONDS)
                await self.close(1000)
                await asyncio.sleep(AGAIN_SECONDS)
                raise ReconnectWebSocket(self.shard_id, resume=False) from None


def leave_out_unreadable() -> None:
    """To be called before a client is started."""
    discord.shard.DiscordWebSocket = _ShardConnection  # type: ignore[misc]

"""Things due by the clock: reminders, deadlines, ends of pauses, expired challenges."""

from __future__ import annotations

from bot.chat.discord.feature import CHORES_SECONDS
from bot.chat.discord.services import Services
from bot.chat.features.agreements import feature


@feature.job("what was due in matches", CHORES_SECONDS)
async def work(services: Services) -> None:
    """Credit an outage, then do what is due."""
    shards, count = services.gateway.connected(), services.gateway.shard_count
    await services.heartbeat.beat(shards, count)
    await services.matches.wake_due(shards, count)
    await services.challenges.expire()

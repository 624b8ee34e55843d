"""What falls due as time goes by: reminders, ends of time and of pauses, challenges that nobody takes."""

from __future__ import annotations

from bot.chat.discord.feature import CHORES_SECONDS
from bot.chat.discord.services import Services
from bot.chat.features.agreements import feature


@feature.job("what was due in matches", CHORES_SECONDS)
async def work(services: Services) -> None:
    """Do all that is due; first of all, after an outage, give the players back the time that they could not use."""
    shards, count = services.gateway.connected(), services.gateway.shard_count
    await services.heartbeat.beat(shards, count)
    await services.matches.wake_due(shards, count)
    await services.challenges.expire()

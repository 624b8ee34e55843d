"""The computer's moves, played once they are thought out."""

from __future__ import annotations

from bot.chat.discord.feature import THINKING_SECONDS
from bot.chat.discord.services import Services
from bot.chat.features.play import feature


@feature.job("what the computer has thought out", THINKING_SECONDS)
async def think(services: Services) -> bool:
    """Play what the computer has thought out, and give it more to think about."""
    return await services.opponent.work()

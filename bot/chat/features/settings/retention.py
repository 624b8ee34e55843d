"""What is not kept for ever: each promise of docs/privacy.md with the job that sees to it."""

from __future__ import annotations

from bot.chat.discord.feature import CHORES_SECONDS
from bot.chat.discord.services import Services
from bot.chat.features.settings import feature

HOUR = 3600.0


@feature.job("data of servers that were left", CHORES_SECONDS)
async def left_servers(services: Services) -> None:
    """Delete what is kept of servers that the bot was removed from a while ago."""
    await services.privacy.purge_left_servers()


@feature.job("private channels that are no longer used", HOUR)
async def unused_places(services: Services) -> None:
    """Delete private channels in which nobody plays any more."""
    await services.privacy.purge_unused_places()


@feature.job("posts that cannot be sent", HOUR)
async def unsent(services: Services) -> None:
    """Strike off what could not be sent for very long."""
    await services.outbox.expire()


@feature.job("deletions of long ago", HOUR)
async def old_deletions(services: Services) -> None:
    """Forget which deletions were made very long ago."""
    await services.privacy.prune()


@feature.job("remains of what was deleted", CHORES_SECONDS)
async def remains(services: Services) -> None:
    """Leave nothing of what was deleted in the file of the database."""
    await services.privacy.erase_remains()

"""What is not kept for ever: each promise of docs/privacy.md with the job that sees to it."""

from __future__ import annotations

from bot.chat.discord.feature import CHORES_SECONDS, Job
from bot.chat.discord.services import Services

HOUR = 3600.0


async def left_servers(services: Services) -> None:
    """Delete what is kept of servers that the bot was removed from a while ago."""
    await services.privacy.purge_left_servers()


async def unused_places(services: Services) -> None:
    """Delete private channels in which nobody plays any more."""
    await services.privacy.purge_unused_places()


async def unsent(services: Services) -> None:
    """Strike off what could not be sent for very long."""
    await services.outbox.expire()


async def old_deletions(services: Services) -> None:
    """Forget which deletions were made very long ago."""
    await services.privacy.prune()


async def remains(services: Services) -> None:
    """Leave nothing of what was deleted in the file of the database."""
    await services.privacy.erase_remains()


JOBS = (
    Job("data of servers that were left", CHORES_SECONDS, left_servers),
    Job("remains of what was deleted", CHORES_SECONDS, remains),
    Job("private channels that are no longer used", HOUR, unused_places),
    Job("posts that cannot be sent", HOUR, unsent),
    Job("deletions of long ago", HOUR, old_deletions),
)

"""What runs beside the bot for whoever hosts it: figures and health over HTTP, and copies of the database."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.chat.client import Bot
from bot.ops.backup import Copies
from bot.ops.server import watched
from bot.settings import Settings


@asynccontextmanager
async def hosted(bot: Bot, settings: Settings) -> AsyncIterator[None]:
    """Watch a bot that is not started yet, and copy its database as the settings say. Raises PortTaken."""
    # What is there at the start stays. To go through all of it again and again would hold up members.
    gc.freeze()
    async with watched(bot, settings.metrics_host, settings.metrics_port):
        if settings.backup_folder is None:
            yield
            return
        copies = Copies(
            settings.database, settings.backup_folder, hours=settings.backup_every, keep=settings.backup_keep
        )
        copies.round.start()
        try:
            yield
        finally:
            # A copy that is being made is finished first: it has the database open.
            async with copies.working:
                copies.round.cancel()

"""What runs beside the bot for whoever hosts it: figures and health over HTTP, and copies of the database."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.domain.unit_of_work import Database
from bot.ops.backup import Backups
from bot.ops.metrics_server import BotStatus, metrics_served
from bot.ops.watchdog import watched_loop
from bot.settings import Settings


@asynccontextmanager
async def hosted(settings: Settings, status: Callable[[], BotStatus], database: Database) -> AsyncIterator[None]:
    """Watch a bot that is not started yet, and copy its database as the settings say. Raises PortTaken."""
    # What is there at the start stays. To go through all of it again and again would hold up members.
    gc.freeze()
    with watched_loop(lambda: status().started):
        async with (
            metrics_served(settings.metrics_host, settings.metrics_port, status, database),
            _backed_up(settings),
        ):
            yield


@asynccontextmanager
async def _backed_up(settings: Settings) -> AsyncIterator[None]:
    """Copy the database as the settings say."""
    if settings.backup_folder is None:
        yield
        return
    backups = Backups(settings.database, settings.backup_folder, hours=settings.backup_every, keep=settings.backup_keep)
    backups.loop.start()
    try:
        yield
    finally:
        # A copy that is being made is finished first: it has the database open.
        async with backups.working:
            backups.loop.cancel()

"""What runs beside the bot for whoever hosts it: figures and health over HTTP, and copies of the database."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from bot import memory
from bot.domain.unit_of_work import Database
from bot.ops.copies import sqlite_files
from bot.ops.copies.backup import Backups
from bot.ops.copies.restore import remove_former
from bot.ops.metrics_server import BotStatus, metrics_served
from bot.ops.watchdog import watched_loop
from bot.repeating import repeated
from bot.settings import Settings

log = logging.getLogger(__name__)

GARBAGE = 10_000
"""After how many more objects it is looked for circles among the newest of them."""
GIVE_BACK_SECONDS = 60.0
"""How often memory that was freed is given back to the system."""
TIDY_SECONDS = 3600.0
"""How often it is looked whether a database that was replaced has been kept for long enough."""


@asynccontextmanager
async def hosted(settings: Settings, status: Callable[[], BotStatus], database: Database) -> AsyncIterator[None]:
    """Watch a bot that is not started yet, and copy its database as the settings say. Raises PortTaken."""
    # What is there at the start stays. To go through all of it again and again would hold up members.
    gc.freeze()
    gc.set_threshold(GARBAGE)
    with watched_loop(lambda: status().started):
        async with (
            metrics_served(settings.metrics_host, settings.metrics_port, status, database),
            _backed_up(settings),
            _tidied(settings),
            _kept_small(),
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


@asynccontextmanager
async def _tidied(settings: Settings) -> AsyncIterator[None]:
    """Remove databases that a copy has replaced long ago, and what a process that was killed has left."""

    async def tidy() -> None:
        try:
            for file in await asyncio.to_thread(remove_former, path, datetime.now(UTC)):
                log.info("%s, which was replaced two weeks ago, is removed", file)
            await asyncio.to_thread(sqlite_files.remove_abandoned, path.parent)
        except OSError as error:
            log.error("what is left of an earlier database cannot be removed: %s", error)

    if settings.database.get_backend_name() != "sqlite":
        yield
        return
    path = sqlite_files.path_of(settings.database)
    loop = repeated(TIDY_SECONDS, tidy)
    loop.start()
    try:
        yield
    finally:
        loop.cancel()


@asynccontextmanager
async def _kept_small() -> AsyncIterator[None]:
    """Give back memory that was freed, from a thread: in a large process that may take long."""
    loop = repeated(GIVE_BACK_SECONDS, lambda: asyncio.to_thread(memory.give_back))
    loop.start()
    try:
        yield
    finally:
        loop.cancel()

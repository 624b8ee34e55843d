"""Services for the host beside the bot: metrics and health over HTTP, and copies of the
database.
"""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sqlalchemy.engine import URL

from bot import memory, metrics
from bot.domain.unit_of_work import Database
from bot.ops.copies import postgres, sqlite_files
from bot.ops.copies.backup import Backups
from bot.ops.copies.restore import remove_former
from bot.ops.copies.retention import Retention
from bot.ops.metrics_server import BotStatus, metrics_served
from bot.ops.watchdog import watched_loop
from bot.repeating import repeated
from bot.settings import Settings

log = logging.getLogger(__name__)

# objects allocated before the collector looks for cycles among the newest
GARBAGE_THRESHOLD = 10_000
GIVE_BACK_SECONDS = 60.0  # how often freed memory is returned to the system
TIDY_SECONDS = 3600.0


@asynccontextmanager
async def hosted(
    settings: Settings, status: Callable[[], BotStatus], database: Database
) -> AsyncIterator[None]:
    """Watch a bot that is not started yet, and copy its database as the settings say.

    Raises Failed.
    """
    # Objects made at the start stay: collecting among all of them again and again would hold up
    # members.
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    # From a thread: in a large process it may take long.
    loops = [repeated(GIVE_BACK_SECONDS, partial(asyncio.to_thread, memory.give_back))]
    if settings.database.get_backend_name() == "sqlite":
        file = sqlite_files.path_of(settings.database)
        loops.append(repeated(TIDY_SECONDS, partial(_tidy, file)))
    copy_lock = asyncio.Lock()
    if settings.backup_folder is not None:
        backups = _backups(settings, settings.backup_folder)
        loops.append(backups.loop)
        metrics.COPY_EVERY.set(settings.backup_every * 3600)
        copy_lock = backups.working
        await warn_without_dumps(settings.database)
    with watched_loop(lambda: status().ready):
        async with metrics_served(settings.metrics_host, settings.metrics_port, status, database):
            for loop in loops:
                loop.start()
            try:
                yield
            finally:
                # a copy that is being made is finished first: it has the database open
                async with copy_lock:
                    for loop in loops:
                        loop.cancel()


def _backups(settings: Settings, folder: Path) -> Backups:
    """The job that copies the database into a folder."""
    retention = Retention(
        newest=settings.backup_keep,
        daily=settings.backup_keep_daily,
        weekly=settings.backup_keep_weekly,
        monthly=settings.backup_keep_monthly,
    )
    return Backups(
        settings.database,
        folder,
        hours=settings.backup_every,
        retention=retention,
    )


async def warn_without_dumps(database: URL) -> None:
    """Log why no copy of a server's database will be made, if that is so: at the start, not when
    one is needed.
    """
    if database.get_backend_name() == "sqlite":
        return
    problem = await postgres.dump_problem(database)
    if problem is not None:
        log.error("no backups will be made: %s", problem)


async def _tidy(database: Path) -> None:
    """Remove databases that were replaced long ago, and the scratch files of killed processes."""
    try:
        for file in await asyncio.to_thread(remove_former, database, datetime.now(UTC)):
            log.info("%s, which was replaced two weeks ago, is removed", file)
        await asyncio.to_thread(sqlite_files.remove_abandoned, database.parent)
    except OSError as error:
        log.error("what is left of an earlier database cannot be removed: %s", error)

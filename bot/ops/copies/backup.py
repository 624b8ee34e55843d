"""Copies of the database while the bot runs: one now, or one every few hours with the oldest removed."""

import asyncio
import logging
import math
import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.engine import URL

from bot.metrics import COPIED, COPIES_FAILED
from bot.ops import Failed
from bot.ops.copies import postgres, sqlite_files
from bot.repeating import repeated

log = logging.getLogger(__name__)

STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"loophole-(\d{8}-\d{6})\.(db|dump)")
LOOK_SECONDS = 60.0  # how often the age of the newest copy is checked
RETRY_SECONDS = 600.0  # the wait after a copy that failed


def backup_name(url: URL, moment: datetime) -> str:
    """The file name of a copy of a database made at a moment."""
    suffix = "db" if url.get_backend_name() == "sqlite" else "dump"
    return f"loophole-{moment.astimezone(UTC).strftime(STAMP)}.{suffix}"


def backups_in(folder: Path) -> list[tuple[datetime, Path]]:
    """The copies in a folder with the moments at which they were made, oldest first; other files are ignored."""
    names = [(_NAME.fullmatch(file.name), file) for file in (folder.iterdir() if folder.is_dir() else ())]
    return sorted((datetime.strptime(name[1], STAMP).replace(tzinfo=UTC), file) for name, file in names if name)


async def backup(url: URL, file: Path) -> None:
    """Copy the database as of now, also while the bot runs, into a new SQLite file or dump. Raises Failed."""
    if url.get_backend_name() == "sqlite":
        await asyncio.to_thread(sqlite_files.copy, sqlite_files.path_of(url), file)
    else:
        await postgres.dump(url, file)


class Backups:
    """Makes a copy whenever the newest one in the folder is older than ``hours``, and keeps the newest ``keep``."""

    def __init__(self, url: URL, folder: Path, *, hours: int, keep: int) -> None:
        self.url = url
        self.folder = folder
        self.every = timedelta(hours=hours)
        self.keep = keep
        self.working = asyncio.Lock()
        self.loop = repeated(LOOK_SECONDS, self.look)
        self._not_before = -math.inf

    async def look(self) -> None:
        """Make a copy if it is time. An error is logged, and the next attempt made after RETRY_SECONDS."""
        if time.monotonic() < self._not_before:
            return
        try:
            async with self.working:
                await self.make_due(datetime.now(UTC))
        except Exception as error:
            # The loop must live on: the next copy may succeed, and nothing else tells the host.
            self._not_before = time.monotonic() + RETRY_SECONDS
            COPIES_FAILED.inc()
            known = isinstance(error, (Failed, OSError))
            log.error("no copy of the database could be made: %s", error, exc_info=None if known else error)

    async def make_due(self, now: datetime) -> Path | None:
        """Make a copy if it is time, and remove the oldest ones; the copy, or None. Raises Failed."""
        copies = backups_in(self.folder)
        made = None
        if not copies or not timedelta(0) <= now - copies[-1][0] < self.every:
            made = self.folder / backup_name(self.url, now)
            await backup(self.url, made)
            log.info("the database was copied to %s (%.1f MB)", made, made.stat().st_size / 1e6)
            copies.append((now, made))
        COPIED.set(max(moment for moment, _ in copies).timestamp())
        for _, file in copies[: -self.keep]:
            file.unlink(missing_ok=True)
        return made

"""Copies of the database while the bot runs: one now, or one every few hours with the oldest removed."""

from __future__ import annotations

import asyncio
import logging
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.engine import URL

from bot.metrics import COPIED
from bot.ops import Failed
from bot.ops.copies import sqlite_files, transfer
from bot.repeating import repeated
from bot.store import Store, StoreError, Unavailable

log = logging.getLogger(__name__)

STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"loophole-(\d{8}-\d{6})\.db")
LOOK_SECONDS = 60.0
"""How often it is looked whether a copy is due."""
RETRY_AFTER = timedelta(minutes=10)
"""How long after a copy that failed the next one is tried."""


def backup_name(moment: datetime) -> str:
    """The file name of a copy made at a moment."""
    return f"loophole-{moment.astimezone(UTC).strftime(STAMP)}.db"


def backups_in(folder: Path) -> list[tuple[datetime, Path]]:
    """The copies in a folder, oldest first; other files are not looked at."""
    found = []
    for file in folder.iterdir() if folder.is_dir() else ():
        match = _NAME.fullmatch(file.name)
        if match:
            found.append((datetime.strptime(match[1], STAMP).replace(tzinfo=UTC), file))
    return sorted(found)


async def backup(url: URL, file: Path) -> None:
    """Copy the database as it is at this moment into a SQLite file. The bot may be running. Raises Failed."""
    if url.get_backend_name() == "sqlite":
        await asyncio.to_thread(sqlite_files.copy, sqlite_files.path_of(url), file)
        return
    await asyncio.to_thread(sqlite_files.require_new, file)
    try:
        with sqlite_files.scratch(file) as work:
            source, target = await Store.open(url), await Store.open(sqlite_files.url_of(work))
            try:
                async with source.read() as here, target.write() as there:
                    await transfer.copy(here, there)
            finally:
                await source.close()
                await target.close()
            await asyncio.to_thread(sqlite_files.copy, work, file)
    except (StoreError, Unavailable) as error:
        raise Failed(f"the database could not be copied: {error}") from None


class Backups:
    """Makes a copy whenever the newest one in the folder is older than ``hours``, and keeps the newest ``keep``."""

    def __init__(self, url: URL, folder: Path, *, hours: int, keep: int) -> None:
        self.url = url
        self.folder = folder
        self.every = timedelta(hours=hours)
        self.keep = keep
        self.working = asyncio.Lock()
        self.loop = repeated(LOOK_SECONDS, self.look)
        self._not_before = datetime.min.replace(tzinfo=UTC)

    async def look(self) -> None:
        """Make a copy if it is time. What goes wrong is logged and tried again later."""
        now = datetime.now(UTC)
        if now < self._not_before:
            return
        try:
            async with self.working:
                await self.make_due(now)
        except Exception as error:
            # The loop must live on: the next copy may succeed, and nothing else tells the host.
            self._not_before = now + RETRY_AFTER
            known = isinstance(error, (Failed, OSError))
            log.error("no copy of the database could be made: %s", error, exc_info=None if known else error)

    async def make_due(self, now: datetime) -> Path | None:
        """Make a copy if it is time, and remove what is too many. The copy; None if there was one. Raises Failed."""
        there = backups_in(self.folder)
        made = None
        if not there or not timedelta(0) <= now - there[-1][0] < self.every:
            made = self.folder / backup_name(now)
            await backup(self.url, made)
            log.info("the database was copied to %s (%.1f MB)", made, made.stat().st_size / 1e6)
            there.append((now, made))
        COPIED.set(max(moment for moment, _ in there).timestamp())
        for _, file in there[: -self.keep]:
            file.unlink(missing_ok=True)
        return made

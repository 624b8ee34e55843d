"""Copies of the database while the bot runs: one now, or one every few hours."""

import asyncio
import logging
import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.engine import URL

from bot.metrics import COPIED, COPIES_FAILED
from bot.ops import Failed
from bot.ops.copies import postgres, sqlite_files
from bot.ops.copies.retention import Retention
from bot.repeating import repeated
from bot.store.errors import no_database

log = logging.getLogger(__name__)

STAMP = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"loophole-(\d{8}-\d{6})\.(db|dump)")
LOOK_SECONDS = 60.0  # how often it is checked whether a copy is due
RETRY_SECONDS = 600.0  # the wait after a copy that failed


def steady_clock() -> float:
    """Seconds on a clock that nobody sets.

    Where there is one, it also counts while the machine sleeps.
    """
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


def _utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, order=True)
class Copy:
    """A copy of the database: when it was made, by the clock of then, and its file."""

    moment: datetime
    file: Path


def backup_name(url: URL, moment: datetime) -> str:
    """The file name of a copy of a database made at a moment."""
    suffix = "db" if url.get_backend_name() == "sqlite" else "dump"
    return f"loophole-{moment.astimezone(UTC).strftime(STAMP)}.{suffix}"


def new_copy(url: URL, folder: Path, moment: datetime) -> Copy:
    """The copy to make of a database at a moment.

    A second later where one made in the same second, or while the clock was ahead, has its name.
    """
    while True:
        copy = Copy(moment, folder / backup_name(url, moment))
        if not copy.file.exists():
            return copy
        moment += timedelta(seconds=1)


def backups_in(folder: Path) -> list[Copy]:
    """The copies in a folder, oldest first; files of other names are ignored."""
    if not folder.is_dir():
        return []
    copies = [_copy(file) for file in folder.iterdir()]
    return sorted(copy for copy in copies if copy is not None)


def _copy(file: Path) -> Copy | None:
    """The copy that a file is by its name, or None."""
    name = _NAME.fullmatch(file.name)
    if name is None:
        return None
    try:
        moment = datetime.strptime(name[1], STAMP).replace(tzinfo=UTC)
    except ValueError:  # a day that no month has
        return None
    return Copy(moment, file)


async def backup(url: URL, file: Path) -> None:
    """Copy the database as of now into a new SQLite file or dump, also while the bot runs.

    All of the copy is read to verify it. Raises Failed, leaving no file.
    """
    if url.get_backend_name() == "sqlite":
        database = sqlite_files.path_of(url)
        if not database.exists():
            raise Failed(str(no_database(database.absolute())))
        await asyncio.to_thread(sqlite_files.copy, database, file)
    else:
        await postgres.dump(url, file)


class Backups:
    """Makes a copy every ``hours``, and removes older ones that ``retention`` does not keep.

    The host's clock may jump. While this object lives, the hours are those of a clock that nobody
    sets (``steady``, in seconds), so that no period has two copies or none. Only how soon the first
    copy is made goes by the dates of those in the folder. A copy with a date in the future was made
    while the clock was wrong: it does not count as the newest, and is left alone until then.

    :param now: the host's clock, which may be wrong.
    """

    def __init__(
        self,
        url: URL,
        folder: Path,
        *,
        hours: int,
        retention: Retention,
        steady: Callable[[], float] = steady_clock,
        now: Callable[[], datetime] = _utc_now,
    ) -> None:
        self.url = url
        self.folder = folder
        self.every = timedelta(hours=hours)
        self.retention = retention
        self.working = asyncio.Lock()
        self.loop = repeated(LOOK_SECONDS, self.look)
        self._steady = steady
        self._now = now
        self._made_at: float | None = None  # when this object made a copy, by the steady clock
        self._due_at: float | None = None  # by the steady clock
        self._not_before = -math.inf

    async def look(self) -> None:
        """Make a copy if it is time.

        An error is logged; the next attempt is after RETRY_SECONDS.
        """
        if self._steady() < self._not_before:
            return
        try:
            async with self.working:
                await self.make_due(self._now())
        except Exception as error:
            # The loop must live on: the next copy may succeed, and nothing else tells the host.
            self._not_before = self._steady() + RETRY_SECONDS
            COPIES_FAILED.inc()
            is_expected = isinstance(error, (Failed, OSError))
            log.error(
                "no copy of the database could be made: %s",
                error,
                exc_info=None if is_expected else error,
            )

    async def make_due(self, now: datetime) -> Path | None:
        """Make a copy if it is time, and only then remove those that need not be kept.

        Gives the copy, or None if it is not time. Raises Failed.
        """
        now = now.replace(microsecond=0)  # as names have it
        copies = [old_copy for old_copy in backups_in(self.folder) if old_copy.moment <= now]
        self._tell_age(copies, now)
        due_at = self._first_due_at(copies, now) if self._due_at is None else self._due_at
        self._due_at = due_at
        if self._steady() < due_at:
            return None
        copy = new_copy(self.url, self.folder, now)
        await backup(self.url, copy.file)
        self._due_at = self._next_due_at(due_at)
        self._made_at = self._steady()
        log.info(
            "the database was copied to %s (%.1f MB)", copy.file, copy.file.stat().st_size / 1e6
        )
        COPIED.set(copy.moment.timestamp())
        # Only now: the new copy was read and found whole, and is the newest that is looked at.
        moments_to_keep = self.retention.kept(old_copy.moment for old_copy in (*copies, copy))
        for old_copy in copies:
            if old_copy.moment not in moments_to_keep:
                old_copy.file.unlink(missing_ok=True)
        return copy.file

    def _tell_age(self, copies: list[Copy], now: datetime) -> None:
        """Tell the metrics when the newest copy was made, also where the clock has been set
        since.
        """
        if self._made_at is not None:
            COPIED.set(now.timestamp() - (self._steady() - self._made_at))
        elif copies:
            COPIED.set(copies[-1].moment.timestamp())

    def _first_due_at(self, copies: list[Copy], now: datetime) -> float:
        """When the first copy is due, by the steady clock."""
        age = now - copies[-1].moment if copies else self.every
        return self._steady() + max(0.0, (self.every - age).total_seconds())

    def _next_due_at(self, due_at: float) -> float:
        """When the copy after one that was due then is due; looks in between let no hour drift."""
        period = self.every.total_seconds()
        late = self._steady() - due_at
        return due_at + period if late < period else self._steady() + period

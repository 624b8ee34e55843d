"""Puts a copy in the place of the database, after replaying every match in it."""

import asyncio
import contextlib
import glob
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import chain, count
from pathlib import Path

from sqlalchemy.engine import URL

from bot.disk import keep_to_owner
from bot.ops import Failed
from bot.ops.copies import postgres, sqlite_files, transfer
from bot.ops.copies.backup import STAMP
from bot.ops.copies.verify import Verification, require_verified
from bot.store.tables import key_values, outbox

LEAP = 1_000_000  # how far ids jump: those given since the copy was made are on buttons that people still see
FORMER_KEPT = timedelta(days=14)  # how long a replaced database is kept
_BEFORE = "-before-restore-"


async def restore(file: Path, url: URL, *, anyway: bool = False) -> tuple[Verification, Path | None]:
    """Put the copy ``file`` in the place of the database at ``url``, after replaying every match in it. A replaced
    SQLite file is kept beside it, under the name that is given back; a PostgreSQL database must be empty. ``anyway``:
    even if some matches cannot be replayed. Raises Failed, having changed nothing."""
    if url.get_backend_name() != "sqlite":
        return await _restore_dump(file, url, anyway), None
    target = sqlite_files.path_of(url)
    await asyncio.to_thread(sqlite_files.require_whole, file)
    if target.exists() and target.samefile(file):
        raise Failed(f"{file} is the database itself")
    with sqlite_files.scratch(target) as work:
        await asyncio.to_thread(sqlite_files.copy, file, work)
        verification = await _prepare(sqlite_files.url_of(work), anyway)
        return verification, await asyncio.to_thread(_replace, work, target)


async def _restore_dump(file: Path, url: URL, anyway: bool) -> Verification:
    await asyncio.to_thread(sqlite_files.require_file, file)
    async with transfer.opened(url, create=True) as store, store.read() as connection:
        await transfer.require_empty(connection)
    await postgres.load(file, url)
    try:
        return await _prepare(url, anyway)
    except BaseException:
        await postgres.clear(url)
        raise


async def _prepare(url: URL, anyway: bool) -> Verification:
    """Migrate and verify a restored database, and make it ready for what happened since the copy was made."""
    async with transfer.opened(url) as store:
        verification = await require_verified(store, anyway)
        async with store.write() as connection:
            for table in transfer.COUNTED:
                await transfer.set_counter(connection, table, await transfer.counter(connection, table) + LEAP)
            # Notices may have been sent since: after an attempt the sender looks for the post first.
            await connection.execute(outbox.update().where(outbox.c.attempts == 0).values(attempts=1))
            # Another version may have registered the commands since.
            await connection.execute(key_values.delete().where(key_values.c.name.startswith("commands:")))
        return verification


def remove_former(target: Path, now: datetime) -> list[Path]:
    """Remove the files of databases that were replaced FORMER_KEPT ago; which ones."""
    removed = []
    for file in sorted(target.parent.glob(f"{glob.escape(target.stem)}{_BEFORE}*")):
        stamp = file.name.removeprefix(f"{target.stem}{_BEFORE}")[:15]
        with contextlib.suppress(ValueError):  # somebody else's file
            if datetime.strptime(stamp, STAMP).replace(tzinfo=UTC) + FORMER_KEPT <= now:
                file.unlink(missing_ok=True)
                removed.append(file)
    return removed


def _replace(work: Path, target: Path) -> Path | None:
    """Put a finished file in the place of the database; the new name of what it replaces. Raises Failed."""
    try:
        sqlite_files.copy_owner(work, target)
        if not target.exists():
            sqlite_files.publish(work, target)
            return None
        sqlite_files.require_unused(target)
        stem = f"{target.stem}{_BEFORE}{datetime.now(UTC):{STAMP}}"
        names = (target.with_name(f"{stem}{more}{target.suffix}") for more in chain([""], map("-{}".format, count(2))))
        former = next(name for name in names if not name.exists())
        if _merged(target):
            # A copy, so that the target's name exists at every moment.
            try:
                os.link(target, former)
            except OSError:
                shutil.copy2(target, former)
            keep_to_owner(former)
        else:
            for beside in ("-wal", "-shm", ""):
                with contextlib.suppress(FileNotFoundError):
                    os.replace(f"{target}{beside}", f"{former}{beside}")
        sqlite_files.publish(work, target)
        return former
    except OSError as error:
        raise Failed(f"{target} could not be replaced: {error.strerror or error}") from None


def _merged(file: Path) -> bool:
    """Merge a database's log into its file. False if it is damaged."""
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error:
        return False
    return not Path(f"{file}-wal").exists()

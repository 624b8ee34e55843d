"""Puts a copy in the place of the database, after verifying it."""

from __future__ import annotations

import asyncio
import contextlib
import glob
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ops import Failed
from bot.ops.copies import sqlite_files, transfer
from bot.ops.copies.backup import STAMP
from bot.ops.copies.verify import Verification, require_verified
from bot.store.disk import keep_to_owner
from bot.store.tables import key_values, outbox

LEAP = 1_000_000
"""How far numbering jumps when an older state is restored: numbers given since then are on posts people still see."""


FORMER_KEPT = timedelta(days=14)
"""How long the database is kept that a copy was put in the place of."""
_BEFORE = "-before-restore-"


class Restored(NamedTuple):
    """What was restored, and the file that the former database is kept in, if there was one."""

    verification: Verification
    former: Path | None


async def restore(file: Path, url: URL, *, anyway: bool = False) -> Restored:
    """Put the copy ``file`` in the place of the database at ``url``, after every match in it was played again.

    The former database is kept beside it; on PostgreSQL the database must be empty. With ``anyway`` matches that cannot
    be played again are no hindrance. Raises Failed, having changed nothing.
    """
    await asyncio.to_thread(sqlite_files.require_whole, file)
    in_file = url.get_backend_name() == "sqlite"
    target = sqlite_files.path_of(url) if in_file else file
    if in_file:
        await asyncio.to_thread(sqlite_files.require_different, file, target)
    with sqlite_files.scratch(target) as work:
        await asyncio.to_thread(sqlite_files.copy, file, work)
        async with transfer.opened(sqlite_files.url_of(work)) as store:
            verification = await require_verified(store, anyway)
            async with store.write() as connection:
                await _note_that_time_passed(connection)
            if not in_file:
                async with transfer.opened(url) as goal:
                    await transfer.copy_between(store, goal)
        return Restored(verification, await asyncio.to_thread(_replace, work, target) if in_file else None)


def remove_former(target: Path, now: datetime) -> list[Path]:
    """Remove the databases that were replaced by a copy two weeks ago, with what lies beside them; which ones."""
    removed = []
    for file in sorted(target.parent.glob(f"{glob.escape(target.stem)}{_BEFORE}*")):
        stamp = file.name.removeprefix(f"{target.stem}{_BEFORE}")[:15]
        with contextlib.suppress(ValueError):  # somebody else's file
            if datetime.strptime(stamp, STAMP).replace(tzinfo=UTC) + FORMER_KEPT <= now:
                file.unlink(missing_ok=True)
                removed.append(file)
    return removed


async def _note_that_time_passed(connection: AsyncConnection) -> None:
    """Prepare a restored database for what has happened since the copy was made."""
    # Numbers of matches and posts made since the copy are on buttons that people still see.
    for table in transfer.COUNTED:
        await transfer.set_counter(connection, table, await transfer.counter(connection, table) + LEAP)
    # What was owed then may have been sent since: this makes the sender look first.
    await connection.execute(outbox.update().where(outbox.c.attempts == 0).values(attempts=1))
    # And the commands may have been registered by another version.
    await connection.execute(key_values.delete().where(key_values.c.name.startswith("commands:")))


def _replace(work: Path, target: Path) -> Path | None:
    """Put a finished file in the place of the database, which is kept under the name that is given. Raises Failed."""
    try:
        sqlite_files.copy_owner(work, target)
        if not target.exists():
            sqlite_files.publish(work, target)
            return None
        sqlite_files.require_unused(target)
        former = _unused(target)
        if _merged(target):
            # There is a database under the target's name at every moment.
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
    """Bring all of a database into its one file. False if that cannot be done, for it is damaged."""
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error:
        return False
    return not Path(f"{file}-wal").exists()


def _unused(target: Path) -> Path:
    """A name beside the target that says what it is."""
    stem = f"{target.stem}{_BEFORE}{datetime.now(UTC):{STAMP}}"
    former = target.with_name(f"{stem}{target.suffix}")
    count = 1
    while former.exists():
        count += 1
        former = target.with_name(f"{stem}-{count}{target.suffix}")
    return former

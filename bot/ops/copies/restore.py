"""Puts a copy in the place of the database, after replaying every match in it."""

import asyncio
import contextlib
import glob
import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.disk import keep_to_owner
from bot.ops import Failed
from bot.ops.copies import deletions as deletion_files, postgres, sqlite_files, transfer
from bot.ops.copies.backup import STAMP
from bot.ops.copies.verify import Verification, require_verified
from bot.store.tables import (
    key_values,
    outbox,
    page_links,
    page_openings,
    page_sessions,
    scopes,
    tournaments,
)

LEAP = 1_000_000
"""How far ids jump: those given since the copy was made are on buttons that people still see."""
LEAST_LEAP = 1_000
MOST_LEAP = 100_000
"""How far numbers of matches and tournaments jump, which people read and type: at least, at
most.
"""
FORMER_KEPT = timedelta(days=14)  # how long a replaced database is kept
_BEFORE = "-before-restore-"


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did.

    :param verification: of the matches in the copy.
    :param deletions: how many deletions were made again.
    :param former: where the replaced SQLite file is now; None if there was none.
    """

    verification: Verification
    deletions: int
    former: Path | None


async def restore(
    file: Path, url: URL, *, deletions: Sequence[Path] = (), anyway: bool = False
) -> Restored:
    """Put a copy in the place of a database, after replaying every match in it.

    :param file: the copy.
    :param url: the database. A SQLite file is kept beside it under another name; one on PostgreSQL
        must be empty.
    :param deletions: the files of deletions (``deletions.find_files``), which are made again in it.
    :param anyway: even if some matches cannot be replayed, or deletions are missing in the files.
    :raises Failed: having changed nothing.
    """
    if url.get_backend_name() != "sqlite":
        return await _restore_dump(file, url, deletions, anyway)
    target = sqlite_files.path_of(url)
    await asyncio.to_thread(sqlite_files.require_whole, file)
    if target.exists() and target.samefile(file):
        raise Failed(f"{file} is the database itself")
    with sqlite_files.scratch(target) as work:
        await asyncio.to_thread(sqlite_files.copy, file, work)
        result = await _prepare(sqlite_files.url_of(work), deletions, anyway)
        return replace(result, former=await asyncio.to_thread(_replace, work, target))


async def _restore_dump(file: Path, url: URL, deletions: Sequence[Path], anyway: bool) -> Restored:
    await asyncio.to_thread(sqlite_files.require_file, file)
    async with transfer.opened(url, create=True) as store, store.read() as connection:
        await transfer.require_empty(connection)
    await postgres.load(file, url)
    try:
        return await _prepare(url, deletions, anyway)
    except BaseException:
        await postgres.clear(url)
        raise


async def _prepare(url: URL, deletions: Sequence[Path], anyway: bool) -> Restored:
    """Migrate and verify a restored database, and make it ready for what happened since the copy
    was made.
    """
    async with transfer.opened(url) as store:
        verification = await require_verified(store, anyway)
        if not anyway:
            await deletion_files.require_complete(store, deletions)
        async with store.write() as connection:
            await _skip_ids(connection)
            await _skip_numbers(connection)
            await _have_posts_looked_for(connection)
            await _forget_registrations(connection)
            await _close_page(connection)
        count = await deletion_files.repeat(store, deletions)
        return Restored(verification, count, None)


async def _skip_ids(connection: AsyncConnection) -> None:
    """Let ids go on past those given since the copy was made."""
    for table in transfer.COUNTED:
        latest_id = await transfer.counter(connection, table)
        await transfer.set_counter(connection, table, latest_id + LEAP)


async def _have_posts_looked_for(connection: AsyncConnection) -> None:
    """Count a try for each notice: it may have been sent since the copy was made, and after a try
    its sender looks for the post first.
    """
    never_tried = outbox.c.attempts == 0
    await connection.execute(outbox.update().where(never_tried).values(attempts=1))


async def _forget_registrations(connection: AsyncConnection) -> None:
    """Have the commands registered again: another version may have done so since."""
    is_registration = key_values.c.name.startswith("commands:")
    await connection.execute(key_values.delete().where(is_registration))


async def _close_page(connection: AsyncConnection) -> None:
    """Let nobody come in by what the copy has of browsers and links: a browser may have been shut
    out since, or a link used.
    """
    for table in (page_sessions, page_links, page_openings):
        await connection.execute(table.delete())


async def _skip_numbers(connection: AsyncConnection) -> None:
    """Let numbers that people read go on past those given since the copy was made."""
    latest_number = sa.select(sa.func.max(tournaments.c.number))
    latest_number = latest_number.where(tournaments.c.scope == scopes.c.id)
    highest = sa.func.coalesce(latest_number.scalar_subquery(), 0)
    counter = scopes.c.tournaments
    last = sa.case((highest > counter, highest), else_=counter)
    values = {"numbers": _unused(scopes.c.numbers), "tournaments": _unused(last)}
    await connection.execute(scopes.update().values(values))


def _unused(number: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    """A number that nothing has been given yet: hardly ten times as much was started since."""
    leap = 10 * number
    bounded_leap = sa.case(
        (leap < LEAST_LEAP, LEAST_LEAP), (leap > MOST_LEAP, MOST_LEAP), else_=leap
    )
    return number + bounded_leap


def remove_former(target: Path, now: datetime) -> list[Path]:
    """Remove the files of databases that were replaced FORMER_KEPT ago; which ones."""
    removals = []
    for file in sorted(target.parent.glob(f"{glob.escape(target.stem)}{_BEFORE}*")):
        stamp = file.name.removeprefix(f"{target.stem}{_BEFORE}")[:15]
        with contextlib.suppress(ValueError):  # somebody else's file
            if datetime.strptime(stamp, STAMP).replace(tzinfo=UTC) + FORMER_KEPT <= now:
                file.unlink(missing_ok=True)
                removals.append(file)
    return removals


def _replace(work: Path, target: Path) -> Path | None:
    """Put a finished file in the place of the database; the new name of what it replaces.

    Raises Failed.
    """
    try:
        sqlite_files.copy_owner(work, target)
        if not target.exists():
            sqlite_files.publish(work, target)
            return None
        sqlite_files.require_unused(target)
        former = _free_name(target)
        if _merge_log(target):
            _link_or_copy(target, former)
        else:
            _move_with_log(target, former)
        sqlite_files.publish(work, target)
        return former
    except OSError as error:
        raise Failed(f"{target} could not be replaced: {error.strerror or error}") from None


def _link_or_copy(target: Path, former: Path) -> None:
    """Keep a database's file under a second name; its own exists at every moment."""
    try:
        os.link(target, former)
    except OSError:
        shutil.copy2(target, former)
    keep_to_owner(former)


def _move_with_log(target: Path, former: Path) -> None:
    """Move a database's file, with the log that could not be merged into it."""
    for suffix in ("-wal", "-shm", ""):
        with contextlib.suppress(FileNotFoundError):
            os.replace(f"{target}{suffix}", f"{former}{suffix}")


def _free_name(target: Path) -> Path:
    """A new name beside a database, for its file when it is replaced."""
    stem = f"{target.stem}{_BEFORE}{datetime.now(UTC):{STAMP}}"
    name = target.with_name(f"{stem}{target.suffix}")
    number = 1
    while name.exists():
        number += 1
        name = target.with_name(f"{stem}-{number}{target.suffix}")
    return name


def _merge_log(file: Path) -> bool:
    """Merge a database's log into its file. False if it is damaged."""
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error:
        return False
    return not Path(f"{file}-wal").exists()

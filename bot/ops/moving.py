"""Puts a copy in the place of the database, and moves a database from SQLite to PostgreSQL or back, with proof."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ops import Failed, copying, files
from bot.ops.backup import STAMP
from bot.ops.proof import Proof, replayed
from bot.store import Store, StoreError, Unavailable
from bot.store.tables import heartbeat, kept, outbox

STILL_ALIVE = timedelta(seconds=60)
"""A running bot notes that it is alive three times in this span."""
LEAP = 1_000_000
"""How far numbering jumps when an older state is restored: numbers given since then are on posts people still see."""


class Restored(NamedTuple):
    """What was restored, and the file that the former database is kept in, if there was one."""

    proof: Proof
    former: Path | None


class Moved(NamedTuple):
    """What was moved, by table."""

    proof: Proof
    contents: Mapping[str, copying.Content]


async def restore(file: Path, url: URL, *, anyway: bool = False) -> Restored:
    """Put the copy ``file`` in the place of the database at ``url``, after every match in it was played again.

    The former database is kept beside it; on PostgreSQL the database must be empty. With ``anyway`` matches that cannot
    be played again are no hindrance. Raises Failed, having changed nothing.
    """
    await asyncio.to_thread(files.checked, file)
    sqlite = url.get_backend_name() == "sqlite"
    target = files.path_of(url) if sqlite else file
    if sqlite:
        await asyncio.to_thread(files.another, file, target)
    with files.scratch(target) as work:
        await asyncio.to_thread(files.copy, file, work)
        async with _opened(files.url_of(work)) as store:
            proof = await _proved(store, anyway)
            async with store.write() as connection:
                await _make_older(connection)
            if not sqlite:
                async with _opened(url) as goal:
                    await _copy(store, goal)
        return Restored(proof, await asyncio.to_thread(_replace, work, target) if sqlite else None)


async def move(start: URL, goal: URL, *, anyway: bool = False) -> Moved:
    """Copy the whole database at ``start`` into the empty one at ``goal``; it is proved before anything is kept.

    The database at ``start`` stays as it is. Raises Failed.
    """
    if start == goal:
        raise Failed("both addresses are the same")
    if start.get_backend_name() == "sqlite":
        file = files.path_of(start)
        await asyncio.to_thread(files.checked, file)
        await asyncio.to_thread(files.free, file)
    async with _opened(start) as source:
        if not source.sqlite:
            await _not_running(source)
        proof = await _proved(source, anyway)
        async with _opened(goal) as target:
            return Moved(proof, await _copy(source, target))


@asynccontextmanager
async def _opened(url: URL) -> AsyncIterator[Store]:
    """An open database; what goes wrong with it is Failed."""
    try:
        store = await Store.open(url)
        try:
            yield store
        finally:
            await store.close()
    except StoreError as error:
        raise Failed(str(error)) from None
    except Unavailable as error:
        raise Failed(f"the database {url.render_as_string(hide_password=True)} cannot be used: {_why(error)}") from None


async def _proved(store: Store, anyway: bool) -> Proof:
    async with store.read() as connection:
        proof = await replayed(connection)
    if proof.wrong and not anyway:
        raise Failed(f"{proof}. Nothing was changed; with --anyway it is done all the same")
    return proof


async def _copy(source: Store, target: Store) -> dict[str, copying.Content]:
    """Copy between open databases. Raises Failed with what the target's database says, such as what it cannot hold."""
    try:
        async with source.read() as here, target.write() as there:
            return await copying.copy(here, there)
    except (Unavailable, sa.exc.DBAPIError) as error:
        raise Failed(f"it cannot be copied: {_why(error)}") from None


def _why(error: BaseException) -> str:
    """What a database's driver says in one line, without the statement."""
    cause = error.__cause__ if isinstance(error, Unavailable) and error.__cause__ is not None else error
    return " ".join(str(cause.orig if isinstance(cause, sa.exc.DBAPIError) else cause).split())


async def _not_running(store: Store) -> None:
    async with store.read() as connection:
        at = (await connection.execute(sa.select(sa.func.max(heartbeat.c.at)))).scalar_one_or_none()
    age = None if at is None else datetime.now(UTC) - at
    if age is not None and age < STILL_ALIVE:
        raise Failed(f"a bot was at work on {store} {age.seconds} seconds ago; stop it, and wait a minute")


async def _make_older(connection: AsyncConnection) -> None:
    """Make a restored database know that the world has gone on since."""
    # Numbers of matches and posts made since the copy are on buttons that people still see.
    for table in copying.COUNTED:
        await copying.set_counter(connection, table, await copying.counter(connection, table) + LEAP)
    # What was owed then may have been sent since: this makes the sender look first.
    await connection.execute(outbox.update().where(outbox.c.attempts == 0).values(attempts=1))
    # And the commands may have been registered by another version.
    await connection.execute(kept.delete().where(kept.c.name.startswith("commands:")))


def _replace(work: Path, target: Path) -> Path | None:
    """Put a finished file in the place of the database, which is kept under the name that is given. Raises Failed."""
    try:
        files.own_like(work, target)
        if not target.exists():
            files.publish(work, target)
            return None
        files.free(target)
        former = _unused(target)
        if _merged(target):
            # There is a database under the target's name at every moment.
            try:
                os.link(target, former)
            except OSError:
                shutil.copy2(target, former)
        else:
            for beside in ("-wal", "-shm", ""):
                with contextlib.suppress(FileNotFoundError):
                    os.replace(f"{target}{beside}", f"{former}{beside}")
        files.publish(work, target)
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
    stem = f"{target.stem}-before-restore-{datetime.now(UTC):{STAMP}}"
    former = target.with_name(f"{stem}{target.suffix}")
    count = 1
    while former.exists():
        count += 1
        former = target.with_name(f"{stem}-{count}{target.suffix}")
    return former

"""SQLite: its file, and an engine whose connections are set up for this program."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread

import aiosqlite
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.disk import OWNER_ONLY, keep_to_owner

from .access import AUTOCOMMIT
from .errors import StoreError, no_database

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")
CHUNK = 64  # rows that aiosqlite reads at once where it iterates over them, its own default


def engine(url: URL, size: int, busy_seconds: float, *pragmas: str) -> AsyncEngine:
    """An engine on an existing file that keeps ``size`` connections open, each with ``pragmas``
    besides PRAGMAS.

    A statement waits up to ``busy_seconds`` while another connection has the lock it needs.
    """
    # mode=rw: a file that is gone is not created again.
    path = Path(os.path.abspath(str(url.database)))
    file = f"{path.as_uri()}?mode=rw"

    def open_file() -> sqlite3.Connection:
        connection = sqlite3.connect(file, busy_seconds, isolation_level=None, uri=True)
        for pragma in (*PRAGMAS, *pragmas):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    async def connect() -> aiosqlite.Connection:
        # Its thread is a daemon, as the thread that creates it is: a program that fails with the
        # store open must end.
        connections: list[aiosqlite.Connection] = []

        def create() -> None:
            connections.append(aiosqlite.Connection(open_file, CHUNK))

        creator = Thread(target=create, daemon=True)
        creator.start()
        creator.join()
        return await connections[0]

    return create_async_engine(
        url, async_creator=connect, pool_size=size, hide_parameters=True, **AUTOCOMMIT
    )


def require_file(url: URL) -> None:
    """Raises StoreError where there is no file."""
    path = Path(str(url.database))
    if not path.exists():
        raise no_database(path.absolute())


def make_file(url: URL, busy_seconds: float) -> None:
    """Create the file and its folder where they are missing, for the owner only.

    Raises StoreError, sqlite3.Error.
    """
    path = Path(str(url.database))
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(
            f"the folder {path.parent} cannot be made: {error.strerror or error}"
        ) from None
    if path.is_dir():
        raise StoreError(f"{path} is a folder; a file is needed")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise StoreError(f"{path if path.exists() else path.parent} cannot be written")
    if path.exists() and not os.access(path, os.W_OK):
        raise StoreError(f"{path} cannot be written")
    try:
        # The files that SQLite creates beside it get the same mode.
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ONLY))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}") from None
    for ending in ("", "-wal", "-shm"):
        keep_to_owner(Path(f"{path}{ending}"))
    # A file that is no database is refused here, before any thread is started for it.
    with closing(sqlite3.connect(path, busy_seconds)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")

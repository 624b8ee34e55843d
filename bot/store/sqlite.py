"""SQLite: its file, and an engine whose connections are set up for this program."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .disk import OWNER_ONLY, keep_to_owner
from .errors import StoreError

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")


def engine(url: URL, size: int, busy_seconds: float, *pragmas: str) -> AsyncEngine:
    """An engine on an existing file that keeps ``size`` connections open, each with ``pragmas`` besides PRAGMAS.

    A statement waits up to ``busy_seconds`` while another connection holds the lock it needs. Statements outside of
    an explicit ``BEGIN`` are transactions of their own.
    """

    class Connection(sqlite3.Connection):
        def __init__(self, file: str) -> None:
            # Set up here, in the connection's thread and in one step, so that a cancelled task leaves none half ready.
            super().__init__(file, busy_seconds, isolation_level=None, uri=True)
            for pragma in (*PRAGMAS, *pragmas):
                self.execute(f"PRAGMA {pragma}")

    return create_async_engine(
        # mode=rw: a file that is gone is not created again.
        url.set(database=f"file:{quote(os.path.abspath(str(url.database)))}", query={"mode": "rw", "uri": "true"}),
        connect_args={"factory": lambda file, **_: Connection(file)},
        pool_size=size,
        max_overflow=-1,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        hide_parameters=True,
    )


def make_file(url: URL, busy_seconds: float) -> None:
    """Create the file and its folder where they are missing, for the owner only. Raises StoreError, sqlite3.Error."""
    path = Path(str(url.database))
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(f"the folder {path.parent} cannot be made: {error.strerror or error}") from None
    if path.is_dir():
        raise StoreError(f"{path} is a folder; a file is needed")
    if not os.access(path.parent, os.W_OK | os.X_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise StoreError(f"{path if path.exists() else path.parent} cannot be written")
    try:
        # The files that SQLite creates beside it get the same mode.
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ONLY))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}") from None
    for beside in ("", "-wal", "-shm"):
        keep_to_owner(Path(f"{path}{beside}"))
    # A file that is no database is refused here, before any thread is started for it.
    with closing(sqlite3.connect(path, busy_seconds)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")

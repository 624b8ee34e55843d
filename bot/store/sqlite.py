"""SQLite: its file, and an engine whose connections are set up for this program."""

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import aiosqlite
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.disk import OWNER_ONLY, keep_to_owner

from .access import AUTOCOMMIT
from .errors import StoreError, no_database

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")
FETCHED = 200  # how many rows are fetched along with the execution of their statement


def engine(url: URL, size: int, busy_seconds: float, *pragmas: str) -> AsyncEngine:
    """An engine on an existing file that keeps ``size`` connections open, each with ``pragmas``
    besides PRAGMAS.

    A statement waits up to ``busy_seconds`` while another connection has the lock it needs.
    """
    # mode=rw: a file that is gone is not created again.
    path = Path(os.path.abspath(str(url.database)))
    file = f"{path.as_uri()}?mode=rw"

    def opened() -> sqlite3.Connection:
        connection = sqlite3.connect(
            file, busy_seconds, isolation_level=None, uri=True, factory=_Below
        )
        for pragma in (*PRAGMAS, *pragmas):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    async def connect() -> aiosqlite.Connection:
        # Its thread is a daemon, as the thread that creates it is: a program that fails with the
        # store open must end.
        made: list[_Connection] = []
        maker = Thread(
            target=lambda: made.append(_Connection(opened, iter_chunk_size=FETCHED)), daemon=True
        )
        maker.start()
        maker.join()
        return await made[0]

    return create_async_engine(
        url, async_creator=connect, pool_size=size, hide_parameters=True, **AUTOCOMMIT
    )


class _Connection(aiosqlite.Connection):
    """A connection whose cursors go to its thread once a statement; aiosqlite's go four times, most
    of its cost.
    """

    def cursor(self) -> "_Cursor":  # type: ignore[override]  # has what SQLAlchemy uses of a cursor
        return _Cursor(self)


class _Cursor:
    description: object = None
    rowcount = -1
    lastrowid: int | None = None

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self._more: aiosqlite.Cursor | None = None  # where rows are left to fetch

    async def __aenter__(self) -> "_Cursor":
        return self

    async def execute(self, sql: str, parameters: Iterable[object] = ()) -> None:
        result: Any = await self._connection.execute_fetchall(sql, parameters)
        self._rows, below = result
        self.description = below.description
        self.rowcount = below.rowcount
        self.lastrowid = below.lastrowid
        self._more = (
            aiosqlite.Cursor(self._connection, below) if len(self._rows) == FETCHED else None
        )

    async def executemany(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        self.rowcount = (await self._connection.executemany(sql, parameters)).rowcount

    async def fetchmany(self, size: int) -> Sequence[Any]:
        if not self._rows and self._more is not None:
            self._rows = list(await self._more.fetchmany(FETCHED))
        rows = self._rows[:size]
        self._rows = self._rows[size:]
        return rows

    async def fetchall(self) -> Sequence[Any]:
        if self._more is not None:
            self._rows += await self._more.fetchmany(2**31 - 1)
            self.rowcount = self._more.rowcount
            self._more = None
        return self._rows

    async def close(self) -> None:
        if self._more is not None:
            await self._more.close()


class _CursorBelow(sqlite3.Cursor):
    def fetchall(self) -> Any:  # which ``execute_fetchall`` calls in the thread
        """The first rows of a statement, with its cursor."""
        return self.fetchmany(FETCHED), self


class _Below(sqlite3.Connection):
    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        return self.cursor(_CursorBelow).execute(sql, parameters)


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
    if not os.access(path.parent, os.W_OK | os.X_OK) or (
        path.exists() and not os.access(path, os.W_OK)
    ):
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

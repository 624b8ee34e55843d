"""SQLite: its file, its connections, and a driver that goes to the connection's thread once a statement.

A statement of SQLAlchemy's own adapter goes there four times: to make a cursor, to execute, to fetch and to close.
Everything here is public in sqlite3, aiosqlite and SQLAlchemy (``async_creator``).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from asyncio import Future
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar
from urllib.parse import quote

import aiosqlite
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .errors import StoreError

OWNER_ONLY = 0o600
"""The rights of files with people's data."""
AT_ONCE = 500
"""How many rows are fetched along with the execution of their statement."""
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")


C = TypeVar("C", bound=sqlite3.Connection)


def opened(url: URL, busy_seconds: float, factory: type[C]) -> C:
    """A connection to a file that exists, for one thread after another. It begins no transaction by itself."""
    # A file is given so that SQLite makes no new one where there is none.
    file = f"file:{quote(os.path.abspath(str(url.database)))}?mode=rw"
    connection = factory(file, busy_seconds, isolation_level=None, uri=True, check_same_thread=False)
    try:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def unflushed(connection: sqlite3.Connection) -> Iterator[None]:
    """Within it, what is stored does not wait for the disk: a power cut may undo it, but nothing before it.

    It outlasts the end of the program, however sudden, and goes to the disk with the next transaction that waits.
    """
    (level,) = connection.execute("PRAGMA synchronous").fetchone()
    connection.execute("PRAGMA synchronous = NORMAL")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA synchronous = {level}")


def engine(url: URL, size: int, busy_seconds: float) -> AsyncEngine:
    """An engine on a file that exists, keeping ``size`` connections. They begin no transaction by themselves."""

    async def connected() -> aiosqlite.Connection:
        # Its thread is a daemon since the one that makes it is: a program that fails with the store open must end.
        made: list[_Connection] = []

        maker = Thread(target=lambda: made.append(_Connection(url, busy_seconds)), daemon=True)
        maker.start()
        maker.join()
        try:
            return await made[0]
        except Exception:
            # The program may end at once: its event loop must not be gone when the thread says that it has ended.
            if (stopped := made[0].stop()) is not None:
                await stopped
            raise

    return create_async_engine(url, async_creator=connected, pool_size=size, max_overflow=-1, hide_parameters=True)


async def begin_with_the_next(connection: AsyncConnection, statement: str) -> None:
    """Let a transaction begin along with its first statement, by ``statement``, without a trip of its own."""
    driver = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, _Connection)
    driver.below.begin = statement


def make_file(url: URL) -> None:
    """Make the file and its folder where they are missing. Raises StoreError."""
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
        # What SQLite makes beside the file gets the same rights.
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ONLY))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}") from None
    for beside in ("", "-wal", "-shm"):
        keep_to_owner(Path(f"{path}{beside}"))


def keep_to_owner(path: Path) -> None:
    """Let nobody but its owner read or write a file, whatever it was like before."""
    with contextlib.suppress(OSError):  # it is not there, or somebody else's
        path.chmod(path.stat().st_mode & 0o700)


class CannotBegin(sqlite3.OperationalError):
    """A transaction could not begin, such as where another process is writing."""


class _Rows(list[Any]):
    """The first rows that a statement gave, with its cursor."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        super().__init__(cursor.fetchmany(AT_ONCE))
        self.cursor = cursor


class _ThreadCursor(sqlite3.Cursor):
    """A cursor whose ``fetchall``, which aiosqlite calls at once, gives _Rows."""

    def fetchall(self) -> list[Any]:
        return _Rows(self)


class _ThreadConnection(sqlite3.Connection):
    """A connection that executes with a _ThreadCursor. ``begin`` is executed before the next statement."""

    begin = ""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        self._begin()
        return self.cursor(_ThreadCursor).execute(sql, parameters)

    def executemany(self, sql: str, parameters: Any, /) -> sqlite3.Cursor:
        self._begin()
        return super().executemany(sql, parameters)

    def _begin(self) -> None:
        begin, self.begin = self.begin, ""
        if begin:
            try:
                super().execute(begin)
            except sqlite3.OperationalError as error:
                raise CannotBegin(*error.args) from None


class _Cursor:
    """A cursor in the way that SQLAlchemy uses one: a statement is executed and its rows are fetched in one go."""

    description: object = None
    rowcount = -1
    lastrowid: int | None = None
    arraysize = 1

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._rows: list[object] = []
        self._more: aiosqlite.Cursor | None = None  # where there may be more rows

    async def __aenter__(self) -> _Cursor:
        return self

    async def execute(self, sql: str, parameters: Iterable[object] = ()) -> None:
        rows = await self._connection.execute_fetchall(sql, parameters)
        assert isinstance(rows, _Rows)
        self._rows, below = rows, rows.cursor
        self.description, self.rowcount, self.lastrowid = below.description, below.rowcount, below.lastrowid
        self._more = aiosqlite.Cursor(self._connection, below) if len(rows) == AT_ONCE else None

    async def executemany(self, sql: str, parameters: Iterable[Iterable[object]]) -> None:
        self.rowcount = (await self._connection.executemany(sql, parameters)).rowcount

    async def fetchmany(self, size: int) -> Sequence[object]:
        if not self._rows and self._more is not None:
            self._rows = list(await self._more.fetchmany(AT_ONCE))
        taken, self._rows = self._rows[:size], self._rows[size:]
        return taken

    async def fetchall(self) -> Sequence[object]:
        if self._more is not None:
            self._rows += await self._more.fetchmany(2**31 - 1)
            self.rowcount, self._more = self._more.rowcount, None
        return self._rows

    async def close(self) -> None:
        self._rows = []
        if self._more is not None:
            await self._more.close()


class _Connection(aiosqlite.Connection):
    """A connection to SQLite in a thread of its own."""

    _stopped: Future[object] | None = None
    below: _ThreadConnection

    def __init__(self, url: URL, busy_seconds: float) -> None:
        def connect() -> sqlite3.Connection:
            self.below = opened(url, busy_seconds, _ThreadConnection)
            return self.below

        super().__init__(connect, iter_chunk_size=64)

    def cursor(self) -> _Cursor:  # type: ignore[override]  # SQLAlchemy asks no more of a cursor than this one has
        return _Cursor(self)

    async def commit(self) -> None:
        """Store what the transaction has written. SQLite gives one up by itself, such as where a disk is full."""
        if self.below.begin:
            self.below.begin = ""  # nothing was asked for in it
            return
        if not self.in_transaction:
            raise sqlite3.OperationalError("the transaction was given up")
        await super().commit()

    async def rollback(self) -> None:
        """Undo what is not committed. SQLAlchemy does so whenever a connection goes back to its pool."""
        self.below.begin = ""
        if self.in_transaction:
            await super().rollback()

    def stop(self) -> Future[object] | None:
        """End the thread. A second time, nobody would be left there to answer."""
        self._stopped = self._stopped or super().stop()
        return self._stopped

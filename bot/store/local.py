"""SQLite on the event loop: statements run where they stand; only what can take long is waited for elsewhere.

A statement of ours takes some hundredths of a millisecond. To hand it to a thread and wait for that takes ten times as
long, and longer still beside a thread that draws. So a connection is used on the event loop itself, with three
exceptions, in which other work goes on meanwhile:

- a transaction that has written is kept by a thread, which waits for the disk;
- a reading statement that turns out to be long is begun again in a thread (``LONG``);
- while another process holds the file, the statement is tried again and again (``busy_seconds``).
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.base import SQLiteExecutionContext
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool
from sqlalchemy.util import await_only

LONG = 50_000
"""Steps of SQLite's virtual machine, about a millisecond or two, after which a reading statement is long."""
BREATH_SECONDS = 0.01
"""After so long a row of statements lets others have the event loop."""
AGAIN_SECONDS = 0.01
"""So long after it was found locked a file is tried again."""
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
T = TypeVar("T")
_threads = ThreadPoolExecutor(4, thread_name_prefix="sqlite")


class _Nothing:
    """Awaited, it is there at once."""

    def __await__(self) -> Iterator[None]:
        return iter(())


_NOTHING: Any = _Nothing()


class Cursor(sqlite3.Cursor):
    """A cursor that has all rows of a statement once that has run."""

    connection: Connection

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        """Run a statement."""
        self.connection.breathe()
        self._rows = self.connection.run(self, sql, parameters)
        self._at = 0
        return self

    def executemany(self, sql: str, parameters: Any, /) -> Cursor:
        """Run a statement that gives no rows for each of some parameters."""
        self.connection.set_progress_handler(None, 0)
        super().executemany(sql, parameters)
        self.connection.breathe()
        return self

    def step(self, sql: str, parameters: Any) -> list[Any]:
        """Run a statement here and now."""
        super().execute(sql, parameters)
        return super().fetchall() if self.description else []

    async def _async_soft_close(self) -> None:
        """What SQLAlchemy asks of every cursor once its rows have been read."""

    def fetchone(self) -> Any:
        """The next row; None after the last."""
        rows = self.fetchmany(1)
        return rows[0] if rows else None

    def fetchmany(self, size: int | None = 1) -> list[Any]:
        """The next rows."""
        found = self._rows[self._at : self._at + (size or 1)]
        self._at += len(found)
        return found

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        found = self._rows[self._at :] if self._at else self._rows
        self._at = len(self._rows)
        return found


class Stream(sqlite3.Cursor):
    """A cursor that reads its rows one after another, for those who read more than there is room for."""

    connection: Connection

    def execute(self, sql: str, parameters: Any = (), /) -> Stream:
        """Run a statement up to its first row."""
        self.connection.breathe()
        self.connection.set_progress_handler(None, 0)
        super().execute(sql, parameters)
        return self

    async def _async_soft_close(self) -> None:
        self.close()


class Connection(sqlite3.Connection):
    """A connection that is used on the event loop, within SQLAlchemy's asynchronous engine."""

    writes = False
    busy_seconds = 0.0
    _since = 0.0

    def cursor(self, factory: Any = None) -> Any:
        """A cursor of ours."""
        return super().cursor(factory or Cursor)

    def run(self, cursor: Cursor, sql: str, parameters: Any) -> list[Any]:
        """The rows of a statement, which waits while the file is locked, and goes to a thread where it is long."""
        reads = sql.startswith("SELECT")
        until = 0.0
        while True:
            try:
                self.set_progress_handler((lambda: 1) if reads else None, LONG)
                return cursor.step(sql, parameters)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                    self.set_progress_handler(None, 0)
                    return _elsewhere(lambda: cursor.step(sql, parameters))
                until = until or time.monotonic() + self.busy_seconds
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                    raise
            await_only(asyncio.sleep(AGAIN_SECONDS))

    def now(self, sql: str) -> None:
        """Run what takes no time and gives no rows."""
        super().cursor(sqlite3.Cursor).execute(sql)

    def breathe(self) -> None:
        """Let others have the event loop, if this transaction has long had it."""
        # SQLAlchemy insists that every statement awaits something.
        if time.perf_counter() - self._since < BREATH_SECONDS:
            await_only(_NOTHING)
        else:
            await_only(asyncio.sleep(0))
            self._since = time.perf_counter()

    def begin(self) -> None:
        """Begin a transaction; one that writes excludes all others that do."""
        self.run(self.cursor(), "BEGIN IMMEDIATE" if self.writes else "BEGIN", ())
        self._since = time.perf_counter()

    def commit(self) -> None:
        """Keep what was written, which takes until it is on the disk."""
        if self.writes:
            _elsewhere(super().commit)
        else:
            super().commit()


def _elsewhere(work: Callable[[], T]) -> T:
    """Do something in a thread, while the event loop goes on with other things."""
    done: T = await_only(asyncio.get_running_loop().run_in_executor(_threads, work))
    return done


class Execution(SQLiteExecutionContext):
    """Asks for the cursor of a statement."""

    def create_server_side_cursor(self) -> Any:
        return self._dbapi_connection.cursor(Stream)


class Dialect(SQLiteDialect_pysqlite):
    """SQLite for an asynchronous engine, though hardly anything in it has to be waited for."""

    is_async = True
    supports_statement_cache = True
    supports_server_side_cursors = True
    execution_ctx_cls = Execution
    driver = "local"

    @classmethod
    def get_pool_class(cls, url: URL) -> type[AsyncAdaptedQueuePool]:
        return AsyncAdaptedQueuePool

    def get_driver_connection(self, connection: Any) -> Any:
        return connection


registry.register("sqlite.local", __name__, "Dialect")


def _existing(path: str) -> str:
    """A file as SQLite is given it so that it makes no new one where there is none."""
    return "file:" + quote(os.path.abspath(path))


def connect(path: str) -> Connection:
    """A connection for single questions. One that turns out to be long, or finds the file locked, fails."""
    made = sqlite3.connect(
        f"{_existing(path)}?mode=rw",
        uri=True,
        factory=Connection,
        timeout=0,
        isolation_level=None,
        check_same_thread=False,
    )
    made.now("PRAGMA query_only = ON")
    made.set_progress_handler(lambda: 1, LONG)
    return made


def engine(url: URL, *, size: int, writes: bool, busy_seconds: float) -> AsyncEngine:
    """An engine with at most ``size`` connections, in whose transactions is written or only read."""
    given = {"factory": Connection, "check_same_thread": False, "timeout": 0, "isolation_level": None}
    made = create_async_engine(
        url.set(drivername="sqlite+local", database=_existing(str(url.database)), query={"mode": "rw", "uri": "true"}),
        pool_size=size,
        max_overflow=0,
        pool_timeout=30,
        connect_args=given,
    )

    @sa.event.listens_for(made.sync_engine, "connect")
    def prepare(connection: Connection, _: object) -> None:
        connection.writes, connection.busy_seconds = writes, busy_seconds
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(made.sync_engine, "begin")
    def begin(connection: sa.Connection) -> None:
        own: Any = connection.connection.dbapi_connection
        own.begin()

    return made

"""Opening the database, its transactions, and what goes wrong with it in words for members and hosts."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiosqlite
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.util import await_only

from bot.metrics import DATABASE
from games.core import GameError, Sentence

from . import migrate
from .prepared import Prepared
from .sharing import Writers

log = logging.getLogger(__name__)

BUSY_SECONDS = 5.0
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
CONNECT_SECONDS = 10.0
SAY_AGAIN_SECONDS = 60.0
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
WHAT_URL_MAY_BE = "sqlite+aiosqlite:///data/loophole.db or postgresql+asyncpg://user:password@host/database"


class StoreError(Exception):
    """The database cannot be used; the text is one line for the host, without passwords."""


class Unavailable(GameError):
    """The database cannot be used at this moment; the transaction changed nothing.

    Of what cannot be read it is not said that nothing was changed: something may have been, just before.
    """

    def __init__(self, *, writing: bool) -> None:
        super().__init__(
            Sentence("the database cannot be written just now; nothing was changed, please try again in a moment")
            if writing
            else Sentence("the database cannot be read just now; please try again in a moment")
        )


def check_url(text: str) -> URL:
    """The address of a database, its driver filled in. Raises StoreError, without repeating what may be a password."""
    try:
        url = make_url(text.strip())
    except (ArgumentError, ValueError):
        raise StoreError(f"it may be {WHAT_URL_MAY_BE}") from None
    driver = DRIVERS.get(url.drivername)
    if driver is None:
        raise StoreError(f"there is no support for “{url.drivername[:40]}”; it may be {WHAT_URL_MAY_BE}")
    url = _known(url.set(drivername=driver))
    if url.get_backend_name() == "sqlite" and (not url.database or url.database == ":memory:" or url.host):
        raise StoreError(f"SQLite needs a file that stays (three slashes before its path); it may be {WHAT_URL_MAY_BE}")
    if url.get_backend_name() == "postgresql" and not url.database:
        raise StoreError(f"the name of the database is missing at the end; it may be {WHAT_URL_MAY_BE}")
    return url


def _known(url: URL) -> URL:
    """``url`` with a name and password that are among its parameters in their usual places, where they are hidden."""
    given = {name: text for name, text in url.query.items() if name in ("user", "password") and isinstance(text, str)}
    name, password = given.get("user", url.username), given.get("password", url.password)
    return url.difference_update_query(given).set(username=name, password=password)


class Store:
    """An open, migrated database. ``read()`` and ``write()`` are transactions; a write excludes other writes."""

    def __init__(self, url: URL, writing: AsyncEngine, reading: AsyncEngine, busy_seconds: float) -> None:
        self.url = url
        self._writing = writing
        self._reading = reading
        self._writers = Writers(writing) if self.sqlite else None
        self._file: tuple[int, int] | None = None
        self._asking: aiosqlite.Connection | None = None
        """For single questions on SQLite, which need no transaction."""
        self._busy_seconds = busy_seconds
        self._trouble = _Trouble()

    @property
    def sqlite(self) -> bool:
        """Whether this is SQLite, where one process has the file to itself."""
        return self.url.get_backend_name() == "sqlite"

    @classmethod
    async def open(cls, url: str | URL, *, busy_seconds: float = BUSY_SECONDS) -> Store:
        """Open the database at ``url``, made and migrated where needed. Raises StoreError in one line."""
        url = check_url(url) if isinstance(url, str) else url
        if url.get_backend_name() == "sqlite":
            _make_folder(url)
            writing = _sqlite_engine(url, 1, busy_seconds, begin="BEGIN IMMEDIATE")
            reading = _sqlite_engine(url, 4, busy_seconds, begin="BEGIN")
        else:
            writing = _postgres_engine(url)
            reading = writing.execution_options(isolation_level="REPEATABLE READ")
        store = cls(url, writing, reading, busy_seconds)
        try:
            async with writing.connect() as connection, connection.begin():
                await connection.run_sync(migrate.upgrade)
        except BaseException as error:
            await store.close()
            if isinstance(error, migrate.TooNew):
                raise StoreError(
                    f"the database {store} was made by a newer version of this program; update it, or use another one"
                ) from None
            if isinstance(error, (SQLAlchemyError, OSError, sqlite3.Error)):
                raise StoreError(f"the database {store} cannot be used: {_cause(error)}") from None
            raise
        store._file = store._identity()
        await store._ready_to_ask()
        return store

    async def _ready_to_ask(self) -> None:
        if self.sqlite:
            self._asking = await aiosqlite.connect(
                _existing(self.url), uri=True, isolation_level=None, timeout=self._busy_seconds
            )
            await self._asking.execute_fetchall("PRAGMA query_only = ON")

    def _identity(self) -> tuple[int, int] | None:
        """What tells the file of the database from all others. Raises OSError if it is gone."""
        if not self.sqlite:
            return None
        found = os.stat(str(self.url.database))
        return found.st_dev, found.st_ino

    async def _find_file(self) -> None:
        """Open the file anew if it was replaced. Raises OSError if it is gone.

        SQLite would not notice, and keep in a file without a name what nobody will ever find again.
        """
        file = self._identity()
        if file != self._file:
            log.warning("database: the file was replaced, and is opened anew")
            self._file = file
            await self._let_go()
            await self._ready_to_ask()

    async def close(self) -> None:
        """Close all connections."""
        if self._writers is not None:
            await self._writers.close()
        await self._let_go()

    async def _let_go(self) -> None:
        asking, self._asking = self._asking, None
        if asking is not None:
            await asking.close()
        await self._writing.dispose()
        await self._reading.dispose()

    def __str__(self) -> str:
        return self.url.render_as_string(hide_password=True)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads, all from one moment. Raises Unavailable."""
        with _translated(self._trouble, writing=False), DATABASE.labels("read").time():
            async with self._reading.connect() as connection, connection.begin():
                yield connection

    async def ask(self, question: Prepared, **values: Any) -> list[dict[str, Any]]:
        """The rows that one question finds, by the names of their columns. Raises Unavailable."""
        if self._asking is not None:
            with _translated(self._trouble, writing=False), DATABASE.labels("read").time():
                return await question.found(self._asking, **values)
        async with self.read() as connection:
            return await question.rows(connection, **values)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is kept whole or not at all. Raises Unavailable."""
        with _translated(self._trouble, writing=True), DATABASE.labels("write").time():
            await self._find_file()
            if self._writers is not None:
                async with self._writers.transaction() as connection:
                    yield connection
            else:
                async with self._writing.connect() as connection, connection.begin():
                    yield connection


async def insert_new(connection: AsyncConnection, table: sa.Table, **values: Any) -> None:
    """Insert a row unless there is one with its key; others may be doing the same at this moment."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    await connection.execute(dialect.insert(table).values(**values).on_conflict_do_nothing())


class _Trouble:
    """What is wrong with a database at the moment, told to the host when it begins, once a minute, and when it ends."""

    def __init__(self) -> None:
        self._cause = ""
        self._said = 0.0

    def has(self, cause: str) -> None:
        """Something failed."""
        now = time.monotonic()
        if cause != self._cause or now - self._said >= SAY_AGAIN_SECONDS:
            log.error("database: %s", cause)
            self._cause, self._said = cause, now

    def is_over(self) -> None:
        """Something was written."""
        if self._cause:
            log.warning("database: it can be used again")
            self._cause = ""


class _translated:
    """Turns what the driver raises into Unavailable, with the cause in the log for the host."""

    def __init__(self, trouble: _Trouble, *, writing: bool) -> None:
        self.trouble = trouble
        self.writing = writing

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None and self.writing:
            self.trouble.is_over()
        if isinstance(error, (IntegrityError, ProgrammingError, DataError)):
            return  # a mistake of ours, which waiting does not mend
        if isinstance(error, (DBAPIError, PoolTimeout, OSError, sqlite3.Error)):
            self.trouble.has(_cause(error))
            raise Unavailable(writing=self.writing) from error


def _sqlite_engine(url: URL, size: int, busy_seconds: float, *, begin: str) -> AsyncEngine:
    """An engine with at most ``size`` connections, whose transactions start with the statement ``begin``."""
    url = url.set(database=_existing(url), query={"uri": "true"})
    engine = create_async_engine(
        url, pool_size=size, max_overflow=0, pool_timeout=30, connect_args={"timeout": busy_seconds}
    )

    @sa.event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        for pragma in PRAGMAS:
            await_only(connection.driver_connection.execute_fetchall(f"PRAGMA {pragma}"))

    @sa.event.listens_for(engine.sync_engine, "begin")
    def begun(connection: sa.Connection) -> None:
        driver: Any = connection.connection.driver_connection
        await_only(driver.execute_fetchall(begin))

    return engine


def _existing(url: URL) -> str:
    """A file as SQLite is given it so that it makes no new one where there is none."""
    return f"file:{quote(os.path.abspath(str(url.database)))}?mode=rw"


def _postgres_engine(url: URL) -> AsyncEngine:
    try:
        return create_async_engine(
            url, pool_size=10, max_overflow=10, pool_pre_ping=True, connect_args={"timeout": CONNECT_SECONDS}
        )
    except ImportError:
        raise StoreError("PostgreSQL needs the package asyncpg: pip install 'loophole[postgres]'") from None


def _make_folder(url: URL) -> None:
    path = Path(str(url.database))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"the folder {path.parent} cannot be made: {error.strerror or error}") from None
    if path.is_dir():
        raise StoreError(f"{path} is a folder; a file is needed")
    if not os.access(path.parent, os.W_OK | os.X_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise StoreError(f"{path if path.exists() else path.parent} cannot be written")
    try:
        if not path.exists():
            path.touch()
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}") from None


def _cause(error: BaseException) -> str:
    """What the driver says, in one line; never the statement, which may hold what is private."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(cause).split()) or type(cause).__name__

"""The store: the database opened and migrated, its reads, and its one unit of work, ``write()``."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.metrics import DATABASE

from . import migrate, sqlite
from .address import check_url
from .direct import Direct, Step, run
from .errors import StoreError, Trouble, Undecided, cause
from .rewriting import Rewriting
from .tables import metadata
from .transactions import CommitFailed, Transactions

log = logging.getLogger(__name__)
T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_READ, _WRITTEN = DATABASE.labels("read"), DATABASE.labels("write")

BUSY_SECONDS = 5.0
"""How long a transaction on SQLite waits while another process is writing."""
CONNECT_SECONDS = 10.0
READERS = 4
"""How many transactions read at once on SQLite."""
LOOK_AGAIN_SECONDS = (0.2, 0.5, 1.0, 2.0)
"""How long is waited after each look for a transaction whose end is not known."""
ATTEMPTS, ATTEMPT_SECONDS = 20, 1.0
"""How often, and after how long again, it is tried to put a file that was written anew in the place of the other."""
READING_SECONDS = 0.05
"""How long is waited for those who read before all others go on, and it is tried again later."""
ALONE = 0x10091F
"""The advisory lock of PostgreSQL that every unit of work shares, and that one which is alone has to itself."""
PLACES = 10
"""How many transactions write at once on PostgreSQL, and how many read."""


class Store:
    """An open, migrated database."""

    def __init__(self, url: URL, busy_seconds: float) -> None:
        self.url = url
        self.file: tuple[int, int] | None = None
        """Which file of SQLite this is: another one once it was replaced; None for PostgreSQL."""
        self._busy_seconds = busy_seconds
        self._reopening = False
        self.replaced: Callable[[], Awaitable[object]] = _nothing
        """What is done first with a file that was put in the place of the database: it may be an older copy."""
        self._trouble = Trouble()
        if self.sqlite:
            self._writing, self._reading = (
                sqlite.engine(url, 1, busy_seconds),
                sqlite.engine(url, READERS, busy_seconds),
            )
            self._writes = Transactions(self._writing, 1, begin="BEGIN IMMEDIATE")
            self._reads = Transactions(self._reading, READERS, begin="BEGIN")
            self._fetches, self._singles = self._reads, self._writes
            self._readers: Direct | None = Direct(url, READERS, busy_seconds)
            self._writer: Direct | None = Direct(url, 1, busy_seconds)
        else:
            self._writing = self._reading = _postgres_engine(url)
            snapshots = self._reading.execution_options(isolation_level="REPEATABLE READ")
            self._writes = Transactions(
                self._writing,
                PLACES,
                first=f"SELECT pg_advisory_xact_lock_shared({ALONE})",
                first_alone=f"SELECT pg_advisory_xact_lock({ALONE})",
                number="SELECT txid_current_if_assigned()",
            )
            self._reads = Transactions(snapshots, PLACES)
            autocommit = self._reading.execution_options(isolation_level="AUTOCOMMIT")
            self._fetches = self._singles = Transactions(autocommit, PLACES)
            self._readers = self._writer = None

    @property
    def sqlite(self) -> bool:
        """Whether this is SQLite, where one process has the file to itself."""
        return self.dialect == "sqlite"

    @property
    def dialect(self) -> str:
        """The name of the database's dialect of SQL."""
        return self.url.get_backend_name()

    @classmethod
    async def open(cls, url: str | URL, *, busy_seconds: float = BUSY_SECONDS) -> Store:
        """Open the database at ``url``, made and migrated where needed. Raises StoreError in one line."""
        url = check_url(url) if isinstance(url, str) else url
        if url.get_backend_name() == "sqlite":
            sqlite.make_file(url)
            with contextlib.suppress(OSError, sqlite3.Error):  # what is wrong with the file is told below
                Rewriting(url, busy_seconds).remove_abandoned()
        store = cls(url, busy_seconds)
        try:
            async with store._writes.transaction() as connection:
                await connection.run_sync(migrate.upgrade)
        except BaseException as error:
            await store.close()
            if isinstance(error, migrate.TooNew):
                raise StoreError(
                    f"the database {store} was made by a newer version of this program; update it, or use another one"
                ) from None
            if isinstance(error, (SQLAlchemyError, OSError, sqlite3.Error)):
                raise StoreError(f"the database {store} cannot be used: {cause(error)}") from None
            raise
        store.file = store._identity()
        return store

    async def close(self) -> None:
        """Close all connections, and let the threads go."""
        for direct in (self._readers, self._writer):
            if direct is not None:
                direct.close()
        await self._forget()

    async def _forget(self) -> None:
        """Close all connections that nobody is using; new ones are opened where they are needed."""
        for direct in (self._readers, self._writer):
            if direct is not None:
                direct.forget()
        await self._writing.dispose()
        await self._reading.dispose()

    def __str__(self) -> str:
        return self.url.render_as_string(hide_password=True)

    @asynccontextmanager
    async def write(self, *, alone: bool = False) -> AsyncIterator[AsyncConnection]:
        """A unit of work: stored as a whole, on the disk, when the block has been left, or not at all.

        On SQLite one excludes all others; on PostgreSQL one that is ``alone`` does. Whoever is cancelled has stored
        nothing, except where its end was under way: then everything or nothing. Raises Unavailable; Undecided where it
        cannot be learnt what became of it.
        """
        with self._trouble.translated(writing=True), _WRITTEN.time():
            await self._find_file()
            try:
                async with self._writes.transaction(alone=alone) as connection:
                    yield connection
            except CommitFailed as end:
                if not await self._stored(end.number):
                    raise end.why from None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads, all from one moment. Raises Unavailable."""
        with self._trouble.translated(writing=False), _READ.time():
            with contextlib.suppress(OSError):  # of a file that is gone, all can still be read
                await self._find_file()
            async with self._reads.transaction() as connection:
                yield connection

    async def fetch(self, query: sa.Select[*Ts], values: Mapping[str, object] | None = None) -> Sequence[sa.Row[*Ts]]:
        """The rows that one query finds, its parameters bound by name; cheaper than ``read()``. Raises Unavailable."""
        with self._trouble.translated(writing=False), _READ.time():
            with contextlib.suppress(OSError):
                await self._find_file()
            if self._readers is not None:
                return await self._readers.rows(query, values)
            async with self._fetches.connection() as connection:
                return (await connection.execute(query, values)).all()

    async def execute(self, statement: sa.UpdateBase, values: Mapping[str, object]) -> int:
        """Store what one statement changes, its parameters bound by name; how many rows. Cheaper than ``write()``.

        Only for what may come back: on SQLite a power cut may undo it, though the end of the program does not.
        Raises Unavailable.
        """
        with self._trouble.translated(writing=True), _WRITTEN.time():
            await self._find_file()
            if self._writer is not None:
                async with self._singles.place():
                    return await self._writer.count(statement, values)
            async with self._singles.connection() as connection:
                return (await connection.execute(statement, values)).rowcount

    async def store(self, steps: Sequence[Step]) -> list[int]:
        """Store what some steps change, as one unit of work; what came of each (``direct.outcome``). Cheaper than
        ``write()``, where all of them are known before the first is done.

        Raises Missed, and then nothing is stored; Unavailable and Undecided as ``write()`` does.
        """
        if self._writer is None:
            async with self.write() as connection:
                return [await run(connection, step) for step in steps]
        with self._trouble.translated(writing=True), _WRITTEN.time():
            await self._find_file()
            async with self._singles.place():
                return await self._writer.steps(steps)

    async def erase_remains(self) -> bool:
        """Leave nothing of what was deleted in a SQLite file and its log; False if others were reading all the time.

        The file is written anew beside it, which nobody waits for but at the end, while the new one takes its place.
        Where another process never closes the file, such as one that copies each change, VACUUM does it, for which all
        wait who write.
        On PostgreSQL its VACUUM, which nobody waits for, frees the space of what was deleted, to be overwritten; by
        itself it would come only once a fifth of a table was. Raises Unavailable.
        """
        if not self.sqlite:
            with self._trouble.translated(writing=True):
                async with self._singles.connection() as connection:
                    for table in metadata.tables:
                        await connection.exec_driver_sql(f'VACUUM (INDEX_CLEANUP ON, TRUNCATE OFF) "{table}"')
            return True
        with self._trouble.translated(writing=True):
            await self._find_file()
            rewriting = Rewriting(self.url, self._busy_seconds)
            try:
                async with self._writes.place():
                    tables = await self._step(rewriting, rewriting.begin)
                for table in tables:
                    async with self._writes.place():
                        await self._step(rewriting, partial(rewriting.watch, table))
                await self._step(rewriting, rewriting.copy)
                for _ in range(ATTEMPTS):
                    await self._step(rewriting, rewriting.follow)
                    if await self._put_in_place(rewriting):
                        return True
                    await asyncio.sleep(ATTEMPT_SECONDS)
            finally:
                await self._step(rewriting, rewriting.end)
                if not rewriting.done:
                    async with self._writes.place():
                        await self._step(rewriting, rewriting.stop_watching)
            async with self._singles.connection() as connection:
                await connection.exec_driver_sql("VACUUM")
                row = (await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")).one()
                return not row[0]

    async def _put_in_place(self, rewriting: Rewriting) -> bool:
        """Put the file that was written anew in the place of the other while nobody here reads or writes."""
        assert self._readers is not None
        async with self._writes.all_places(), AsyncExitStack() as nobody:
            try:
                async with asyncio.timeout(READING_SECONDS):
                    await nobody.enter_async_context(self._reads.all_places())
                    await nobody.enter_async_context(self._readers.nobody())
            except TimeoutError:
                return False
            if self._reopening:
                return False
            self._reopening = True
            try:
                await self._forget()
                if not await self._step(rewriting, rewriting.take_place):
                    return False
                self.file = self._identity()
                return True
            finally:
                self._reopening = False

    async def _step(self, rewriting: Rewriting, step: Callable[[], T]) -> T:
        """Do a step in a thread. Whoever is cancelled waits for its end."""
        running = asyncio.ensure_future(asyncio.to_thread(step))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            rewriting.give_up()
            await asyncio.wait({running})
            raise

    async def size(self) -> int:
        """How large the database is, in bytes. Raises Unavailable."""
        if self.sqlite:
            return os.stat(str(self.url.database)).st_size
        [row] = await self.fetch(sa.select(sa.func.pg_database_size(sa.func.current_database())))
        return int(row[0])

    async def _stored(self, number: int) -> bool:
        """Whether a transaction of PostgreSQL whose COMMIT got no answer was carried out. Raises Undecided."""
        query = sa.select(sa.func.txid_status(number))
        for wait in LOOK_AGAIN_SECONDS:
            try:
                async with self._fetches.connection() as connection:
                    state = (await connection.execute(query)).scalar()
            except (SQLAlchemyError, OSError) as error:
                log.warning("database: it is not known yet whether a transaction was stored: %s", cause(error))
                state = None
            if state in ("committed", "aborted"):
                return bool(state == "committed")
            await asyncio.sleep(wait)
        raise Undecided

    def _identity(self) -> tuple[int, int] | None:
        """What tells the file of the database from all others. Raises OSError if it is gone."""
        if not self.sqlite:
            return None
        found = os.stat(str(self.url.database))
        return found.st_dev, found.st_ino

    async def _find_file(self) -> None:
        """Open the file anew if it was replaced. Raises OSError if it is gone.

        SQLite would not notice, and write to a file without a name that nobody will ever find again.
        """
        file = self._identity()
        if file != self.file and not self._reopening:
            log.warning("database: the file was replaced, and is opened anew")
            self._reopening = True
            try:
                await self._forget()
                await self.replaced()
                self.file = file
            finally:
                self._reopening = False


async def _nothing() -> None:
    pass


async def insert_new(connection: AsyncConnection, table: sa.Table, **values: Any) -> None:
    """Insert a row unless there is one with its key; others may be doing the same at this moment."""
    await insert_all_new(connection, table, [values])


async def insert_all_new(connection: AsyncConnection, table: sa.Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows, of which there are some, but for those with whose key there is one."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite_dialect
    await connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


def _postgres_engine(url: URL) -> AsyncEngine:
    try:
        return create_async_engine(
            url,
            pool_size=2 * PLACES,
            max_overflow=-1,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args={"timeout": CONNECT_SECONDS},
        )
    except ImportError:
        raise StoreError("PostgreSQL needs the package asyncpg: pip install 'loophole[postgres]'") from None

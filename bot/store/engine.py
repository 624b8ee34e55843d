"""The store: the database, opened and migrated, with its reads and its one unit of work,
``write()``.
"""

import asyncio
import contextlib
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TypeVarTuple

import sqlalchemy as sa
from sqlalchemy.engine import URL, AdaptedConnection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.metrics import DATABASE

from . import migrate, postgres, sqlite
from .access import AUTOCOMMIT, TransactionFactory, TransactionSlots
from .address import check_url
from .errors import ErrorTranslator, StoreError, Undecided, cause
from .tables import metadata

log = logging.getLogger(__name__)
Ts = TypeVarTuple("Ts")

_READ = DATABASE.labels("read")
_WRITE = DATABASE.labels("write")

BUSY_SECONDS = 5.0  # how long a transaction on SQLite waits while another process is writing
STATEMENT_SECONDS = 8.0  # of a statement on PostgreSQL or a query by ``fetch``, at most
ALONE_SECONDS = 60.0  # of a statement in a deletion, at most
# after which PostgreSQL ends a transaction in which nothing happens: its process may be cut off
IDLE_SECONDS = 300
LOOKING_SECONDS = 10.0  # how long an unanswered COMMIT is looked up
LOOK_AGAIN_SECONDS = 0.5  # how often
READERS = 4  # transactions that read at once on SQLite
SLOTS = 10  # transactions that write at once on PostgreSQL, and that read
ALONE = 0x10091F  # the key of PostgreSQL's advisory lock on everything
# which units of work share, and one that is alone takes for itself
LOCK_SHARED = f"SELECT pg_advisory_xact_lock_shared({ALONE})"
LOCK_ALONE = f"SELECT pg_advisory_xact_lock({ALONE})"


def _limit_idleness(connection: AdaptedConnection, _: object) -> None:
    """Have PostgreSQL free the locks of a connection whose process is cut off."""
    statement = f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'"
    connection.run_async(lambda driver: driver.execute(statement))


class Store:
    """An open, migrated database.

    :param busy_seconds: how long a transaction on SQLite waits while another process is writing
    """

    def __init__(self, url: URL, busy_seconds: float) -> None:
        self.url = url
        self.dialect = url.get_backend_name()
        self.sqlite = self.dialect == "sqlite"
        self.file: tuple[int, int] | None = None
        """The identity of SQLite's file, which changes when it is replaced; None for PostgreSQL."""
        self.replaced: Callable[[], Awaitable[object]] | None = None
        """Called first when the file was replaced while it was open: it may be an older copy."""
        self._errors = ErrorTranslator()
        if self.sqlite:
            self._open_sqlite(url, busy_seconds)
        else:
            self._open_postgres(url)

    def _open_sqlite(self, url: URL, busy_seconds: float) -> None:
        write_slots = TransactionSlots(1)
        read_slots = TransactionSlots(READERS)
        writer = sqlite.engine(url, 1, busy_seconds)
        unflushed_writer = sqlite.engine(url, 1, busy_seconds, "synchronous = NORMAL")
        # KiB: they look up by index
        reader = sqlite.engine(url, READERS, busy_seconds, "cache_size = -500")
        self._writes = TransactionFactory(writer, write_slots, "BEGIN IMMEDIATE")
        self._unflushed = TransactionFactory(unflushed_writer, write_slots)
        self._reads = TransactionFactory(reader, read_slots, "BEGIN")
        self._fetches = TransactionFactory(reader, read_slots, seconds=STATEMENT_SECONDS)

    def _open_postgres(self, url: URL) -> None:
        options = {"pool_size": 2 * SLOTS, "pool_pre_ping": True, **AUTOCOMMIT}
        engine = postgres.engine(url, hide_parameters=True, **options)
        sa.event.listen(engine.sync_engine, "connect", _limit_idleness)
        transactions = partial(TransactionFactory, engine, seconds=STATEMENT_SECONDS)
        write_slots = TransactionSlots(SLOTS)
        read_slots = TransactionSlots(SLOTS)
        self._writes = transactions(write_slots, "BEGIN")
        self._unflushed = transactions(write_slots)
        self._reads = transactions(read_slots, "BEGIN ISOLATION LEVEL REPEATABLE READ")
        self._fetches = transactions(read_slots)

    @property
    def engine(self) -> AsyncEngine:
        """That of the transactions that write."""
        return self._writes.engine

    @property
    def refused_write(self) -> bool:
        """Whether the latest transaction that was to write could not."""
        return self._errors.refused_write

    @classmethod
    async def open(
        cls, url: str | URL, *, busy_seconds: float = BUSY_SECONDS, create: bool = True
    ) -> "Store":
        """Open the database at ``url``, migrated where needed.

        ``create``: also where there is none yet. Raises StoreError in one line.
        """
        url = check_url(url) if isinstance(url, str) else url
        if not create and url.get_backend_name() == "sqlite":
            sqlite.require_file(url)
        store = cls(url, busy_seconds)
        try:
            if store.sqlite:
                sqlite.make_file(url, busy_seconds)
            async with replace(store._writes, seconds=None).connection() as connection:
                await connection.run_sync(partial(migrate.upgrade, create=create))
                await connection.exec_driver_sql("COMMIT")
            await store._find_file()
        except BaseException as error:
            await store.close()
            if isinstance(error, (SQLAlchemyError, OSError, sqlite3.Error)):
                raise StoreError(
                    f"the database {url.render_as_string()} cannot be used: {cause(error)}"
                ) from None
            raise
        return store

    async def close(self) -> None:
        """Close all connections that are not in use; new ones are opened when needed."""
        for transactions in (self._writes, self._unflushed, self._reads):
            await transactions.engine.dispose()

    @asynccontextmanager
    async def write(self, *, alone: bool = False) -> AsyncIterator[AsyncConnection]:
        """A unit of work: all of it is on the disk when the block has been left, or nothing is
        stored.

        On SQLite units of work run one at a time; on PostgreSQL one that is ``alone`` excludes all
        others. A cancelled one stores nothing, except when its COMMIT was under way: then all or
        nothing. Raises Unavailable; Undecided where its outcome cannot be learnt.
        """
        transactions = replace(self._writes, seconds=ALONE_SECONDS) if alone else self._writes
        locks: tuple[str, ...] = ()
        if not self.sqlite:
            locks = (LOCK_ALONE,) if alone else (LOCK_SHARED,)
        async with self._connection(transactions, *locks, writing=True) as connection:
            yield connection
            number = None
            if not self.sqlite:  # the server's number of what was written; None if nothing was
                result = await connection.exec_driver_sql("SELECT txid_current_if_assigned()")
                number = result.scalar()
            try:
                await connection.exec_driver_sql("COMMIT")
            except (DBAPIError, OSError):
                if number is None or not await self._stored(number):
                    raise

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads, all of it as of one moment. Raises Unavailable."""
        async with self._connection(self._reads, writing=False) as connection:
            yield connection
            await connection.exec_driver_sql("COMMIT")

    async def fetch(
        self, query: sa.Select[*Ts], values: Mapping[str, object] | None = None
    ) -> Sequence[sa.Row[*Ts]]:
        """The rows of one query, its parameters bound by name. Raises Unavailable."""
        async with self._connection(self._fetches, writing=False) as connection:
            return (await connection.execute(query, values)).all()

    async def execute(self, statement: sa.UpdateBase, values: Mapping[str, object]) -> int:
        """Execute one statement in a transaction of its own; how many rows it changed.

        Raises Unavailable. Only for changes that may be lost: on SQLite it does not wait for the
        disk, so a power cut may undo it.
        """
        async with self._connection(self._unflushed, writing=True) as connection:
            return (await connection.execute(statement, values)).rowcount

    async def erase_remains(self) -> bool:
        """Erase the bytes of deleted rows that the database's files still have; False if readers
        prevented it.

        On SQLite writers wait, about a second for 90 MB. On PostgreSQL nobody waits; the space of
        deleted rows is freed, to be overwritten. Raises Unavailable.
        """
        with self._errors.translated(writing=True):
            await self._find_file()
            async with replace(self._unflushed, seconds=None).connection() as connection:
                if self.sqlite:
                    await connection.exec_driver_sql("VACUUM")
                    checkpoint = await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
                    busy, *_ = checkpoint.one()
                    return not busy
                for table in metadata.tables:
                    await connection.exec_driver_sql(
                        f'VACUUM (INDEX_CLEANUP ON, TRUNCATE OFF) "{table}"'
                    )
                return True

    @asynccontextmanager
    async def _connection(
        self, transactions: TransactionFactory, *statements: str, writing: bool
    ) -> AsyncIterator[AsyncConnection]:
        """A connection for one transaction, begun with these ``statements`` too.

        Raises Unavailable.
        """
        duration = _WRITE if writing else _READ
        with self._errors.translated(writing=writing), duration.time():
            try:
                await self._find_file()
            except OSError:
                if writing:  # an open file can be read after its name is gone
                    raise
            async with transactions.connection(*statements) as connection:
                yield connection

    async def _stored(self, number: int) -> bool:
        """Whether a transaction of PostgreSQL whose COMMIT got no answer was carried out.

        Raises Undecided.
        """
        query = sa.select(sa.func.txid_status(number))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOKING_SECONDS):
                while True:
                    try:
                        async with self._fetches.connection() as connection:
                            state = (await connection.execute(query)).scalar()
                        if state in ("committed", "aborted"):
                            return bool(state == "committed")
                    except (SQLAlchemyError, OSError) as error:
                        log.warning(
                            "database: it is not known yet whether a transaction was stored: %s",
                            cause(error),
                        )
                    await asyncio.sleep(LOOK_AGAIN_SECONDS)
        raise Undecided

    async def _find_file(self) -> None:
        """Open the file again if it was replaced.

        Raises OSError if it is gone. SQLite would not notice, and write to a file without a name
        that is lost when the program ends.
        """
        if not self.sqlite:
            return
        status = os.stat(str(self.url.database))
        old_file = self.file
        self.file = (status.st_dev, status.st_ino)
        if old_file not in (None, self.file):
            log.warning("database: the file was replaced, and is opened anew")
            try:
                await self.close()
                if self.replaced is not None:
                    await self.replaced()
            except BaseException:
                self.file = old_file
                raise

"""Transactions on an engine: how many run at once, how they begin, and how a cancelled one is
undone.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .errors import cause

T = TypeVar("T")

AUTOCOMMIT = {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True, "max_overflow": -1}
"""Options of engines: a statement outside of an explicit ``BEGIN`` is a transaction of its own."""
# how long a transaction waits for its slot; members see “thinking …” until then
SLOT_SECONDS = 12.0


class TransactionSlots:
    """Lets ``count`` transactions run at once, in order of arrival.

    They wait here, not in the engine's pool: SQLAlchemy's pool does not wake a waiting task when
    the connection that another one was opening is cancelled. Those that wait at ``refused_at`` are
    refused.
    """

    def __init__(self, count: int) -> None:
        self._free = asyncio.Semaphore(count)
        self.refused_at = float("-inf")
        self.refusal = "no answer in time"

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Run the block when a slot is free. Raises TimeoutError after SLOT_SECONDS."""
        arrival = time.monotonic()
        async with asyncio.timeout(SLOT_SECONDS):
            await self._free.acquire()
        try:
            # the database was locked all the time that this task waited
            if self.refused_at > arrival:
                raise TimeoutError(self.refusal)
            try:
                yield
            except TimeoutError as error:
                self.refused_at = time.monotonic()
                raise TimeoutError(self.refusal) from error
        finally:
            self._free.release()


@dataclass
class TransactionFactory:
    """Transactions that each begin with the statement ``begin``; without it, each statement is its
    own transaction.
    """

    engine: AsyncEngine
    slots: TransactionSlots
    begin: str = ""
    # after which a statement is given up, and on PostgreSQL its connection with it
    seconds: float | None = None

    @asynccontextmanager
    async def connection(self, *statements: str) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction, begun with these ``statements`` too; the caller commits.

        What is not committed is undone before the next task has the slot. Raises TimeoutError and
        SQLAlchemy's errors.
        """
        limit = None if self.engine.dialect.name == "sqlite" else self.seconds
        async with self.slots.slot():
            connection = _Connection(self.engine)
            connection.seconds = self.seconds
            async with asyncio.timeout(limit):
                await connection.start()
            try:
                await self._begin(connection, statements)
                yield connection
            except BaseException:
                if self.begin and not connection.invalidated:
                    await run_to_completion(_undo(connection))
                raise
            finally:
                await connection.close()

    async def _begin(self, connection: AsyncConnection, statements: Sequence[str]) -> None:
        """Begin the transaction; where SQLite refuses that, those who wait are refused, too."""
        try:
            for statement in (self.begin, *statements):
                if statement:
                    await connection.exec_driver_sql(statement)
        except DBAPIError as error:
            if isinstance(error.orig, sqlite3.OperationalError):
                self.slots.refused_at = time.monotonic()
                self.slots.refusal = cause(error)
            raise


class _Connection(AsyncConnection):
    """A connection that on SQLite finishes the statement at which its task is cancelled, and on
    PostgreSQL limits the time of each.

    The thread of aiosqlite would finish it anyway, holding SQLite's lock, while SQLAlchemy gives
    the connection up.
    """

    seconds: float | None

    async def _finish(self, work: Coroutine[object, object, T]) -> T:
        if self.engine.dialect.name == "sqlite":
            return await run_to_completion(work)
        async with asyncio.timeout(self.seconds):
            return await work

    async def execute(self, *args: Any, **options: Any) -> Any:
        work = self._finish(super().execute(*args, **options))
        if self.seconds is None or self.engine.dialect.name != "sqlite":
            return await work
        timer = asyncio.get_running_loop().call_later(self.seconds, self._interrupt)
        try:
            return await work
        except DBAPIError as error:
            if "interrupted" in str(error.orig):
                raise TimeoutError("no answer in time") from error
            raise
        finally:
            timer.cancel()

    def _interrupt(self) -> None:
        """Have SQLite end the statement that runs, with an error."""
        driver = self.sync_connection.connection.driver_connection  # type: ignore[union-attr]
        self._interrupting = asyncio.ensure_future(driver.interrupt())  # type: ignore[union-attr]

    async def exec_driver_sql(self, *args: Any, **options: Any) -> Any:
        return await self._finish(super().exec_driver_sql(*args, **options))

    async def run_sync(self, *args: Any, **options: Any) -> Any:
        return await self._finish(super().run_sync(*args, **options))


async def _undo(connection: AsyncConnection) -> None:
    try:
        await connection.exec_driver_sql("ROLLBACK")
    except (DBAPIError, OSError) as error:
        # BEGIN was refused: the connection can be used again
        if "no transaction is active" not in str(error):
            await connection.invalidate()


async def run_to_completion(work: Coroutine[object, object, T]) -> T:
    """Wait for ``work`` even when this task is cancelled, however often, and return its result.

    Raises CancelledError once it is done, if the task was cancelled.
    """
    task = asyncio.ensure_future(work)
    cancellation: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancellation = error
    if cancellation is not None:
        raise cancellation from task.exception()
    return task.result()

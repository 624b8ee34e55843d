"""Statements that are known beforehand on SQLite, in one trip to a thread, through SQLAlchemy's plain engine.

An asynchronous connection costs ten times as much as a plain one: it is taken from its pool, used and given back in
several trips, each with a switch of context of its own.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeVar, TypeVarTuple, cast

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from . import sqlite

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


CACHE = "PRAGMA cache_size = -500"
"""Of each connection, in KiB; four times as much is usual. What is looked up by an index needs few pages."""


class Missed(Exception):
    """A step did not change as many rows as it has to."""


class Step(NamedTuple):
    """A statement and its parameters by name. ``rows``: how many it has to change, or nothing is to be stored."""

    statement: sa.UpdateBase
    values: Mapping[str, object]
    rows: int | None = None


async def run(connection: AsyncConnection, step: Step) -> int:
    """Do a step within a transaction; see ``outcome``."""
    return outcome(step, await connection.execute(step.statement, step.values))


def outcome(step: Step, result: sa.CursorResult[tuple[object, ...]]) -> int:
    """The id of the row that a step has inserted, or how many rows it has changed. Raises Missed."""
    if step.rows is not None and result.rowcount != step.rows:
        raise Missed
    if not result.is_insert:
        return result.rowcount
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])


class Direct:
    """So many threads with a connection each; a statement is a transaction of its own, but for those of ``steps``."""

    def __init__(self, url: URL, threads: int, busy_seconds: float) -> None:
        self._engine = sa.create_engine(
            url.set(drivername="sqlite"),
            creator=lambda: _opened(url, busy_seconds),
            poolclass=sa.QueuePool,
            pool_size=threads,
            pool_reset_on_return=None,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
        )
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="sqlite")
        self._reading = 0
        self._idle, self._free = asyncio.Event(), asyncio.Event()
        self._idle.set()
        self._free.set()

    async def rows(self, query: sa.Select[*Ts], values: Mapping[str, object] | None) -> Sequence[sa.Row[*Ts]]:
        """All rows of a query. Raises what SQLAlchemy raises."""

        def fetched() -> Sequence[sa.Row[*Ts]]:
            with self._engine.connect() as connection:
                return connection.execute(query, values).all()

        await self._free.wait()
        self._reading += 1
        self._idle.clear()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, fetched)
        finally:
            self._reading -= 1
            if not self._reading:
                self._idle.set()

    @asynccontextmanager
    async def nobody(self) -> AsyncIterator[None]:
        """Nobody's query is under way; whoever comes waits."""
        self._free.clear()
        try:
            await self._idle.wait()
            yield
        finally:
            self._free.set()

    async def count(self, statement: sa.UpdateBase, values: Mapping[str, object]) -> int:
        """How many rows a statement has changed, ``unflushed``. Whoever is cancelled waits for its end."""

        def executed() -> int:
            with self._engine.connect() as connection, sqlite.unflushed(_below(connection)):
                return connection.execute(statement, values).rowcount

        return await self._to_its_end(executed)

    async def steps(self, steps: Sequence[Step]) -> list[int]:
        """What has come of each of these steps, in one transaction. Raises Missed, and then nothing is stored.

        Whoever is cancelled waits for its end. Raises ``sqlite.CannotBegin`` where it cannot begin.
        """

        def executed() -> list[int]:
            with self._engine.connect() as connection:
                below = _below(connection)
                try:
                    below.execute("BEGIN IMMEDIATE")
                except sqlite3.OperationalError as error:
                    raise sqlite.CannotBegin(*error.args) from None
                try:
                    found = [outcome(step, connection.execute(step.statement, step.values)) for step in steps]
                    below.execute("COMMIT")
                finally:
                    if below.in_transaction:
                        below.execute("ROLLBACK")
                return found

        return await self._to_its_end(executed)

    async def _to_its_end(self, work: Callable[[], T]) -> T:
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            await asyncio.wait({running})
            raise

    def forget(self) -> None:
        """Close the connections; new ones are opened where they are needed."""
        self._engine.dispose()

    def close(self) -> None:
        """Close the connections and let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._engine.dispose()


def _opened(url: URL, busy_seconds: float) -> sqlite3.Connection:
    connection = sqlite.opened(url, busy_seconds, sqlite3.Connection)
    connection.execute(CACHE)
    return connection


def _below(connection: sa.Connection) -> sqlite3.Connection:
    """What is beneath a connection of SQLAlchemy."""
    return cast(sqlite3.Connection, connection.connection.driver_connection)

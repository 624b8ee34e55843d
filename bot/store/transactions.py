"""Where every transaction begins and ends: one after another, or so many at once, whoever is cancelled meanwhile.

A transaction that is cancelled is undone, and its connection closed where a statement was under way, by SQLAlchemy.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .errors import cause
from .sqlite import CannotBegin, begin_with_the_next

WAIT_SECONDS = 30.0
"""How long a transaction waits for its turn."""


class CommitFailed(Exception):
    """A COMMIT was answered with an error, or with nothing; whether it was carried out is not known.

    ``number`` is what the database knows the transaction by, and ``why`` what the driver raised.
    """

    def __init__(self, number: int, why: Exception) -> None:
        super().__init__(f"transaction {number} may be stored or not")
        self.number = number
        self.why = why


class Transactions:
    """At most ``places`` transactions at once; the others wait in the order in which they came.

    They wait here, not in the engine's pool: where a connection that is being opened is cancelled, the pool does not
    tell those who wait for it. The pool must let as many connections through as it is asked for.

    ``begin`` is the statement that each begins with, on SQLite, and ``first`` the one after it; in those that wait for
    all others to end, and let none begin meanwhile, that is ``first_alone``. ``number`` is one that gives the
    database's number of what was written, or nothing if nothing was.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        places: int,
        *,
        begin: str | None = None,
        first: str | None = None,
        first_alone: str | None = None,
        number: str | None = None,
    ) -> None:
        self._engine = engine
        self._count = places
        self._places = asyncio.Semaphore(places)
        self._begin = begin
        self._first, self._first_alone = first, first_alone
        self._number = number
        self._refusals = 0
        self._refused = ""

    @asynccontextmanager
    async def transaction(self, *, alone: bool = False) -> AsyncIterator[AsyncConnection]:
        """A transaction that is stored, on the disk, when the block has been left, or undone as a whole.

        ``alone``: while no other one is under way, in any process.
        Raises TimeoutError when its turn does not come, CommitFailed, and what SQLAlchemy raises.
        """
        async with self.connection() as connection, connection.begin() as transaction:
            if self._begin is not None:
                await begin_with_the_next(connection, self._begin)
            first = self._first_alone if alone else self._first
            if first is not None:
                await connection.exec_driver_sql(first)
            yield connection
            number = None if self._number is None else (await connection.exec_driver_sql(self._number)).scalar()
            if number is not None:
                try:
                    await transaction.commit()
                except (DBAPIError, OSError) as error:
                    raise CommitFailed(number, error) from error

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which nothing has begun."""
        async with self.place(), self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """One of the places. Raises TimeoutError when its turn does not come."""
        refusals = self._refusals
        if self._places.locked():
            async with asyncio.timeout(WAIT_SECONDS):
                await self._places.acquire()
        else:
            await self._places.acquire()  # at once, for which no timer need be set
        try:
            if self._refusals != refusals:
                raise TimeoutError(self._refused)  # the one before waited in vain, and this one as long
            yield
        except (DBAPIError, CannotBegin) as error:
            if isinstance(error, CannotBegin) or isinstance(error.orig, CannotBegin):
                self._refusals += 1
                self._refused = cause(error)
            raise
        finally:
            self._places.release()

    @asynccontextmanager
    async def all_places(self) -> AsyncIterator[None]:
        """All of the places: nobody else has one. Raises nothing, and waits for as long as it takes."""
        taken = 0
        try:
            for _ in range(self._count):
                await self._places.acquire()
                taken += 1
            yield
        finally:
            for _ in range(taken):
                self._places.release()

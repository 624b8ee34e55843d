"""One transaction for all who write at the same moment, so that a disk that is slow to keep things is asked once.

Each of them has a savepoint of their own: who fails undoes only what is theirs. Nobody is told that something is stored
before the transaction is on the disk; if it cannot be kept, it has failed for all of them.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiosqlite
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .prepared import sqlite_of

MOST = 50
"""So many share a transaction at most: the first of them waits for the last."""
WAIT_SECONDS = 30.0
"""For so long a writer waits for its turn."""


@dataclass(slots=True)
class Group:
    """Those who share a transaction; ``kept`` is done when it is on the disk."""

    connection: AsyncConnection
    driver: aiosqlite.Connection
    kept: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    members: int = 0

    @property
    def whole(self) -> bool:
        """Whether the transaction is still there: a disk that is full makes SQLite give up all of it at once."""
        return self.driver.in_transaction


class Writers:
    """Takes turns among writers on an engine with one connection. A group is kept once nobody waits to join it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._group: Group | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._refused: Exception | None = None  # why the latest that could not be begun was not

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is kept, on the disk, when the block has been left. Raises TimeoutError."""
        refused = self._refused
        await self._my_turn()
        try:
            if self._refused is not None and self._refused is not refused:
                raise self._refused  # who waited for that need not wait as long again
            group = self._group = self._group or await self._begun()
            group.members += 1
            try:
                async with _savepoint(group):
                    yield group.connection
            finally:
                if not self._waiting or group.members >= MOST or not group.whole:
                    self._group = None
                    self._keeping = asyncio.create_task(_keep(group))
        finally:
            self._turn.release()
        await asyncio.shield(group.kept)

    async def _my_turn(self) -> None:
        self._waiting += 1
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await self._turn.acquire()
        finally:
            self._waiting -= 1

    async def _begun(self) -> Group:
        """A new group, once the one before it is through with the connection."""
        if self._keeping is not None:
            await asyncio.wait({self._keeping})
        connection = await self._engine.connect()
        try:
            await connection.begin()
            driver = await sqlite_of(connection)
            assert driver is not None
        except BaseException as error:
            if isinstance(error, Exception):
                self._refused = error
            await connection.close()
            raise
        return Group(connection, driver)

    async def close(self) -> None:
        """Let the last group be kept."""
        if self._keeping is not None:
            await asyncio.wait({self._keeping})


@asynccontextmanager
async def _savepoint(group: Group) -> AsyncIterator[None]:
    """What is written in the block is written whole or not at all. The first of a group is not held up for it."""
    if group.members == 1:
        try:
            yield
        except BaseException:
            await group.driver.rollback()
            raise
        return
    await group.driver.execute_fetchall("SAVEPOINT member")
    try:
        yield
    except BaseException:
        if group.whole:
            await group.driver.execute_fetchall("ROLLBACK TO member")
            await group.driver.execute_fetchall("RELEASE member")
        raise
    await group.driver.execute_fetchall("RELEASE member")


async def _keep(group: Group) -> None:
    """Keep what a group has written, and tell its members."""
    try:
        if not group.whole:
            raise OperationalError("COMMIT", {}, sqlite3.OperationalError("what others wrote could not be kept"))
        await group.connection.commit()
    except Exception as error:
        await group.driver.rollback()
        group.kept.set_exception(error)
        group.kept.exception()  # each member that is left raises it; there may be none
    else:
        group.kept.set_result(None)
    finally:
        group.kept.cancel()
        await group.connection.close()

"""Locks by which each of Discord's shards has one process among those that share a PostgreSQL.

They are held by a transaction that stays open and idle. So they work through a pooler that gives
each transaction a connection of its own, end at once with the process, and half a minute after its
machine is gone. An idle transaction that has written nothing keeps PostgreSQL from nothing.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .engine import STATEMENT_SECONDS, Store
from .errors import StoreError, cause

log = logging.getLogger(__name__)

# the first of the two numbers of each lock, which no other program uses on the same server
SPACE = 0x10091D
COUNTS = 1_000_000
WHOLE = 2_000_000
"""The second number: a shard's; COUNTS and the number of all shards; or WHOLE.

A process that serves all shards has WHOLE for itself, the others share it.
"""
LOOK_SECONDS = 5.0  # how often it is checked that the locks are still held
TRY_SECONDS = 2.0  # how long a start waits for the locks of a process that is just ending
GIVEN_UP_SECONDS = 60.0
"""How long locks that were lost with their connection are tried for: PostgreSQL may need half a
minute to notice that the old connection is gone, and another process may have taken them meanwhile.
"""
FAILURES = (SQLAlchemyError, OSError)
LIMITS = {
    "idle_in_transaction_session_timeout": "0",
    "transaction_timeout": "0",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""How the transaction is let be, and how soon PostgreSQL notices that the machine of its process is
gone.
"""


class ShardTaken(Exception):
    """Another process has a shard; the text says which."""


@asynccontextmanager
async def held_shards(
    store: Store, shards: Sequence[int] | None, count: int | None
) -> AsyncIterator[asyncio.Event]:
    """Be the only process with these shards (None: with all) in the block; ``count`` is how many
    there are in all.

    The event that is given is set once another process has taken them over. On SQLite nothing is
    done: its file has one bot (``bot.ops.only_bot``). Raises StoreError where another process has
    one of the shards.
    """
    overtaken = asyncio.Event()
    if store.sqlite:
        yield overtaken
        return
    locks = _ShardLocks(store.engine, shards, count)
    try:
        await locks.take(patience=TRY_SECONDS)
    except ShardTaken as error:
        raise StoreError(str(error)) from None
    except FAILURES as error:
        raise StoreError(f"the locks of its shards cannot be taken: {cause(error)}") from None
    keeper = asyncio.create_task(locks.keep(overtaken))
    try:
        yield overtaken
    finally:
        keeper.cancel()
        await asyncio.wait({keeper})
        await locks.release()


class _ShardLocks:
    """The open transaction with the locks of some shards."""

    def __init__(
        self, engine: AsyncEngine, shards: Sequence[int] | None, count: int | None
    ) -> None:
        self._engine = engine
        self._shards = shards
        self._count = count
        self._connection: AsyncConnection | None = None

    async def take(self, patience: float = 0.0) -> None:
        """Take the locks. Raises Taken after ``patience`` seconds, FAILURES."""
        deadline = time.monotonic() + patience
        while True:
            try:
                async with asyncio.timeout(STATEMENT_SECONDS):
                    await self._try()
            except BaseException as error:
                await self.release()
                if isinstance(error, ShardTaken) and time.monotonic() < deadline:
                    await asyncio.sleep(0.2)
                    continue
                raise
            return

    async def _try(self) -> None:
        """Begin a transaction and take the locks. Raises Taken, FAILURES."""
        connection = await self._engine.connect()
        self._connection = connection
        await connection.exec_driver_sql("BEGIN ISOLATION LEVEL READ COMMITTED")
        names = await connection.execute(sa.text("SELECT name FROM pg_settings"))
        for name in names.scalars().all():
            if name in LIMITS:
                await connection.execute(sa.select(sa.func.set_config(name, LIMITS[name], True)))
        if self._shards is None:
            if not await self._lock("pg_try_advisory_xact_lock", WHOLE):
                raise ShardTaken(
                    "another bot is running on this database; stop it first, or give each its own "
                    "SHARD_IDS"
                )
            return
        if not await self._lock("pg_try_advisory_xact_lock_shared", WHOLE):
            raise ShardTaken(
                "another bot without SHARD_IDS is running on this database, and serves all shards; "
                "stop it first"
            )
        await self._lock("pg_try_advisory_xact_lock_shared", COUNTS + (self._count or 0))
        for shard in self._shards:
            if not await self._lock("pg_try_advisory_xact_lock", shard):
                raise ShardTaken(
                    f"another process serves shard {shard} (SHARD_IDS) on this database; stop it "
                    "first, or give each process its own SHARD_IDS"
                )
        for count in await self._counts():
            if count != self._count:
                raise ShardTaken(
                    f"another process runs on this database with SHARD_COUNT={count}; stop it first"
                )

    async def _lock(self, function: str, number: int) -> bool:
        assert self._connection is not None
        take_lock = getattr(sa.func, function)
        keys = (sa.cast(SPACE, sa.Integer), sa.cast(number, sa.Integer))
        result = await self._connection.execute(sa.select(take_lock(*keys)))
        return bool(result.scalar())

    async def _counts(self) -> Sequence[int]:
        """By how many shards the processes of this database divide the servers; all should say the
        same.
        """
        assert self._connection is not None
        query = sa.text(
            "SELECT DISTINCT objid::bigint - :counts FROM pg_locks WHERE locktype = 'advisory' AND "
            "granted AND classid = :space AND objsubid = 2 AND objid >= :counts AND objid < :whole "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        values = {"space": SPACE, "counts": COUNTS, "whole": WHOLE}
        rows = await self._connection.execute(query, values)
        return rows.scalars().all()

    async def keep(self, overtaken: asyncio.Event) -> None:
        """Look after the locks, and take them again when their connection is lost; sets
        ``overtaken`` if others were quicker.
        """
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                assert self._connection is not None
                async with asyncio.timeout(STATEMENT_SECONDS):
                    await self._connection.execute(sa.select(1))
            except FAILURES as error:
                log.warning(
                    "the locks of this process's shards were lost, and are taken again: %s",
                    cause(error),
                )
                await self.release()
                if not await self._take_again():
                    overtaken.set()
                    return

    async def _take_again(self) -> bool:
        """Take the locks again, however long the database is away; False if another process keeps
        them.
        """
        refused_since: float | None = None
        while True:
            try:
                await self.take()
            except ShardTaken as error:
                now = time.monotonic()
                if refused_since is None:
                    refused_since = now
                if now - refused_since > GIVEN_UP_SECONDS:
                    log.error("%s", error)
                    return False
            except FAILURES:
                refused_since = None  # nobody can take them now
            else:
                log.warning("the locks of this process's shards are held again")
                return True
            await asyncio.sleep(1)

    async def release(self) -> None:
        """Let the locks go, whatever has become of their connection."""
        connection = self._connection
        self._connection = None
        if connection is None:
            return
        with contextlib.suppress(*FAILURES):
            async with asyncio.timeout(STATEMENT_SECONDS):
                await connection.exec_driver_sql("ROLLBACK")
                await connection.close()
                return
        with contextlib.suppress(*FAILURES):
            await connection.invalidate()
            await connection.close()

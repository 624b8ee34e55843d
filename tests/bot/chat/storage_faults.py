"""What can befall a database while the bot runs, really: its file for as long as a block lasts, or
the way to it.
"""

import asyncio
import resource
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import sqlalchemy as sa

from bot.store import Store
from bot.store.access import TransactionFactory

HOLDER = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process holds the database."""
    command = [sys.executable, "-c", HOLDER, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.kill()


@contextmanager
def slow(seconds: float = 0.0) -> Iterator[list[str]]:
    """Every statement takes so long; gives those that were asked for."""
    statements: list[str] = []

    def asking(connection: sa.Connection, cursor: object, statement: str, *more: object) -> None:
        statements.append(statement)
        if seconds:
            # seconds of the club's own clock would not pass
            sa.util.await_only(asyncio.to_thread(time.sleep, seconds))

    sa.event.listen(sa.Engine, "before_cursor_execute", asking)
    try:
        yield statements
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", asking)


@contextmanager
def unwritable() -> Iterator[None]:
    """The system refuses whatever this process writes to files.

    Python ignores the signal that would end the process; should anything have changed that, it is
    ignored here all the same.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)


@contextmanager
def vanished(folder: Path) -> Iterator[None]:
    """The folder of the database is not there: its disk has come loose."""
    elsewhere = folder.with_name("elsewhere")
    folder.rename(elsewhere)
    try:
        yield
    finally:
        elsewhere.rename(folder)


@asynccontextmanager
async def set_to(
    store: Store, pragma: str, value: object, afterwards: object
) -> AsyncIterator[None]:
    """SQLite is told something about the connection that writes."""
    await _set(store, pragma, value)
    try:
        yield
    finally:
        await _set(store, pragma, afterwards)


async def _set(store: Store, pragma: str, value: object) -> None:
    """Tell SQLite something about both connections that write, outside of transactions: none may be
    possible.
    """
    for access in (store._writes, store._unflushed):
        async with TransactionFactory(access.engine, access.slots).connection() as connection:
            await connection.exec_driver_sql(f"PRAGMA {pragma} = {value}")


@asynccontextmanager
async def read_only(store: Store) -> AsyncIterator[None]:
    """SQLite may only read the file."""
    async with set_to(store, "query_only", 1, 0):
        yield

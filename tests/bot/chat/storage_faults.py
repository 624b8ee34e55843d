"""What can befall the file of a database while the bot runs, really: for as long as a block lasts."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from bot.store import Store

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
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.kill()


@contextmanager
def unwritable() -> Iterator[None]:
    """The system refuses whatever this process writes to files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


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
async def set_to(store: Store, pragma: str, value: object, afterwards: object) -> AsyncIterator[None]:
    """SQLite is told something about the connection that writes."""
    async with store.write() as connection:
        await connection.exec_driver_sql(f"PRAGMA {pragma} = {value}")
    try:
        yield
    finally:
        # Not in a transaction, for none can be begun that writes.
        async with store._writing.connect() as connection:
            raw = await connection.get_raw_connection()
            driver = raw.driver_connection
            assert driver is not None
            driver.execute(f"PRAGMA {pragma} = {afterwards}")


@asynccontextmanager
async def read_only(store: Store) -> AsyncIterator[None]:
    """SQLite may only read the file."""
    async with set_to(store, "query_only", 1, 0):
        yield


@asynccontextmanager
async def full(store: Store) -> AsyncIterator[None]:
    """The file cannot become larger than it is."""
    async with store.read() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
    async with set_to(store, "max_page_count", pages, 1_000_000_000):
        yield

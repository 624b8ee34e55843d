"""What can befall a database while the bot runs, really: its file for as long as a block lasts, or the way to it."""

import asyncio
import resource
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from bot.store import Store
from bot.store.access import Access

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
    asked: list[str] = []

    def asking(connection: sa.Connection, cursor: object, statement: str, *more: object) -> None:
        asked.append(statement)
        if seconds:
            sa.util.await_only(asyncio.to_thread(time.sleep, seconds))  # seconds of the club's own clock would not pass

    sa.event.listen(sa.Engine, "before_cursor_execute", asking)
    try:
        yield asked
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", asking)


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
    await _set(store, pragma, value)
    try:
        yield
    finally:
        await _set(store, pragma, afterwards)


async def _set(store: Store, pragma: str, value: object) -> None:
    """Tell SQLite something about both connections that write, outside of transactions: none may be possible."""
    for access in (store._writes, store._unflushed):
        async with Access(access.engine, access.turns).connection() as connection:
            await connection.exec_driver_sql(f"PRAGMA {pragma} = {value}")


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


class Way:
    """The way to a server, on a port of its own; it can be closed, and opened again."""

    def __init__(self, address: str) -> None:
        self.url = make_url(address)
        self.port = 0
        self._server: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()

    @property
    def address(self) -> str:
        """The address of the database by this way."""
        url = self.url.set(host="127.0.0.1", port=self.port, query={})
        return url.render_as_string(hide_password=False)

    async def open(self) -> None:
        """Let connections through."""
        self._server = await asyncio.start_server(self._through, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Cut all connections; new ones are refused."""
        self._server.close()
        for end in tuple(self._ends):
            end.transport.abort()
        await asyncio.sleep(0)  # let them go

    async def _through(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        folder, port = self.url.query.get("host"), self.url.port or 5432
        there = await (
            asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{port}")
            if folder is not None
            else asyncio.open_connection(self.url.host, port)
        )
        ends = {writer, there[1]}
        self._ends |= ends
        await asyncio.gather(_copy(reader, there[1]), _copy(there[0], writer))
        self._ends -= ends


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Hand on what comes until nothing does."""
    with suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()

"""A real PostgreSQL server for tests and tools: the one that LOOPHOLE_TEST_POSTGRES names, else one
of our own (pgserver).
"""

import asyncio
import importlib
import os
import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from sqlalchemy.engine import URL, make_url

from bot.store import Store

MIGRATED = "loophole_migrated"
"""A database that is migrated and empty; copying it is quicker than migrating anew."""


class NoServer(Exception):
    """No server is named, and none of our own can be started."""


class Server:
    """A PostgreSQL server on which databases can be made.

    :param url: names a database that is there already.
    """

    def __init__(self, url: URL) -> None:
        self.url = url

    def address(self, database: str) -> str:
        """The address of a database, as the bot takes it."""
        url = self.url.set(drivername="postgresql+asyncpg", database=database)
        return url.render_as_string(hide_password=False)

    async def run(self, *statements: str) -> None:
        """Run statements outside of a transaction."""
        import asyncpg

        url = self.url.set(drivername="postgresql")
        connection = await asyncpg.connect(url.render_as_string(hide_password=False))
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    @asynccontextmanager
    async def database(self, *, migrated: bool = False) -> AsyncIterator[str]:
        """The address of a new database, which is removed afterwards.

        :param migrated: whether it has the bot's tables, empty.
        """
        name = f"test_{uuid.uuid4().hex}"
        template = f" TEMPLATE {MIGRATED}" if migrated else ""
        await self.run(f"CREATE DATABASE {name}{template}")
        try:
            yield self.address(name)
        finally:
            await self.run(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def postgres_server() -> Iterator[Server]:
    """A server with the database ``MIGRATED`` on it. Raises NoServer."""
    with _server_url() as url:
        server = Server(url)

        async def prepare() -> None:
            await server.run(f"DROP DATABASE IF EXISTS {MIGRATED}", f"CREATE DATABASE {MIGRATED}")
            store = await Store.open(server.address(MIGRATED))
            await store.close()

        asyncio.run(prepare())
        yield server


@contextmanager
def _server_url() -> Iterator[URL]:
    url = os.environ.get("LOOPHOLE_TEST_POSTGRES")
    if url:
        yield make_url(url)
        return
    with warnings.catch_warnings():
        # about XDG_RUNTIME_DIR, which a machine without a desktop does not set
        warnings.simplefilter("ignore")
        try:
            pgserver = importlib.import_module("pgserver")
        except ImportError:
            raise NoServer(
                "pgserver is not made for this Python; LOOPHOLE_TEST_POSTGRES may name a server"
            ) from None
    assert pgserver.__file__ is not None
    # Its own programs of the same version, for pg_dump and pg_restore.
    programs = Path(pgserver.__file__).parent / "pginstall" / "bin"
    os.environ["PATH"] = os.pathsep.join([str(programs), os.environ["PATH"]])
    # As root, pgserver runs the server as a user of its own. A short path: sockets' names may not
    # be long.
    own = pgserver.get_server(tempfile.mkdtemp(prefix="pg-"), cleanup_mode="delete")
    try:
        own_url = make_url(own.get_uri())
        # Nobody pulls the plug in these tests, so the disk need not be waited for.
        asyncio.run(Server(own_url).run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
        yield own_url
    finally:
        own.cleanup()

"""A real PostgreSQL server for the tests: the one that LOOPHOLE_TEST_POSTGRES names, else one of
our own (pgserver).
"""

import asyncio
import os
import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.engine import URL, make_url

from bot.store import Store

MIGRATED = "loophole_migrated"
"""A database that is migrated and empty; copying it is quicker than migrating anew."""


class Server:
    """A PostgreSQL server on which databases can be made.

    ``url`` names one that is there already.
    """

    def __init__(self, url: URL) -> None:
        self.url = url

    def address(self, database: str) -> str:
        """The address of a database, as the bot takes it."""
        return self.url.set(drivername="postgresql+asyncpg", database=database).render_as_string(
            hide_password=False
        )

    async def run(self, *statements: str) -> None:
        """Run statements outside of a transaction."""
        import asyncpg

        connection = await asyncpg.connect(
            self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        )
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    @asynccontextmanager
    async def database(self, *, migrated: bool = False) -> AsyncIterator[str]:
        """The address of a new database, empty or with empty tables; it is removed afterwards."""
        name = f"test_{uuid.uuid4().hex}"
        await self.run(f"CREATE DATABASE {name}" + (f" TEMPLATE {MIGRATED}" if migrated else ""))
        try:
            yield self.address(name)
        finally:
            await self.run(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def server() -> Iterator[Server]:
    """A server with the database ``MIGRATED`` on it.

    Skips the test where there is none to be had.
    """
    with _anywhere() as url:
        found = Server(url)

        async def prepare() -> None:
            await found.run(f"DROP DATABASE IF EXISTS {MIGRATED}", f"CREATE DATABASE {MIGRATED}")
            await (await Store.open(found.address(MIGRATED))).close()

        asyncio.run(prepare())
        yield found


@contextmanager
def _anywhere() -> Iterator[URL]:
    named = os.environ.get("LOOPHOLE_TEST_POSTGRES")
    if named:
        yield make_url(named)
        return
    with warnings.catch_warnings():
        # about XDG_RUNTIME_DIR, which a machine without a desktop does not set
        warnings.simplefilter("ignore")
        pgserver = pytest.importorskip(
            "pgserver",
            reason="pgserver is not made for this Python; LOOPHOLE_TEST_POSTGRES may name a server",
        )
    # Its own programs of the same version, for pg_dump and pg_restore.
    programs = Path(pgserver.__file__).parent / "pginstall" / "bin"
    os.environ["PATH"] = os.pathsep.join([str(programs), os.environ["PATH"]])
    # As root, pgserver runs the server as a user of its own. A short path: sockets' names may not
    # be long.
    own = pgserver.get_server(tempfile.mkdtemp(prefix="pg-"), cleanup_mode="delete")
    try:
        url = make_url(own.get_uri())
        # Nobody pulls the plug in these tests, so the disk need not be waited for.
        asyncio.run(Server(url).run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
        yield url
    finally:
        own.cleanup()

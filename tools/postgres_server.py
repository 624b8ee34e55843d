"""A real PostgreSQL server for tests and tools: the one that LOOPHOLE_TEST_POSTGRES names, else one
of our own (pgserver).
"""

from __future__ import annotations

import asyncio
import importlib
import os
import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.engine import URL, make_url

from bot.store import Store

if TYPE_CHECKING:
    import asyncpg

MIGRATED = "loophole_migrated"
"""A database that is migrated and empty; copying it is quicker than migrating anew."""


STRUCTURE = """
SELECT array_agg(table_name || '.' || column_name ORDER BY table_name, ordinal_position)::text
    || (SELECT string_agg(version_num, ',') FROM alembic_version)
    || (SELECT count(*) FROM pg_indexes WHERE schemaname = 'public')
    || (SELECT count(*) FROM pg_db_role_setting WHERE setdatabase <> 0)
FROM information_schema.columns WHERE table_schema = 'public'
"""
"""What a database has beside its rows; only where that is as it was, it serves another test."""

CLOSE_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""

EMPTY = """
DO $$
DECLARE
    found record;
BEGIN
    SET LOCAL session_replication_role = replica;  -- in any order, whatever refers to whatever
    FOR found IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        IF found.tablename <> 'alembic_version' THEN
            EXECUTE format('DELETE FROM %I', found.tablename);
        END IF;
    END LOOP;
    FOR found IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
        PERFORM setval(format('%I', found.sequencename)::regclass, 1, false);
    END LOOP;
END $$
"""
"""Deletes all rows: a tenth of the time that another copy takes."""


class NoServer(Exception):
    """No server is named, and none of our own can be started."""


class PostgresServer:
    """A PostgreSQL server on which databases can be made.

    :param url: names a database that is there already.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self._emptied: list[str] = []
        self._structure: str | None = None

    def address(self, database: str) -> str:
        """The address of a database, as the bot takes it."""
        return self.url.set(drivername="postgresql+asyncpg", database=database).render_as_string(
            hide_password=False
        )

    async def connect(self, database: str | None = None) -> asyncpg.Connection:
        """A connection to a database; without a name, to the one that is there already."""
        import asyncpg

        url = self.url.set(drivername="postgresql", database=database or self.url.database)
        return await asyncpg.connect(url.render_as_string(hide_password=False))

    async def run(self, *statements: str) -> None:
        """Run statements outside of a transaction."""
        connection = await self.connect()
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    @asynccontextmanager
    async def database(self, *, with_tables: bool = False) -> AsyncIterator[str]:
        """The address of a database: a new one, or one with empty tables."""
        if with_tables:
            name = self._emptied.pop() if self._emptied else await self._copied()
        else:
            name = f"test_{uuid.uuid4().hex}"
            await self.run(f"CREATE DATABASE {name}")
        try:
            yield self.address(name)
        finally:
            if with_tables and await self._emptied_again(name):
                self._emptied.append(name)
            else:
                await self._drop(name)

    async def _copied(self) -> str:
        name = f"test_{uuid.uuid4().hex}"
        await self.run(f"CREATE DATABASE {name} TEMPLATE {MIGRATED}")
        return name

    async def _drop(self, name: str) -> None:
        await self.run(f"DROP DATABASE {name} WITH (FORCE)")

    async def _emptied_again(self, name: str) -> bool:
        """Delete all rows of a database that a test has used; whether it is then like a new copy.

        Connections that the test has left open are closed, and with them their locks go.
        """
        import asyncpg

        try:
            connection = await self.connect(name)
            try:
                await connection.execute(CLOSE_OTHERS)
                is_unchanged = str(await connection.fetchval(STRUCTURE)) == self._structure
                if is_unchanged:
                    await connection.execute(EMPTY)
                return is_unchanged
            finally:
                await connection.close()
        except asyncpg.PostgresError:  # such as one that may only be read now
            return False

    async def prepare(self) -> None:
        """Make the database that is copied."""
        await self.run(f"DROP DATABASE IF EXISTS {MIGRATED}", f"CREATE DATABASE {MIGRATED}")
        await (await Store.open(self.address(MIGRATED))).close()
        connection = await self.connect(MIGRATED)
        try:
            self._structure = str(await connection.fetchval(STRUCTURE))
        finally:
            await connection.close()

    async def clear(self) -> None:
        """Remove the databases that wait for another test."""
        for name in self._emptied:
            await self._drop(name)
        self._emptied.clear()


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """A server with the database ``MIGRATED`` on it. Raises NoServer."""
    with _server_url() as url:
        server = PostgresServer(url)
        asyncio.run(server.prepare())
        try:
            yield server
        finally:
            asyncio.run(server.clear())


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
    server = pgserver.get_server(tempfile.mkdtemp(prefix="pg-"), cleanup_mode="delete")
    try:
        own_url = make_url(server.get_uri())
        # Nobody pulls the plug in these tests, so the disk need not be waited for.
        asyncio.run(
            PostgresServer(own_url).run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        )
        yield own_url
    finally:
        server.cleanup()

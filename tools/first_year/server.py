"""A PostgreSQL server of our own (pgserver), as a host has one."""

import asyncio
import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import URL, make_url


@contextmanager
def postgres_server() -> Iterator[URL]:
    """The address of a database on a server that runs in the block. Raises ImportError without pgserver."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about XDG_RUNTIME_DIR, which a machine without a desktop does not set
        import pgserver
    path = os.environ["PATH"]
    programs = Path(pgserver.__file__).parent / "pginstall" / "bin"  # pg_dump of the server's version
    os.environ["PATH"] = os.pathsep.join([str(programs), path])
    own = pgserver.get_server(tempfile.mkdtemp(prefix="pg-"), cleanup_mode="delete")
    try:
        yield make_url(own.get_uri())
    finally:
        own.cleanup()
        os.environ["PATH"] = path


def make_database(server: URL, name: str, statements: str = "") -> URL:
    """Make a database on a server, with what these statements put into it; its address as the bot takes it."""
    asyncio.run(_make(server, name, statements))
    return server.set(drivername="postgresql+asyncpg", database=name)


async def _make(server: URL, name: str, statements: str) -> None:
    await _run(server, f"CREATE DATABASE {name}")
    if statements:
        await _run(server.set(database=name), statements)


async def _run(url: URL, statements: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(url.set(drivername="postgresql").render_as_string(hide_password=False))
    try:
        await connection.execute(statements)
    finally:
        await connection.close()

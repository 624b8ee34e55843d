"""A PostgreSQL server of our own (pgserver), as a host has one."""

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import create_async_engine


@contextmanager
def postgres_server() -> Iterator[URL]:
    """The address of a database on a server that runs in the block.

    Raises ImportError without pgserver.
    """
    with warnings.catch_warnings():
        # about XDG_RUNTIME_DIR, which a machine without a desktop does not set
        warnings.simplefilter("ignore")
        pgserver = import_module("pgserver")
    path = os.environ["PATH"]
    # pg_dump of the server's version
    programs = Path(str(pgserver.__file__)).parent / "pginstall" / "bin"
    os.environ["PATH"] = os.pathsep.join([str(programs), path])
    server = pgserver.get_server(tempfile.mkdtemp(prefix="pg-"), cleanup_mode="delete")
    try:
        yield make_url(server.get_uri())
    finally:
        server.cleanup()
        os.environ["PATH"] = path


async def make_database(server: URL, name: str, statements: str = "") -> URL:
    """Make a database on a server, with what these statements put into it; its address as the bot
    takes it.
    """
    await _run(server, f"CREATE DATABASE {name}")
    address = server.set(drivername="postgresql+asyncpg", database=name)
    if statements:
        await _run(address, statements)
    return address


async def _run(url: URL, statements: str) -> None:
    """Run statements on a database, outside of a transaction."""
    engine = create_async_engine(url.set(drivername="postgresql+asyncpg"))
    try:
        async with engine.connect() as connection:
            raw_connection = await connection.get_raw_connection()
            driver = raw_connection.driver_connection
            assert driver is not None
            await driver.execute(statements)  # several at once, which SQLAlchemy cannot
    finally:
        await engine.dispose()

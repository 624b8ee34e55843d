"""PostgreSQL: dumps by ``pg_dump``, and ``pg_restore`` into an empty database."""

import asyncio
import os
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

from bot.disk import OWNER_ONLY
from bot.ops import Failed
from bot.ops.copies import sqlite_files

LIBPQ = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "ssl": "PGSSLMODE"}
"""The environment variable of PostgreSQL's programs for each part of an address."""


async def dump(url: URL, target: Path) -> None:
    """Dump a database as of one moment, also while it is written to, into a new file for its owner. Raises Failed."""
    sqlite_files.require_new(target)
    with sqlite_files.scratch(target) as part:
        part.touch(OWNER_ONLY, exist_ok=False)
        await _run(url, "pg_dump", "--format=custom", f"--file={part}")
        sqlite_files.publish(part, target)


async def load(file: Path, url: URL) -> None:
    """Load a dump into a database whose tables, if it has any, are empty: all of it or nothing. Raises Failed."""
    options = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction")
    await _run(url, "pg_restore", *options, f"--dbname={url.database}", str(file))


async def clear(url: URL) -> None:
    """Remove all tables of a database."""

    def drop(connection: sa.Connection) -> None:
        tables = sa.MetaData()
        tables.reflect(connection)
        tables.drop_all(connection)

    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(drop)
    finally:
        await engine.dispose()


async def _run(url: URL, program: str, *arguments: str) -> None:
    parts = {**url.query, **url.translate_connect_args(username="user")}
    settings = {LIBPQ[name]: str(value) for name, value in parts.items() if name in LIBPQ}
    settings["PGDATABASE"] = str(url.database)
    try:
        process = await asyncio.create_subprocess_exec(
            program, *arguments, env={**os.environ, **settings}, stderr=asyncio.subprocess.PIPE
        )
    except FileNotFoundError:
        raise Failed(f"{program} isn’t installed here; install PostgreSQL’s client programs") from None
    try:
        _, said = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode:
        lines = said.decode(errors="replace").strip().splitlines() or [f"exit status {process.returncode}"]
        raise Failed(lines[0])

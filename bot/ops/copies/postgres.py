"""PostgreSQL: dumps by ``pg_dump``, and ``pg_restore`` into an empty database."""

import asyncio
import os
import re
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from bot.disk import OWNER_ONLY
from bot.ops import Failed
from bot.ops.copies import sqlite_files
from bot.store import StoreError, postgres
from bot.store.errors import cause

CLIENT = "install PostgreSQL’s client programs"


async def dump(url: URL, target: Path) -> None:
    """Dump a database as of one moment, also while it is written to, into a new file for its owner.

    Raises Failed.
    """
    sqlite_files.require_new(target)
    with sqlite_files.scratch(target) as part:
        part.touch(OWNER_ONLY, exist_ok=False)
        await _run(url, "pg_dump", "--format=custom", f"--file={part}")
        await verify(part)
        sqlite_files.publish(part, target)


async def verify(file: Path) -> None:
    """Read all of a dump. Raises Failed if it is damaged, or not one of this program."""
    contents = await _run(None, "pg_restore", "--list", str(file))
    for table in ("alembic_version", "matches"):
        if not re.search(rf" TABLE DATA \S+ {table} ", contents):
            raise Failed("what was dumped is no database of this program")
    await _run(None, "pg_restore", f"--file={os.devnull}", str(file))


async def load(file: Path, url: URL) -> None:
    """Load a dump into a database whose tables, if it has any, are empty: all of it or nothing.

    Raises Failed.
    """
    options = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction")
    await _run(url, "pg_restore", *options, f"--dbname={url.database}", str(file))


async def clear(url: URL) -> None:
    """Remove all tables of a database."""

    def drop(connection: sa.Connection) -> None:
        tables = sa.MetaData()
        tables.reflect(connection)
        tables.drop_all(connection)

    engine = postgres.engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(drop)
    finally:
        await engine.dispose()


async def dump_problem(url: URL) -> str | None:
    """Why no dump of a server's database can be made by the programs that are installed here; None
    if one can.

    ``pg_dump`` refuses servers of a newer version than its own.
    """
    try:
        dump_version = await _version("pg_dump")
        await _version("pg_restore")
    except Failed as error:
        return str(error)
    try:
        engine = postgres.engine(url)
        try:
            async with engine.connect() as connection:
                server = (await connection.execute(sa.text("SHOW server_version"))).scalar_one()
        finally:
            await engine.dispose()
    except (SQLAlchemyError, OSError, StoreError) as error:
        return f"the server does not say its version: {cause(error)}"
    if int(str(server).partition(".")[0]) > dump_version:
        return (
            f"pg_dump is of version {dump_version}, and the server of {server}; install the client "
            "programs of that version"
        )
    return None


async def _version(program: str) -> int:
    """The major version of one of PostgreSQL's programs. Raises Failed if it is not installed."""
    output = await _run(None, program, "--version")
    number = re.search(r"\d+", output)
    if number is None:
        raise Failed(f"{program} doesn’t say its version; {CLIENT}")
    return int(number[0])


async def _run(url: URL | None, program: str, *arguments: str) -> str:
    """Run a program, on a database if one is given; what it says. Raises Failed."""
    settings = {} if url is None else postgres.environment(url)
    try:
        process = await asyncio.create_subprocess_exec(
            program,
            *arguments,
            env={**os.environ, **settings},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    except FileNotFoundError:
        raise Failed(f"{program} isn’t installed here; {CLIENT}") from None
    try:
        output, err = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    errors = err.decode(errors="replace")
    if process.returncode:
        lines = errors.strip().splitlines() or [f"exit status {process.returncode}"]
        raise Failed(lines[0])
    return output.decode(errors="replace") + errors

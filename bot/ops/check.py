"""Checks how a host has set the bot up: one line for each thing, with what to do about what is wrong."""

from __future__ import annotations

import asyncio
import base64
import binascii
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import discord
import sqlalchemy as sa
from alembic.script import ScriptDirectory
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

import games
import render
from bot.ops import files
from bot.ops.backup import copies
from bot.settings import Settings
from bot.store import migrate
from render import fonts

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,  # to find out whether a post, cut off on its way, has arrived
)
LOGIN_SECONDS = 20.0
LEAST_FREE = 200_000_000
"""Bytes that should be free for a database that is small."""
PAGE = 200


class Line(NamedTuple):
    """What was found: whether it is in order, what it is about, and a sentence."""

    good: bool
    what: str
    said: str

    def __str__(self) -> str:
        return f"{'✓' if self.good else '✗'} {self.what}: {' '.join(self.said.split())}"


async def check(settings: Settings, *, offline: bool = False) -> AsyncIterator[Line]:
    """One line after the other. ``offline``: Discord is not asked."""
    application = None
    if settings.token is None:
        yield _sandbox()
    else:
        application = application_of(settings.token)
        yield _token(application)
        if not offline:
            async for line in _discord(settings.token):
                yield line
    yield Line(True, "invite", invite(application))
    yield await _database(settings.database)
    yield _pictures()
    for folder, size in _folders(settings).items():
        yield _disk(folder, size)
    yield _copies(settings)


def invite(application: int | None) -> str:
    """The address at which a server's owner adds the bot; the application's id is left open where it is not known."""
    return discord.utils.oauth_url(
        application or "APPLICATION_ID", permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )


def application_of(token: str) -> int | None:
    """The bot's id, which the first part of its token says; None if it does not."""
    part = token.partition(".")[0]
    try:
        number = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return int(number) if number.isdecimal() and 15 <= len(number) <= 20 else None


def _sandbox() -> Line:
    if find_spec("simcord") is None:
        return Line(False, "token", "DISCORD_TOKEN is not set, and the offline sandbox is not installed")
    return Line(True, "token", "DISCORD_TOKEN is not set; the bot will play offline, in the sandbox")


def _token(application: int | None) -> Line:
    if application is None:
        return Line(False, "token", "its first part is no bot's id; copy it anew from the developer portal")
    return Line(True, "token", f"has the shape of one, of the application {application}")


async def _discord(token: str) -> AsyncIterator[Line]:
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        async with asyncio.timeout(LOGIN_SECONDS):
            await client.login(token)
            yield Line(True, "Discord", f"takes the token; the bot is called {client.user}")
            lacking, count = await _lacking(client)
    except discord.LoginFailure:
        yield Line(False, "Discord", "refused the token; copy it anew from the developer portal")
        return
    except (discord.HTTPException, OSError) as error:
        why = "no answer came" if isinstance(error, TimeoutError) else str(error)
        yield Line(False, "Discord", f"cannot be reached from here: {why}")
        return
    finally:
        await client.close()
    for server, permissions in lacking:
        yield Line(False, "permissions", f"in the server “{server}” the bot lacks {', '.join(permissions)}")
    if not lacking:
        servers = "1 server" if count == 1 else f"{count} servers"
        yield Line(True, "permissions", f"the bot is in {servers} and has what it needs there")


async def _lacking(client: discord.Client) -> tuple[list[tuple[str, list[str]]], int]:
    """Servers in which the bot lacks permissions, with these; and how many servers it is in."""
    lacking = []
    count, after = 0, None
    while True:
        page = await client.http.get_guilds(PAGE, after=after, with_counts=False)
        for guild in page:
            has = discord.Permissions(int(guild["permissions"]))
            missing = [] if has.administrator else [name for name, needed in PERMISSIONS if needed > getattr(has, name)]
            if missing:
                lacking.append((guild["name"], [name.replace("_", " ") for name in missing]))
        count += len(page)
        if len(page) < PAGE:
            return lacking, count
        after = int(page[-1]["id"])


async def _database(url: URL) -> Line:
    name = url.render_as_string(hide_password=True)
    try:
        if url.get_backend_name() == "sqlite":
            said = await asyncio.to_thread(_sqlite, files.path_of(url))
        else:
            said = await _postgres(url)
    except Exception as error:
        # Drivers raise all kinds of errors for servers that are away or refuse; whatever it is goes into the line.
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) and error.orig is not None else error
        return Line(False, "database", f"{name} cannot be used: {cause or type(cause).__name__}")
    return Line(True, "database", f"{name}, {said}")


class _Unfit(Exception):
    """Why a database cannot be used."""


def _sqlite(file: Path) -> str:
    if not file.exists():
        folder = _existing(file)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise _Unfit(f"{folder} cannot be written")
        return "is made at the first start"
    files.checked(file)
    with closing(sqlite3.connect(file, isolation_level=None, timeout=5)) as connection:
        revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
        connection.execute("BEGIN IMMEDIATE")
        # Rolled back; a file or folder that cannot be written is found out only here.
        connection.execute("CREATE TABLE can_be_written (it INTEGER)")
        connection.execute("ROLLBACK")
    wal = "write-ahead log on" if mode == "wal" else "write-ahead log comes on at the next start"
    return f"whole, can be written, {wal}, {_standing(revision and revision[0])}"


async def _postgres(url: URL) -> str:
    engine = create_async_engine(url, connect_args={"timeout": 10})
    try:
        async with engine.connect() as connection:

            async def one(query: str) -> object:
                return (await connection.execute(sa.text(query))).scalar()

            version = await one("SHOW server_version")
            if await one("SHOW transaction_read_only") == "on":
                raise _Unfit("it can only be read")
            if not await one("SELECT has_schema_privilege(current_schema(), 'CREATE')"):
                raise _Unfit("its user may not make tables; GRANT CREATE ON SCHEMA public TO that user")
            known = await one("SELECT to_regclass('alembic_version') IS NOT NULL")
            revision = await one("SELECT version_num FROM alembic_version") if known else None
    finally:
        await engine.dispose()
    return f"PostgreSQL {version}, can be written, {_standing(None if revision is None else str(revision))}"


def _standing(revision: str | None) -> str:
    """How up to date the tables are. Raises _Unfit."""
    script = ScriptDirectory(str(migrate.FOLDER))
    if revision is None:
        return "tables are made at the first start"
    if revision not in {entry.revision for entry in script.walk_revisions()}:
        raise _Unfit("it was made by a newer version of this program; update it")
    if revision not in script.get_heads():
        return f"tables of an older version ({revision}), brought up to date at the next start"
    return f"tables up to date ({revision})"


def _pictures() -> Line:
    start = time.perf_counter()
    try:
        width = fonts.length("Aß я あ 日", 20)
        size = len(render.png(games.catalog()[0].start()))
    except (OSError, ImportError) as error:
        return Line(False, "fonts", f"a board cannot be drawn: {error}")
    if width < 40:
        return Line(False, "fonts", "letters are missing; install the program anew")
    return Line(
        True,
        "fonts",
        f"are all there; a board was drawn in {(time.perf_counter() - start) * 1000:.0f} ms, {size} bytes",
    )


def _folders(settings: Settings) -> dict[Path, int]:
    """Folders that are written to, and how large what grows in each is."""
    found = {}
    if settings.database.get_backend_name() == "sqlite":
        file = files.path_of(settings.database)
        found[_existing(file)] = file.stat().st_size if file.exists() else 0
    if settings.backup_folder is not None:
        sizes = [file.stat().st_size for _, file in copies(settings.backup_folder)]
        found[_existing(settings.backup_folder / "copy")] = max(sizes, default=0)
    return found


def _disk(folder: Path, size: int) -> Line:
    free = shutil.disk_usage(folder).free
    return Line(free >= max(LEAST_FREE, 2 * size), "disk", f"{free / 1e9:.1f} GB are free in {folder.absolute()}")


def _copies(settings: Settings) -> Line:
    folder = settings.backup_folder
    if folder is None:
        return Line(True, "copies", "none are made by themselves; BACKUP_FOLDER can be set")
    if not os.access(_existing(folder / "copy"), os.W_OK | os.X_OK):
        return Line(False, "copies", f"the folder {folder} cannot be written")
    there = copies(folder)
    if not there:
        return Line(True, "copies", f"the first one is made in {folder} when the bot runs")
    hours = (datetime.now(UTC) - there[-1][0]).total_seconds() / 3600
    late = hours > settings.backup_every + 1
    return Line(not late, "copies", f"{len(there)} in {folder}, the newest {hours:.1f} hours old")


def _existing(path: Path) -> Path:
    """The nearest folder above a path that is there."""
    return next(parent for parent in path.absolute().parents if parent.is_dir())

"""Checks how a host has set the bot up: one line for each thing, with what to do about what is wrong."""

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
from http import HTTPStatus
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import aiohttp
import discord
import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

import games
import render
from bot.ops import Failed
from bot.ops.copies import sqlite_files
from bot.ops.copies.backup import backups_in
from bot.ops.verification import verification
from bot.settings import Settings
from bot.store import migrate
from bot.store.errors import cause
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
DISCORD_SECONDS = 20.0  # how long all requests to Discord together may take
LEAST_FREE = 200_000_000  # bytes that should be free however small the database is
API = "https://discord.com/api/v10/"
USER_AGENT = "DiscordBot (loophole, 1)"
PAGE = 200  # how many servers Discord names in one answer


class CheckResult(NamedTuple):
    """Whether something is in order, what it is, and a sentence about it."""

    good: bool
    what: str
    said: str

    def __str__(self) -> str:
        return f"{'✓' if self.good else '✗'} {self.what}: {' '.join(self.said.split())}"


async def check(settings: Settings, *, offline: bool = False) -> AsyncIterator[CheckResult]:
    """One line after the other. ``offline``: Discord is not asked."""
    application = None if settings.token is None else application_of(settings.token)
    if settings.token is None:
        play_offline = ": the bot would only play offline, in the sandbox"
        then = play_offline if find_spec("simcord") else ", and the offline sandbox isn’t installed"
        yield CheckResult(False, "token", f"DISCORD_TOKEN isn’t set{then}")
    elif application is None:
        yield CheckResult(False, "token", "isn’t a bot token; copy it again from the developer portal")
    else:
        yield CheckResult(True, "token", f"looks valid, for application {application}")
    if settings.token is not None and not offline:
        async for line in _discord(settings.token):
            yield line
    yield CheckResult(True, "invite", invite(application))
    yield await _database(settings.database)
    yield _pictures()
    for folder, size in _folders(settings).items():
        free = shutil.disk_usage(folder).free
        enough = free >= max(LEAST_FREE, 2 * size)
        yield CheckResult(enough, "disk", f"{free / 1e9:.1f} GB free in {folder.absolute()}")
    yield _backups(settings)


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


async def _discord(token: str) -> AsyncIterator[CheckResult]:
    lacking: dict[str, list[str]] = {}
    count = 0
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        async with asyncio.timeout(DISCORD_SECONDS):
            await client.login(token)
            yield CheckResult(True, "Discord", f"logged in as {client.user}")
            async for server in _servers(token):
                count += 1
                if missing := _missing(discord.Permissions(int(server["permissions"]))):
                    lacking[server["name"]] = missing
    except discord.LoginFailure:
        yield CheckResult(False, "Discord", "refused the token; copy it again from the developer portal")
        return
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        why = "no answer" if isinstance(error, TimeoutError) else str(error)
        yield CheckResult(False, "Discord", f"can’t be reached: {why}")
        return
    finally:
        await client.close()
    for name, missing in lacking.items():
        yield CheckResult(False, "permissions", f"missing in server “{name}”: {', '.join(missing)}")
    if not lacking:
        servers = "1 server" if count == 1 else f"{count} servers"
        yield CheckResult(True, "permissions", f"all granted in {servers}")
    if client.application is not None:
        good, said = verification(client.application, count)
        yield CheckResult(good, "verification", said)


async def _servers(token: str) -> AsyncIterator[dict[str, str]]:
    """The bot's servers with its permissions, which discord.py leaves out."""
    headers = {"Authorization": f"Bot {token}", "User-Agent": USER_AGENT}
    async with aiohttp.ClientSession(API, headers=headers) as session:
        after = "0"
        while True:
            async with session.get("users/@me/guilds", params={"limit": str(PAGE), "after": after}) as answer:
                if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
                    await asyncio.sleep(float(answer.headers.get("Retry-After", "1")))
                    continue
                answer.raise_for_status()
                page: list[dict[str, str]] = await answer.json()
            for server in page:
                yield server
            if len(page) < PAGE:
                return
            after = page[-1]["id"]


def _missing(permissions: discord.Permissions) -> list[str]:
    """The names of the permissions that the bot lacks."""
    if permissions.administrator:
        return []
    return [name.replace("_", " ") for name, needed in PERMISSIONS if needed > getattr(permissions, name)]


async def _database(url: URL) -> CheckResult:
    name = url.render_as_string()
    try:
        if url.get_backend_name() == "sqlite":
            said = await asyncio.to_thread(_sqlite, sqlite_files.path_of(url))
        else:
            said = await _postgres(url)
    except Exception as error:
        # Drivers raise all kinds of errors for servers that are away or refuse.
        return CheckResult(False, "database", f"can’t use {name}: {cause(error)}")
    return CheckResult(True, "database", f"{name}: {said}")


def _sqlite(file: Path) -> str:
    if not file.exists():
        _try_to_write(_existing(file))
        return "will be created at the first start"
    sqlite_files.require_whole(file)
    with closing(sqlite3.connect(file, isolation_level=None, timeout=5)) as connection:
        revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
        connection.execute("BEGIN IMMEDIATE")
        # Only a write shows that the file and its folder can be written; it is rolled back.
        connection.execute("CREATE TABLE can_be_written (it INTEGER)")
        connection.execute("ROLLBACK")
    wal = "write-ahead log on" if mode == "wal" else "write-ahead log on from the next start"
    return f"intact, writable, {wal}, {_standing(revision and revision[0])}"


async def _postgres(url: URL) -> str:
    engine = create_async_engine(url, connect_args={"timeout": 10})
    try:
        async with engine.connect() as connection:

            async def value(query: str) -> object:
                return (await connection.execute(sa.text(query))).scalar()

            version = await value("SHOW server_version")
            if await value("SHOW transaction_read_only") == "on":
                raise Failed("it is read-only")
            if not await value("SELECT has_schema_privilege(current_schema(), 'CREATE')"):
                raise Failed("its user can’t create tables; GRANT CREATE ON SCHEMA public TO that user")
            known = await value("SELECT to_regclass('alembic_version') IS NOT NULL")
            revision = await value("SELECT version_num FROM alembic_version") if known else None
    finally:
        await engine.dispose()
    return f"PostgreSQL {version}, writable, {_standing(None if revision is None else str(revision))}"


def _standing(revision: str | None) -> str:
    """How up to date the tables are. Raises Failed if they are too new."""
    revisions = migrate.revisions()
    if revision is None:
        return "tables will be created at the first start"
    if revision not in revisions:
        raise Failed("it was made by a newer version of Loophole; update the program")
    if revision != revisions[-1]:
        return f"tables of an older version ({revision}), updated at the next start"
    return f"tables up to date ({revision})"


def _pictures() -> CheckResult:
    start = time.perf_counter()
    try:
        width = fonts.length("Aß я あ 日", 20)
        size = len(render.png(games.catalog()[0].start()))
    except (OSError, ImportError) as error:
        return CheckResult(False, "fonts", f"can’t draw a board: {error}")
    if width < 40:
        return CheckResult(False, "fonts", "some letters are missing; reinstall Loophole")
    took = (time.perf_counter() - start) * 1000
    return CheckResult(True, "fonts", f"complete; drawing a board took {took:.0f} ms ({size} bytes)")


def _folders(settings: Settings) -> dict[Path, int]:
    """The folders that are written to, each with the size of its largest file in bytes."""
    sizes = {}
    if settings.database.get_backend_name() == "sqlite":
        file = sqlite_files.path_of(settings.database)
        sizes[_existing(file)] = file.stat().st_size if file.exists() else 0
    if settings.backup_folder is not None:
        copies = [file.stat().st_size for _, file in backups_in(settings.backup_folder)]
        sizes[_existing(settings.backup_folder / "copy")] = max(copies, default=0)
    return sizes


def _backups(settings: Settings) -> CheckResult:
    folder = settings.backup_folder
    if folder is None:
        return CheckResult(True, "backups", "none; set BACKUP_FOLDER for automatic backups")
    if settings.database.get_backend_name() != "sqlite" and shutil.which("pg_dump") is None:
        return CheckResult(False, "backups", "pg_dump isn’t installed; install PostgreSQL’s client programs")
    if not os.access(_existing(folder / "copy"), os.W_OK | os.X_OK):
        return CheckResult(False, "backups", f"can’t write to {folder}")
    there = backups_in(folder)
    if not there:
        return CheckResult(True, "backups", f"the first will be made in {folder} while the bot runs")
    hours = (datetime.now(UTC) - there[-1][0]).total_seconds() / 3600
    late = hours > settings.backup_every + 1
    return CheckResult(not late, "backups", f"{len(there)} in {folder}, the newest {hours:.1f} hours old")


def _try_to_write(folder: Path) -> None:
    """Make and remove a folder in ``folder``; its permissions are not proof. Raises Failed."""
    try:
        with TemporaryDirectory(prefix=".loophole-", dir=folder):
            pass
    except OSError as error:
        raise Failed(f"can’t write to {folder} ({error.strerror})") from None


def _existing(path: Path) -> Path:
    return next(parent for parent in path.absolute().parents if parent.exists())

"""Checks how a host has set the bot up: one line for each thing, with what to do about what is
wrong.
"""

import asyncio
import base64
import binascii
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import closing, suppress
from http import HTTPStatus
from importlib.util import find_spec
from pathlib import Path

import aiohttp
import discord
import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

import games
import render
from bot.ops import Failed
from bot.ops.check_files import check_backups, check_deletions, existing, try_to_write
from bot.ops.check_result import CheckResult
from bot.ops.check_web import check_web
from bot.ops.copies import sqlite_files
from bot.ops.copies.backup import backups_in
from bot.ops.verification import verification
from bot.settings import Settings
from bot.store import StoreError, migrate, postgres
from bot.store.errors import cause
from bot.store.tables import deletions
from games.core.numbers import whole_number
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
MOST_NAMED = 10  # of what a database lacks
PAGE = 200  # how many servers Discord names in one answer


async def check(
    settings: Settings, *, offline: bool = False, channel: int | None = None
) -> AsyncIterator[CheckResult]:
    """One line after the other.

    :param offline: neither Discord nor WEB_URL is asked.
    :param channel: the id of a channel in which the bot's permissions are looked at.
    """
    application = None if settings.token is None else application_of(settings.token)
    yield _token(settings.token, application)
    if settings.token is not None and not offline:
        async for line in _discord(settings.token, channel):
            yield line
        if settings.secret and application is not None:
            yield await _secret(application, settings.secret)
    yield CheckResult(True, "invite", invite(application))
    yield await _database(settings.database)
    if settings.shards_without_process:
        yield CheckResult(False, "shards", settings.shards_without_process)
    yield _pictures()
    for folder, size in _folders(settings).items():
        free_bytes = shutil.disk_usage(folder).free
        enough = free_bytes >= max(LEAST_FREE, 2 * size)
        yield CheckResult(enough, "disk", f"{free_bytes / 1e9:.1f} GB free in {folder.absolute()}")
    # Of several processes each may have a file of its own, with only some of the deletions.
    deletion_count = None
    if settings.shard_ids is None:
        deletion_count = await _known_deletions(settings.database)
    yield check_deletions(settings.deletions, settings.backup_folder, deletion_count)
    yield await check_backups(settings)
    async for line in check_web(settings, offline=offline):
        yield line


def _token(token: str | None, application: int | None) -> CheckResult:
    """Whether there is a token, and it looks like one of a bot.

    :param application: the id of the application that it names.
    """
    if token is None:
        if find_spec("simcord"):
            consequence = ": the bot would only play offline, in the sandbox"
        else:
            consequence = ", and the offline sandbox isn’t installed"
        return CheckResult(False, "token", f"DISCORD_TOKEN isn’t set{consequence}")
    if application is None:
        return CheckResult(
            False, "token", "isn’t a bot token; copy it again from the developer portal"
        )
    return CheckResult(True, "token", f"looks valid, for application {application}")


def invite(application: int | None) -> str:
    """The address at which a server's owner adds the bot; the application's id is left open where
    it is not known.
    """
    return discord.utils.oauth_url(
        application or "APPLICATION_ID",
        permissions=PERMISSIONS,
        scopes=("bot", "applications.commands"),
    )


def application_of(token: str) -> int | None:
    """The bot's id, which the first part of its token says; None if it does not."""
    encoded_id = token.partition(".")[0]
    padding = "=" * (-len(encoded_id) % 4)
    try:
        number = base64.urlsafe_b64decode(encoded_id + padding).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return None
    if len(number) < 15:
        return None
    return whole_number(number, 20)


async def _discord(token: str, channel: int | None) -> AsyncIterator[CheckResult]:
    missing_permissions: dict[str, list[str]] = {}
    count = 0
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        async with asyncio.timeout(DISCORD_SECONDS):
            await client.login(token)
            yield CheckResult(True, "Discord", f"logged in as {client.user}")
            async for server in _servers(token):
                count += 1
                names = _missing(discord.Permissions(int(server["permissions"])))
                if names:
                    missing_permissions[server["name"]] = names
            if channel is not None:
                yield await _channel(client, channel)
    except discord.LoginFailure:
        yield CheckResult(
            False, "Discord", "refused the token; copy it again from the developer portal"
        )
        return
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        why = "no answer" if isinstance(error, TimeoutError) else str(error)
        yield CheckResult(False, "Discord", f"can’t be reached: {why}")
        return
    finally:
        await client.close()
    for name, names in missing_permissions.items():
        yield CheckResult(False, "permissions", f"missing in server “{name}”: {', '.join(names)}")
    if not missing_permissions:
        servers = "1 server" if count == 1 else f"{count} servers"
        yield CheckResult(True, "permissions", f"all granted in {servers}")
    if client.application is not None:
        is_good, sentence = verification(client.application, count)
        yield CheckResult(is_good, "verification", sentence)


async def _channel(client: discord.Client, number: int) -> CheckResult:
    """The bot's permissions in a channel, or in the channel of a thread.

    Raises what ``_discord`` catches.
    """

    def result(good: bool, sentence: str) -> CheckResult:
        return CheckResult(good, "channel", sentence)

    assert client.user is not None
    try:
        place = await client.fetch_channel(number)
        if isinstance(place, discord.abc.PrivateChannel):
            return result(True, "that is a direct message, where no permissions are needed")
        server = await client.fetch_guild(place.guild.id)
        channel_id = place.parent_id if isinstance(place, discord.Thread) else place.id
        channel = await server.fetch_channel(channel_id)
        member = await server.fetch_member(client.user.id)
    except (discord.NotFound, discord.Forbidden):
        return result(
            False,
            f"the bot sees no channel {number}: it is not on that server, or lacks view channel "
            "there",
        )
    names = _missing(channel.permissions_for(member))
    where = f"#{channel.name} of “{server.name}”"
    if names:
        return result(False, f"missing in {where}: {', '.join(names)}")
    return result(True, f"all granted in {where}")


async def _secret(application: int, secret: str) -> CheckResult:
    """Whether Discord takes the client secret: a token for the application itself is asked for, and
    not used.
    """

    def result(good: bool, sentence: str) -> CheckResult:
        return CheckResult(good, "secret", sentence)

    form = {"grant_type": "client_credentials", "scope": "identify"}
    credentials = base64.b64encode(f"{application}:{secret}".encode()).decode()
    headers = {"Authorization": f"Basic {credentials}", "User-Agent": USER_AGENT}
    try:
        async with (
            asyncio.timeout(DISCORD_SECONDS),
            aiohttp.ClientSession(API, headers=headers) as session,
            session.post("oauth2/token", data=form) as answer,
        ):
            status = answer.status
    except (aiohttp.ClientError, OSError) as error:
        return result(False, f"Discord can’t be asked about it: {error or 'no answer'}")
    if status == HTTPStatus.UNAUTHORIZED:
        return result(
            False,
            "Discord refused DISCORD_CLIENT_SECRET; copy it again from the developer portal’s "
            "OAuth2",
        )
    if status != HTTPStatus.OK:
        return result(
            False, f"Discord can’t say whether DISCORD_CLIENT_SECRET is right: it answered {status}"
        )
    return result(True, "Discord takes DISCORD_CLIENT_SECRET")


async def _servers(token: str) -> AsyncIterator[dict[str, str]]:
    """The bot's servers with its permissions, which discord.py leaves out."""
    headers = {"Authorization": f"Bot {token}", "User-Agent": USER_AGENT}
    async with aiohttp.ClientSession(API, headers=headers) as session:
        last_id = "0"
        while True:
            async with session.get(
                "users/@me/guilds", params={"limit": str(PAGE), "after": last_id}
            ) as answer:
                if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
                    await asyncio.sleep(float(answer.headers.get("Retry-After", "1")))
                    continue
                answer.raise_for_status()
                page: list[dict[str, str]] = await answer.json()
            for server in page:
                yield server
            if len(page) < PAGE:
                return
            last_id = page[-1]["id"]


def _missing(permissions: discord.Permissions) -> list[str]:
    """The names of the permissions that the bot lacks."""
    if permissions.administrator:
        return []
    return [
        name.replace("_", " ") for name, value in PERMISSIONS if value > getattr(permissions, name)
    ]


async def _database(url: URL) -> CheckResult:
    name = url.render_as_string()
    try:
        if url.get_backend_name() == "sqlite":
            name = str(sqlite_files.path_of(url).absolute())
            summary = await asyncio.to_thread(_sqlite, sqlite_files.path_of(url))
        else:
            summary = await _postgres(url)
    except Exception as error:
        # Drivers raise all kinds of errors for servers that are away or refuse.
        return CheckResult(False, "database", f"can’t use {name}: {cause(error)}")
    return CheckResult(True, "database", f"{name}: {summary}")


def _sqlite(file: Path) -> str:
    if not file.exists():
        try_to_write(existing(file))
        return "will be created at the first start"
    if file.stat().st_size:
        sqlite_files.require_whole(file)
    with closing(sqlite3.connect(file, isolation_level=None, timeout=5)) as connection:
        mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
        connection.execute("BEGIN IMMEDIATE")
        # Only a write shows that the file and its folder can be written; it is rolled back.
        connection.execute("CREATE TABLE can_be_written (it INTEGER)")
        connection.execute("ROLLBACK")
    with _read_only(file).connect() as read_only:
        tables = _tables(read_only)
    wal = "write-ahead log on" if mode == "wal" else "write-ahead log on from the next start"
    return f"intact, writable, {wal}, {tables}"


def _read_only(file: Path) -> sa.Engine:
    address = f"{file.absolute().as_uri()}?mode=ro"
    return sa.create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(address, uri=True), poolclass=sa.pool.NullPool
    )


async def _postgres(url: URL) -> str:
    engine = postgres.engine(url)
    try:
        async with engine.connect() as connection:

            async def value(query: str) -> object:
                return (await connection.execute(sa.text(query))).scalar()

            version = await value("SHOW server_version")
            if await value("SHOW transaction_read_only") == "on":
                raise Failed("it is read-only")
            if not await value("SELECT has_schema_privilege(current_schema(), 'CREATE')"):
                raise Failed(
                    "its user can’t create tables; GRANT CREATE ON SCHEMA public TO that user"
                )
            tables = await connection.run_sync(_tables)
    finally:
        await engine.dispose()
    return f"PostgreSQL {version}, writable, {tables}"


def _tables(connection: sa.Connection) -> str:
    """How up to date the tables are. Raises Failed if the bot cannot work with them."""
    state = migrate.schema_state(connection)
    condition = state.condition
    if not state.usable:
        raise Failed(f"it {condition.value}")
    if condition is migrate.Condition.CURRENT:
        missing_parts = migrate.missing_parts(connection)
        if missing_parts:
            raise Failed(f"it lacks {_first_few(missing_parts)}; restore a backup from before that")
        return f"{condition.value} ({state.revision})"
    if condition is migrate.Condition.OLDER:
        return f"{condition.value} ({state.revision}), updated at the next start"
    return str(condition.value)


def _first_few(names: Sequence[str]) -> str:
    """MOST_NAMED of some names, and how many more there are."""
    text = ", ".join(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        text += f" and {len(names) - MOST_NAMED} more"
    return text


async def _known_deletions(url: URL) -> int | None:
    """How many deletions a database knows of; None if it does not say."""

    def count(connection: sa.Connection) -> int:
        return connection.execute(sa.select(sa.func.count()).select_from(deletions)).scalar_one()

    def of_file() -> int | None:
        file = sqlite_files.path_of(url)
        if not file.is_file():
            return None
        with _read_only(file).connect() as connection:
            return count(connection)

    try:
        if url.get_backend_name() == "sqlite":
            return await asyncio.to_thread(of_file)
        engine = postgres.engine(url)
        try:
            async with engine.connect() as connection:
                return await connection.run_sync(count)
        finally:
            await engine.dispose()
    except (SQLAlchemyError, OSError, StoreError):
        return None  # what is wrong with it is another line


def _pictures() -> CheckResult:
    start = time.perf_counter()
    try:
        width = fonts.length("Aß я あ 日", 20)
        size = len(render.png(games.catalog()[0].start()))
    except (OSError, ImportError) as error:
        return CheckResult(False, "fonts", f"can’t draw a board: {error}")
    if width < 40:
        return CheckResult(False, "fonts", "some letters are missing; reinstall Loophole")
    milliseconds = (time.perf_counter() - start) * 1000
    drawing = f"drawing a board took {milliseconds:.0f} ms ({size} bytes)"
    return CheckResult(True, "fonts", f"complete; {drawing}")


def _folders(settings: Settings) -> dict[Path, int]:
    """The folders that are written to, each with the size of its largest file in bytes."""
    sizes = {}
    if settings.database.get_backend_name() == "sqlite":
        file = sqlite_files.path_of(settings.database)
        sizes[existing(file)] = _largest((file,))
    folder = settings.backup_folder
    if folder is not None:
        copies: Sequence[Path] = ()
        with suppress(OSError):  # which another line tells
            copies = [copy.file for copy in backups_in(folder)]
        sizes[existing(folder / "copy")] = _largest(copies)
    return sizes


def _largest(files: Sequence[Path]) -> int:
    """The size in bytes of the largest of some files; 0 for one that is not there, or may not be
    seen.
    """
    sizes = [0]
    for file in files:
        with suppress(OSError):
            sizes.append(file.stat().st_size)
    return max(sizes)

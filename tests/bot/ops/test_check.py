"""``python -m bot check``: one line for each thing, what to do about what is wrong, and an exit
status.
"""

import asyncio
import re
import socket
import sqlite3
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import ANY

import discord
import pytest
from aiohttp import BasicAuth, ClientSession, web
from aiohttp.test_utils import TestServer
from sqlalchemy.engine import make_url

from bot.chat.language import texts
from bot.domain.privacy.journal import Journal
from bot.ops.check import PERMISSIONS, application_of, check, invite
from bot.ops.check_files import check_backups, check_deletions
from bot.ops.check_web import PAGE_MARK, check_web
from bot.settings import load
from bot.store import migrate
from tests.bot.chat.network.address import as_json
from tests.bot.ops.helpers import ROOT, called, typed
from tests.bot.postgres import PostgresServer
from tests.bot.test_starting import free_port

TOKEN = "MTE5ODYyMjQ4MzQ3MTkyNTI0OA.G0aAbC.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
TLS = ROOT / "tests" / "data" / "tls"
APPLICATION = 1198622483471925248


def lines(text: str) -> dict[str, str]:
    """What was said, by what it is about."""
    matches = [re.fullmatch(r"[✓✗] (\w+): (.+)", line) for line in text.splitlines()]
    assert all(matches), text
    return {match[1]: match[0] for match in matches if match}


@pytest.mark.slow
def test_a_new_host_sees_that_all_is_in_order(tmp_path: Path) -> None:
    result = typed(
        tmp_path, "check", "--offline", DISCORD_TOKEN=TOKEN, BACKUP_FOLDER="data/backups"
    )
    by_name = lines(result.stdout)
    assert (result.returncode, result.stderr) == (0, "")
    assert list(by_name) == [
        "settings",
        "token",
        "invite",
        "database",
        "fonts",
        "disk",
        "deletions",
        "backups",
    ]
    assert str(APPLICATION) in by_name["token"]
    assert f"client_id={APPLICATION}&" in by_name["invite"]
    assert "will be created at the first start" in by_name["database"]
    assert TOKEN not in result.stdout
    assert list(tmp_path.iterdir()) == [], "nothing is made by looking"


@pytest.mark.slow
def test_a_database_that_is_there_is_looked_at_and_left_alone(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "loophole.db"
    file.write_bytes(empty_database.read_bytes())
    result = called(
        tmp_path, "check", "--offline", DISCORD_TOKEN=TOKEN, DATABASE_URL="sqlite:///loophole.db"
    )
    assert result.returncode == 0, result.stdout
    line = lines(result.stdout)["database"]
    assert all(
        text in line for text in ("intact", "writable", "write-ahead log on", "tables up to date")
    )
    with closing(sqlite3.connect(file)) as connection:
        assert (
            connection.execute("SELECT name FROM sqlite_master WHERE name LIKE 'can%'").fetchall()
            == []
        )
    revisions = migrate.revisions()
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "revisions", lambda: [*revisions, "9999"])
        assert (
            f"older version ({revisions[-1]})"
            in called(tmp_path, "check", DATABASE_URL="sqlite:///loophole.db").stdout
        )
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("ALTER TABLE loops DROP COLUMN chance")
        connection.execute("DROP INDEX ix_matches_wake")
        connection.execute("DROP TABLE puzzle_streaks")
    result = called(
        tmp_path, "check", "--offline", DISCORD_TOKEN=TOKEN, DATABASE_URL="sqlite:///loophole.db"
    )
    assert result.returncode == 1
    line_then = lines(result.stdout)["database"]
    assert all(
        text in line_then
        for text in ("column loops.chance", "index ix_matches_wake", "table puzzle_streaks")
    ), line_then


@pytest.mark.some_cases(4)
@pytest.mark.parametrize(
    ("settings", "what", "why"),
    [
        ({"DATABASE_URL": "sqlite:///text.db"}, "database", "not a database"),
        ({"DATABASE_URL": "sqlite:///newer.db"}, "database", "made by a newer version"),
        ({"DATABASE_URL": "postgresql://me:hunter2@127.0.0.1:1/x"}, "database", "can’t use"),
        (
            {"DATABASE_URL": "postgresql://127.0.0.1:1/x?user=me&password=hunter2"},
            "database",
            "can’t use",
        ),
        ({"DATABASE_URL": "sqlite:////proc/nowhere/x.db"}, "database", "can’t write to /proc"),
        ({"DATABASE_URL": "sqlite:///text.db/x.db"}, "database", "text.db (Not a directory)"),
        ({"DISCORD_TOKEN": ""}, "token", "isn’t set"),
        (
            {"DISCORD_TOKEN": "A" * 24 + "." + "b" * 6 + "." + "c" * 30},
            "token",
            "isn’t a bot token",
        ),
    ],
)
def test_what_is_wrong_is_told(
    tmp_path: Path, empty_database: Path, settings: dict[str, str], what: str, why: str
) -> None:
    (tmp_path / "text.db").write_text("not a database " * 300)
    (tmp_path / "newer.db").write_bytes(empty_database.read_bytes())
    with closing(sqlite3.connect(tmp_path / "newer.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    result = called(tmp_path, "check", "--offline", **settings)
    assert result.returncode == 1
    line = lines(result.stdout)[what]
    assert line.startswith("✗")
    assert why in line
    assert "hunter2" not in result.stdout + result.stderr


def test_a_setting_that_cannot_be_is_a_line_too(tmp_path: Path) -> None:
    result = called(tmp_path, "check", BACKUP_EVERY="often")
    assert result.returncode == 2
    assert result.stdout.startswith("✗ settings: BACKUP_EVERY cannot be used")


@pytest.mark.parametrize(
    ("settings", "is_told"),
    [
        ({"SHARD_IDS": "0,1", "SHARD_COUNT": "4"}, True),
        ({"SHARD_IDS": "0,1", "SHARD_COUNT": "2"}, False),
        ({"SHARD_COUNT": "2"}, False),
        (
            {
                "SHARD_IDS": "0",
                "SHARD_COUNT": "2",
                "DATABASE_URL": "postgresql://me@127.0.0.1:1/x",
            },
            False,
        ),
    ],
)
def test_processes_that_do_not_share_a_database_are_told(
    tmp_path: Path, settings: dict[str, str], is_told: bool
) -> None:
    by_name = lines(called(tmp_path, "check", "--offline", **settings).stdout)
    assert ("shards" in by_name) is is_told
    if is_told:
        assert by_name["shards"].startswith("✗ shards: SHARD_IDS has 2 of 4 shards")


def test_unknown_commands_are_answered_with_those_there_are(tmp_path: Path) -> None:
    result = called(tmp_path, "chekc")
    assert result.returncode == 2
    assert all(command in result.stderr for command in ("check", "backup", "restore", "move"))
    assert called(tmp_path, "--help").returncode == 0


@pytest.mark.slow
async def test_a_server_for_many_processes_is_looked_at(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    async with postgres.database(with_tables=True) as address:
        result = await asyncio.to_thread(
            called, tmp_path, "check", "--offline", DISCORD_TOKEN=TOKEN, DATABASE_URL=address
        )
        assert result.returncode == 0, result.stdout
        assert re.search(r"PostgreSQL \d+.*tables up to date", lines(result.stdout)["database"])
        await PostgresServer(make_url(address)).run("ALTER TABLE loops DROP COLUMN chance")
        result = await asyncio.to_thread(
            called, tmp_path, "check", "--offline", DATABASE_URL=address
        )
        assert "it lacks column loops.chance" in lines(result.stdout)["database"]
    async with postgres.database() as address:
        result = await asyncio.to_thread(called, tmp_path, "check", DATABASE_URL=address)
        assert "tables will be created at the first start" in lines(result.stdout)["database"]
        name = address.split("/")[-1].split("?")[0]
        await postgres.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        result = await asyncio.to_thread(called, tmp_path, "check", DATABASE_URL=address)
        assert "it is read-only" in lines(result.stdout)["database"]


# What Discord says is taken from a server of ours that speaks the few requests of its interface
# that are made here.


class Discord:
    """Answers as Discord would to the bot of ``TOKEN``, which is in servers with these
    permissions.
    """

    def __init__(self, *permissions: int) -> None:
        self.permissions = permissions
        self.app = web.Application()
        self.app.router.add_get("/users/@me", self.me)
        self.app.router.add_get("/oauth2/applications/@me", self.application)
        self.app.router.add_get("/users/@me/guilds", self.guilds)
        self.app.router.add_get("/guilds/1", self.guild)
        self.app.router.add_get("/guilds/1/channels", self.channels)
        self.app.router.add_get("/channels/{id}", self.channel)
        self.app.router.add_get("/guilds/1/members/{id}", self.member)
        self.app.router.add_post("/oauth2/token", self.token)

    async def me(self, request: web.Request) -> web.Response:
        if request.headers["Authorization"] != f"Bot {TOKEN}":
            return as_json({"message": "401: Unauthorized", "code": 0}, 401)
        me = {
            "id": str(APPLICATION),
            "username": "Loophole",
            "discriminator": "0",
            "avatar": None,
            "bot": True,
        }
        return as_json(me)

    async def application(self, request: web.Request) -> web.Response:
        owner = {"id": "1", "username": "host", "discriminator": "0", "avatar": None}
        application = {
            "id": str(APPLICATION),
            "name": "Loophole",
            "icon": None,
            "description": "",
            "summary": "",
        }
        more = {
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "flags": 0,
            "owner": owner,
        }
        return as_json({**application, **more})

    async def guilds(self, request: web.Request) -> web.Response:
        last_id = int(request.query.get("after", 0))
        limit = int(request.query["limit"])
        all_of_them = [
            {
                "id": str(number),
                "name": f"Server {number}",
                "owner": False,
                "permissions": str(value),
                "features": [],
            }
            for number, value in enumerate(self.permissions, 1)
        ]
        return as_json([guild for guild in all_of_them if int(str(guild["id"])) > last_id][:limit])

    async def guild(self, request: web.Request) -> web.Response:
        everyone = {**ROLE, "id": "1", "name": "@everyone", "permissions": str(self.permissions[0])}
        return as_json({**GUILD, "roles": [everyone]})

    async def channels(self, request: web.Request) -> web.Response:
        return as_json(CHANNELS)

    async def channel(self, request: web.Request) -> web.Response:
        for channel in CHANNELS:
            if channel["id"] == request.match_info["id"]:
                return as_json(channel)
        return as_json({"message": "Unknown Channel", "code": 10003}, 404)

    async def member(self, request: web.Request) -> web.Response:
        user = {
            "id": str(APPLICATION),
            "username": "Loophole",
            "discriminator": "0",
            "avatar": None,
            "bot": True,
        }
        more = {"joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0}
        return as_json({"user": user, "roles": [], **more})

    async def token(self, request: web.Request) -> web.Response:
        who = BasicAuth.decode(request.headers["Authorization"])
        assert (await request.post())["grant_type"] == "client_credentials"
        right = (who.login, who.password) == (str(APPLICATION), SECRET)
        return as_json(
            {"access_token": "x"} if right else {"error": "invalid_client"}, 200 if right else 401
        )


SECRET = "s" * 32
ROLE = {
    "color": 0,
    "hoist": False,
    "position": 0,
    "managed": False,
    "mentionable": False,
    "flags": 0,
    "icon": None,
}
GUILD = {
    "id": "1",
    "name": "Club",
    "owner_id": "2",
    "features": [],
    "emojis": [],
    "stickers": [],
    "channels": [],
}
NO_PICTURES = {
    "id": "1",
    "type": 0,
    "allow": "0",
    "deny": str(discord.Permissions(attach_files=True).value),
}
CHANNELS = [
    {
        "id": "11",
        "type": 0,
        "name": "games",
        "guild_id": "1",
        "position": 0,
        "permission_overwrites": [],
    },
    {
        "id": "12",
        "type": 0,
        "name": "talk",
        "guild_id": "1",
        "position": 1,
        "permission_overwrites": [NO_PICTURES],
    },
]


def patch_address(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Let Discord be elsewhere."""
    monkeypatch.setattr(discord.http.Route, "BASE", address.rstrip("/"))
    monkeypatch.setattr("bot.ops.check.API", address)


@pytest.fixture
async def answers(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    async with TestServer(Discord(*request.param).app) as server:
        patch_address(monkeypatch, str(server.make_url("/")))
        yield


async def found(token: str = TOKEN, channel: int | None = None, **more: str) -> list[str]:
    settings = load({"DISCORD_TOKEN": token, **more}, Path("no file"))
    return [str(line) async for line in check(settings, channel=channel)]


LACKING = PERMISSIONS.value & ~discord.Permissions(attach_files=True).value


@pytest.mark.parametrize(
    ("answers", "token", "line"),
    [
        ([PERMISSIONS.value] * 201, TOKEN, "✓ permissions: all granted in 201 servers"),
        ([8, LACKING], TOKEN, "✗ permissions: missing in server “Server 2”: attach files"),
        (
            [],
            f"{TOKEN[:-1]}b",
            "✗ Discord: refused the token; copy it again from the developer portal",
        ),
    ],
    indirect=["answers"],
)
async def test_discord_is_asked_about_the_token_and_the_permissions(
    answers: None, token: str, line: str
) -> None:
    findings = await found(token)
    assert line in findings
    assert ("✓ Discord: logged in as Loophole" in findings) == (token == TOKEN)
    assert not any(TOKEN[:40] in line for line in findings)


@pytest.mark.parametrize("answers", [[PERMISSIONS.value], [PERMISSIONS.value] * 80], indirect=True)
async def test_what_verification_asks_for_is_told_and_is_a_fault_once_it_is_needed(
    answers: None,
) -> None:
    (line,) = [line for line in await found() if "verification:" in line]
    many = "80 now" in line
    assert line.startswith("✗" if many else "✓")
    assert all(
        word in line
        for word in ("docs/terms.md", "docs/privacy.md", "a team", "an icon", "two-factor")
    )
    assert "privileged" not in line


async def test_without_a_way_to_discord_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    patch_address(monkeypatch, "http://127.0.0.1:9/")
    assert any(line.startswith("✗ Discord: can’t be reached: ") for line in await found())


def test_the_invitation_asks_for_what_the_bot_uses_and_is_the_one_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert f"permissions={PERMISSIONS.value}`" in readme
    assert invite(None) in readme
    assert all(getattr(PERMISSIONS, permissions) for permissions in texts.PERMISSIONS)
    assert not PERMISSIONS.administrator
    assert application_of(TOKEN) == APPLICATION
    assert application_of("nonsense.a.b") is None


@pytest.mark.parametrize("answers", [[PERMISSIONS.value]], indirect=True)
@pytest.mark.parametrize(
    ("channel", "line"),
    [
        (11, "✓ channel: all granted in #games of “Club”"),
        (12, "✗ channel: missing in #talk of “Club”: attach files"),
        (
            13,
            (
                "✗ channel: the bot sees no channel 13: it is not on that server, or lacks view "
                "channel there"
            ),
        ),
    ],
)
async def test_the_permissions_in_a_channel_are_looked_at(
    answers: None, channel: int, line: str
) -> None:
    assert line in await found(channel=channel)


@pytest.mark.parametrize("answers", [[PERMISSIONS.value]], indirect=True)
@pytest.mark.parametrize(
    ("secret", "line"),
    [
        (SECRET, "✓ secret: Discord takes DISCORD_CLIENT_SECRET"),
        (
            "x" * 32,
            (
                "✗ secret: Discord refused DISCORD_CLIENT_SECRET; copy it again from the developer "
                "portal’s OAuth2"
            ),
        ),
    ],
)
async def test_the_client_secret_is_tried(answers: None, secret: str, line: str) -> None:
    findings = await found(
        WEB_URL="https://localhost:1", DISCORD_CLIENT_SECRET=secret, WEB_PORT=str(free_port())
    )
    assert line in findings
    assert not any(secret in line for line in findings)


# The page's address is that of a web server of ours, with a certificate, that passes on what it is
# asked for.


@asynccontextmanager
async def passing_on(port: int | None, leads_to: str = "") -> AsyncIterator[int]:
    """A web server's port, which passes on what it is asked for to another one; None: it answers
    itself.

    :param leads_to: the address that it sends everybody to; empty: it sends nobody elsewhere.
    """

    async def answer(request: web.Request) -> web.Response:
        if leads_to:
            raise web.HTTPMovedPermanently(leads_to + request.path)
        if port is None:
            return web.Response(text="Welcome to nginx!")
        async with (
            ClientSession() as session,
            session.get(f"http://127.0.0.1:{port}{request.path}") as response,
        ):
            return web.Response(text=await response.text(), status=response.status)

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(TLS / "localhost.crt", TLS / "localhost.key")
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.SockSite(runner, socket.create_server(("127.0.0.1", 0)), ssl_context=context)
    await site.start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


async def of_web(**settings: str) -> list[str]:
    settings_of_ports = load({"METRICS_PORT": str(free_port()), **settings}, Path("no file"))
    return [str(line) async for line in check_web(settings_of_ports, offline=False)]


async def test_whether_what_members_ask_for_arrives_at_the_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "localhost.crt"))
    port = free_port()
    async with passing_on(port) as outside:
        url = f"https://localhost:{outside}/board"
        assert await of_web(WEB_URL=url, WEB_PORT=str(port)) == [
            ANY,
            f"✓ WEB_PORT: {port} of 127.0.0.1 is free",
            f"✓ WEB_URL: {url} arrives at the bot",
        ]
        monkeypatch.delenv("SSL_CERT_FILE")
        findings = await of_web(WEB_URL=url, WEB_PORT=str(port))
        [line] = [line for line in findings if "WEB_URL" in line]
        assert line.startswith(f"✗ WEB_URL: {url} can’t be reached from here: ")
        assert "certificate" in line
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "localhost.crt"))
    async with passing_on(None) as outside:
        url = f"https://localhost:{outside}"
        findings = (
            f"{url} is answered by another program (status 200); let it pass {url} on to "
            f"http://127.0.0.1:{port}"
        )
        assert f"✗ WEB_URL: {findings}" in await of_web(WEB_URL=url, WEB_PORT=str(port))


async def test_an_address_that_leads_members_elsewhere_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "localhost.crt"))
    port = free_port()
    async with (
        passing_on(port) as outside,
        passing_on(None, leads_to=f"https://localhost:{outside}") as former,
    ):
        findings = await of_web(WEB_URL=f"https://localhost:{former}", WEB_PORT=str(port))
        [line] = [line for line in findings if "WEB_URL" in line]
        assert line.startswith(
            f"✗ WEB_URL: https://localhost:{former} leads on to https://localhost:{outside}, "
        )


async def test_a_port_that_is_in_use_is_told_unless_the_bot_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "localhost.crt"))
    page = web.Application()

    async def health(request: web.Request) -> web.Response:
        return web.json_response({"healthy": True})

    async def root(request: web.Request) -> web.Response:
        return web.Response(text=PAGE_MARK, content_type="text/html")

    page.add_routes([web.get("/health", health), web.get("/", root)])
    async with (
        TestServer(page) as server,
        passing_on(server.port) as outside,
        TestServer(web.Application()) as other,
    ):
        url = f"https://localhost:{outside}"
        ours = str(server.port)
        assert await of_web(WEB_URL=url, WEB_PORT=ours, METRICS_PORT=ours) == [
            f"✓ METRICS_PORT: the bot is there, on {ours} of 127.0.0.1",
            f"✓ WEB_PORT: the bot is there, on {ours} of 127.0.0.1",
            f"✓ WEB_URL: {url} arrives at the bot",
        ]
        theirs = str(other.port)
        assert await of_web(WEB_URL=url, WEB_PORT=theirs, METRICS_PORT=theirs) == [
            (
                f"✗ METRICS_PORT: {theirs} of 127.0.0.1 is in use by another program; choose "
                "another port"
            ),
            f"✗ WEB_PORT: {theirs} of 127.0.0.1 is in use by another program; choose another port",
            f"✗ WEB_URL: {url} can’t be tried, since WEB_PORT can’t be used",
        ]


def test_the_file_of_deletions_is_looked_at(tmp_path: Path) -> None:
    def said(file: Path, known_count: int | None = 0, backups: Path | None = None) -> str:
        return str(check_deletions(file, backups, known_count))

    file = tmp_path / "kept" / "deletions"
    assert said(file).startswith("✓ deletions: will be noted in ")
    assert said(file, known_count=2) == (
        f"✗ deletions: {file} is missing, and with it 2 deletions; put it back, or set its place"
    )
    Journal(file).note("person", 7, datetime.now(UTC))
    assert said(file, known_count=1).startswith(
        f"✓ deletions: 1 in {file}; keep a copy of it in another place"
    )
    assert said(file, known_count=3).endswith(
        "has 1, and the database knows of 3; is it an older file?"
    )
    assert said(file, backups=tmp_path / "kept").endswith("keep it in another place")
    (tmp_path / "text").write_text("no journal")
    assert said(tmp_path / "text").endswith("is not a file of deletions")
    assert "can’t write to /proc" in said(Path("/proc/nowhere/deletions"))


async def test_backups_of_the_future_do_not_count_as_the_newest(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    for hours in (-30 * 24, 30, 60):
        moment = now - timedelta(hours=hours)
        (tmp_path / f"loophole-{moment:%Y%m%d-%H%M%S}.db").touch()
    result = await check_backups(load({"BACKUP_FOLDER": str(tmp_path)}, tmp_path / ".env"))
    assert str(result) == (
        f"✗ backups: 2 in {tmp_path}, the newest 30.0 hours old; 1 with a date in the future, "
        "made while the clock was wrong, are left alone"
    )

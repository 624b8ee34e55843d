"""``python -m bot check``: one line for each thing, what to do about what is wrong, and an exit status."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.chat.language import texts
from bot.ops.check import PERMISSIONS, application_of, check, invite
from bot.settings import load
from bot.store import migrate
from tests.bot.chat.network.address import as_json
from tests.bot.ops.helpers import ROOT, called, typed
from tests.bot.postgres import Server

TOKEN = "MTE5ODYyMjQ4MzQ3MTkyNTI0OA.G0aAbC.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
APPLICATION = 1198622483471925248


def lines(text: str) -> dict[str, str]:
    """What was said, by what it is about."""
    found = [re.fullmatch(r"[✓✗] (\w+): (.+)", line) for line in text.splitlines()]
    assert all(found), text
    return {match[1]: match[0] for match in found if match}


@pytest.mark.slow
def test_a_new_host_sees_that_all_is_in_order(tmp_path: Path) -> None:
    done = typed(tmp_path, "check", "--offline", DISCORD_TOKEN=TOKEN, BACKUP_FOLDER="data/backups")
    said = lines(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(said) == ["settings", "token", "invite", "database", "fonts", "disk", "backups"]
    assert str(APPLICATION) in said["token"]
    assert f"client_id={APPLICATION}&" in said["invite"]
    assert "will be created at the first start" in said["database"]
    assert TOKEN not in done.stdout
    assert list(tmp_path.iterdir()) == [], "nothing is made by looking"


def test_a_database_that_is_there_is_looked_at_and_left_alone(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "loophole.db"
    file.write_bytes(empty_database.read_bytes())
    done = called(tmp_path, "check", "--offline", DISCORD_TOKEN=TOKEN, DATABASE_URL="sqlite:///loophole.db")
    assert done.returncode == 0, done.stdout
    said = lines(done.stdout)["database"]
    assert all(text in said for text in ("intact", "writable", "write-ahead log on", "tables up to date"))
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master WHERE name LIKE 'can%'").fetchall() == []
    known = migrate.revisions()
    monkeypatch.setattr(migrate, "revisions", lambda: [*known, "9999"])
    assert f"older version ({known[-1]})" in called(tmp_path, "check", DATABASE_URL="sqlite:///loophole.db").stdout


@pytest.mark.parametrize(
    ("settings", "what", "why"),
    [
        ({"DATABASE_URL": "sqlite:///text.db"}, "database", "not a database"),
        ({"DATABASE_URL": "sqlite:///newer.db"}, "database", "made by a newer version"),
        ({"DATABASE_URL": "postgresql://me:hunter2@127.0.0.1:1/x"}, "database", "can’t use"),
        ({"DATABASE_URL": "postgresql://127.0.0.1:1/x?user=me&password=hunter2"}, "database", "can’t use"),
        ({"DATABASE_URL": "sqlite:////proc/nowhere/x.db"}, "database", "can’t write to /proc"),
        ({"DATABASE_URL": "sqlite:///text.db/x.db"}, "database", "text.db (Not a directory)"),
        ({"DISCORD_TOKEN": ""}, "token", "isn’t set"),
        ({"DISCORD_TOKEN": "A" * 24 + "." + "b" * 6 + "." + "c" * 30}, "token", "isn’t a bot token"),
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
    done = called(tmp_path, "check", "--offline", **settings)
    assert done.returncode == 1
    said = lines(done.stdout)[what]
    assert said.startswith("✗")
    assert why in said
    assert "hunter2" not in done.stdout + done.stderr


def test_a_setting_that_cannot_be_is_a_line_too(tmp_path: Path) -> None:
    done = called(tmp_path, "check", BACKUP_EVERY="often")
    assert done.returncode == 2
    assert done.stdout.startswith("✗ settings: BACKUP_EVERY cannot be used")


def test_unknown_commands_are_answered_with_those_there_are(tmp_path: Path) -> None:
    done = called(tmp_path, "chekc")
    assert done.returncode == 2
    assert all(command in done.stderr for command in ("check", "backup", "restore", "move"))
    assert called(tmp_path, "--help").returncode == 0


@pytest.mark.slow
async def test_a_server_for_many_processes_is_looked_at(postgres: Server, tmp_path: Path) -> None:
    async with postgres.database(migrated=True) as address:
        done = await asyncio.to_thread(
            called, tmp_path, "check", "--offline", DISCORD_TOKEN=TOKEN, DATABASE_URL=address
        )
        assert done.returncode == 0, done.stdout
        assert re.search(r"PostgreSQL \d+.*tables up to date", lines(done.stdout)["database"])
    async with postgres.database() as address:
        done = await asyncio.to_thread(called, tmp_path, "check", DATABASE_URL=address)
        assert "tables will be created at the first start" in lines(done.stdout)["database"]
        await postgres.run(
            f"ALTER DATABASE {address.split('/')[-1].split('?')[0]} SET default_transaction_read_only = on"
        )
        done = await asyncio.to_thread(called, tmp_path, "check", DATABASE_URL=address)
        assert "it is read-only" in lines(done.stdout)["database"]


# What Discord says is taken from a server of ours that speaks the few requests of its interface that are made here.


class Discord:
    """Answers as Discord would to the bot of ``TOKEN``, which is in servers with these permissions."""

    def __init__(self, *permissions: int) -> None:
        self.permissions = permissions
        self.app = web.Application()
        self.app.router.add_get("/users/@me", self.me)
        self.app.router.add_get("/oauth2/applications/@me", self.application)
        self.app.router.add_get("/users/@me/guilds", self.guilds)

    async def me(self, request: web.Request) -> web.Response:
        if request.headers["Authorization"] != f"Bot {TOKEN}":
            return as_json({"message": "401: Unauthorized", "code": 0}, 401)
        me = {"id": str(APPLICATION), "username": "Loophole", "discriminator": "0", "avatar": None, "bot": True}
        return as_json(me)

    async def application(self, request: web.Request) -> web.Response:
        owner = {"id": "1", "username": "host", "discriminator": "0", "avatar": None}
        application = {"id": str(APPLICATION), "name": "Loophole", "icon": None, "description": "", "summary": ""}
        more = {"bot_public": True, "bot_require_code_grant": False, "verify_key": "", "flags": 0, "owner": owner}
        return as_json({**application, **more})

    async def guilds(self, request: web.Request) -> web.Response:
        after, limit = int(request.query.get("after", 0)), int(request.query["limit"])
        all_of_them = [
            {"id": str(number), "name": f"Server {number}", "owner": False, "permissions": str(value), "features": []}
            for number, value in enumerate(self.permissions, 1)
        ]
        return as_json([guild for guild in all_of_them if int(str(guild["id"])) > after][:limit])


def patch_address(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Let Discord be elsewhere."""
    monkeypatch.setattr(discord.http.Route, "BASE", address.rstrip("/"))
    monkeypatch.setattr("bot.ops.check.API", address)


@pytest.fixture
async def answers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    async with TestServer(Discord(*request.param).app) as server:
        patch_address(monkeypatch, str(server.make_url("/")))
        yield


async def found(token: str = TOKEN) -> list[str]:
    settings = load({"DISCORD_TOKEN": token}, Path("no file"))
    return [str(line) async for line in check(settings)]


LACKING = PERMISSIONS.value & ~discord.Permissions(attach_files=True).value


@pytest.mark.parametrize(
    ("answers", "token", "line"),
    [
        ([PERMISSIONS.value] * 201, TOKEN, "✓ permissions: all granted in 201 servers"),
        ([8, LACKING], TOKEN, "✗ permissions: missing in server “Server 2”: attach files"),
        ([], f"{TOKEN[:-1]}b", "✗ Discord: refused the token; copy it again from the developer portal"),
    ],
    indirect=["answers"],
)
async def test_discord_is_asked_about_the_token_and_the_permissions(answers: None, token: str, line: str) -> None:
    said = await found(token)
    assert line in said
    assert ("✓ Discord: logged in as Loophole" in said) == (token == TOKEN)
    assert not any(TOKEN[:40] in line for line in said)


@pytest.mark.parametrize("answers", [[PERMISSIONS.value], [PERMISSIONS.value] * 80], indirect=True)
async def test_what_verification_asks_for_is_told_and_is_a_fault_once_it_is_needed(answers: None) -> None:
    (line,) = [line for line in await found() if "verification:" in line]
    many = "80 now" in line
    assert line.startswith("✗" if many else "✓")
    assert all(word in line for word in ("docs/terms.md", "docs/privacy.md", "a team", "an icon", "two-factor"))
    assert "privileged" not in line


async def test_without_a_way_to_discord_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    patch_address(monkeypatch, "http://127.0.0.1:9/")
    assert any(line.startswith("✗ Discord: can’t be reached: ") for line in await found())


def test_the_invitation_asks_for_what_the_bot_uses_and_is_the_one_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert f"permissions={PERMISSIONS.value}`" in readme
    assert invite(None) in readme
    assert all(getattr(PERMISSIONS, needed) for needed in texts.PERMISSIONS)
    assert not PERMISSIONS.administrator
    assert application_of(TOKEN) == APPLICATION
    assert application_of("nonsense.a.b") is None

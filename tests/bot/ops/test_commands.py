"""Commands other than start: none makes a database, and what is installed says its version."""

import asyncio
import logging
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

import bot
from bot.ops.hosting import warn_without_dumps
from bot.store import check_url
from games.version import VERSION
from tests.bot.ops.helpers import ROOT, called
from tests.bot.ops.test_shipping import PROJECT, TOKEN
from tests.bot.postgres import PostgresServer

COMMANDS = (
    ("shut-out", "user", "7"),
    ("shut-out", "--list"),
    ("backup",),
    ("backup", "copies/here.db"),
    ("export-matches", "matches.jsonl"),
)
"""Commands for the bot's own database."""


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_makes_a_database(tmp_path: Path, command: tuple[str, ...]) -> None:
    result = called(tmp_path, *command, DISCORD_TOKEN=TOKEN)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        f"loophole: there is no database of the bot at {tmp_path}/data/loophole.db; run this with "
        "the settings and in the folder of the bot, which makes it when it first starts\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
async def test_nor_tables_on_a_server(
    tmp_path: Path, postgres: PostgresServer, command: tuple[str, ...]
) -> None:
    async with postgres.database() as address:
        result = await asyncio.to_thread(
            called, tmp_path, *command, DISCORD_TOKEN=TOKEN, DATABASE_URL=address
        )
        assert (result.returncode, result.stdout) == (1, "")
        assert "no database of" in result.stderr
        tables = "SELECT 1 / (1 - count(*)::int) FROM pg_tables WHERE schemaname = 'public' LIMIT 1"
        await PostgresServer(make_url(address)).run(
            tables
        )  # which divides by zero where there is a table


def test_the_version_is_that_of_the_project_and_of_the_changelog(tmp_path: Path) -> None:
    assert PROJECT["version"] == VERSION
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert newest[1] in (VERSION, "Unreleased")
    assert called(tmp_path, "--version").stdout == f"Loophole {VERSION}\n"


def test_without_a_token_and_the_sandbox_the_way_to_it_is_in_this_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(bot, "sandbox", raising=False)
    monkeypatch.setitem(sys.modules, "bot.sandbox", None)
    result = called(tmp_path)
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1].endswith(
        "or start the sandbox from the program's folder with: make run"
    )
    assert "pip" not in result.stderr


@pytest.mark.slow
def test_the_version_is_known_where_the_program_is_only_a_folder(tmp_path: Path) -> None:
    """As in the image, and where requirements.lock is installed beside a clone."""
    for name in ("bot", "games", "render"):
        (tmp_path / name).symlink_to(ROOT / name)
    line = (
        "import sys, importlib.metadata as m\n"
        "def gone(*_): raise m.PackageNotFoundError\n"
        "m.version = m.distribution = gone\n"
        "from bot.ops.report import VERSION\n"
        "print(VERSION)"
    )
    result = subprocess.run(
        [sys.executable, "-c", line], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert result.stdout == f"{VERSION}\n"


@pytest.mark.slow
async def test_that_no_dumps_can_be_made_is_said_at_the_start(
    tmp_path: Path,
    postgres: PostgresServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with postgres.database(with_tables=True) as address:
        old = tmp_path / "old"
        old.mkdir()
        for program in ("pg_dump", "pg_restore"):
            (old / program).write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.1'\n")
            (old / program).chmod(0o755)
        for folder, why in (
            (tmp_path, "pg_dump isn’t installed here"),
            (old, "pg_dump is of version 9, and the server"),
        ):
            monkeypatch.setenv("PATH", f"{folder}")
            caplog.clear()
            await warn_without_dumps(check_url(address))
            [record] = [record for record in caplog.records if record.levelno == logging.ERROR]
            assert record.getMessage().startswith(f"no backups will be made: {why}")

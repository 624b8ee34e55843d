"""Copies: taken while the bot writes, whole, for the owner's eyes alone, and as many as wanted."""

import asyncio
import logging
import os
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.domain import Domain
from bot.ops import Failed
from bot.ops.copies import sqlite_files, transfer
from bot.ops.copies.backup import Backups, backup, backups_in, new_copy
from bot.ops.copies.postgres import load
from bot.ops.copies.retention import Retention
from bot.ops.copies.sqlite_files import url_of
from bot.ops.copies.verify import verify
from bot.store import Store, check_url
from tests.bot.conftest import Clock
from tests.bot.domain.matches.helpers import started, step
from tests.bot.ops.helpers import called, filled, typed
from tests.bot.postgres import PostgresServer

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@asynccontextmanager
async def opened(copy: Path, engine: PostgresServer | None) -> AsyncIterator[AsyncConnection]:
    """A copy, opened where it lies, or a dump that is loaded into a new database."""
    async with AsyncExitStack() as stack:
        url = url_of(copy)
        if engine is not None:
            url = check_url(await stack.enter_async_context(engine.database()))
            await load(copy, url)
        store = await Store.open(url)
        stack.push_async_callback(store.close)
        yield await stack.enter_async_context(store.read())


@pytest.mark.slow
async def test_a_copy_is_whole_in_one_file(
    domain: Domain, clock: Clock, tmp_path: Path, engine: PostgresServer | None
) -> None:
    await filled(domain, clock)
    file = tmp_path / "copies" / "one"
    await backup(domain.database.store.url, file)
    assert [path.name for path in file.parent.iterdir()] == ["one"]
    assert file.stat().st_mode & 0o777 == 0o600
    async with opened(file, engine) as copy, domain.database.store.read() as original:
        assert await transfer.contents(copy) == await transfer.contents(original)
        for table in transfer.COUNTED:
            assert await transfer.counter(copy, table) == await transfer.counter(original, table)
        assert (await verify(copy)).wrong == ()


async def test_a_copy_taken_amid_moves_is_of_one_moment(
    domain: Domain, tmp_path: Path, engine: PostgresServer | None
) -> None:
    async def begun() -> int:
        return (await started(domain, "veloop-square", variant="12x12, single turns")).id

    tasks = [await begun() for _ in range(2)]
    rng = random.Random(1)
    copies = 0

    async def play() -> None:
        while copies < 3:
            for n, match in enumerate(tasks):
                # over before the copies were
                if (await step(domain, match, rng)).match.mover is None:
                    tasks[n] = await begun()

    play_task = asyncio.create_task(play())
    for number in range(3):
        file = tmp_path / f"{number}.db"
        await backup(domain.database.store.url, file)
        copies += 1
        async with opened(file, engine) as connection:
            verification = await verify(connection)
        assert verification.matches >= 2
        assert verification.wrong == ()
    await play_task


async def test_without_pg_dump_one_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        Failed, match=r"^pg_dump isn’t installed here; install PostgreSQL’s client programs$"
    ):
        await backup(check_url("postgresql://u:hunter2@127.0.0.1:1/x"), tmp_path / "copy.dump")
    assert list(tmp_path.iterdir()) == []  # noqa: ASYNC240


@pytest.mark.slow
async def test_a_server_that_is_away_is_named_without_the_password(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    with pytest.raises(Failed, match=r"pg_dump: error: .*127\.0\.0\.1.*refused") as failure:
        await backup(check_url("postgresql://u:hunter2@127.0.0.1:1/x"), tmp_path / "copy.dump")
    assert "hunter2" not in str(failure.value)


async def test_why_no_copy_is_made_is_said_and_nothing_is_written(
    domain: Domain, tmp_path: Path
) -> None:
    url = domain.database.store.url
    other_path = tmp_path / "there.db"
    other_path.write_text("mine")
    for source, copy, why in (
        (url, other_path, "is there already"),
        (url_of(tmp_path / "no.db"), tmp_path / "copy.db", "there is no database of the bot at"),
        (url, other_path / "copy.db", "cannot be made"),
    ):
        with pytest.raises(Failed, match=why):
            await backup(source, copy)
    assert other_path.read_text() == "mine"
    assert not list(tmp_path.glob(".*"))  # noqa: ASYNC240


async def test_what_a_process_that_was_killed_has_left_of_a_copy_goes(
    domain: Domain, tmp_path: Path
) -> None:
    folder = tmp_path / "copies"
    processes = []
    for number in range(2):
        with sqlite_files.scratch(folder / f"{number}.db") as work:
            pass
        processes.append(work)
    mine = folder / ".mine.db"
    for file in (*processes, Path(f"{processes[0]}-wal"), mine):
        file.write_text("people’s data")
        if file != processes[1]:  # which may be under way
            os.utime(file, (0, 0))
    await backup(domain.database.store.url, folder / "copy.db")
    assert sorted(folder.iterdir()) == sorted([processes[1], mine, folder / "copy.db"])


FEW = Retention(newest=3, daily=0, weekly=0, monthly=0)


async def test_copies_are_made_when_it_is_time_and_the_oldest_are_removed(
    domain: Domain, tmp_path: Path
) -> None:
    folder = tmp_path / "copies"
    hours = 0.0

    def keeper() -> Backups:
        return Backups(
            domain.database.store.url, folder, hours=6, retention=FEW, steady=lambda: hours
        )

    at_first = keeper()
    first = await at_first.make_due(NOON)
    suffix = "db" if domain.database.store.sqlite else "dump"
    assert first == folder / f"loophole-20260302-120000.{suffix}"
    (folder / "mine.db").write_text("not a copy of ours")
    (folder / f"loophole-20269999-120000.{suffix}").write_text("nor of any day")
    moment = NOON + timedelta(hours=5, minutes=59)
    hours = (moment - NOON).total_seconds()
    assert await at_first.make_due(moment) is None
    after_a_restart = keeper()
    assert await after_a_restart.make_due(moment) is None
    for later in (6, 12, 18):
        hours = later * 3600
        assert await after_a_restart.make_due(NOON + timedelta(hours=later)) is not None
    assert [copy.file.stem.removeprefix("loophole-") for copy in backups_in(folder)] == [
        "20260302-180000",
        "20260303-000000",
        "20260303-060000",
    ]
    assert (folder / "mine.db").exists()


async def test_a_copy_that_fails_is_logged_and_tried_again(
    domain: Domain, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "copies").write_text("a file where the folder should be")
    keeper = Backups(domain.database.store.url, tmp_path / "copies", hours=6, retention=FEW)
    await keeper.look()
    await keeper.look()
    assert [record.levelno for record in caplog.records] == [logging.ERROR], (
        "once, not with every round"
    )
    assert "no copy of the database could be made" in caplog.text
    (tmp_path / "copies").unlink()
    keeper._not_before = 0.0
    await keeper.look()
    assert len(backups_in(tmp_path / "copies")) == 1


def test_two_copies_of_one_second_have_names_of_their_own(tmp_path: Path) -> None:
    url = make_url("sqlite+aiosqlite:///loophole.db")
    first_copy = new_copy(url, tmp_path, NOON)
    first_copy.file.touch()
    second_copy = new_copy(url, tmp_path, NOON)
    assert second_copy.file.name != first_copy.file.name
    second_copy.file.touch()
    assert backups_in(tmp_path) == [first_copy, second_copy]


@pytest.mark.slow
def test_a_host_takes_a_copy(tmp_path: Path, empty_database: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "loophole.db").write_bytes(empty_database.read_bytes())
    result = typed(tmp_path, "backup", BACKUP_FOLDER="here")
    assert (result.returncode, result.stderr) == (0, "")
    [copy] = backups_in(tmp_path / "here")
    file = copy.file
    assert f"backed up to {tmp_path}/here/{file.name}" in result.stdout
    assert called(tmp_path, "backup", "my.db").returncode == 0
    assert (
        called(tmp_path, "backup", "my.db").stderr
        == "loophole: my.db is there already; choose another name\n"
    )

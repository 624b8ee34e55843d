"""Copies: taken while the bot writes, whole, for the owner's eyes alone, and as many as wanted."""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.domain.matches.service import Matches
from bot.ops import Failed, copying
from bot.ops.backup import Copies, backup, copies, name
from bot.ops.files import url_of
from bot.ops.proof import replayed
from bot.store import Store
from tests.bot.conftest import Clock
from tests.bot.domain.matches.helpers import started, step
from tests.bot.ops.helpers import called, filled, typed

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


async def test_a_copy_holds_everything_and_is_one_file(matches: Matches, clock: Clock, tmp_path: Path) -> None:
    await filled(matches, clock)
    file = tmp_path / "copies" / "one.db"
    await backup(matches.store.url, file)
    assert [path.name for path in file.parent.iterdir()] == ["one.db"]
    assert file.stat().st_mode & 0o777 == 0o600
    store = await Store.open(url_of(file))
    async with store.read() as copy, matches.store.read() as original:
        assert await copying.contents(copy) == await copying.contents(original)
        for table in copying.COUNTED:
            assert await copying.counter(copy, table) == await copying.counter(original, table)
        assert (await replayed(copy)).wrong == ()
    await store.close()


async def test_a_copy_taken_while_moves_are_made_is_of_one_moment(matches: Matches, tmp_path: Path) -> None:
    async def begun() -> int:
        return (await started(matches, "veloop-square", variant="12x12, single turns")).id

    running = [await begun() for _ in range(2)]
    rng, taken = random.Random(1), 0

    async def play() -> None:
        while taken < 3:
            for n, match in enumerate(running):
                if (await step(matches, match, rng)).match.mover is None:  # over before the copies were
                    running[n] = await begun()

    playing = asyncio.create_task(play())
    for number in range(3):
        file = tmp_path / f"{number}.db"
        await backup(matches.store.url, file)
        taken += 1
        store = await Store.open(url_of(file))
        async with store.read() as connection:
            proof = await replayed(connection)
        assert proof.matches >= 2
        assert proof.wrong == ()
        await store.close()
    await playing


async def test_a_file_that_is_there_is_not_written_over(matches: Matches, tmp_path: Path) -> None:
    (tmp_path / "there.db").write_text("mine")
    with pytest.raises(Failed, match="is there already"):
        await backup(matches.store.url, tmp_path / "there.db")
    assert (tmp_path / "there.db").read_text() == "mine"


async def test_where_there_is_no_database_or_no_room_it_is_said(matches: Matches, tmp_path: Path) -> None:
    with pytest.raises(Failed, match="there is no file"):
        await backup(url_of(tmp_path / "no.db"), tmp_path / "copy.db")
    (tmp_path / "file").write_text("")
    with pytest.raises(Failed, match="cannot be made"):
        await backup(matches.store.url, tmp_path / "file" / "copy.db")
    assert not list(tmp_path.glob(".*"))  # noqa: ASYNC240


async def test_copies_are_made_when_it_is_time_and_the_oldest_are_removed(matches: Matches, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    keeper = Copies(matches.store.url, folder, hours=6, keep=3)
    first = await keeper.work(NOON)
    assert first == folder / "loophole-20260302-120000.db"
    (folder / "mine.db").write_text("not a copy of ours")
    assert await keeper.work(NOON + timedelta(hours=5, minutes=59)) is None
    after_a_restart = Copies(matches.store.url, folder, hours=6, keep=3)
    assert await after_a_restart.work(NOON + timedelta(hours=5, minutes=59)) is None
    for later in (6, 12, 18):
        assert await after_a_restart.work(NOON + timedelta(hours=later)) is not None
    assert [file.name[9:-3] for _, file in copies(folder)] == ["20260302-180000", "20260303-000000", "20260303-060000"]
    assert (folder / "mine.db").exists()


async def test_a_copy_that_fails_is_logged_and_tried_again(
    matches: Matches, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "copies").write_text("a file where the folder should be")
    keeper = Copies(matches.store.url, tmp_path / "copies", hours=6, keep=3)
    await keeper.round()
    await keeper.round()
    assert [record.levelno for record in caplog.records] == [logging.ERROR], "once, not with every round"
    assert "no copy of the database could be made" in caplog.text
    (tmp_path / "copies").unlink()
    keeper._not_before = NOON
    await keeper.round()
    assert len(copies(tmp_path / "copies")) == 1


def test_a_host_takes_a_copy(tmp_path: Path, template: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "loophole.db").write_bytes(template.read_bytes())
    done = typed(tmp_path, "backup", BACKUP_FOLDER="here")
    assert (done.returncode, done.stderr) == (0, "")
    [(_, file)] = copies(tmp_path / "here")
    assert f"copied to here/{file.name}" in done.stdout
    done = called(tmp_path, "backup", "my.db")
    assert done.returncode == 0
    with sqlite3.connect(tmp_path / "my.db") as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)
    done = called(tmp_path, "backup", "my.db")
    assert done.returncode == 1
    assert done.stderr == "loophole: my.db is there already; choose another name\n"


def test_names_of_copies_sort_by_time() -> None:
    assert name(NOON) < name(NOON + timedelta(seconds=1)) < name(NOON + timedelta(days=300))

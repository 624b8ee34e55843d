"""A SQLite file is written anew without what is left of deleted rows, and nobody waits or loses anything meanwhile."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.store import Store, Unavailable, engine, rewriting
from bot.store.rewriting import NOTES, Rewriting
from bot.store.tables import key_values, scopes

from ...sampling import only
from ..conftest import sqlite_only

pytestmark = sqlite_only


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ATTEMPTS", 3)
    monkeypatch.setattr(engine, "ATTEMPT_SECONDS", 0.01)


async def put(store: Store, name: str, value: str) -> None:
    async with store.write() as connection:
        await connection.execute(key_values.delete().where(key_values.c.name == name))
        await connection.execute(key_values.insert().values(name=name, value=value))


async def kept(store: Store) -> dict[str, str]:
    return {row.name: row.value for row in await store.fetch(sa.select(key_values.c.name, key_values.c.value))}


def file_of(store: Store) -> Path:
    return Path(str(store.url.database))


def untouched(file: Path) -> bool:
    """Whether nothing is left of an attempt, and the database is whole."""
    with closing(sqlite3.connect(file)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        whole = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    beside = {one.name for one in file.parent.iterdir()} - {f"{file.name}{end}" for end in ("", "-wal", "-shm")}
    return whole and not beside and not any(name.startswith(NOTES) for name in names)


def meanwhile(monkeypatch: pytest.MonkeyPatch, method: str, before: Callable[[], object]) -> None:
    """Do something in the thread before a step of the rewriting."""
    step = getattr(Rewriting, method)

    def first(self: Rewriting, *more: str) -> object:
        before()
        return step(self, *more)

    monkeypatch.setattr(Rewriting, method, first)


@pytest.mark.parametrize("seed", only(range(4), 0))
async def test_nothing_is_left_of_rows_that_had_been_moved_before_they_were_deleted(url: str, seed: int) -> None:
    store, rng = await Store.open(url), random.Random(seed)
    for number in range(150):
        values = [
            {"name": f"{rng.randrange(900):03d}-{number}-{n}", "value": f"Jabberwock{rng.randrange(9)}" + "x" * 90}
            for n in range(6)
        ]
        async with store.write() as connection:
            await connection.execute(key_values.insert(), values)
            longer = rng.randrange(900)
            await connection.execute(
                key_values.update()
                .where(key_values.c.name.startswith(f"{longer:03d}"))
                .values(value=key_values.c.value + "y" * rng.randrange(300))
            )
    async with store.write() as connection:
        await connection.execute(key_values.delete().where(key_values.c.value.startswith("Jabberwock3")))
    before = await kept(store)
    assert await store.erase_remains()
    assert await kept(store) == before
    await store.close()
    assert b"Jabberwock3" not in file_of(store).read_bytes()
    assert untouched(file_of(store))


async def test_whoever_writes_meanwhile_does_not_wait(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store, loop = await Store.open(url), asyncio.get_running_loop()
    meanwhile(
        monkeypatch,
        "copy",
        lambda: asyncio.run_coroutine_threadsafe(put(store, "while it was copied", "yes"), loop).result(5),
    )
    meanwhile(
        monkeypatch,
        "follow",
        lambda: asyncio.run_coroutine_threadsafe(put(store, "once it was copied", "yes"), loop).result(5),
    )
    assert await store.erase_remains()
    await put(store, "afterwards", "yes")
    assert set(await kept(store)) >= {"while it was copied", "once it was copied", "afterwards"}
    await store.close()
    assert untouched(file_of(store))


async def test_nothing_is_lost_that_is_written_and_deleted_meanwhile(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store, expected, over = await Store.open(url), dict[str, str](), False
    meanwhile(monkeypatch, "follow", lambda: time.sleep(0.05))
    async with store.write() as connection:
        await connection.execute(scopes.insert().values(id=1, guild=True, settings={}))

    async def busy(number: int) -> None:
        rng = random.Random(number)
        while not over:
            name, value = f"{number}-{rng.randrange(9)}", str(rng.random())
            await put(store, name, value)
            expected[name] = value
            gone = f"{number}-{rng.randrange(9)}"
            delete = key_values.delete().where(key_values.c.name == sa.bindparam("gone"))
            assert await store.execute(delete, {"gone": gone}) == (expected.pop(gone, None) is not None)
            seen = await kept(store)
            assert {one: seen[one] for one in seen if one.startswith(f"{number}-")} == {
                one: expected[one] for one in expected if one.startswith(f"{number}-")
            }

    working = [asyncio.ensure_future(busy(number)) for number in range(3)]
    files = set()
    for _ in range(3):
        assert await store.erase_remains()
        files.add(store.file)
    over = True
    await asyncio.gather(*working)
    assert len(files) > 1
    assert {name: value for name, value in (await kept(store)).items() if "-" in name} == expected
    await store.close()
    assert untouched(file_of(store))


async def test_a_file_that_another_has_open_stays_and_is_cleared_in_its_place(url: str) -> None:
    store = await Store.open(url)
    await put(store, "gone", "Jabberwock" * 1000)
    await put(store, "before", "yes")
    await store.execute(key_values.delete().where(key_values.c.name == "gone"), {})
    with closing(sqlite3.connect(file_of(store))) as other:
        other.execute("SELECT * FROM members").fetchall()
        file = store.file
        assert await store.erase_remains()
        assert store.file == file
        assert not any(b"Jabberwock" in one.read_bytes() for one in file_of(store).parent.iterdir())
        await put(store, "after", "yes")
    assert set(await kept(store)) >= {"before", "after"}
    assert untouched(file_of(store))
    assert await store.erase_remains()
    assert set(await kept(store)) >= {"before", "after"}
    await store.close()


async def test_who_reads_for_long_is_not_cut_off(url: str) -> None:
    store = await Store.open(url, busy_seconds=0.3)
    await put(store, "before", "yes")
    async with store.read() as connection:
        assert (await connection.execute(sa.select(sa.func.count()).select_from(key_values))).scalar_one() == 1
        assert not await store.erase_remains()
        await put(store, "after", "yes")
        assert (await connection.execute(sa.select(sa.func.count()).select_from(key_values))).scalar_one() == 1
    assert await store.erase_remains()
    await store.close()


@pytest.mark.parametrize("step", ["begin", "watch", "copy", "follow", "take_place"])
async def test_an_attempt_that_fails_leaves_nothing_behind(
    url: str, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fail() -> None:
        raise OSError("the disk is full")

    store = await Store.open(url)
    await put(store, "before", "yes")
    meanwhile(monkeypatch, step, fail)
    with pytest.raises(Unavailable):
        await store.erase_remains()
    assert untouched(file_of(store))
    await put(store, "after", "yes")
    assert set(await kept(store)) == {"before", "after"}
    await store.close()


async def test_who_is_cancelled_while_it_is_copied_leaves_nothing_behind(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(url)
    await put(store, "before", "x" * 5_000_000)
    monkeypatch.setattr(rewriting, "OPCODES", 10)
    began = asyncio.Event()
    loop = asyncio.get_running_loop()

    def tell() -> None:
        loop.call_soon_threadsafe(began.set)
        time.sleep(0.1)

    meanwhile(monkeypatch, "copy", tell)
    erasing = asyncio.ensure_future(store.erase_remains())
    await began.wait()
    erasing.cancel()
    with pytest.raises((asyncio.CancelledError, Unavailable)):
        await erasing
    assert untouched(file_of(store))
    await store.close()


async def test_what_a_crash_has_left_goes(url: str) -> None:
    store = await Store.open(url)
    file = file_of(store)
    attempt = Rewriting(store.url, 1.0)
    for table in attempt.begin():
        attempt.watch(table)
    attempt.copy()
    assert attempt._connection is not None
    attempt._connection.close()  # the process is killed
    copy = file.with_name(f".{file.name}.anew")
    assert copy.stat().st_mode & 0o777 == 0o600
    await put(store, "after", "yes")
    await store.close()
    await (await Store.open(url)).close()
    assert copy.exists(), "somebody may be writing it"
    os.utime(copy, (0, 0))
    store = await Store.open(url)
    assert untouched(file)
    assert await store.erase_remains()
    assert await kept(store) == {"after": "yes"}
    await store.close()
    assert untouched(file)


async def test_nothing_can_be_stored_in_the_former_file_any_more(url: str) -> None:
    store = await Store.open(url)
    await put(store, "before", "yes")
    former = os.open(file_of(store), os.O_RDWR)  # as of somebody who has just found it by its name
    assert await store.erase_remains()
    with closing(sqlite3.connect(f"/proc/self/fd/{former}")) as late, pytest.raises(sqlite3.DatabaseError):
        late.execute("INSERT INTO members (id) VALUES (1)")
    os.close(former)
    assert set(await kept(store)) == {"before"}
    await store.close()


@contextmanager
def opening_elsewhere(file: Path) -> Iterator[None]:
    """Another process holds the lock that SQLite takes when it opens a file; it has made no log yet."""
    program = (
        "import fcntl, sys\n"
        f"file = open({str(file)!r}, 'rb+')\n"
        f"fcntl.lockf(file, fcntl.LOCK_SH, {rewriting.SHARED_SIZE}, {rewriting.SHARED_FIRST})\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        yield
        other.communicate()


async def test_a_file_that_is_about_to_be_opened_elsewhere_stays(url: str) -> None:
    store = await Store.open(url)
    await put(store, "before", "yes")
    attempt = Rewriting(store.url, 1.0)
    for table in attempt.begin():
        attempt.watch(table)
    attempt.copy()
    await store.close()
    with opening_elsewhere(file_of(store)):
        assert not attempt.take_place()
    assert attempt.take_place()
    attempt.end()
    store = await Store.open(url)
    assert set(await kept(store)) == {"before"}
    await store.close()

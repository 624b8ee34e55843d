"""A unit of work is stored whole or not at all, whoever is cancelled and whenever; nobody suffers
for another.
"""

import asyncio
import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store, Unavailable
from bot.store.key_value import recall, remember
from bot.store.tables import key_values

from ..conftest import sqlite_only

pytestmark = [pytest.mark.slow, pytest.mark.mutants]

ADD = key_values.insert()
NAMES = sa.select(key_values.c.name)
ONE = NAMES.where(key_values.c.name == sa.bindparam("wanted"))


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    new_store = await Store.open(database_url, busy_seconds=0.2)
    yield new_store
    await new_store.close()


async def note(store: Store, name: str) -> None:
    async with store.write() as connection:
        await connection.execute(ADD, {"name": name, "value": "x"})


async def noted(store: Store) -> set[str]:
    return {row.name for row in await store.fetch(NAMES)}


class Writer:
    """Stores two rows in one unit of work, with reading in between.

    ``done``: only the end of it is left.
    """

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.rows = {f"{name} first", f"{name} last"}
        self.done = False

    async def write(self) -> None:
        async with self.store.write() as connection:
            for row in sorted(self.rows):
                await connection.execute(ADD, {"name": row, "value": "x"})
                for _ in range(3):
                    await connection.execute(ONE, {"wanted": row})
            self.done = True


async def settled(*tasks: asyncio.Task[None]) -> list[BaseException | None]:
    """What became of tasks, within a time in which nobody can be waiting in vain."""
    async with asyncio.timeout(20):
        return await asyncio.gather(*tasks, return_exceptions=True)


async def nothing_left(threads: int) -> None:
    """Whatever closes the connections of those who were cancelled comes to its end, with their
    threads.
    """
    async with asyncio.timeout(5):
        while len(asyncio.all_tasks()) > 1 or threading.active_count() > threads:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def after_time(rng: random.Random) -> Callable[[], Awaitable[None]]:
    return lambda: asyncio.sleep(rng.random() * 0.01)


def after_steps(rng: random.Random) -> Callable[[], Awaitable[None]]:
    async def wait() -> None:
        for _ in range(rng.randrange(60)):
            await asyncio.sleep(0)

    return wait


@pytest.mark.parametrize(
    ("times", "moment"),
    [
        (1, after_time),
        (2, after_steps),
        pytest.param(1, after_steps, marks=pytest.mark.slow),
        pytest.param(2, after_time, marks=pytest.mark.slow),
    ],
)
async def test_of_300_cancelled_writers_all_end_as_cancelled_and_no_bystander_is_harmed(
    store: Store, moment: Callable[[random.Random], Callable[[], Awaitable[None]]], times: int
) -> None:
    rng = random.Random(1)
    later = moment(rng)
    steps = after_steps(random.Random(2))
    await note(store, "before")
    await noted(store)
    threads = threading.active_count()
    expected = {"before"}
    unsure = []
    many = 0
    while many < 300:
        writers = [Writer(store, f"{rng.random()} {n}") for n in range(5)]
        tasks = [asyncio.create_task(writer.write()) for writer in writers]
        await later()
        indices = {n for n in rng.sample(range(5), 3) if tasks[n].cancel()}
        many += len(indices)
        for _ in range(times - 1):
            await steps()
            for n in indices:
                tasks[n].cancel()
        ends = await settled(*tasks)
        for n, end in enumerate(ends):
            assert type(end) is (asyncio.CancelledError if n in indices else type(None)), end
            if n not in indices:
                expected |= writers[n].rows
            elif writers[n].done:
                unsure.append(writers[n].rows)
    notes = await noted(store)
    for rows in unsure:
        assert rows <= notes or not rows & notes
        expected |= rows & notes
    assert notes == expected
    await note(store, "afterwards")
    await nothing_left(threads)


async def test_cancelled_readers_leave_their_places_to_others(store: Store) -> None:
    rng = random.Random(1)
    await note(store, "there")

    async def look() -> None:
        async with store.read() as connection:
            for _ in range(5):
                await connection.execute(NAMES)

    async def fetch() -> None:
        for _ in range(5):
            await noted(store)

    for number in range(30):
        tasks = [asyncio.create_task(look() if n % 2 else fetch()) for n in range(12)]
        await (after_time, after_steps)[number % 2](rng)()
        indices = {n for n in range(0, 12, 3) if tasks[n].cancel()}
        ends = await settled(*tasks)
        assert {n for n, end in enumerate(ends) if end is not None} == indices
        assert all(isinstance(ends[n], asyncio.CancelledError) for n in indices)
    assert await noted(store) == {"there"}


async def test_a_cancelled_writer_that_waits_outside_of_the_database_stores_nothing(
    store: Store,
) -> None:
    arrival = asyncio.Event()

    async def wait() -> None:
        async with store.write() as connection:
            await connection.execute(ADD, {"name": "half", "value": "x"})
            arrival.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(wait())
    await arrival.wait()
    waiting_task = asyncio.create_task(note(store, "behind"))
    await asyncio.sleep(0)
    task.cancel()
    assert [type(end) for end in await settled(task, waiting_task)] == [
        asyncio.CancelledError,
        type(None),
    ]
    assert await noted(store) == {"behind"}


async def test_who_fails_undoes_only_what_is_theirs(store: Store) -> None:
    async def failing() -> None:
        async with store.write() as connection:
            await connection.execute(ADD, {"name": "second", "value": "x"})
            raise ZeroDivisionError

    await note(store, "first")
    writers = note(store, "other"), failing(), note(store, "first"), note(store, "last")
    ends = await settled(*map(asyncio.create_task, writers))
    assert [type(end) for end in ends] == [
        type(None),
        ZeroDivisionError,
        IntegrityError,
        type(None),
    ]
    assert await noted(store) == {"first", "other", "last"}


@sqlite_only
async def test_a_commit_that_fails_stores_nothing_and_raises(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = AsyncConnection.exec_driver_sql

    async def full(connection: AsyncConnection, statement: str) -> object:
        if statement == "COMMIT":
            raise sqlite3.OperationalError("database or disk is full")
        return await execute(connection, statement)

    with monkeypatch.context() as patch:
        patch.setattr(AsyncConnection, "exec_driver_sql", full)
        ends = await settled(*(asyncio.create_task(note(store, str(n))) for n in range(5)))
    assert [type(end) for end in ends] == [Unavailable] * 5
    assert await noted(store) == set()
    await note(store, "afterwards")
    assert await noted(store) == {"afterwards"}


@sqlite_only
async def test_a_transaction_that_the_database_gives_up_has_failed(store: Store) -> None:
    with pytest.raises(Unavailable):  # noqa: PT012
        async with store.write() as connection:
            await connection.execute(ADD, {"name": "lost", "value": "x"})
            await connection.exec_driver_sql("ROLLBACK")  # as SQLite does when a disk is full
    assert await noted(store) == set()


@sqlite_only
async def test_others_read_while_another_process_holds_the_file(
    store: Store, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "data" / "loophole.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    write_task = asyncio.create_task(note(store, "late"))
    for _ in range(5):
        await asyncio.sleep(0.01)
        assert await noted(store) == set()
    other.execute("ROLLBACK")
    other.close()
    await write_task
    assert await noted(store) == {"late"}


async def test_very_many_rows_are_read_whole_or_in_parts_or_not_to_their_end(store: Store) -> None:
    names = [f"{number:04}" for number in range(1234)]
    async with store.write() as connection:
        await connection.execute(ADD, [{"name": name, "value": "x"} for name in names])
        update = await connection.execute(
            key_values.update().values(value="y").returning(key_values.c.name)
        )
        assert sorted(update.scalars()) == names
    assert await noted(store) == set(names)
    async with store.read() as connection:
        async with connection.stream(NAMES.order_by(key_values.c.name)) as stream:
            assert [
                name async for part in stream.scalars().partitions(100) for name in part
            ] == names
        async with connection.stream(NAMES) as stream:
            assert await stream.first() is not None
    await note(store, "afterwards")
    async with store.write() as connection:
        assert (await connection.execute(key_values.delete())).rowcount == len(names) + 1


@sqlite_only
def test_a_program_that_fails_with_the_store_open_ends(database_url: str) -> None:
    program = f"""
import asyncio
from bot.store import Store
async def main():
    store = await Store.open({database_url!r})
    raise ZeroDivisionError
asyncio.run(main())
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=False
    )
    assert "ZeroDivisionError" in result.stderr


async def test_a_single_statement_is_stored_by_itself(store: Store) -> None:
    await note(store, "old")
    remove = key_values.delete().where(key_values.c.name == sa.bindparam("gone"))
    assert await store.execute(remove, {"gone": "old"}) == 1
    assert await store.execute(remove, {"gone": "old"}) == 0
    assert await noted(store) == set()


async def test_two_processes_that_remember_the_same_at_once_do_not_collide(
    store: Store, database_url: str
) -> None:
    other = await Store.open(database_url)
    for number in range(20):
        await asyncio.gather(
            *(remember(process, "commands:1", str(number)) for process in (store, other))
        )
        assert await recall(store, "commands:1") == str(number)
    await other.close()

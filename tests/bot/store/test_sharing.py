"""Writers at the same moment share a transaction: none is told more than is true, and none suffers for another."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from bot.store import Prepared, Store, Unavailable
from bot.store.tables import kept

from ..conftest import sqlite_only

pytestmark = sqlite_only


@pytest.fixture
async def store(prepared: str) -> AsyncIterator[Store]:
    opened = await Store.open(prepared, busy_seconds=0.2)
    yield opened
    await opened.close()


async def note(store: Store, name: str, error: BaseException | None = None) -> None:
    async with store.write() as connection:
        await connection.execute(kept.insert().values(name=name, value="x"))
        if error is not None:
            raise error


async def noted(store: Store) -> set[str]:
    async with store.read() as connection:
        return set((await connection.execute(sa.select(kept.c.name))).scalars())


async def together(store: Store, *writers: Coroutine[Any, Any, None]) -> list[BaseException | None]:
    """What becomes of writers who all wait while somebody else is writing."""
    wait = asyncio.Event()

    async def before() -> None:
        async with store.write():
            await wait.wait()

    tasks = [asyncio.create_task(writer) for writer in (before(), *writers)]
    await asyncio.sleep(0.02)
    wait.set()
    return (await asyncio.gather(*tasks, return_exceptions=True))[1:]


def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one with each transaction in which something was written that is kept."""
    found: list[int] = []
    commit = aiosqlite.Connection.commit

    async def counted(connection: aiosqlite.Connection) -> None:
        if connection.total_changes > sum(found):
            found.append(connection.total_changes - sum(found))
        await commit(connection)

    monkeypatch.setattr(aiosqlite.Connection, "commit", counted)
    return found


async def test_writers_at_the_same_moment_wait_for_the_disk_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = commits(monkeypatch)
    names = {f"note {n}" for n in range(20)}
    await together(store, *(note(store, name) for name in names))
    assert await noted(store) == names
    assert len(found) == 1


async def test_who_fails_undoes_only_what_is_theirs(store: Store) -> None:
    done = await together(
        store,
        note(store, "first"),
        note(store, "second", ZeroDivisionError()),
        note(store, "first"),
        note(store, "cut off", asyncio.CancelledError()),
        note(store, "last"),
    )
    assert [type(one) for one in done] == [
        type(None),
        ZeroDivisionError,
        IntegrityError,
        asyncio.CancelledError,
        type(None),
    ]
    assert await noted(store) == {"first", "last"}


async def test_who_stops_waiting_leaves_the_others_theirs(store: Store) -> None:
    tasks = [asyncio.create_task(note(store, str(n))) for n in range(10)]
    await asyncio.sleep(0)
    tasks[0].cancel()  # it is writing; what it had may be kept or not
    tasks[5].cancel()  # it waits for its turn
    await asyncio.gather(*tasks, return_exceptions=True)
    assert await noted(store) - {"0"} == {str(n) for n in range(10) if n not in (0, 5)}
    await note(store, "afterwards")


async def test_nobody_is_told_that_something_is_stored_which_is_not(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(connection: aiosqlite.Connection) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(aiosqlite.Connection, "commit", full)
        done = await together(store, *(note(store, str(n)) for n in range(5)))
    assert [type(one) for one in done] == [Unavailable] * 5
    assert await noted(store) == set()
    await note(store, "afterwards")
    assert await noted(store) == {"afterwards"}


async def test_a_transaction_that_the_database_gives_up_has_failed_for_all(store: Store) -> None:
    async def given_up() -> None:
        async with store.write() as connection:
            await connection.exec_driver_sql("ROLLBACK")  # as SQLite does when a disk is full
            raise ZeroDivisionError

    done = await together(store, note(store, "one"), given_up(), note(store, "two"))
    assert [type(one) for one in done] == [Unavailable, ZeroDivisionError, type(None)]
    assert await noted(store) == {"two"}


async def test_a_statement_that_is_prepared_answers_as_others_do(store: Store) -> None:
    asking, writing = (
        Prepared(sa.select(kept.c.name)),
        Prepared(kept.update().values(value=sa.bindparam("new")).returning(kept.c.name)),
    )
    adding = Prepared(kept.insert().values(name=sa.bindparam("name"), value="x").returning(kept.c.name))
    async with store.write() as connection:
        assert await adding.rows(connection, name="one") == [{"name": "one"}]
        assert await adding.row(connection, name="two") == {"name": "two"}
        assert await writing.rows(connection, new="y") == [{"name": "one"}, {"name": "two"}]
        with pytest.raises(IntegrityError):
            await adding.rows(connection, name="one")
        assert await asking.rows(connection) == [{"name": "one"}, {"name": "two"}]
    assert await store.ask(asking) == [{"name": "one"}, {"name": "two"}]


async def test_others_go_on_while_another_process_holds_the_file(store: Store, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "data" / "loophole.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(note(store, "late"))
    for _ in range(5):
        await asyncio.sleep(0.01)
        assert await noted(store) == set()
    other.execute("ROLLBACK")
    other.close()
    await writing
    assert await noted(store) == {"late"}

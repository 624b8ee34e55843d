"""What is stored waits for the disk, but for what may come back after a power cut."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import URL

from bot.store import Store, Unavailable, sqlite
from bot.store.direct import Step
from bot.store.tables import key_values

from ..conftest import SAFE_PRAGMAS, sqlite_only

pytestmark = sqlite_only
ADD = key_values.insert()
CHANGE = key_values.update().where(key_values.c.name == sa.bindparam("of"))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The first word of each statement that writes, and how its connection waited for the disk then."""
    found: list[tuple[str, str]] = []
    opened = sqlite.opened

    def watched(url: URL, busy_seconds: float, factory: type[sqlite3.Connection]) -> sqlite3.Connection:
        connection, level = opened(url, busy_seconds, factory), "FULL"

        def seen(statement: str) -> None:
            nonlocal level
            head, _, rest = statement.partition(" synchronous = ")
            if head == "PRAGMA" and rest:
                level = {"1": "NORMAL", "2": "FULL"}.get(rest, rest)
            elif (word := statement.split()[0]) in ("INSERT", "UPDATE", "COMMIT"):
                found.append((word, level))

        connection.set_trace_callback(seen)
        return connection

    monkeypatch.setattr(sqlite, "PRAGMAS", SAFE_PRAGMAS)
    monkeypatch.setattr(sqlite, "opened", watched)
    return found


@pytest.fixture
async def store(written: list[tuple[str, str]], prepared: str) -> AsyncIterator[Store]:
    opened = await Store.open(prepared)
    written.clear()
    yield opened
    await opened.close()


async def test_only_what_may_come_back_does_not_wait_for_the_disk(store: Store, written: list[tuple[str, str]]) -> None:
    async with store.write() as connection:
        await connection.execute(ADD, {"name": "one", "value": "x"})
    await store.execute(CHANGE.values(value="y"), {"of": "one"})
    await store.store([Step(CHANGE.values(value="z"), {"of": "one"})])
    assert written == [
        ("INSERT", "FULL"),
        ("COMMIT", "FULL"),
        ("UPDATE", "NORMAL"),
        ("UPDATE", "FULL"),
        ("COMMIT", "FULL"),
    ]


async def test_after_one_that_failed_the_next_waits_again(store: Store, written: list[tuple[str, str]]) -> None:
    with pytest.raises(Unavailable):
        await store.execute(CHANGE.values(value=sa.text("no_such_column")), {"of": "one"})
    await store.execute(CHANGE.values(value="y"), {"of": "one"})
    await store.store([Step(CHANGE.values(value="z"), {"of": "one"})])
    assert written == [("UPDATE", "NORMAL"), ("UPDATE", "FULL"), ("COMMIT", "FULL")]

"""A transaction on SQLite waits for the disk, except changes that may be lost in a power cut."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from bot.store import Store, Unavailable, sqlite
from bot.store.tables import key_values

from ..conftest import SAFE_PRAGMAS, sqlite_only

pytestmark = sqlite_only
ADD = key_values.insert()
CHANGE = key_values.update().where(key_values.c.name == sa.bindparam("of"))
NORMAL = 1
FULL = 2


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, int]]]:
    """The first word of each statement that writes, and the ``synchronous`` level of its
    connection.
    """
    calls: list[tuple[str, int]] = []

    def connected(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous")
        [level] = cursor.fetchone()

        def executed(statement: str) -> None:
            word = statement.split()[0]
            if word in ("INSERT", "UPDATE", "COMMIT"):
                calls.append((word, level))

        connection.run_async(lambda driver: driver.set_trace_callback(executed))

    monkeypatch.setattr(sqlite, "PRAGMAS", SAFE_PRAGMAS)
    sa.event.listen(sa.pool.Pool, "connect", connected)
    yield calls
    sa.event.remove(sa.pool.Pool, "connect", connected)


@pytest.fixture
async def store(statements: list[tuple[str, int]], database_url: str) -> AsyncIterator[Store]:
    new_store = await Store.open(database_url)
    statements.clear()
    yield new_store
    await new_store.close()


async def test_a_unit_of_work_waits_for_the_disk_and_a_single_statement_does_not(
    store: Store, statements: list[tuple[str, int]]
) -> None:
    async with store.write() as connection:
        await connection.execute(ADD, {"name": "one", "value": "x"})
    await store.execute(CHANGE.values(value="y"), {"of": "one"})
    async with store.write() as connection:
        await connection.execute(CHANGE.values(value="z"), {"of": "one"})
    assert statements == [
        ("INSERT", FULL),
        ("COMMIT", FULL),
        ("UPDATE", NORMAL),
        ("UPDATE", FULL),
        ("COMMIT", FULL),
    ]


async def test_a_statement_that_fails_changes_nothing_for_the_next(
    store: Store, statements: list[tuple[str, int]]
) -> None:
    with pytest.raises(Unavailable):
        await store.execute(CHANGE.values(value=sa.text("no_such_column")), {"of": "one"})
    await store.execute(CHANGE.values(value="y"), {"of": "one"})
    assert statements == [("UPDATE", NORMAL)]

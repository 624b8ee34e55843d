"""After a COMMIT that got no answer it is looked up what became of it, before anybody is told."""

from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import Changes, Database, watch_changes
from bot.store import Store, Unavailable, engine
from bot.store.errors import Undecided
from bot.store.tables import key_values
from tests.bot.conftest import Clock
from tests.bot.postgres import PostgresServer

pytestmark = [pytest.mark.slow, pytest.mark.mutants]


@pytest.fixture
async def store(postgres: PostgresServer) -> AsyncIterator[Store]:
    async with postgres.database(with_tables=True) as address:
        new_store = await Store.open(address)
        yield new_store
        await new_store.close()


def cut(monkeypatch: pytest.MonkeyPatch, *, is_done: bool) -> None:
    """The connection is lost amid the next COMMIT, before it is ``is_done`` or after."""
    execute = AsyncConnection.exec_driver_sql

    async def lost(connection: AsyncConnection, statement: str) -> object:
        if statement != "COMMIT":
            return await execute(connection, statement)
        monkeypatch.setattr(AsyncConnection, "exec_driver_sql", execute)
        await execute(connection, "COMMIT" if is_done else "ROLLBACK")
        raise OperationalError(
            "COMMIT", {}, ConnectionResetError("connection was closed in the middle of operation")
        )

    monkeypatch.setattr(AsyncConnection, "exec_driver_sql", lost)


async def note(database: Database) -> None:
    async with database.unit_of_work() as work:
        await work.connection.execute(key_values.insert(), {"name": "noted", "value": "x"})


async def noted(store: Store) -> int:
    return len(await store.fetch(sa.select(key_values.c.name)))


async def test_what_is_stored_counts_though_its_commit_got_no_answer(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = Changes()
    watch_changes(changes)
    cut(monkeypatch, is_done=True)
    await note(Database(store, clock))
    assert changes.anything_stored
    assert await noted(store) == 1


async def test_what_is_not_stored_is_told_as_such(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = Changes()
    watch_changes(changes)
    cut(monkeypatch, is_done=False)
    with pytest.raises(Unavailable, match="nothing was changed"):
        await note(Database(store, clock))
    assert not changes.anything_stored
    assert await noted(store) == 0


async def test_where_it_cannot_be_learnt_nothing_is_promised(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(engine, "LOOKING_SECONDS", 0.02)
    cut(monkeypatch, is_done=True)
    monkeypatch.setattr(store._fetches, "connection", away)
    with pytest.raises(Undecided, match="can’t tell whether that was saved"):
        await note(Database(store, clock))


async def test_looking_only_is_numbered_by_nobody(store: Store) -> None:
    async with store.write() as connection:
        await connection.execute(sa.select(key_values.c.name))
    assert await noted(store) == 0

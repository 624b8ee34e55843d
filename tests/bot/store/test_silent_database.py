"""A PostgreSQL that stops answering a statement, whichever: members hear within seconds, and
nothing untrue.
"""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from bot.domain.unit_of_work import Changes, Database, watch_changes
from bot.store import Store, Unavailable
from bot.store.errors import Undecided
from bot.store.tables import key_values
from tests.bot.conftest import Clock
from tests.bot.postgres import PostgresServer
from tests.bot.silence import LIMIT, Silence, impatient, silence

pytestmark = [pytest.mark.slow, pytest.mark.mutants]

SECONDS = LIMIT + 4.0
"""How long anybody may wait: SQLAlchemy gives a connection that it closes two seconds, and a busy
machine may be late by as much.
"""


@pytest.fixture
async def silent_database(
    postgres: PostgresServer, clock: Clock
) -> AsyncIterator[tuple[Silence, Database]]:
    async with (
        postgres.database(with_tables=True) as address,
        silence(address) as (silent, url),
    ):
        store = await Store.open(url)
        await store.close()  # what the connections have prepared they would not name again
        yield silent, Database(store, clock)
        await asyncio.wait_for(store.close(), 5)


async def note(database: Database) -> None:
    async with database.unit_of_work() as work:
        await work.connection.execute(key_values.insert(), {"name": "noted", "value": "x"})


@pytest.mark.parametrize("word", [b"BEGIN", b"pg_advisory", b"INSERT", b"txid_current"])
async def test_a_statement_without_an_answer_changes_nothing(
    word: bytes, silent_database: tuple[Silence, Database]
) -> None:
    silent, database = silent_database
    silent.word = word
    begin = time.monotonic()
    with impatient(database.store), pytest.raises(Unavailable, match="nothing was changed"):
        await note(database)
    assert time.monotonic() - begin < SECONDS
    silent.silent = False
    await note(database)
    assert len(await database.store.fetch(sa.select(key_values))) == 1


async def test_all_who_wait_for_a_silent_server_hear_together(
    silent_database: tuple[Silence, Database],
) -> None:
    silent, database = silent_database
    await asyncio.gather(*(database.store.fetch(sa.select(key_values)) for _ in range(5)))
    silent.silent = True
    begin = time.monotonic()
    fetches = (database.store.fetch(sa.select(key_values)) for _ in range(60))
    with impatient(database.store):
        results = await asyncio.gather(*fetches, return_exceptions=True)
    assert all(isinstance(error, Unavailable) for error in results)
    assert time.monotonic() - begin < 2 * SECONDS


@pytest.mark.parametrize("is_passed", [True, False])
async def test_an_unanswered_commit_is_looked_up_before_anything_is_said(
    is_passed: bool, silent_database: tuple[Silence, Database]
) -> None:
    silent, database = silent_database
    changes = Changes()
    watch_changes(changes)
    silent.word = b"COMMIT"
    silent.passed = is_passed
    silent.only_one = True
    with impatient(database.store):
        if is_passed:
            await note(database)
        else:
            with pytest.raises(Unavailable):
                await note(database)
    assert changes.anything_stored is is_passed
    assert len(await database.store.fetch(sa.select(key_values))) == is_passed


async def test_where_nothing_answers_any_more_nothing_is_promised(
    silent_database: tuple[Silence, Database],
) -> None:
    silent, database = silent_database
    silent.word = b"COMMIT"
    begin = time.monotonic()
    with (
        impatient(database.store),
        pytest.raises(Undecided, match="can’t tell whether that was saved"),
    ):
        await note(database)
    assert time.monotonic() - begin < 2 * SECONDS

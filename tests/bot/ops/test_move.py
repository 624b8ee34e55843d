"""Moving a database to another, of the same or of the other kind: everything arrives, proved, or
nothing does.
"""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import URL

from bot.domain.domain import Domain
from bot.ops import Failed
from bot.ops.copies import transfer
from bot.ops.copies.move import move
from bot.ops.copies.sqlite_files import path_of, url_of
from bot.store import Store, check_url
from bot.store.tables import heartbeat, key_values, matches as table
from tests.bot.conftest import ANN, HERE, Clock, sqlite_only
from tests.bot.domain.matches.helpers import started
from tests.bot.ops.helpers import called, filled, typed
from tests.bot.postgres import PostgresServer


@pytest.fixture
async def full(domain: Domain, clock: Clock) -> URL:
    """The address of a filled database that no bot has open."""
    await filled(domain, clock)
    await domain.database.store.close()
    return domain.database.store.url


@pytest.fixture
async def goal(engine: PostgresServer | None, tmp_path: Path) -> AsyncIterator[URL]:
    """Where to move it: an empty database of the same kind."""
    if engine is None:
        yield url_of(tmp_path / "moved" / "loophole.db")
    else:
        async with engine.database() as address:
            yield check_url(address)


async def all_of(url: URL) -> dict[str, object]:
    store = await Store.open(url)
    async with store.read() as connection:
        tables: dict[str, object] = dict(await transfer.contents(connection))
        tables |= {
            f"{table.name} counted": await transfer.counter(connection, table)
            for table in transfer.COUNTED
        }
    await store.close()
    return tables


@pytest.mark.slow
async def test_everything_arrives_and_goes_on_where_it_stood(
    full: URL, goal: URL, clock: Clock
) -> None:
    rows = await all_of(full)
    verification, contents = await move(full, goal)
    assert (verification.matches, verification.wrong) == (4, ())
    assert sum(content.rows for content in contents.values()) > 15
    assert await all_of(goal) == rows == await all_of(full)
    store = await Store.open(goal)
    later = Domain(store, clock)
    offer = await later.challenges.make(HERE, ANN, "loop")
    assert offer.challenge.id == rows["challenges counted"] + 1  # type: ignore[operator]
    assert (await started(later)).number == 5
    await store.close()
    rows = await all_of(goal)
    with pytest.raises(Failed, match="the target is not empty; nothing was changed"):
        await move(full, goal)
    assert await all_of(goal) == rows


@pytest.mark.slow
async def test_from_sqlite_to_postgresql_and_back_nothing_changes(
    postgres: PostgresServer,
    database_url: str,
    clock: Clock,
    tmp_path: Path,
    engine: PostgresServer | None,
) -> None:
    store = await Store.open(database_url)
    await filled(Domain(store, clock), clock)
    await store.close()
    rows = await all_of(store.url)
    async with postgres.database() as server_address:
        middle = check_url(server_address)
        if engine is None:
            result = typed(tmp_path, "move", database_url, server_address)
            assert result.returncode == 0, result.stderr
            assert "4 matches with" in result.stdout
            assert "both databases match" in result.stdout
        else:
            middle = url_of(tmp_path / "middle.db")
            await move(store.url, middle)
        assert await all_of(middle) == rows
        second_url = url_of(tmp_path / "back.db")
        await move(middle, second_url)
        assert await all_of(second_url) == rows


@sqlite_only
async def test_the_database_of_a_running_bot_is_not_moved(domain: Domain, goal: URL) -> None:
    with pytest.raises(Failed, match="is in use; stop the bot first"):
        await move(domain.database.store.url, goal)
    assert not path_of(goal).exists()


@pytest.mark.slow
async def test_nor_is_that_of_a_bot_that_was_just_alive_on_a_server(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    async with postgres.database(with_tables=True) as address:
        store = await Store.open(address)
        async with store.write() as connection:
            await connection.execute(heartbeat.insert().values(id=1, at=datetime.now(UTC)))
        await store.close()
        with pytest.raises(Failed, match="seconds ago; stop it, and wait a minute"):
            await move(check_url(address), url_of(tmp_path / "goal.db"))


@pytest.mark.slow
async def test_a_sign_of_life_of_a_clock_that_was_ahead_is_no_hindrance(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    async with postgres.database(with_tables=True) as address:
        store = await Store.open(address)
        async with store.write() as connection:
            ahead = datetime.now(UTC) + timedelta(days=3)
            await connection.execute(heartbeat.insert().values(id=1, at=ahead))
        await store.close()
        await move(check_url(address), url_of(tmp_path / "goal.db"))


@pytest.mark.slow
async def test_a_match_that_cannot_be_is_no_hindrance_if_one_says_so(full: URL, goal: URL) -> None:
    store = await Store.open(full)
    async with store.write() as connection:
        change = table.update().where(table.c.id == 2).values(decisions="a1 a1 a1")
        await connection.execute(change)
    await store.close()
    with pytest.raises(Failed, match=r"1 are not right: match 2 \(M2 of 900\)"):
        await move(full, goal)
    verification, _ = await move(full, goal, anyway=True)
    assert len(verification.wrong) == 1
    assert await all_of(goal) == await all_of(full)


@pytest.mark.slow
@sqlite_only
async def test_what_the_other_database_cannot_hold_is_told_and_undone(
    full: URL, postgres: PostgresServer, engine: None
) -> None:
    store = await Store.open(full)
    async with store.write() as connection:
        await connection.execute(key_values.insert().values(name="odd", value="a\0b"))
    await store.close()
    async with postgres.database() as address:
        with pytest.raises(Failed, match=r"it cannot be copied: invalid byte sequence"):
            await move(full, check_url(address))
        target = await Store.open(address)
        async with target.read() as connection:
            await transfer.require_empty(connection)
        await target.close()


def test_addresses_that_make_no_sense_are_refused_without_their_passwords(tmp_path: Path) -> None:
    result = called(tmp_path, "move", "sqlite:///a.db", "mysql://me:hunter2@host/x")
    assert result.returncode == 2
    assert "TO_URL" in result.stderr
    result = called(tmp_path, "move", "sqlite:///a.db", "sqlite:///a.db")
    assert (result.returncode, result.stderr) == (1, "loophole: both addresses are the same\n")
    result = called(tmp_path, "move", "sqlite:///a.db", "postgresql://me:hunter2@127.0.0.1:1/x")
    assert (result.returncode, result.stderr) == (1, "loophole: there is no file a.db\n")
    assert "hunter2" not in result.stdout + result.stderr
    assert list(tmp_path.iterdir()) == []


async def test_every_kind_of_row_is_compared(domain: Domain) -> None:
    await started(domain)
    await domain.members.change(ANN.id, flip=True)
    async with domain.database.store.read() as connection:
        old = await transfer.contents(connection)
    async with domain.database.store.write() as connection:
        await connection.execute(sa.text("UPDATE matches SET note = note || ' ' WHERE id = 1"))
        await connection.execute(sa.text("UPDATE members SET vacation_until = 3"))
    async with domain.database.store.read() as connection:
        new = await transfer.contents(connection)
    assert {name for name in old if old[name] != new[name]} == {"matches", "members"}

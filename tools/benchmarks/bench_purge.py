"""Deleting the data of a large server in a world of a million rated matches: how long anybody else waits to write.

``BENCH_KEEP`` is where to keep the file of SQLite that this makes, and ``BENCH_FILE`` one that was kept.
"""

import asyncio
import os
import random
import shutil
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.values import Person, Place
from bot.store import Store
from bot.store.tables import key_values, matches, scopes
from tests.bot.domain.ratings.helpers import ended
from tests.bot.postgres import Server

from .reference import slowness

pytestmark = [pytest.mark.bench, pytest.mark.slow, pytest.mark.timeout(0)]
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
VELOOP = "veloop-square"
RATED = int(os.environ.get("BENCH_RATED", "1000000"))
PLAYERS = RATED // 20
LONGEST = 2.0
"""Seconds that a transaction may hold the writer."""
BIG = 900
"""The server that has a tenth of all matches."""
EVERY_SECONDS = 0.005
"""How long after each other somebody writes."""

GATHER = f"UPDATE matches SET scope = {BIG}, number = id WHERE scope BETWEEN 900 AND 909"
RATE_IT = f"UPDATE rating_changes SET scope = {BIG} WHERE scope BETWEEN 900 AND 909"

FILL = f"""
    WITH RECURSIVE n(i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {RATED} - 1)
    INSERT INTO matches (id, scope, number, channel, game, options, seat0, seat1, name0, name1, rated, clock, winner,
        reason, status, turn, created_at, moved_at, finished_at, turn_at)
    SELECT 1000 + i, 900 + i % 100, 1000 + i, 5, '{VELOOP}', '{{}}', 100000 + i * 7919 % {PLAYERS},
        100000 + (i * 7919 + 1 + i * 104729 % ({PLAYERS} - 1)) % {PLAYERS}, 'Ann', 'Ben', TRUE, 'none', i % 2,
        'resigned', 'finished', 20 + i % 50, :start, :start + i * 1000, :start + i * 1000, :start + i * 1000 FROM n
"""
RATE = """
    INSERT INTO rating_changes (scope, match, seat, game, "user", name, at, score, rating_before, deviation_before,
        volatility_before, rating, deviation, volatility)
    SELECT scope, id, :seat, game, CASE :seat WHEN 0 THEN seat0 ELSE seat1 END, 'Ann', finished_at,
        CASE winner WHEN :seat THEN 1.0 ELSE 0.0 END, 1500, 90, 0.06, 1500, 90, 0.06 FROM matches WHERE id >= 1000
"""
LATEST = """
    INSERT INTO ratings (scope, game, "user", name, rating, deviation, volatility, at, wins, losses, draws,
        settled_until)
    SELECT scope, game, "user", 'Ann', 1500, 90, 0.06, max(at), 10, 10, 0, max(at) + 1
    FROM rating_changes WHERE match >= 1000 GROUP BY scope, game, "user"
"""


async def filled(file: Path) -> None:
    """A database with ``RATED`` rated matches on a hundred servers."""
    url = f"sqlite+aiosqlite:///{file}"
    store = await Store.open(url)
    tiny = Domain(store, lambda: NOW, random.Random(1))
    await ended(tiny, Person(1, "Ann"), Person(2, "Ben"), game=VELOOP, place=Place(42, 1))
    await ended(tiny, Person(1, "Ann"), Person(2, "Ben"), game=VELOOP, place=Place(900, 1))
    await store.close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.executemany(
            "INSERT INTO scopes (id, guild, settings) VALUES (?, 1, '{}')", [(901 + n,) for n in range(99)]
        )
        start = int((NOW + timedelta(hours=1)).timestamp() * 1000)
        connection.execute(FILL, {"start": start})
        for seat in (0, 1):
            connection.execute(RATE, {"seat": seat})
        connection.execute(LATEST)


async def one_large_server(file: Path) -> None:
    """A world in which one server has a tenth of all matches."""
    if given := os.environ.get("BENCH_FILE"):
        shutil.copy(given, file)
        return
    await filled(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(GATHER)
        connection.execute(RATE_IT)
    if kept := os.environ.get("BENCH_KEEP"):
        shutil.copy(file, kept)


async def longest_wait(store: Store, action: Callable[[], Awaitable[object]]) -> tuple[float, float, int]:
    """Seconds that something takes; the longest wait of another writer; and how many there were."""
    longest, count, over = 0.0, 0, False

    async def others() -> None:
        nonlocal longest, count
        while not over:
            begun = time.perf_counter()
            async with store.write() as connection:
                await connection.execute(key_values.delete().where(key_values.c.name == "probe"))
                await connection.execute(key_values.insert().values(name="probe", value=str(count)))
            longest, count = max(longest, time.perf_counter() - begun), count + 1
            await asyncio.sleep(EVERY_SECONDS)

    writing = asyncio.ensure_future(others())
    begun = time.perf_counter()
    await action()
    took, over = time.perf_counter() - begun, True
    await writing
    return took, longest, count


async def purged(store: Store, other: Store) -> None:
    """Delete the large server's data; others write through ``other``."""
    here = Domain(store, lambda: NOW, random.Random(1))
    async with store.write() as connection:
        await connection.execute(scopes.update().where(scopes.c.id == BIG).values(removed_at=NOW.replace(year=2025)))
        of_it = sa.select(sa.func.count()).select_from(matches).where(matches.c.scope == BIG)
        count = (await connection.execute(of_it)).scalar_one()

    async def purge() -> None:
        assert await here.privacy.purge_left_servers() == 1

    steps: list[tuple[str, Callable[[], Awaitable[object]]]] = [
        (f"deleting the data of a server with {count:,} matches", purge)
    ]
    if store.sqlite:
        steps.append(("writing the file anew without what was left of it", store.erase_remains))
    for what, step in steps:
        slower = slowness()
        took, longest, count = await longest_wait(other, step)
        took, longest = took / slower, longest / slower
        print(f"{what}: {took:.0f} s, others wrote {count:,} times and waited {longest * 1000:.0f} ms at most")
        assert longest < LONGEST


async def test_nobody_waits_while_the_data_of_a_large_server_is_deleted(tmp_path: Path) -> None:
    file = tmp_path / "loophole.db"
    await one_large_server(file)
    os.sync()  # else the next writer waits for all of it
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    print(f"\n{RATED:,} rated matches, {file.stat().st_size / 1e6:,.0f} MB")
    await purged(store, store)
    await store.close()


async def test_nobody_waits_for_that_on_postgresql_either(postgres: Server) -> None:
    async with postgres.database(migrated=True) as address:
        store, other = await Store.open(address), await Store.open(address)
        await _fill(store)
        print(f"\n{RATED:,} rated matches on PostgreSQL")
        await purged(store, other)
        await other.close()
        await store.close()


async def _fill(store: Store) -> None:
    start = int(NOW.timestamp() * 1000)
    async with store.write() as connection:
        places = [{"id": 900 + number, "guild": True, "settings": {}} for number in range(100)]
        await connection.execute(scopes.insert(), places)
        for statement in (FILL.replace(":start", str(start)), GATHER, *(RATE.replace(":seat", n) for n in "01")):
            await connection.exec_driver_sql(statement)
        for statement in (LATEST, RATE_IT):
            await connection.exec_driver_sql(statement)

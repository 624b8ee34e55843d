"""Ratings with a million rated matches: how long the writer is held, how long the event loop, and how much memory."""

import asyncio
import os
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
import pytest

from bot.domain.domain import Domain
from bot.domain.unit_of_work import Database, UnitOfWork
from bot.domain.values import Person, Place
from bot.store import Store
from tests.bot.domain.ratings.helpers import ended

from .reference import slowness

pytestmark = [pytest.mark.bench, pytest.mark.slow]
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
VELOOP = "veloop-square"
RATED = int(os.environ.get("BENCH_RATED", "1000000"))
PLAYERS = RATED // 20
LONGEST = 2.0
"""Seconds that a transaction may hold the writer."""
MOST_LOOPED = 1.0
"""Seconds of the processor that it may take in the event loop."""
MEMORY = 1024
"""What the unit allows, in MB."""

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

most_memory = 0.0
"""What the process has used at most while something was measured, in MB."""


class TimedDatabase(Database):
    """Notes how long each transaction held the writer, and how much of the processor it took in the event loop."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, lambda: NOW)
        self.held: list[float] = []
        self.looped: list[float] = []

    @asynccontextmanager
    async def unit_of_work(self, *, alone: bool = False) -> AsyncIterator[UnitOfWork]:
        begun = time.perf_counter()
        async with super().unit_of_work(alone=alone) as work:
            begun, before = time.perf_counter(), time.thread_time()
            yield work
        self.held.append(time.perf_counter() - begun)
        self.looped.append(time.thread_time() - before)


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


async def stalled(action: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Seconds that something takes, and the longest stall of the event loop."""
    longest, over, process = 0.0, False, psutil.Process()

    async def tick() -> None:
        nonlocal longest
        global most_memory
        while not over:
            most_memory = max(most_memory, process.memory_info().rss / 1e6)
            begun = time.perf_counter()
            await asyncio.sleep(0.002)
            longest = max(longest, time.perf_counter() - begun - 0.002)

    ticking = asyncio.ensure_future(tick())
    begun = time.perf_counter()
    await action()
    took, over = time.perf_counter() - begun, True
    await ticking
    return took, longest


async def test_undoing_the_first_result_of_a_server_holds_nobody_up_for_long(tmp_path: Path) -> None:
    file = tmp_path / "loophole.db"
    await filled(file)
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    domain = Domain(store, lambda: NOW, random.Random(1))
    database = TimedDatabase(store)
    for part in (domain.matches, domain.ratings, domain.privacy):
        setattr(part, "database" if part is domain.matches else "_database", database)
    slower = slowness()
    print(f"\n{RATED:,} rated matches of {PLAYERS:,} players, {file.stat().st_size / 1e6:,.0f} MB")

    def report(what: str, took: float, stall: float) -> None:
        longest, looped = max(database.held) / slower, max(database.looped) / slower
        print(
            f"{what}: {took / slower:.2f} s, {len(database.held)} transactions, the writer held {longest * 1000:.0f} "
            f"ms at most, the event loop for {stall * 1000 / slower:.0f} ms, a transaction took {looped * 1000:.0f} ms "
            f"of its processor at most, "
            f"memory {most_memory:.0f} MB at most"
        )
        assert longest < LONGEST
        assert looped < MOST_LOOPED
        database.held.clear()
        database.looped.clear()

    async def remove_server() -> None:
        await domain.servers.removed(42)
        async with database.unit_of_work() as work:
            assert await work.connection.run_sync(
                lambda sync: sync.exec_driver_sql("UPDATE scopes SET removed_at = 0 WHERE id = 42").rowcount
            )
        assert await domain.privacy.purge_left_servers() == 1

    report("deleting the data of a server with one rated match", *await stalled(remove_server))
    report(
        f"undoing a result before {RATED // 100:,} others of its server",
        *await stalled(lambda: domain.ratings.undo(2, 7)),
    )
    processor = time.process_time()
    took, stall = await stalled(lambda: domain.ratings.season(900, NOW, NOW + timedelta(days=90)))
    print(
        f"a season of {RATED // 100:,} matches: {took / slower:.2f} s, of which the processor "
        f"{(time.process_time() - processor) / slower:.2f} s, the event loop for {stall * 1000 / slower:.0f} ms"
    )
    assert most_memory < MEMORY
    await store.close()

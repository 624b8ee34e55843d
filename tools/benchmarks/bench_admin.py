"""What a host waits for: a copy, a restore and a move to PostgreSQL of a database with many matches; and the memory."""

import asyncio
import random
import resource
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.ops.copies.backup import backup
from bot.ops.copies.move import move
from bot.ops.copies.restore import restore
from bot.ops.copies.sqlite_files import url_of
from bot.store import Store, check_url
from bot.store.tables import matches as table
from tests.bot.domain.matches.helpers import started, step
from tests.bot.postgres import server

from .reference import slowness

pytestmark = pytest.mark.bench
MATCHES = 20_000
DECISIONS = 40


async def fill(url: str) -> None:
    """Store matches of ``DECISIONS`` decisions: some that are played, and copies of them."""
    store = await Store.open(url)
    domain = Domain(store)
    rng = random.Random(1)
    for game in ("veloop-square", "snipsnip", "vigilance", "loop") * 4:
        match = await started(domain, game)
        for _ in range(DECISIONS):
            if (await step(domain, match.id, rng)).match.status != "running":
                break
    async with store.write() as connection:
        rows = [dict(row) for row in (await connection.execute(sa.select(table))).mappings()]
        for _ in range(MATCHES // len(rows) - 1):
            for row in rows:
                row["id"] += len(rows)
                row["number"] += len(rows)
            await connection.execute(table.insert(), rows)
    await store.close()


async def test_copying_and_restoring_a_full_database(tmp_path: Path) -> None:
    file, copy = tmp_path / "loophole.db", tmp_path / "copy.db"
    await fill(str(url_of(file)))
    slower = slowness()
    print(f"\n{MATCHES:,} matches, {file.stat().st_size / 1e6:.0f} MB")

    start = time.perf_counter()
    await backup(url_of(file), copy)
    print(f"backup, checked: {(time.perf_counter() - start) / slower:.2f} s")

    start = time.perf_counter()
    done, _ = await restore(copy, url_of(file))
    seconds = (time.perf_counter() - start) / slower
    print(f"restore, {done.decisions:,} decisions played again: {seconds:.1f} s, {done.matches / seconds:,.0f}/s")
    assert (done.matches, done.wrong) == (MATCHES, ())
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def test_moving_a_full_database_to_postgresql(tmp_path: Path) -> None:
    file = tmp_path / "loophole.db"
    with server() as there:

        async def run() -> float:
            await fill(str(url_of(file)))
            async with there.database() as address:
                start = time.perf_counter()
                _, contents = await move(url_of(file), check_url(address))
                assert contents["matches"].rows == MATCHES
                return time.perf_counter() - start

        seconds = asyncio.run(run()) / slowness()
        print(f"\nmove of {MATCHES:,} matches to PostgreSQL, played again and compared: {seconds:.1f} s")

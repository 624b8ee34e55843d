"""What several processes on one PostgreSQL carry.

The machine of a benchmark is too small to be filled by many processes, so what is compared is the
processor time of a move, which tells how many of them a core carries.
"""

import os
import shutil
import sqlite3
import time
from collections import deque
from contextlib import AsyncExitStack, closing
from pathlib import Path

import psutil
import pytest
from sqlalchemy.engine import make_url

from bot.ops.copies.move import move
from tests.bot.postgres import PostgresServer

from .bench_load import Load, serving
from .full_store import Running, full_store
from .small_discord import GUILD, server_of, small_discord

pytestmark = pytest.mark.bench
RATE = float(os.environ.get("BENCH_RATE", 20))
SECONDS = float(os.environ.get("BENCH_SECONDS", 20))
RUNNING = 4_000
LEAST_OF_TWO = 1.8
MANY = 16


def postgres_programs() -> list[psutil.Process]:
    """The processes of PostgreSQL servers on this machine."""
    processes = psutil.process_iter(["name"])
    return [process for process in processes if (process.info["name"] or "").startswith("postgres")]


async def stored(
    folder: Path, empty: Path, shards: int = 1, match_count: int = RUNNING
) -> tuple[Path, list[Running]]:
    """A database of SQLite with running matches, spread over the servers of ``shards`` shards."""
    database = Path(shutil.copy(empty, folder / "loophole.db"))
    matches = await full_store(database, running=match_count, finished=0)
    if shards > 1:
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("PRAGMA foreign_keys = OFF")
            names = [
                row[1] for row in connection.execute("PRAGMA table_info(scopes)") if row[1] != "id"
            ]
            for shard in range(shards):
                place = server_of(shard, shards)
                copy_query = (
                    f"INSERT INTO scopes (id, {', '.join(names)}) SELECT ?, "
                    f"{', '.join(names)} FROM scopes WHERE id = ?"
                )
                connection.execute(copy_query, (place, GUILD))
                connection.execute(
                    "UPDATE matches SET scope = ?, channel = ? WHERE number % ? = ?",
                    (place, place + 1, shards, shard),
                )
    return database, matches


async def carried(
    postgres: PostgresServer, folder: Path, empty: Path, processes: int, shards: int
) -> tuple[float, float, str]:
    """Milliseconds of the bots' and of the database's processor time for a move, and how it went,
    in words.
    """
    database, matches = await stored(folder, empty, shards)
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(postgres.database())
        await move(make_url(f"sqlite+aiosqlite:///{database}"), make_url(address), anyway=True)
        discord = await stack.enter_async_context(small_discord())
        discord.shards = shards
        bots = []
        for number in range(processes):
            ids = ",".join(str(shard) for shard in range(number, shards, processes))
            settings = {"SHARD_COUNT": str(shards), "SHARD_IDS": ids}
            bots.append(await stack.enter_async_context(serving(discord, address, **settings)))
        programs = postgres_programs()
        load = Load(discord, deque(matches))
        await load.run(RATE, 6)  # caches fill
        load = Load(discord, load.matches)
        rate = RATE * min(processes, 2)
        bots_at_start = sum(bot.cpu for bot in bots)
        database_at_start = sum(own_time(program) for program in programs)
        begin = time.perf_counter()
        await load.run(rate, SECONDS)
        duration = time.perf_counter() - begin
        programs = postgres_programs()
        count = len(load.milliseconds)
        bots_seconds = sum(bot.cpu for bot in bots) - bots_at_start
        database_seconds = sum(own_time(program) for program in programs) - database_at_start
        own = bots_seconds / count * 1000
        database_ms = database_seconds / count * 1000
        memory = sum(bot.memory for bot in bots)
        words = (
            f"{processes} processes, {shards} shards, {rate:.0f} moves a second for "
            f"{duration:.0f} s: median {load.percentile(0.5):.0f} ms, "
            f"99th percentile {load.percentile(0.99):.0f} ms; "
            f"a move takes {own:.1f} ms of theirs and {database_ms:.1f} ms of PostgreSQL's; "
            f"{memory:.0f} MB in all, {len(programs)} processes of PostgreSQL"
        )
        assert not load.wrong, load.wrong.most_common(3)
        return own, database_ms, words


def own_time(process: psutil.Process) -> float:
    """Seconds of processor time of a process, 0 if it has ended."""
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system)


async def test_two_processes_carry_twice_what_one_does(
    postgres: PostgresServer, tmp_path: Path, empty_database: Path
) -> None:
    costs = {}
    for processes in (1, 2):
        folder = tmp_path / str(processes)
        folder.mkdir()
        own, database_ms, words = await carried(postgres, folder, empty_database, processes, 2)
        costs[processes] = own + database_ms
        print(f"\n{words}")
    ratio = 2 * costs[1] / costs[2]
    print(f"where there are cores enough, two carry {ratio:.2f} times what one does")
    assert ratio >= LEAST_OF_TWO


@pytest.mark.slow
async def test_sixteen_processes_on_one_database(
    postgres: PostgresServer, tmp_path: Path, empty_database: Path
) -> None:
    _, _, words = await carried(postgres, tmp_path, empty_database, MANY, MANY)
    print(f"\n{words}")

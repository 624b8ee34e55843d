"""From interaction to sent picture: what a ``/move`` costs with few and with very many matches in the store."""

from __future__ import annotations

import random
import shutil
import sqlite3
import statistics
import time
from pathlib import Path
from typing import Any

import pytest
from simcord.http.client import FakeWebhookAdapter

from tests.bot.chat.conftest import Club, empty_database

from .reference import slowness

__all__ = ["empty_database"]  # a fixture
pytestmark = pytest.mark.bench
MOVES = 60


def fill(database: Path, matches: int) -> None:
    """Store ``matches`` more matches, copies of the one that is there, among many other players."""
    with sqlite3.connect(database) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(matches)")]
        (row,) = connection.execute("SELECT * FROM matches").fetchall()
        kept = dict(zip(columns, row, strict=True))
        rng = random.Random(1)

        def copies() -> Any:
            for n in range(matches):
                first = rng.randrange(10_000, 60_000)
                over = n % 100 != 0
                yield tuple(
                    {
                        **kept,
                        "id": kept["id"] + 1 + n,
                        "number": kept["number"] + 1 + n,
                        "seat0": first,
                        "seat1": first + 1,
                        "mover": None if over else first,
                        "status": "finished" if over else "running",
                        "finished_at": kept["created_at"] + n if over else None,
                    }.values()
                )

        marks = ",".join("?" * len(columns))
        connection.executemany(f"INSERT INTO matches VALUES ({marks})", copies())
        connection.execute("UPDATE scopes SET numbers = numbers + ?", (matches,))
        connection.execute("ANALYZE")


class Stopwatch:
    """Times from the moment an interaction reaches the client to the moment its answer leaves it."""

    def __init__(self, club: Club, patch: pytest.MonkeyPatch) -> None:
        self.milliseconds: list[float] = []
        begun: list[float] = []
        parse, request = club.bot._connection.parsers["INTERACTION_CREATE"], FakeWebhookAdapter.request

        def begin(data: Any) -> None:
            begun.append(time.perf_counter())
            parse(data)

        async def end(adapter: FakeWebhookAdapter, *args: Any, **given: Any) -> Any:
            if begun:
                self.milliseconds.append((time.perf_counter() - begun.pop()) * 1000)
            return await request(adapter, *args, **given)

        patch.setitem(club.bot._connection.parsers, "INTERACTION_CREATE", begin)
        patch.setattr(FakeWebhookAdapter, "request", end)


@pytest.mark.parametrize("matches", [1_000, 1_000_000], ids=lambda count: f"{count:,} matches")
async def test_a_move_from_interaction_to_sent_picture(
    tmp_path: Path, empty_database: Path, matches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(Path(shutil.copy(empty_database, tmp_path / "loophole.db")))
    await club.open()
    try:
        await club.match(variant="12x12, single turns")
        (first,) = [summary.id for summary in await club.bot.matches.of(club.alice.id)]
        fill(tmp_path / "loophole.db", matches)
        watch = Stopwatch(club, monkeypatch)
        rng = random.Random(5)
        for turn in range(MOVES):
            member = (club.alice, club.bob)[turn % 2]
            match = await club.bot.matches.get(first)
            if match.state.to_move is None:
                break
            await member.slash("move", moves=str(rng.choice(match.state.legal_moves())))
    finally:
        await club.close()
    times = sorted(watch.milliseconds[10:])
    slower = slowness()
    print(
        f"\n/move with {matches:,} stored matches: median {statistics.median(times) / slower:.1f} ms, "
        f"95th percentile {times[int(len(times) * 0.95)] / slower:.1f} ms ({len(times)} moves; picture included)"
    )
    assert len(times) > 20

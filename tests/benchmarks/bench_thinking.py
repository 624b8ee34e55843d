"""What members feel of the computer's thinking: a ``/move`` while every core thinks."""

import asyncio
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from bot.domain.computer import thinking
from bot.domain.computer.thinking import PositionData
from bot.workers import cores
from bot.workers.pool import THINKING, Workers
from tests.bot.chat.conftest import Club
from tests.bot.chat.requests import intercepted

from .reference import slowness

pytestmark = pytest.mark.bench
MOVES = 300
MOST_MILLISECONDS = 100.0
BUSY = PositionData("veloop-square", {"board": "12x12", "turns": "double"}, ())


@contextmanager
def stopwatch(club: Club) -> Iterator[list[float]]:
    """Milliseconds from the moment an interaction reaches the client to the moment its answer
    leaves it.
    """
    starts: list[float] = []
    milliseconds: list[float] = []

    def begin(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            starts.append(time.perf_counter())

    def end(request: Callable[[], object], method: str, path: str) -> object:
        if starts and path.endswith("/callback"):
            milliseconds.append((time.perf_counter() - starts.pop()) * 1000)
        return request()

    subscribers = club.env.backend.subscribers
    subscribers.insert(0, begin)
    with intercepted(end):
        yield milliseconds
    subscribers.remove(begin)


async def random_match(
    club: Club, milliseconds: list[float], rng: random.Random, number: int
) -> list[float]:
    """Milliseconds of the moves of a random match."""
    match = (await club.services.matches.of(club.alice.id))[0].id
    milliseconds.clear()
    state = (await club.services.matches.get(match)).state
    while state.to_move is not None:
        member = (club.alice, club.bob)[state.to_move]
        move = rng.choice(state.legal_moves())
        await member.slash("move", moves=str(move), match=f"M{number}")
        state = (await club.services.matches.get(match)).state
    return list(milliseconds)


async def test_a_move_while_all_cores_think(club: Club) -> None:
    workers = Workers()
    try:
        slower = slowness()
        rng = random.Random(5)
        percentile = quiet = 0.0
        for busy in ("no core", "every core"):
            if busy == "every core":
                for owner in range(100):
                    workers.submit(
                        THINKING, owner, thinking.choose, BUSY, "master", 1.0, seconds=16
                    )
                await asyncio.sleep(4.0)  # while the processes start
                assert len(workers.processes(THINKING)) == len(cores.ALL)
            times: list[float] = []
            with stopwatch(club) as milliseconds:
                while len(times) < MOVES:
                    number = await club.match(variant="12x12, single turns")
                    times += await random_match(club, milliseconds, rng, number)
            times = sorted(times[5:])
            quiet = percentile
            percentile = times[int(len(times) * 0.99)] / slower
            print(
                f"\n/move with {busy} thinking: median {statistics.median(times) / slower:.1f} ms, "
                f"99th percentile {percentile:.1f} ms ({len(times)} moves; picture included)"
            )
        # On a machine that is busy with other things the one figure says little without the other.
        assert percentile < max(MOST_MILLISECONDS, 2 * quiet)
    finally:
        workers.close()

"""A novice's turn does not wait for those of the strongest level, however many there are."""

import asyncio
import time

import pytest

import games
from bot.domain.computer import thinking
from bot.domain.computer.thinking import PositionData
from bot.workers.pool import THINKING, Workers

MOST_SECONDS = 8.0
"""A second with the start of a process, on a machine that does little else; it was 32."""


@pytest.mark.slow
async def test_a_first_turn_at_the_lowest_level_goes_before_those_of_twelve_who_play_the_strongest() -> None:
    workers = Workers()
    state = games.get("veloop-square").start()
    played = (str(state.legal_moves()[0]),)
    position = PositionData("veloop-square", dict(state.options), played)
    cost = thinking.turn_seconds("master")
    for _ in range(3):
        for owner in range(1, 13):
            workers.submit(THINKING, owner, thinking.choose, position, "master", 1.0, seconds=60, cost=cost)
    await asyncio.sleep(1)
    begun = time.perf_counter()
    first = workers.submit(
        THINKING, 99, thinking.choose, position, "novice", 1.0, seconds=8, cost=thinking.turn_seconds("novice")
    )
    assert (await first.result()).moves
    waited = time.perf_counter() - begun
    workers.close()
    assert waited < MOST_SECONDS

"""A novice's turn does not wait for those of the strongest level, however many there are."""

import asyncio
from dataclasses import replace

import pytest

import games
from bot.domain.computer import thinking
from bot.domain.computer.thinking import PositionData
from bot.workers.pool import PROCESSES, THINKING, Workers

EAGER = replace(THINKING, niceness=0)
"""Those that think, but on a busy machine they don't stand back behind all other programs."""
MEMBERS = 12
TURNS_EACH = 3
MOST_BEFORE = MEMBERS * TURNS_EACH // 3
"""Strong turns that may be ready before: those under way, and some more while a process starts."""


@pytest.mark.slow
async def test_a_novices_first_turn_goes_before_those_of_twelve_who_play_the_strongest() -> None:
    workers = Workers({EAGER: PROCESSES[THINKING]})
    state = games.get("veloop-square").start()
    decisions = (str(state.legal_moves()[0]),)
    position = PositionData("veloop-square", dict(state.options), decisions)

    async def turn(owner: int, level: str) -> object:
        cost = thinking.turn_seconds(level)
        choose = thinking.choose, position, level, 1.0
        return await workers.submit(EAGER, owner, *choose, seconds=120, cost=cost).result()

    strong = [
        asyncio.create_task(turn(owner, "master"))
        for _ in range(TURNS_EACH)
        for owner in range(1, MEMBERS + 1)
    ]
    await asyncio.sleep(1)
    assert await turn(99, "novice")
    done_first = sum(task.done() for task in strong)
    for task in strong:
        task.cancel()
    await asyncio.gather(*strong, return_exceptions=True)
    workers.close()
    assert done_first <= MOST_BEFORE

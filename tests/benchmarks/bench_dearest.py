"""The most expensive thing that one member can ask for: seconds of processor time, on the event
loop and in helpers.

Each is asked for ``TIMES`` times by members who ask for nothing else, one after the other, with
texts as long as they may be. What is longer is refused before it is read
(``tests/bot/chat/hostile/test_held_up.py``).
"""

from __future__ import annotations

import asyncio
import os
import random
from itertools import count, islice
from pathlib import Path

import pytest

from .bench_limits import Kind, kinds
from .bench_load import Served, Spent, served
from .full_store import Running, full_store
from .small_discord import SmallDiscord

pytestmark = pytest.mark.bench
TIMES = int(os.environ.get("BENCH_TIMES", 3))
MATCHES = 200
PATIENCE = 120.0
"""Seconds after which an answer is no longer waited for."""
IDLE_SECONDS = float(os.environ.get("BENCH_IDLE_SECONDS", 3))
IDLE = 0.03
"""Seconds of processor time in IDLE_SECONDS, below which it does nothing more."""
MOST_ON_LOOP = 0.5
"""Seconds of the event loop that one thing takes, at most; in steps of which none holds it for
long.
"""
NASTY = ("a1,", "a1 ", "1 ", "take over a1 ", "d4-e6 ", "[", "if a1 then a2 ")


def moves_of(discord: SmallDiscord, block: str) -> Kind:
    """Typing as many characters of moves as there may be."""
    return lambda who, match: discord.slash(who, "move", moves=(block * 400)[:400])


def things(discord: SmallDiscord) -> dict[str, Kind]:
    """How a member asks for each thing, given a match."""
    line = ("if a1 then a2 " * 200)[:2000]
    finished_matches = count(MATCHES + 1)
    things = kinds(discord)
    for block in NASTY:
        things[f"/move with 400 characters of “{block}”"] = moves_of(discord, block)
    things["conditional moves, 2,000 characters"] = lambda who, match: discord.form(
        who, f"lh:planned:{match[1:]}:1:", line=line
    )
    things["a hint"] = lambda who, match: discord.press(who, f"lh:hint:{match[1:]}:1:")
    things["/privacy export"] = lambda who, match: discord.slash(who, "privacy export")
    things["/privacy delete"] = lambda who, match: discord.press(who, "lh:forget:0:0:")
    things["an analysis"] = lambda who, match: discord.press(
        1, f"lh:analyse:{next(finished_matches)}:1:"
    )
    return things


async def spent_on(bot: Served, ask: Kind, match: Running) -> Spent:
    """What the bot spends until it does nothing more."""
    start = bot.spent
    who, _ = match.turn()
    answer = await ask(who, f"M{match.number}")
    await asyncio.wait([answer], timeout=PATIENCE)
    earlier = bot.spent
    while True:
        await asyncio.sleep(IDLE_SECONDS)
        costs = bot.spent
        if sum(costs.since(earlier)) < IDLE:
            return costs.since(start)
        earlier = costs


async def cost_of(bot: Served, ask: Kind, matches: list[Running]) -> Spent:
    """The most that one thing takes of each, asked for once in each match."""
    times = [await spent_on(bot, ask, match) for match in matches]
    return Spent(
        max(costs.loop for costs in times),
        max(costs.threads for costs in times),
        max(costs.drawing for costs in times),
    )


@pytest.mark.timeout(1800)
async def test_what_the_dearest_thing_costs(copied_database: Path) -> None:
    matches = await full_store(copied_database, running=MATCHES, finished=1)
    random.Random(3).shuffle(matches)
    async with served(copied_database, LIMITS_PERCENT="100") as bot:
        costs: dict[str, Spent] = {}
        print(
            f"\n{'asked for':48}{'loop':>8}{'threads':>9}{'helpers':>9} seconds of processor "
            "time, at most"
        )
        fresh = iter(matches)
        for name, ask in things(bot.discord).items():
            cost = await cost_of(bot, ask, list(islice(fresh, TIMES)))
            costs[name] = cost
            print(f"{name:48}{cost.loop:8.2f}{cost.threads:9.2f}{cost.drawing:9.2f}", flush=True)
    dearest = max(costs, key=lambda name: sum(costs[name]))
    print(f"the dearest is {dearest}: {sum(costs[dearest]):.2f} s")
    assert max(cost.loop for cost in costs.values()) < MOST_ON_LOOP

"""A few things are worked on at once, and who asks for one waits for none of those that many ask
for.
"""

import asyncio

import pytest

from bot.chat.discord.gateway import turns
from bot.chat.discord.gateway.turns import AT_ALL, IN_SERVER, Turns, WorkTurn


async def begun(tasks: list[asyncio.Task[WorkTurn]]) -> int:
    """How many have their turn."""
    for _ in range(3):
        await asyncio.sleep(0)
    return sum(task.done() for task in tasks)


async def test_a_few_of_a_server_and_a_few_at_all_are_worked_on_at_once() -> None:
    room = Turns(1)
    tasks = [asyncio.ensure_future(room.begin(member, 1)) for member in range(1, 21)]
    assert await begun(tasks) == IN_SERVER
    elsewhere = [asyncio.ensure_future(room.begin(member, member)) for member in range(100, 120)]
    assert await begun(elsewhere) == AT_ALL - IN_SERVER
    for task in (*tasks, *elsewhere):
        (await task).end()


async def test_who_asks_for_one_thing_comes_before_the_second_thing_of_anybody() -> None:
    room = Turns(1)
    crowd = [
        asyncio.ensure_future(room.begin(member, 1)) for member in range(1, 11) for _ in range(20)
    ]
    await begun(crowd)
    calm = asyncio.ensure_future(room.begin(99, 1))
    while not calm.done():
        for task in crowd:
            if task.done():
                task.result().end()
        await begun(crowd)
    assert sum(task.done() for task in crowd) <= 20
    for task in (*crowd, calm):
        if task.done():
            task.result().end()
        else:
            task.cancel()


async def test_who_waits_for_long_leaves_the_turn_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "LONGEST_SECONDS", 0.1)
    room = Turns(1)
    slow = [asyncio.ensure_future(room.begin(1, 1)) for _ in range(IN_SERVER)]
    late_task = asyncio.ensure_future(room.begin(2, 1))
    await begun(slow)
    assert not late_task.done()
    async with asyncio.timeout(20):
        (await late_task).end()


async def test_whoever_stops_waiting_takes_no_turn() -> None:
    room = Turns(1)
    turns = [await room.begin(1, 1) for _ in range(IN_SERVER)]
    cancelled_task = asyncio.ensure_future(room.begin(2, 1))
    await begun([cancelled_task])
    cancelled_task.cancel()
    for turn in turns:
        turn.end()
    new_turns = [await room.begin(3, 1) for _ in range(IN_SERVER)]
    assert len(new_turns) == IN_SERVER

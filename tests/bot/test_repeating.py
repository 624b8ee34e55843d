"""Repeated work is done once after a sleep of the machine, however much of it was missed."""

import asyncio
import time

from bot.repeating import repeated


async def test_what_was_missed_while_the_machine_slept_is_not_made_up_for() -> None:
    calls: list[float] = []

    async def work() -> None:
        calls.append(time.monotonic())
        if len(calls) == 2:
            time.sleep(0.5)  # noqa: ASYNC251  # as still as a machine that sleeps

    loop = repeated(0.05, work)
    loop.start()
    await asyncio.sleep(0.75)
    assert loop.is_running()
    assert 3 <= len(calls) <= 8
    loop.stop()
    await asyncio.sleep(0.1)
    assert not loop.is_running()

"""Repeated work is done once after a sleep of the machine, however much of it was missed."""

import asyncio
import time

from bot.repeating import repeated


async def test_what_was_missed_while_the_machine_slept_is_not_made_up_for() -> None:
    calls: list[float] = []
    enough = asyncio.Event()

    async def work() -> None:
        calls.append(time.monotonic())
        if len(calls) == 2:
            time.sleep(0.5)  # noqa: ASYNC251  # as still as a machine that sleeps
        if len(calls) == 7:
            enough.set()

    loop = repeated(0.05, work)
    loop.start()
    await enough.wait()
    assert loop.is_running()
    # About nine runs were missed. Made up for, they would follow each other within a moment; but
    # after one that is itself late on a busy machine, the next one comes sooner than after 50 ms.
    assert calls[6] - calls[2] > 0.08
    loop.stop()
    await asyncio.sleep(0.1)
    assert not loop.is_running()

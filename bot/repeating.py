"""Work that is repeated every so many seconds; what was missed, as while the machine slept, is not made up for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import TypeAlias

import discord
from discord.ext import tasks

Loop: TypeAlias = "tasks.Loop[Callable[[], Coroutine[object, object, None]]]"


def repeated(seconds: float, work: Callable[[], Awaitable[object]]) -> Loop:
    """A loop, to be started, that does ``work`` every so many seconds."""

    async def run() -> None:
        # discord.py keeps to a timetable: after a long sleep it runs once for every run that was missed.
        if loop.next_iteration is None or loop.next_iteration > discord.utils.utcnow():
            await work()

    loop = tasks.loop(seconds=seconds)(run)
    return loop

"""Work that is repeated every so many seconds; what was missed, as while the machine slept, is not made up for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import TypeAlias

import discord
from discord.ext import tasks

Loop: TypeAlias = "tasks.Loop[Callable[[], Coroutine[object, object, None]]]"


def repeated(seconds: float, work: Callable[[], Awaitable[object]], *, first: float = 0) -> Loop:
    """A loop, to be started, that does ``work`` every so many seconds, and before that once ``first`` have passed."""

    async def run() -> None:
        if first and not loop.current_loop:
            loop.change_interval(seconds=first)
            return
        if first and loop.current_loop == 1:
            loop.change_interval(seconds=seconds)
        # discord.py keeps to a timetable: after a long sleep it runs once for every run that was missed.
        if loop.next_iteration is None or loop.next_iteration > discord.utils.utcnow():
            await work()

    loop = tasks.loop(seconds=seconds)(run)
    return loop

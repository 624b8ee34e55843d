"""Work that is repeated at an interval in seconds.

What was missed is not made up for, as while the machine slept, and the host's clock may be set at
any time.
"""

from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import TypeAlias

import discord
from discord.ext import tasks

TaskLoop: TypeAlias = "tasks.Loop[Callable[[], Coroutine[object, object, None]]]"


def repeated(
    seconds: float, work: Callable[[], Awaitable[object]], *, first: float = 0
) -> TaskLoop:
    """A loop, to be started, that does ``work`` every ``seconds``, for the first time after
    ``first``.
    """

    async def run() -> None:
        if first and not loop.current_loop:
            loop.change_interval(seconds=first)
            return
        if first and loop.current_loop == 1:
            loop.change_interval(seconds=seconds)
        await work()
        # discord.py keeps to a timetable: after a long sleep it would run once for every run that
        # was missed, and after the clock was set back not until it has caught up.
        wait = (loop.next_iteration or discord.utils.utcnow()) - discord.utils.utcnow()
        if abs(wait) > timedelta(seconds=loop.seconds or seconds):
            loop.restart()

    loop = tasks.loop(seconds=seconds)(run)
    return loop

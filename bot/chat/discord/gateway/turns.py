"""Turns in which what was admitted is worked on: a few things at once, and first what is asked for by who asks little.

Whatever is worked on shares the event loop with all the rest. Were all that many ask for at once worked on at once, a
member who asks for one thing would wait until nearly all of that is done.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from bot.workers.task import FairQueue

IN_SERVER = 4
AT_ALL = 8
"""Things that are worked on at once. Waiting for Discord, or for long, is no work."""
LONGEST_SECONDS = 0.25
"""After which somebody else has a turn, too: what takes longer waits for something."""
COST = 0.02
"""Seconds that each thing counts in the order of turns."""


class Turn:
    """A turn, which is over when its work is done, and at the latest after LONGEST_SECONDS."""

    def __init__(self, over: Callable[[], None]) -> None:
        self._over: Callable[[], None] | None = over
        self._late = asyncio.get_running_loop().call_later(LONGEST_SECONDS, self.end)

    def end(self) -> None:
        """The work is done; may be said again."""
        over = self._over
        self._over = None
        self._late.cancel()
        if over is not None:
            over()


@dataclass(eq=False, slots=True)
class _Waiting:
    """Somebody who waits for a turn in a scope."""

    scope: int
    begun: asyncio.Future[Turn]


class Turns:
    """Gives turns. ``share`` scales how many there are at once."""

    def __init__(self, share: float) -> None:
        self._in_server = max(1, math.ceil(IN_SERVER * share))
        self._at_all = max(1, math.ceil(AT_ALL * share))
        self._busy: Counter[int] = Counter()
        self._queue: FairQueue[_Waiting] = FairQueue()

    async def begin(self, member: int, scope: int) -> Turn:
        """Wait for a turn of a member in a scope."""
        waiting = _Waiting(scope, asyncio.get_running_loop().create_future())
        self._queue.put(member, waiting, COST)
        self._go_on()
        try:
            return await waiting.begun
        except asyncio.CancelledError:
            if not self._queue.drop(waiting) and not waiting.begun.cancelled():
                waiting.begun.result().end()
            raise

    def _go_on(self) -> None:
        """Begin turns while there is room."""
        while self._busy.total() < self._at_all:
            waiting = self._queue.take(lambda each: self._busy[each.scope] < self._in_server)
            if waiting is None:
                return
            if not waiting.begun.cancelled():
                self._busy[waiting.scope] += 1
                waiting.begun.set_result(Turn(lambda scope=waiting.scope: self._end(scope)))  # type: ignore[misc]

    def _end(self, scope: int) -> None:
        self._busy[scope] -= 1
        if not self._busy[scope]:
            del self._busy[scope]
        self._go_on()

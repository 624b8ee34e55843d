"""Turns in which what was admitted is worked on: a few things at once, and first what is asked for
by who asks little.

Whatever is worked on shares the event loop with all the rest. Were all that many ask for at once
worked on at once, a member who asks for one thing would wait until nearly all of that is done.
"""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass

from bot.workers.task import FairQueue

IN_SERVER = 4
AT_ALL = 8
"""Things that are worked on at once. Waiting for Discord, or for long, is no work."""
LONGEST_SECONDS = 1.0
"""After which somebody who waits has a turn, too: what takes longer waits for something."""
COST = 0.1
"""Seconds that each thing counts in the order of turns."""


class WorkTurn:
    """A turn, which is over when its work is done."""

    def __init__(self, on_end: Callable[["WorkTurn"], None]) -> None:
        self.since = time.perf_counter()
        self._over: Callable[[WorkTurn], None] | None = on_end

    def end(self) -> None:
        """The work is done, or waits for something; may be said again."""
        on_end = self._over
        self._over = None
        if on_end is not None:
            on_end(self)


@dataclass(eq=False, slots=True)
class _QueuedTurn:
    """Somebody who waits for a turn in a scope."""

    scope: int
    turn: asyncio.Future[WorkTurn]


class Turns:
    """Gives turns. ``share`` scales how many there are at once."""

    def __init__(self, share: float) -> None:
        self._in_server = max(1, math.ceil(IN_SERVER * share))
        self._at_all = max(1, math.ceil(AT_ALL * share))
        self._busy: Counter[int] = Counter()
        self._begun: dict[WorkTurn, int] = {}  # with their scopes
        self._queue: FairQueue[_QueuedTurn] = FairQueue()
        self._timer: asyncio.TimerHandle | None = None

    async def begin(self, member: int, scope: int) -> WorkTurn:
        """Wait for a turn of a member in a scope."""
        entry = _QueuedTurn(scope, asyncio.get_running_loop().create_future())
        self._queue.put(member, entry, COST)
        self._go_on()
        try:
            return await entry.turn
        except asyncio.CancelledError:
            if not self._queue.drop(entry) and not entry.turn.cancelled():
                entry.turn.result().end()
            raise

    def _go_on(self) -> None:
        """Begin turns while there is room; where there is none for somebody, look again after a
        while.
        """
        while self._busy.total() < self._at_all:
            entry = self._queue.take(lambda other: self._busy[other.scope] < self._in_server)
            if entry is None:
                break
            if not entry.turn.cancelled():
                turn = WorkTurn(self._end)
                self._begun[turn] = entry.scope
                self._busy[entry.scope] += 1
                entry.turn.set_result(turn)
        if self._queue and self._timer is None:
            # In a context of its own: it belongs to nobody who waits.
            self._timer = Context().run(
                asyncio.get_running_loop().call_later, LONGEST_SECONDS, self._look
            )

    def _look(self) -> None:
        """End the turns that take long, as others wait."""
        self._timer = None
        long_ago = time.perf_counter() - LONGEST_SECONDS
        for turn in [turn for turn in self._begun if turn.since <= long_ago]:
            turn.end()
        self._go_on()

    def _end(self, turn: WorkTurn) -> None:
        scope = self._begun.pop(turn)
        self._busy[scope] -= 1
        if not self._busy[scope]:
            del self._busy[scope]
        if not self._queue and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._go_on()

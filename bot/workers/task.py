"""Tasks of the pool, and the order in which they begin."""

import asyncio
import time
from bisect import insort
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Generic, TypeVar, cast

from bot.workers.spending import Payer, paying

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

STRETCH = 4.0
"""An owner who takes less than a quarter of a processor in the long run waits behind nobody."""
LONGEST_AHEAD = 600.0
"""Seconds by which an owner's clock runs ahead of the time, at most: whoever used idle processors
is not kept waiting for ever.
"""
BOT = 0
"""The owner of what the bot does by itself, for everybody.

Each of its tasks is due as if it were the first.
"""
MAX_OWNERS = 20_000  # owners whose clocks are kept


class WorkLost(Exception):
    """A task was not done: it took too long, its process died again and again, or the pool was
    closed.
    """


class Task(Generic[T_co]):
    """Work that is done in a helper process.

    :param seconds: that it may take until it is given up.
    :param cost: seconds of a processor that it is expected to take; None: as many.
    :param payer: pays for what it takes.
    """

    def __init__(
        self, seconds: float = 0.0, cost: float | None = None, payer: Payer | None = None
    ) -> None:
        self.seconds = seconds
        self.cost = seconds if cost is None else cost
        self.payer = payer
        self.owner = 0
        self.progress = 0.0  # to 1.0, if the function reports any
        self.tries = 0
        self.work: Callable[[], T_co]
        self.frame = b""
        self._future: asyncio.Future[T_co] = asyncio.get_running_loop().create_future()

    @property
    def done(self) -> bool:
        """Whether there is an ``error`` or a ``value``."""
        return self._future.done()

    @property
    def value(self) -> T_co:
        """What the function returned. Raises what it raised, or WorkLost."""
        return self._future.result()

    @property
    def error(self) -> BaseException | None:
        """What the function raised, or WorkLost; None if it returned a value or is not done."""
        return self._future.exception() if self.done else None

    async def ready(self, seconds: float) -> bool:
        """Wait until it is done, at most this many seconds; whether it is."""
        complete, _ = await asyncio.wait({self._future}, timeout=seconds)
        return bool(complete)

    async def result(self) -> T_co:
        """Wait until it is done. Raises what the function raised, or WorkLost."""
        payer = paying()
        if payer is not None:
            payer.rests()
        return await asyncio.shield(self._future)

    def when_done(self, call: Callable[[], object]) -> None:
        """Call back in the event loop once it is done."""
        self._future.add_done_callback(lambda _: call())

    def finish(self, value: object = None, error: BaseException | None = None) -> None:
        """Set what came of it, unless that is set."""
        if self._future.done():
            return
        if error is None:
            self._future.set_result(cast(T_co, value))
        else:
            self._future.set_exception(error)
            self._future.exception()  # perhaps nobody waits any more


@dataclass(order=True, slots=True)
class _QueuedTask(Generic[T]):
    """A task that waits for its turn: the earliest ``due`` comes first, then whichever came
    first.
    """

    due: float
    number: int
    task: T = field(compare=False)


class FairQueue(Generic[T]):
    """Tasks in the order in which they are due: each by what it costs, and after what its owner has
    had before.

    An owner's clock runs ahead of the time by ``STRETCH`` seconds for each second of a processor
    that their tasks cost, and what they ask for next is due when that clock says. So the first
    thing of everybody comes before the fifth of one, and what is short before what is long; as time
    goes on, whatever waits becomes due.

    :param monotonic: gives seconds of a clock that is never set back.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        # of the owners whose clock is ahead of the time
        self._clocks: OrderedDict[int, float] = OrderedDict()
        self._waiting: list[_QueuedTask[T]] = []
        self._numbers = count()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, owner: int, task: T, cost: float = 1.0) -> None:
        """Add a task that is expected to take ``cost`` seconds of a processor."""
        self.charge(owner, cost)
        due = self._clocks.get(owner, self._monotonic() + STRETCH * cost)
        insort(self._waiting, _QueuedTask(due, next(self._numbers), task))

    def charge(self, owner: int, seconds: float) -> None:
        """Charge an owner for processor time; below 0, give back what a task has not taken."""
        if owner == BOT:
            return
        now = self._monotonic()
        clock = max(now, self._clocks.get(owner, now)) + STRETCH * seconds
        self._clocks[owner] = min(max(clock, now), now + LONGEST_AHEAD)
        self._clocks.move_to_end(owner)
        self._drop_clocks(now)

    def _drop_clocks(self, now: float) -> None:
        """Forget the first clocks that are not ahead of the time, and those that are too many."""
        while self._clocks:
            first = next(iter(self._clocks.values()))
            if len(self._clocks) <= MAX_OWNERS and first > now:
                return
            self._clocks.popitem(last=False)

    def take(self, fits: Callable[[T], bool] = lambda task: True) -> T | None:
        """Remove and return the first task that ``fits``; None if there is none."""
        for place, entry in enumerate(self._waiting):
            if fits(entry.task):
                del self._waiting[place]
                return entry.task
        return None

    def drop(self, task: T) -> bool:
        """Remove a task, if it is still waiting; whether it was."""
        for place, entry in enumerate(self._waiting):
            if entry.task is task:
                del self._waiting[place]
                return True
        return False

"""Tasks of the pool, and the order in which they begin."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar, cast

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class WorkLost(Exception):
    """A task was not done: it took too long, its process died again and again, or the pool was closed."""


class Task(Generic[T_co]):
    """Work expected to take ``seconds``; if ``long``, one process of its kind is left to other tasks."""

    def __init__(self, seconds: float = 0.0, long: bool = False) -> None:
        self.seconds = seconds
        self.long = long
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
        return bool((await asyncio.wait({self._future}, timeout=seconds))[0])

    async def result(self) -> T_co:
        """Wait until it is done. Raises what the function raised, or WorkLost."""
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


class FairQueue(Generic[T]):
    """One task of each owner in turn, in the order they came; a new owner comes before the one who was served last."""

    def __init__(self) -> None:
        self._lines: dict[int, list[T]] = {}  # in the order of turns
        self._served: int | None = None

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def put(self, owner: int, task: T) -> None:
        """Add a task behind all others of its owner."""
        self._lines.setdefault(owner, []).append(task)

    def take(self, fits: Callable[[T], bool] = lambda task: True) -> T | None:
        """Remove and return the next task that ``fits``; None if there is none."""
        if self._served in self._lines:
            self._lines[self._served] = self._lines.pop(self._served)  # behind all others, new ones included
        for owner, line in self._lines.items():
            if (task := next(filter(fits, line), None)) is not None:
                self._served = owner
                self.drop(task)
                return task
        return None

    def drop(self, task: T) -> None:
        """Remove a task, if it is still waiting."""
        for owner, line in self._lines.items():
            if task in line:
                line.remove(task)
                if not line:
                    del self._lines[owner]
                return

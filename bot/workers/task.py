"""A task of the pool, as its owner sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar, cast

T_co = TypeVar("T_co", covariant=True)


class WorkLost(Exception):
    """A task was not done: it took too long, its process died again and again, or the pool was closed."""


class Task(Generic[T_co]):
    """Work that ``owner`` has asked for. ``progress`` goes from 0 to 1 if the function reports any.

    :param seconds: how long it is expected to take.
    :param long: leave one process of its kind to other tasks.
    """

    def __init__(self, owner: int, seconds: float = 0.0, long: bool = False) -> None:
        self.owner = owner
        self.seconds = seconds
        self.long = long
        self.progress = 0.0
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
        """Set what came of it."""
        if self._future.done():
            return
        if error is None:
            self._future.set_result(cast(T_co, value))
        else:
            self._future.set_exception(error)
            self._future.exception()  # perhaps nobody waits any more

"""Runs something up to one of its awaits, there something else to its end, and then the rest."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")

BLOCKED_SECONDS = 0.03
"""After which what is run at an await is taken to wait for a transaction that what it interrupts
has begun.
"""


class Interrupted(Generic[T]):
    """``work``, with ``act`` run at its await number ``at``; ``reached``: whether it has so many.

    Where the act cannot come to its end there, since a transaction of the work must end first, it
    does at the end of that.
    """

    def __init__(
        self, work: Coroutine[Any, Any, T], step: int, act: Callable[[], Awaitable[object]]
    ) -> None:
        self._work = work
        self._at = step
        self._act = act
        self.reached = False
        self.acting: asyncio.Future[object] | None = None

    def __await__(self) -> Generator[Any, Any, T]:
        awaits = 0
        error: BaseException | None = None
        while True:
            try:
                waits_for = self._work.send(None) if error is None else self._work.throw(error)
            except StopIteration as end:
                result: T = end.value
                return result
            awaits += 1
            if awaits == self._at:
                self.reached = True
                yield from self._interrupt().__await__()
            error = None
            try:
                yield waits_for
            except BaseException as raised:  # it is the work's to handle
                error = raised

    async def _interrupt(self) -> None:
        self.acting = asyncio.ensure_future(self._act())
        await asyncio.wait({self.acting}, timeout=BLOCKED_SECONDS)

    async def ended(self) -> None:
        """Wait until the act is at its end, if it was begun."""
        if self.acting is not None:
            await self.acting

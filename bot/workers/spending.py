"""Processor time, and who pays for it: the steps of a task on the event loop, threads of this
process, and helpers.

    await metered(handler(reply), account)

Whatever is asked for in the meantime – threads by ``in_thread``, tasks of helper processes – is
paid for by the same account, also when it ends later.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from typing import Any, Generic, Protocol, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Payer(Protocol):
    """Who pays for processor time, in seconds: the member ``owner``."""

    owner: int

    def in_process(self, seconds: float) -> None:
        """Pay for time in the bot's own process, which nobody else had meanwhile."""

    def in_helpers(self, seconds: float) -> None:
        """Pay for time in a helper process."""

    def rests(self) -> None:
        """What was asked for waits for a helper: it takes nothing of the bot's own process
        meanwhile.
        """

    def settle(self) -> None:
        """Pay for what is not paid for yet: what was asked for is done."""


_payer: ContextVar[Payer | None] = ContextVar("payer", default=None)


def paying() -> Payer | None:
    """Who pays for what is done now; None: nobody."""
    return _payer.get()


class _Metered(Generic[T]):
    """What is awaited, each of its steps on the event loop measured."""

    def __init__(self, work: Awaitable[T], payer: Payer) -> None:
        self._work = work
        self._payer = payer

    def __await__(self) -> Generator[Any, None, T]:
        steps = self._work.__await__()
        exception: BaseException | None = None
        while True:
            start = time.thread_time()
            try:
                waits_for = next(steps) if exception is None else steps.throw(exception)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            finally:
                self._payer.in_process(time.thread_time() - start)
            exception = None
            try:
                yield waits_for
            except BaseException as error:  # such as that the task is cancelled
                exception = error


async def metered(work: Awaitable[T], payer: Payer) -> T:
    """Await ``work`` at the expense of ``payer``, charged after each step."""
    token = _payer.set(payer)
    try:
        return await _Metered(work, payer)
    finally:
        _payer.reset(token)
        payer.settle()


async def in_thread(work: Callable[[*Ts], T], *args: *Ts) -> T:
    """``work(*args)`` done in a thread, at the expense of who asks for it."""
    payer = paying()

    def measured() -> T:
        start = time.thread_time()
        try:
            return work(*args)
        finally:
            if payer is not None:
                seconds = time.thread_time() - start
                with contextlib.suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(payer.in_process, seconds)

    loop = asyncio.get_running_loop()
    return await asyncio.to_thread(measured)

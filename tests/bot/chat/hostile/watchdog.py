"""Watches how long the steps of the event loop take: processor time of its thread, whatever else
the machine does.
"""

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

HOLD_SECONDS = 0.02
"""Nothing holds the event loop for longer."""


@dataclass(slots=True)
class Longest:
    """The longest step since it was last asked for, in seconds, and what it was."""

    seconds: float = 0.0
    step: str = ""

    def forget(self) -> None:
        self.seconds = 0.0
        self.step = ""


@contextmanager
def watched() -> Iterator[Longest]:
    """Measure each step of the loops that run in the block, without the garbage collector, which is
    not theirs.
    """
    longest = Longest()
    run = asyncio.Handle._run
    collects = gc.isenabled()

    def measured(handle: asyncio.Handle) -> None:
        start = time.thread_time()
        try:
            run(handle)
        finally:
            seconds = time.thread_time() - start
            if seconds > longest.seconds:
                longest.seconds = seconds
                longest.step = repr(handle)[:300]

    gc.disable()
    asyncio.Handle._run = measured  # type: ignore[method-assign]  # the loop offers no other way
    try:
        yield longest
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]
        if collects:
            gc.enable()

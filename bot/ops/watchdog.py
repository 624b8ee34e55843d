"""Watches the event loop: what takes it more than 50 ms of processor time in one go is logged, with where it was."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)

MOST_SECONDS = 0.05
"""Processor time that anything may take on the loop before others get their turn."""
LOOK_SECONDS = 0.025
DEEPEST = 12
"""How many lines of the stack are logged, the innermost ones."""


@contextmanager
def watched_loop(serving: Callable[[], bool]) -> Iterator[None]:
    """Watch the running loop from a thread of its own, while it is ``serving``; to be used on the loop's thread."""
    loop, thread = asyncio.get_running_loop(), threading.get_ident()
    clock = time.pthread_getcpuclockid(thread)
    over = threading.Event()
    turns = 0

    def turn() -> None:
        nonlocal turns
        turns += 1

    def watch() -> None:
        # The loop is asked to count a turn; while it does not get to that, one thing has it to itself.
        asked, since, longest, place = -1, 0.0, 0.0, ""
        while not over.wait(LOOK_SECONDS):
            spent = time.clock_gettime(clock)
            if turns != asked:
                if place and serving():
                    log.warning("the event loop was held up for %.0f ms or more by %s", longest * 1000, place)
                asked, since, place = turns, spent, ""
                loop.call_soon_threadsafe(turn)
            elif spent - since > MOST_SECONDS:
                longest, place = spent - since, place or _place(thread)

    watcher = threading.Thread(target=watch, name="watchdog", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _place(thread: int) -> str:
    """Where a thread is at this moment, from the inside out."""
    frame = sys._current_frames().get(thread)
    lines = [] if frame is None else traceback.extract_stack(frame)[-DEEPEST:]
    return " < ".join(f"{line.name} ({line.filename}:{line.lineno})" for line in reversed(lines))

"""Watches the event loop: what takes it more than 50 ms of processor time in one go is logged, with
where it was.
"""

import asyncio
import logging
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

log = logging.getLogger(__name__)

# processor time that anything may take on the loop before others get their turn
MOST_SECONDS = 0.05
# processor time of the process after which it looks again, so that an idle one is never woken
TICK_SECONDS = 0.025
DEEPEST = 12  # how many lines of the stack are logged, the innermost ones
OWN_THREAD = getattr(resource, "RUSAGE_THREAD", resource.RUSAGE_SELF)  # the latter on macOS


@contextmanager
def watched_loop(serving: Callable[[], bool]) -> Iterator[None]:
    """Watch the loop that runs in the main thread, while it is ``serving``; to be used in that
    thread.
    """
    loop = asyncio.get_running_loop()
    awaits_turn = False
    turn_start = last_tick = time.thread_time()
    pauses = _pauses()
    longest = 0.0
    place = ""

    def tick(number: int, frame: FrameType | None) -> None:
        # The loop is asked for a turn; until it gets to that, one thing has it to itself. Python
        # runs this between two instructions, so one that comes late tells of a single call that
        # took long. Or a busy system has lost ticks: of what was done between the loop's pauses
        # meanwhile, the longest took the average at least.
        nonlocal awaits_turn, turn_start, last_tick, pauses, longest, place
        now = time.thread_time()
        earlier_pauses = pauses
        pauses = _pauses()
        if not awaits_turn:
            awaits_turn = True
            average = (now - last_tick) / (pauses - earlier_pauses + 1)
            turn_start = now - average if average > MOST_SECONDS else now
            loop.call_soon_threadsafe(turn)
        if now - turn_start > MOST_SECONDS:
            longest = now - turn_start
            place = place or _place(frame)
        last_tick = now

    def turn() -> None:
        nonlocal awaits_turn, place
        if place and serving():
            log.warning(
                "the event loop was held up for %.0f ms or more by %s", longest * 1000, place
            )
        awaits_turn = False
        place = ""

    old_handler = signal.signal(signal.SIGPROF, tick)
    signal.siginterrupt(signal.SIGPROF, False)
    signal.setitimer(signal.ITIMER_PROF, TICK_SECONDS, TICK_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old_handler)


def _pauses() -> int:
    """How often this thread has waited for something, such as the loop for what comes next."""
    return resource.getrusage(OWN_THREAD).ru_nvcsw


def _place(frame: FrameType | None) -> str:
    """Where a thread is at this moment, from the inside out."""
    if frame is None:
        return ""
    calls = traceback.extract_stack(frame)[-DEEPEST:]
    places = [f"{call.name} ({call.filename}:{call.lineno})" for call in reversed(calls)]
    return " < ".join(places)

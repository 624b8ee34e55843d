"""The processes that think: begun when needed, one task each at a time, begun anew when they die or get stuck."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from bot.thinking import cores

from . import jobs
from .queue import FairQueue

log = logging.getLogger(__name__)

MOST_TRIES = 3
IDLE_SECONDS = 300.0
"""A process that has had nothing to do for so long is let go, and its memory with it."""
STUCK_SECONDS = 60.0
"""A process that takes so much longer than a task was to take is ended."""


class Unthinkable(Exception):
    """A task could not be done: its processes died again and again."""


@dataclass(eq=False, slots=True)
class Task:
    """Something to think about for ``owner``. ``long`` tasks leave one process to the others.

    Once ``done`` there is a ``value``, or an ``error``. ``progress`` goes from 0 to 1 where a task shows any.
    """

    owner: int
    work: Callable[..., Any]
    given: tuple[Any, ...]
    seconds: float
    long: bool = False
    done: bool = False
    value: Any = None
    error: BaseException | None = None
    tries: int = 0
    lane: Lane | None = None

    @property
    def progress(self) -> float:
        """How much of it is done, from 0 to 1."""
        lane = self.lane
        return 1.0 if self.done else 0.0 if lane is None else lane.shared[1] / 1000


@dataclass(eq=False, slots=True)
class Lane:
    """A process, or the place for one, and what it is doing."""

    shared: jobs.Shared
    executor: Executor | None = None
    task: Task | None = None
    since: float = field(default_factory=time.perf_counter)

    def empty(self) -> None:
        """Let the process go, which ends by itself or has been told to."""
        self.executor = None
        self.shared[0] = 0


def process(shared: jobs.Shared) -> Executor:
    """A process of its own, started afresh so that nothing of the bot is copied into it."""
    given = (shared, cores.ALL)
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=jobs.begin, initargs=given)


class Thinkers:
    """Does tasks in at most ``lanes`` processes; ``start`` makes what runs in one. Safe in threads."""

    def __init__(self, lanes: int | None = None, start: Callable[[jobs.Shared], Executor] = process) -> None:
        self._start = start
        self._lanes = [Lane(get_context("spawn").RawArray("q", 2)) for _ in range(lanes or len(cores.ALL))]
        self._queue: FairQueue[Task] = FairQueue()
        self._lock = threading.RLock()
        self._closed = False

    def submit(self, owner: int, work: Callable[..., Any], *given: Any, seconds: float, long: bool = False) -> Task:
        """Have ``work(*given)``, a function of a module, done when it is ``owner``'s turn.

        ``seconds`` is about how long it takes once it has begun.
        """
        task = Task(owner, work, given, seconds, long)
        with self._lock:
            self._queue.put(task)
            self._go_on()
        return task

    def cancel(self, task: Task) -> None:
        """Do not begin a task; one that has begun is finished all the same."""
        with self._lock:
            self._queue.drop(task)

    @property
    def load(self) -> tuple[int, int]:
        """How many tasks wait, and how many are being done."""
        with self._lock:
            return len(self._queue), sum(lane.task is not None for lane in self._lanes)

    @property
    def idle(self) -> bool:
        """Whether nothing is being done or waiting."""
        return self.load == (0, 0)

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the processes that are there."""
        return tuple(lane.shared[0] for lane in self._lanes if lane.executor is not None and lane.shared[0])

    def watch(self) -> None:
        """End what is stuck, and let go what has long been idle."""
        now = time.perf_counter()  # which nobody moves, as an offline Discord moves the other clocks
        with self._lock:
            for lane in self._lanes:
                if lane.task is not None and now - lane.since > lane.task.seconds + STUCK_SECONDS and lane.shared[0]:
                    log.error("a thinking process is stuck and will be ended")
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(lane.shared[0], getattr(signal, "SIGKILL", signal.SIGTERM))
                    lane.since = now
                elif lane.task is None and lane.executor is not None and now - lane.since > IDLE_SECONDS:
                    lane.executor.shutdown(wait=False)
                    lane.empty()

    def close(self) -> None:
        """Begin nothing any more, and end the processes."""
        with self._lock:
            self._closed = True
            busy = [lane.shared[0] for lane in self._lanes if lane.task is not None and lane.shared[0]]
            executors = [lane.executor for lane in self._lanes if lane.executor is not None]
            for lane in self._lanes:
                lane.empty()
        # Not under our lock: an executor whose process is just dying tells so under its own, and then waits for ours.
        for executor in executors:
            executor.shutdown(wait=False, cancel_futures=True)
        for number in busy:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGTERM)

    def _go_on(self) -> None:
        """Give idle lanes something to do."""
        for lane in self._lanes:
            if lane.task is not None or self._closed:
                continue
            busy = sum(1 for other in self._lanes if other.task is not None and other.task.long)
            room = busy < max(1, len(self._lanes) - 1)
            task = self._queue.take(lambda task, room=room: room or not task.long)  # type: ignore[misc]
            if task is None:
                return
            self._begin(lane, task)

    def _begin(self, lane: Lane, task: Task) -> None:
        lane.task, task.lane, lane.since = task, lane, time.perf_counter()
        lane.shared[1] = 0
        task.tries += 1
        try:
            if lane.executor is None:
                lane.executor = self._start(lane.shared)
            future = lane.executor.submit(task.work, *task.given)
        except (BrokenExecutor, OSError, RuntimeError) as error:
            self._ended(lane, task, None, error)
            return
        future.add_done_callback(lambda future: self._finished(lane, task, future))

    def _finished(self, lane: Lane, task: Task, future: Future[Any]) -> None:
        if future.cancelled():
            self._ended(lane, task, None, Unthinkable("closed"))
        elif isinstance(error := future.exception(), BrokenExecutor):
            # The executor tells so in its own thread, under its own lock, which it would wait for if let go there.
            threading.Thread(target=self._ended, args=(lane, task, None, error), daemon=True).start()
        elif error is not None:
            self._ended(lane, task, None, error)
        else:
            self._ended(lane, task, future.result(), None)

    def _ended(self, lane: Lane, task: Task, value: Any, error: BaseException | None) -> None:
        """A task is done, has failed, or has lost its process."""
        with self._lock:
            lane.task = task.lane = None
            lane.since = time.perf_counter()
            if isinstance(error, (BrokenExecutor, OSError)) and not self._closed:
                log.warning("a thinking process has died; it is started anew")
                lane.empty()
                if task.tries < MOST_TRIES:
                    self._queue.put(task, first=True)
                    self._go_on()
                    return
                error = Unthinkable("the process that was to do it died again and again")
            task.value, task.error, task.done = value, error, True
            self._go_on()

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
from typing import Generic, TypeVar, TypeVarTuple

from bot.workers import cores

from . import jobs
from .queue import FairQueue

log = logging.getLogger(__name__)

MOST_TRIES = 3
"""How often a task is begun whose process dies."""
IDLE_SECONDS = 300.0
"""How long a process may have nothing to do before it is ended, and its memory freed."""
STUCK_SECONDS = 60.0
"""How much longer than expected a task may take before its process is ended."""

Given = TypeVarTuple("Given")
Value_co = TypeVar("Value_co", covariant=True)


class TaskLost(Exception):
    """A task was not done: its process died again and again, or the thinkers were closed."""


@dataclass(eq=False, slots=True)
class Task(Generic[Value_co]):
    """Something to think about for ``owner``. ``long`` tasks leave one process to the others.

    Once ``done`` there is either an ``error`` or a ``value``, and ``ended`` is called, in any thread. ``progress`` goes
    from 0 to 1 where a task shows any.
    """

    owner: int
    work: Callable[..., Value_co]
    given: tuple[object, ...]
    seconds: float
    long: bool = False
    ended: Callable[[Task[Value_co]], object] | None = None
    done: bool = False
    value: Value_co = field(init=False, repr=False)
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
    """A process, or the place for one, and what it is doing since when."""

    shared: jobs.Shared
    executor: Executor | None = None
    task: Task[object] | None = None
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
        self._queue: FairQueue[Task[object]] = FairQueue()
        self._lock = threading.RLock()
        self._closed = False

    def submit(
        self,
        owner: int,
        work: Callable[[*Given], Value_co],
        *given: *Given,
        seconds: float,
        long: bool = False,
        ended: Callable[[Task[Value_co]], object] | None = None,
    ) -> Task[Value_co]:
        """Have ``work(*given)``, a function of a module, done when it is ``owner``'s turn.

        ``seconds`` is about how long it takes once it has begun. ``ended`` is called when it is done, in any thread.
        """
        task = Task(owner, work, given, seconds, long, ended)
        with self._lock:
            self._queue.put(task)
            self._go_on()
        return task

    def cancel(self, task: Task[object]) -> None:
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
        now = time.perf_counter()  # not ``monotonic``, which an offline Discord moves
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
        # Not under our lock: an executor whose process is dying reports that under its own, and then waits for ours.
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
            task = self._queue.take(self._fits)
            if task is None:
                return
            self._begin(lane, task)

    def _fits(self, task: Task[object]) -> bool:
        """Whether a task may be begun now: long ones leave a lane to the others."""
        busy = sum(1 for lane in self._lanes if lane.task is not None and lane.task.long)
        return not task.long or busy < max(1, len(self._lanes) - 1)

    def _begin(self, lane: Lane, task: Task[object]) -> None:
        lane.task, task.lane, lane.since = task, lane, time.perf_counter()
        lane.shared[1] = 0
        task.tries += 1
        try:
            if lane.executor is None:
                lane.executor = self._start(lane.shared)
            future = lane.executor.submit(task.work, *task.given)
        except (BrokenExecutor, OSError, RuntimeError) as error:
            self._ended(lane, task, error)
            return
        future.add_done_callback(lambda future: self._finished(lane, task, future))

    def _finished(self, lane: Lane, task: Task[object], future: Future[object]) -> None:
        if future.cancelled():
            self._ended(lane, task, TaskLost("closed"))
        elif isinstance(error := future.exception(), BrokenExecutor):
            # The executor calls this in its own thread, under a lock that letting the executor go would wait for.
            threading.Thread(target=self._ended, args=(lane, task, error), daemon=True).start()
        else:
            if error is None:
                task.value = future.result()
            self._ended(lane, task, error)

    def _ended(self, lane: Lane, task: Task[object], error: BaseException | None) -> None:
        """A task has its value, has failed, or has lost its process."""
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
                error = TaskLost("the process that was to do it died again and again")
            task.error, task.done = error, True
            self._go_on()
        if task.ended is not None:
            task.ended(task)

"""A pool of helper processes.

Each does one task at a time; one that dies, hangs or takes too long is replaced.

    workers = Workers()
    task = workers.submit(THINKING, member, choose, position, "club", seconds=1.0)
    task.progress, task.done
    await task.result()
    workers.close()

A pool belongs to the event loop that submits its tasks. Functions are pickled by name, so each must
be at the top of a module, and helpers load no more than that module.
"""

import asyncio
import math
import pickle
from collections.abc import Callable, Mapping, Sequence
from contextvars import Context
from functools import partial
from typing import TypeVar, TypeVarTuple, cast

from bot.workers import cores, helper
from bot.workers.lane import Lane, ProcessLane, TaskKind, ThreadLane
from bot.workers.spending import Payer, paying
from bot.workers.task import FairQueue, Task, WorkLost

SHORT_SECONDS = 2.0
"""Processor time that a short task takes at most; one process is left to such tasks."""
LONG_SECONDS = 10.0
"""Processor time above which a task is long; one process more is left to those that are not."""
WATCH_SECONDS = 0.5
"""How often busy processes are looked at; a stopped one is replaced within twice that."""

BOARD = TaskKind("board", niceness=0, grace=0.0, idle_seconds=math.inf, other_core=True)
HEAVY = TaskKind("heavy", niceness=10, memory=600 << 20)
THINKING = TaskKind("thinking", niceness=helper.LOWEST)

PROCESSES = {BOARD: min(1, len(cores.ALL) - 1), HEAVY: 2, THINKING: len(cores.ALL) + 2}
"""Processes of each kind, at most; 0: a thread of this process.

Of those that think one is kept for what is short, and one for what is not long, so that all cores
may be busy with what is.
"""
THREADS: Mapping[TaskKind, int] = dict.fromkeys(PROCESSES, 0)

Args = TypeVarTuple("Args")
T = TypeVar("T")


class Workers:
    """The pool.

    :param processes: how many processes there may be of each kind; 0: one thread instead.
    """

    def __init__(self, processes: Mapping[TaskKind, int] = PROCESSES) -> None:
        self._lanes = {kind: self._new_lanes(kind, count) for kind, count in processes.items()}
        self.payer_of: Callable[[int], Payer | None] = lambda owner: None
        """Gives who pays for a task of an owner that no interaction has asked for."""
        self._queues: dict[TaskKind, FairQueue[Task[object]]] = {
            kind: FairQueue() for kind in processes
        }
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def _new_lanes(self, kind: TaskKind, processes: int) -> Sequence[Lane]:
        """A lane for each process, or one that is a thread."""
        go_on = partial(self._go_on, kind)
        charge = partial(self._charge, kind)
        if not processes:
            return [ThreadLane(kind, go_on, charge)]
        return [ProcessLane(kind, go_on, charge) for _ in range(processes)]

    def _process_lanes(self, kind: TaskKind) -> list[ProcessLane]:
        """The lanes of a kind whose process runs."""
        return [
            lane
            for lane in self._lanes[kind]
            if isinstance(lane, ProcessLane) and lane.process is not None
        ]

    def submit(
        self,
        kind: TaskKind,
        owner: int,
        work: Callable[[*Args], T],
        *args: *Args,
        seconds: float,
        cost: float | None = None,
    ) -> Task[T]:
        """Have ``work(*args)`` done in turn, for the member who asks for it now, or else for
        ``owner``.

        :param seconds: after which, and the grace of its kind, it is given up.
        :param cost: seconds of a processor that it is expected to take, if not as many.
        """
        task: Task[T] = Task(seconds, cost, paying() or self.payer_of(owner))
        if self._closed:
            task.finish(error=WorkLost("the pool is closed"))
            return task
        task.work = lambda: work(*args)
        if isinstance(self._lanes[kind][0], ProcessLane):
            task.frame = pickle.dumps((work, args))
        task.owner = owner
        self._queues[kind].put(owner, cast("Task[object]", task), task.cost)
        self._go_on(kind)
        return task

    def cancel(self, task: Task[object]) -> None:
        """Do not begin a task; one that has begun is finished all the same."""
        for queue in self._queues.values():
            if queue.drop(task):
                queue.charge(task.owner, -task.cost)

    def load(self, kind: TaskKind) -> tuple[int, int]:
        """Tasks that wait, and tasks that are being done."""
        busy = sum(lane.task is not None for lane in self._lanes[kind])
        return len(self._queues[kind]), busy

    @property
    def idle(self) -> bool:
        """Whether nothing is waiting or being done."""
        return all(self.load(kind) == (0, 0) for kind in self._lanes)

    def processes(self, kind: TaskKind) -> list[int]:
        """The ids of the running processes of a kind."""
        lanes = self._process_lanes(kind)
        return [lane.process.pid for lane in lanes if lane.process is not None]

    def close(self) -> None:
        """Begin nothing any more, and end the processes."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        for kind, lanes in self._lanes.items():
            for lane in lanes:
                lane.end()
            task = self._queues[kind].take()
            while task is not None:
                task.finish(error=WorkLost("the pool was closed"))
                task = self._queues[kind].take()

    def _go_on(self, kind: TaskKind) -> None:
        """Give idle processes of a kind something to do."""
        lanes = self._lanes[kind]

        def busy(seconds: float) -> int:
            """How many processes do what takes longer."""
            return sum(lane.task is not None and lane.task.cost > seconds for lane in lanes)

        def fits(task: Task[object]) -> bool:
            """Whether enough processes are left to shorter tasks while this one is done."""
            if task.cost > LONG_SECONDS and busy(LONG_SECONDS) >= max(1, len(lanes) - 2):
                return False
            is_short = task.cost <= SHORT_SECONDS
            return is_short or busy(SHORT_SECONDS) < max(1, len(lanes) - 1)

        for lane in lanes:
            if lane.task is not None or self._closed:
                continue
            task = self._queues[kind].take(fits)
            if task is None:
                return
            if isinstance(lane, ProcessLane):
                self._watch_in(WATCH_SECONDS)
            lane.begin(task)

    def _charge(self, kind: TaskKind, task: Task[object], seconds: float) -> None:
        """Charge for the processor time that a task has taken, in place of what was expected."""
        self._queues[kind].charge(task.owner, seconds - task.cost)
        if task.payer is not None:
            task.payer.in_helpers(seconds)

    def _watch_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        if self._timer is None or self._timer.when() > loop.time() + seconds:
            if self._timer is not None:
                self._timer.cancel()
            # In a context of its own: the timer does not belong to the member who has asked for a
            # task.
            self._timer = Context().run(loop.call_later, seconds, self._watch)

    def _watch(self) -> None:
        """Look at the processes: often while one is busy, and again when those that are idle may
        end.
        """
        self._timer = None
        lanes = [lane for kind in self._lanes for lane in self._process_lanes(kind)]
        for lane in lanes:
            lane.check()
        if any(lane.task is not None for lane in lanes):
            self._watch_in(WATCH_SECONDS)
            return
        idle_seconds = [lane.kind.idle_seconds for lane in lanes if lane.process is not None]
        next_end = min(idle_seconds, default=math.inf)
        if next_end < math.inf:
            self._watch_in(next_end)

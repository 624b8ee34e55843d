"""The places of the pool in which tasks are done: a thread of this process, or a helper process and
the connection to it.
"""

import asyncio
import contextlib
import logging
import math
import os
import pickle
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any, cast

from bot.workers import cores, helper
from bot.workers.task import Task, WorkLost

log = logging.getLogger(__name__)

MAX_TRIES = 3  # how often a task is begun whose process dies or is stopped
START_SECONDS = 15.0
"""How much longer the first task may take, while the process starts and loads modules."""
SIGNALS = {signal.SIGINT, signal.SIGTERM}
"""Left to the bot by helper processes, which end when it does."""
PROGRAM = str(Path(__file__).parents[2])
"""The folder from which this program was loaded, and from which its helpers are."""
COMMAND = """
import sys
sys.path.insert(0, sys.argv[1])
from bot.workers.helper import serve
serve(*map(int, sys.argv[2:5]), {*map(int, sys.argv[5:])})
"""


@dataclass(frozen=True, slots=True)
class TaskKind:
    """A kind of tasks, which has processes of its own.

    :param niceness: how far its processes stand back, as for ``nice``.
    :param grace: seconds that a task may take beyond what it is expected to.
    :param idle_seconds: how long a process may be idle before it ends; a kind whose processes never
        end is ready again at once after one has died.
    :param memory: bytes that a process may allocate; 0: any number.
    :param other_core: whether it leaves the bot's core to the bot where it can.
    """

    name: str
    niceness: int
    grace: float = 60.0
    idle_seconds: float = 300.0
    memory: int = 0
    other_core: bool = False


class Lane:
    """Does one task at a time.

    :param free: called when it is idle again.
    :param charge: called with each task that is done and the seconds of a processor that it took.
    """

    def __init__(
        self,
        kind: TaskKind,
        free: Callable[[], None],
        charge: Callable[[Task[object], float], None],
    ) -> None:
        self.kind = kind
        self.task: Task[object] | None = None
        self._free = free
        self._charge = charge

    def begin(self, task: Task[object]) -> None:
        """Do a task."""
        self.task = task
        task.tries += 1

    def end(self) -> None:
        """Do nothing any more; the task that is being done is lost."""
        if self.task is not None:
            self.task.finish(error=WorkLost("the pool was closed"))

    def _finish(self, kind: str, value: Any, seconds: float = 0.0) -> None:
        """The task is done, or never will be; ``seconds`` of a processor went into it."""
        task = self.task
        self.task = None
        if task is not None:
            self._charge(task, seconds)
            task.finish(value, value if kind == "error" else None)
        self._free()


class ThreadLane(Lane):
    """Does its tasks in a thread of this process."""

    def __init__(
        self,
        kind: TaskKind,
        free: Callable[[], None],
        charge: Callable[[Task[object], float], None],
    ) -> None:
        super().__init__(kind, free, charge)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=kind.name)

    def begin(self, task: Task[object]) -> None:
        super().begin(task)
        self._thread.submit(self._work, task, asyncio.get_running_loop())

    def end(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        super().end()

    def _work(self, task: Task[object], loop: asyncio.AbstractEventLoop) -> None:
        helper.report_to(lambda share: setattr(task, "progress", share))
        start = time.thread_time()
        kind = "value"
        value = None
        try:
            value = task.work()
        except BaseException as error:
            kind = "error"
            value = error
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(self._finish, kind, value, time.thread_time() - start)


class ProcessLane(Lane, asyncio.Protocol):
    """Does its tasks in a helper process, which is started with the first one."""

    def __init__(
        self,
        kind: TaskKind,
        free: Callable[[], None],
        charge: Callable[[Task[object], float], None],
    ) -> None:
        super().__init__(kind, free, charge)
        self.process: Popen[bytes] | None = None
        self._closed = False
        self._starting: asyncio.Task[None] | None = None
        self._transport: asyncio.WriteTransport | None = None
        self._received = bytearray()
        # When the task was begun, or the process became idle: not the loop's time, which an offline
        # Discord moves.
        self._since = 0.0
        self._proven = False  # whether the process has done a task
        self._late = False

    def begin(self, task: Task[object]) -> None:
        super().begin(task)
        self._late = False
        self._since = time.perf_counter()
        if self._transport is None:
            self._start()
        elif _is_stopped(self.process):
            self._kill("is stopped")
        else:
            self._send(task)

    def end(self) -> None:
        self._closed = True
        self._drop()
        super().end()

    def _finish(self, kind: str, value: Any, seconds: float = 0.0) -> None:
        self._since = time.perf_counter()
        super()._finish(kind, value, seconds)

    def _start(self) -> None:
        """Start a process, unless one is being started; it gets the task when connected."""
        if self._starting is None or self._starting.done():
            self._starting = asyncio.get_running_loop().create_task(self._connect())

    async def _connect(self) -> None:
        try:
            own_end, other_end = socket.socketpair()
            with other_end:
                self.process = await asyncio.to_thread(_spawn, self.kind, other_end.fileno())
            await asyncio.get_running_loop().create_connection(lambda: self, sock=own_end)
        except OSError as error:
            log.error("no process can be started for %s tasks: %s", self.kind.name, error)
            self._finish("error", WorkLost(f"no process can be started: {error}"))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)
        if self._closed:
            self.end()
        elif self.task is not None:
            self._send(self.task)

    def _send(self, task: Task[object]) -> None:
        assert self._transport is not None
        self._transport.writelines((helper.LENGTH.pack(len(task.frame)), task.frame))

    def data_received(self, data: bytes) -> None:
        self._received += data
        frame = helper.next_frame(self._received)
        while frame is not None:
            self._frame_received(frame)
            frame = helper.next_frame(self._received)

    def _frame_received(self, frame: bytes) -> None:
        kind, seconds = helper.head_of(frame)
        try:
            value = pickle.loads(helper.body_of(frame))
        except Exception as error:  # what was raised cannot be rebuilt here
            kind = "error"
            value = error
        if kind != "progress":
            self._proven = True
            self._finish(kind, value, seconds)
        elif self.task is not None:
            self.task.progress = value

    def connection_lost(self, error: Exception | None) -> None:
        """The process has died: replace it and repeat its task."""
        if self._transport is None:
            return  # it was ended on purpose
        is_proven = self._proven
        self._drop()
        log.warning("a process for %s tasks has died; it is replaced", self.kind.name)
        if self.task is None:
            if is_proven and math.isinf(self.kind.idle_seconds):
                self._start()
        elif self._late or self.task.tries >= MAX_TRIES:
            # at most: what a process that is gone took is not known
            seconds = time.perf_counter() - self._since
            why = "it took too long" if self._late else "its process died again and again"
            self._finish("error", WorkLost(why), seconds)
        else:
            self.begin(self.task)

    def check(self) -> None:
        """End a process that is stopped, takes too long, or has been idle for long."""
        seconds = time.perf_counter() - self._since
        if self.task is None:
            if seconds >= self.kind.idle_seconds:
                self._drop()
            return
        if _is_stopped(self.process):
            self._kill("is stopped")
            return
        limit = self.task.seconds + self.kind.grace
        if not self._proven:
            limit += START_SECONDS
        if seconds > limit:
            self._late = True
            self._kill("takes too long")

    def _kill(self, why: str) -> None:
        """Kill the process; what follows is done when its connection is lost."""
        assert self.process is not None
        log.error("a process for %s tasks %s and is killed", self.kind.name, why)
        self.process.kill()

    def _drop(self) -> None:
        """End the process, if any."""
        process = self.process
        transport = self._transport
        self.process = self._transport = None
        self._proven = False
        self._received.clear()
        if transport is not None:
            transport.abort()
        if process is not None:
            process.kill()
            # In a thread, as a process of low priority may take long to end.
            threading.Thread(target=process.wait, daemon=True).start()


def _spawn(kind: TaskKind, descriptor: int) -> Popen[bytes]:
    """Start a helper process, which inherits that the SIGNALS are blocked. Raises OSError."""
    # Not by multiprocessing, which would load the bot's main module there, too.
    usable = {*cores.ALL}
    if kind.other_core and hasattr(os, "sched_getaffinity"):
        usable = usable - os.sched_getaffinity(0) or usable
    # -P: modules that somebody has put into the working folder,
    # where the data may be, are not loaded.
    numbers = (descriptor, kind.niceness, kind.memory, *usable)
    command = (sys.executable, "-P", "-c", COMMAND, PROGRAM, *map(str, numbers))
    old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        return Popen(command, pass_fds=(descriptor,), stdin=DEVNULL)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)


def _is_stopped(process: Popen[bytes] | None) -> bool:
    """Whether a process was stopped, as by SIGSTOP, where the system tells."""
    if process is None or not hasattr(os, "waitid"):
        return False
    options = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
    with contextlib.suppress(ChildProcessError):
        return os.waitid(os.P_PID, process.pid, options) is not None
    return False

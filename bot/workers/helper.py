"""What a helper process does: it reads tasks from a socket, does one after another, and sends back
what came of them.

A frame is a length of four bytes and what follows. To the helper: a pickle of (function,
arguments). From it: its kind, the seconds of a processor that the task took, and a pickle of what
came of it.
"""

import contextlib
import errno
import gc
import os
import pickle
import socket
import threading
import time
from collections.abc import Callable, Collection
from itertools import count
from queue import SimpleQueue
from struct import Struct
from typing import BinaryIO

from bot.memory import give_back
from bot.workers import cores

try:
    import resource
except ImportError:  # a system that cannot limit memory
    resource = None  # type: ignore[assignment]

LENGTH = Struct("!I")
HEAD = Struct("!Bd")
KINDS = ("progress", "value", "error")
OUT_OF_MEMORY = 12
"""The status with which a process ends that has run out of memory: it is replaced like one that
died.
"""
GARBAGE = 50_000
"""New objects after which cycles are collected: pictures and searches make next to none."""
GIVE_BACK_JOBS = 500  # jobs, after which freed memory is given back to the system
LOWEST = 19  # the niceness of what runs only while nothing else wants the processor

_local = threading.local()


def next_frame(buffer: bytearray) -> bytes | None:
    """Remove and return the pickle of the first frame; None while it is not complete."""
    if len(buffer) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack_from(buffer)
    end = LENGTH.size + length
    if len(buffer) < end:
        return None
    frame = bytes(buffer[LENGTH.size : end])
    del buffer[:end]
    return frame


def head_of(frame: bytes) -> tuple[str, float]:
    """The kind of a frame from a helper, and the seconds of a processor that its task took."""
    kind, seconds = HEAD.unpack_from(frame)
    return KINDS[kind], seconds


def body_of(frame: bytes) -> bytes:
    """The pickle of what came of a task."""
    return frame[HEAD.size :]


def progress(share: float) -> None:
    """Report how much of the task that runs in this thread is done, from 0 to 1."""
    report = getattr(_local, "report", None)
    if report is not None:
        report(share)


def report_to(report: Callable[[float], object]) -> None:
    """Have ``progress`` in this thread call ``report``."""
    _local.report = report


def serve(descriptor: int, niceness: int, memory: int, usable: Collection[int]) -> None:
    """Do the tasks that arrive at a socket, until its other end closes; this ends the process.

    :param niceness: how far the process stands back, as for ``nice``.
    :param memory: bytes of data that it may allocate; 0: any number.
    :param usable: the processor cores that it may use.
    """
    cores.use(usable)
    stand_back(niceness)
    if memory and resource is not None:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    gc.set_threshold(GARBAGE)
    stream = socket.socket(fileno=descriptor).makefile("rwb")
    frames: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(stream, frames), daemon=True).start()

    def send(kind: str, value: object, seconds: float = 0.0) -> None:
        try:
            body = pickle.dumps(value)
        except MemoryError:
            raise
        except Exception as error:  # the value cannot be pickled
            kind = "error"
            body = pickle.dumps(RuntimeError(f"{type(value).__name__} {value}: {error}"))
        head = HEAD.pack(KINDS.index(kind), seconds)
        # the bot is gone; the other thread ends this process
        with contextlib.suppress(ConnectionError):
            stream.write(LENGTH.pack(len(head) + len(body)) + head + body)
            stream.flush()

    report_to(lambda share: send("progress", share))
    for job in count(1):
        frame = frames.get()
        start = time.process_time()
        try:
            _do(frame, send, start)
        except BaseException as error:
            if _no_memory(error):
                os._exit(OUT_OF_MEMORY)
            raise
        del frame
        if job == 1:
            gc.freeze()  # the modules that the first task has loaded
        if job % GIVE_BACK_JOBS == 0:
            give_back()


def _do(frame: bytes, send: Callable[[str, object, float], None], start: float) -> None:
    """Do a task, and send what came of it. Raises what says that there is no memory left.

    :param start: the process's time when the task came.
    """
    try:
        work, arguments = pickle.loads(frame)
        value = work(*arguments)
    except BaseException as error:
        if _no_memory(error):
            raise
        send("error", error, time.process_time() - start)
    else:
        send("value", value, time.process_time() - start)


def _no_memory(error: BaseException) -> bool:
    """Whether an error says that this process has run out of memory.

    Libraries say so in their own ways.
    """
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    return "out of memory" in str(error).lower()


def _receive(stream: BinaryIO, frames: SimpleQueue[bytes]) -> None:
    """Pass frames on to the main thread.

    The process ends with the connection, even in the middle of a task.
    """
    status = 0
    try:
        head = stream.read(LENGTH.size)
        while len(head) == LENGTH.size:
            (length,) = LENGTH.unpack(head)
            frames.put(stream.read(length))
            head = stream.read(LENGTH.size)
    except OSError:
        pass
    except MemoryError:
        status = OUT_OF_MEMORY
    finally:
        os._exit(status)


def stand_back(niceness: int) -> None:
    """Run behind other processes; at ``LOWEST`` only while no other process wants the core, where
    that is possible.
    """
    if hasattr(os, "nice"):
        os.nice(niceness)
    if niceness == LOWEST and hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))

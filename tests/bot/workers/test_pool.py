"""Tasks are done by processes that may die, hang or be stopped, without anybody who waits for them
noticing.
"""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest

from bot.workers import helper
from bot.workers.pool import BOARD, HEAVY, THINKING, THREADS, Workers
from bot.workers.spending import in_thread, metered, paying
from bot.workers.task import WorkLost
from tests.sampling import only

ROOT = str(Path(__file__).parents[3])
EAGER = replace(THINKING, niceness=0)
"""Those that think stand back behind all other programs, and would do nothing here while these have
the machine; the processes of this kind are like theirs otherwise.
"""
REPLACED_SECONDS = 30.0
"""In which a process must be replaced here; two on a machine that does nothing else."""


def number() -> int:
    """The process that does this task."""
    return os.getpid()


def once_begun(folder: Path, seconds: float) -> int:
    """Leave a mark, and take some seconds the first time."""
    mark = folder / str(os.getpid())
    first = not list(folder.iterdir())
    mark.touch()
    if first:
        time.sleep(seconds)
    return os.getpid()


def die() -> None:
    os._exit(1)


def refuse(text: str) -> None:
    raise ValueError(text)


class Unreadable(Exception):
    """An exception that cannot be rebuilt from its pickle."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__("unreadable")


def unreadable() -> None:
    raise Unreadable(1, 2)


def lock() -> threading.Lock:
    return threading.Lock()


def hungry(megabytes: int) -> int:
    return len(bytearray(megabytes << 20))


def hungry_once(mark: Path, megabytes: int) -> int:
    """Take more memory than there is, the first time."""
    if not mark.exists():
        mark.touch()
        hungry(megabytes)
    return os.getpid()


def busy(seconds: float) -> float:
    """Use the processor for so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return seconds


def busy_here(seconds: float) -> float:
    """Use the processor for so long in this thread."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
    return seconds


def report(share: float, file: Path) -> float:
    """Report progress, and wait for a file."""
    helper.progress(share)
    while not file.exists():
        time.sleep(0.01)
    return share


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    pool = Workers({BOARD: 1, HEAVY: 1, THINKING: 1, EAGER: 1})
    yield pool
    pool.close()


@pytest.fixture
async def threads() -> AsyncIterator[Workers]:
    pool = Workers(THREADS)
    yield pool
    pool.close()


async def until(true: Callable[[], object], seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110  # nothing tells of it
            await asyncio.sleep(0.01)


async def test_each_kind_has_its_own_processes_which_start_when_needed_and_stand_back(
    workers: Workers,
) -> None:
    own = os.getpriority(os.PRIO_PROCESS, os.getpid())
    for kind, niceness in ((BOARD, own), (HEAVY, min(own + 10, 19)), (THINKING, 19)):
        assert workers.processes(kind) == []
        # which loads no module, for which there may be little time
        process = await workers.submit(kind, 1, os.getpid, seconds=5).result()
        assert workers.processes(kind) == [process]
        assert os.getpriority(os.PRIO_PROCESS, process) == niceness
    assert workers.idle


async def test_what_a_task_raises_is_raised_and_the_next_task_is_done(workers: Workers) -> None:
    with pytest.raises(ValueError, match="no such thing"):
        await workers.submit(HEAVY, 1, refuse, "no such thing", seconds=5).result()
    with pytest.raises(TypeError):
        await workers.submit(HEAVY, 1, unreadable, seconds=5).result()
    with pytest.raises(RuntimeError, match="lock"):
        await workers.submit(HEAVY, 1, lock, seconds=5).result()
    assert await workers.submit(HEAVY, 1, hungry, 100, seconds=5).result() == 100 << 20


def limit_memory(process: int, spare: int) -> None:
    """Let a process have so many bytes more than it has."""
    limits = psutil.Process(process)
    most = limits.memory_info().data + spare
    limits.rlimit(psutil.RLIMIT_DATA, (most, most))


@pytest.mark.slow
async def test_a_process_without_memory_left_is_replaced_like_one_that_died(
    workers: Workers, tmp_path: Path
) -> None:
    for kind in (BOARD, HEAVY):
        first = await workers.submit(kind, 1, number, seconds=5).result()
        limit_memory(first, 30 << 20)
        task = workers.submit(kind, 1, hungry_once, tmp_path / kind.name, 200, seconds=5)
        second = await task.result()
        assert second != first
        assert await workers.submit(kind, 1, number, seconds=5).result() == second


@pytest.mark.slow
async def test_a_process_that_cannot_even_read_its_task_is_replaced(workers: Workers) -> None:
    first = await workers.submit(BOARD, 1, number, seconds=5).result()
    limit_memory(first, 4 << 20)
    large = b"0" * (64 << 20)
    assert await workers.submit(BOARD, 1, len, large, seconds=20).result() == len(large)
    assert workers.processes(BOARD) != [first]


@pytest.mark.slow
async def test_a_task_that_needs_too_much_memory_is_lost_and_the_next_one_is_done(
    workers: Workers,
) -> None:
    with pytest.raises(WorkLost, match="again and again"):
        await workers.submit(HEAVY, 1, hungry, HEAVY.memory >> 20, seconds=5).result()
    assert await workers.submit(HEAVY, 1, hungry, 100, seconds=5).result() == 100 << 20


@pytest.mark.parametrize("signal_sent", only([signal.SIGKILL, signal.SIGSTOP], signal.SIGKILL))
async def test_a_task_whose_process_is_killed_or_stopped_is_done_by_another(
    workers: Workers, tmp_path: Path, signal_sent: signal.Signals
) -> None:
    task = workers.submit(EAGER, 1, once_begun, tmp_path, 60, seconds=60)
    interrupted_task = workers.submit(EAGER, 2, number, seconds=5)
    await until(lambda: list(tmp_path.iterdir()))
    (first,) = workers.processes(EAGER)
    os.kill(first, signal_sent)
    async with asyncio.timeout(REPLACED_SECONDS):
        second = await task.result()
    assert second != first
    assert await interrupted_task.result() == second
    await until(lambda: not psutil.pid_exists(first))


@pytest.mark.slow
async def test_an_idle_process_that_is_stopped_or_killed_delays_nobody(workers: Workers) -> None:
    first = await workers.submit(BOARD, 0, number, seconds=5).result()
    os.kill(first, signal.SIGSTOP)
    async with asyncio.timeout(REPLACED_SECONDS):
        second = await workers.submit(BOARD, 0, number, seconds=5).result()
    assert second != first
    os.kill(second, signal.SIGKILL)  # it is replaced before the next board
    await until(lambda: workers.processes(BOARD) not in ([], [second]), REPLACED_SECONDS)
    (third,) = workers.processes(BOARD)
    assert await workers.submit(BOARD, 0, number, seconds=5).result() == third


async def test_a_task_that_takes_too_long_is_lost_and_the_next_one_is_done(
    workers: Workers,
) -> None:
    first = await workers.submit(BOARD, 0, number, seconds=5).result()
    late = workers.submit(BOARD, 0, time.sleep, 60, seconds=0.2)
    next_task = workers.submit(BOARD, 0, number, seconds=5)
    async with asyncio.timeout(REPLACED_SECONDS):
        with pytest.raises(WorkLost, match="too long"):
            await late.result()
        assert await next_task.result() != first


@pytest.mark.slow
async def test_a_task_whose_processes_all_die_is_lost(workers: Workers) -> None:
    with pytest.raises(WorkLost, match="again and again"):
        await workers.submit(HEAVY, 1, die, seconds=5).result()
    assert await workers.submit(HEAVY, 1, number, seconds=5).result()


async def test_where_no_process_can_start_a_task_is_lost(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(WorkLost, match="no process can be started"):
        await workers.submit(BOARD, 0, number, seconds=5).result()


@pytest.mark.parametrize("one_signal", only([signal.SIGINT, signal.SIGTERM], signal.SIGTERM))
async def test_signals_are_left_to_the_bot(workers: Workers, one_signal: signal.Signals) -> None:
    first = await workers.submit(BOARD, 0, number, seconds=5).result()
    busy = workers.submit(BOARD, 0, time.sleep, 0.3, seconds=5)
    os.kill(first, one_signal)
    await busy.result()
    os.kill(first, one_signal)
    assert await workers.submit(BOARD, 0, number, seconds=5).result() == first


@pytest.mark.slow
async def test_a_process_is_ended_after_being_idle_for_long(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = replace(EAGER, idle_seconds=0.3)
    pool = Workers({short: 1, BOARD: 1})
    for kind in (short, BOARD):
        await pool.submit(kind, 1, number, seconds=5).result()
    await until(lambda: not pool.processes(short), REPLACED_SECONDS)
    assert pool.processes(BOARD)
    assert await pool.submit(short, 1, number, seconds=5).result()
    pool.close()


async def test_progress_is_seen_while_a_task_is_done(
    workers: Workers, threads: Workers, tmp_path: Path
) -> None:
    for place, pool in enumerate((workers, threads)):
        file = tmp_path / str(place)
        task = pool.submit(HEAVY, 1, report, 0.25, file, seconds=5)
        await until(lambda: task.progress == 0.25)  # noqa: B023
        assert not await task.ready(0.01)
        assert not task.done
        file.touch()
        assert await task.ready(30)
        assert task.value == 0.25


async def test_a_member_with_five_tasks_does_not_hold_up_another(threads: Workers) -> None:
    many = [threads.submit(THINKING, 1, time.sleep, 0.1, seconds=1) for _ in range(5)]
    assert threads.load(THINKING) == (4, 1)
    await threads.submit(THINKING, 2, time.sleep, 0.01, seconds=1).result()
    assert sum(task.done for task in many) == 1
    await many[-1].result()
    assert threads.idle


@pytest.mark.slow
async def test_longer_tasks_leave_processes_to_shorter_ones() -> None:
    workers = Workers({EAGER: 3})
    submit = partial(workers.submit, EAGER)
    longer = [submit(owner, time.sleep, 60, seconds=60) for owner in range(12)]
    longer += [submit(owner, time.sleep, 60, seconds=60, cost=8) for owner in range(12)]
    await submit(99, number, seconds=5, cost=0.4).result()
    assert workers.load(EAGER) == (22, 2)
    assert not any(task.done for task in longer)
    workers.close()
    for task in longer:
        with pytest.raises(WorkLost, match="closed"):
            await task.result()


class Account:
    """Adds up what is paid for."""

    def __init__(self) -> None:
        self.owner = 1
        self.process = 0.0
        self.helpers = 0.0

    def in_process(self, seconds: float) -> None:
        self.process += seconds

    def in_helpers(self, seconds: float) -> None:
        self.helpers += seconds

    def rests(self) -> None:
        pass

    def settle(self) -> None:
        pass


async def test_who_asks_pays_for_the_time_on_the_loop_in_threads_and_in_helpers(
    workers: Workers,
) -> None:
    account = Account()

    async def asked() -> None:
        busy(0.05)
        await asyncio.sleep(0.01)
        busy(0.05)
        await in_thread(busy_here, 0.1)
        await workers.submit(EAGER, 1, busy, 0.3, seconds=5).result()

    await metered(asked(), account)
    await asyncio.sleep(0)
    assert 0.2 <= account.process < 0.3
    assert 0.3 <= account.helpers < 1.5  # with the modules that a process loads for its first task
    assert paying() is None


async def test_a_metered_task_can_be_cancelled_and_what_it_raises_is_raised() -> None:
    async def waits() -> str:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return "cancelled"
        return "done"

    task = asyncio.ensure_future(metered(waits(), Account()))
    await asyncio.sleep(0)
    task.cancel()
    assert await task == "cancelled"

    async def raises() -> None:
        await asyncio.sleep(0)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await metered(raises(), Account())


async def test_a_task_that_nobody_asked_for_is_paid_for_by_its_owner(threads: Workers) -> None:
    accounts: dict[int, Account] = {}
    threads.payer_of = lambda owner: accounts.setdefault(owner, Account())
    await threads.submit(THINKING, 7, busy_here, 0.05, seconds=5).result()
    assert 0.05 <= accounts[7].helpers < 0.1


async def test_a_task_that_waits_can_be_cancelled(threads: Workers) -> None:
    first = threads.submit(THINKING, 1, time.sleep, 0.05, seconds=1)
    second = threads.submit(THINKING, 1, time.sleep, 0.05, seconds=1)
    threads.cancel(second)
    await first.result()
    assert threads.idle
    assert not second.done


async def test_whoever_stops_waiting_takes_nothing_from_the_others(threads: Workers) -> None:
    task = threads.submit(HEAVY, 1, number, seconds=1)
    impatient = asyncio.ensure_future(task.result())
    await asyncio.sleep(0)
    impatient.cancel()
    assert await task.result() == os.getpid()


BOT = """
import asyncio, time
from bot.workers.pool import THINKING, Workers

async def main():
    workers = Workers({THINKING: 1})
    workers.submit(THINKING, 1, time.sleep, 60, seconds=60)
    while not workers.processes(THINKING):
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.5)
    print(*workers.processes(THINKING), flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_processes_end_with_the_bot_even_amid_a_task() -> None:
    env = {**os.environ, "PYTHONPATH": ROOT}
    with subprocess.Popen(
        [sys.executable, "-c", BOT], stdout=subprocess.PIPE, text=True, env=env
    ) as bot:
        process = psutil.Process(int(bot.stdout.readline()))
        assert process.is_running()
        bot.kill()
    psutil.wait_procs([process], timeout=60)
    assert not process.is_running()


async def test_nothing_runs_after_a_pool_was_closed(workers: Workers) -> None:
    first = await workers.submit(BOARD, 0, number, seconds=5).result()
    workers.close()
    await until(lambda: not psutil.pid_exists(first))
    with pytest.raises(WorkLost, match="closed"):
        await workers.submit(BOARD, 0, number, seconds=5).result()
    assert not workers.processes(BOARD)


async def test_the_threads_of_a_pool_end_with_it() -> None:
    old_threads = set(threading.enumerate())
    pool = Workers(THREADS)
    await pool.submit(THINKING, 1, time.sleep, 0.0, seconds=1).result()
    assert set(threading.enumerate()) - old_threads
    pool.close()
    await until(lambda: not set(threading.enumerate()) - old_threads)

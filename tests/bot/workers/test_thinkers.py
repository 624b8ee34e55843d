"""Thinking apart from the bot: fairly queued, in processes that may die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

import games
from bot.workers import PositionData, Thinkers, cores, jobs
from bot.workers.queue import FairQueue

from ...sampling import some_of_each

CHOSEN = hasattr(os, "sched_setaffinity")
CLAIMED = sys.platform == "linux"
"""Whether the system lets cores be chosen, and claimed."""
ROOT = str(Path(__file__).parents[3])
START = PositionData("veloop-square", {"board": "6x6"}, ())


@dataclass
class Asked:
    owner: int
    name: str


def until(true: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)


def used(process: int) -> Collection[int]:
    """The cores that a process may run on: all of them where the system does not let cores be chosen."""
    return os.sched_getaffinity(process) if CHOSEN else cores.ALL


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    found = Thinkers(1)
    yield found
    found.close()


def test_members_take_turns_however_much_one_of_them_asks_for() -> None:
    queue: FairQueue[Asked] = FairQueue()
    for owner, name in ((1, "a"), (1, "b"), (1, "c"), (2, "d"), (3, "e"), (3, "f")):
        queue.put(Asked(owner, name))
    order = []
    while (task := queue.take()) is not None:
        order.append(task.name)
    assert order == ["a", "d", "e", "b", "f", "c"]


def test_a_newcomer_goes_before_who_was_just_served_but_nobody_is_passed_over_for_ever() -> None:
    queue: FairQueue[Asked] = FairQueue()
    for name in "abcde":
        queue.put(Asked(1, name))
    order = []
    for owner, name in ((2, "f"), (3, "g"), (2, "h"), (4, "i")):
        order.append(queue.take())
        queue.put(Asked(owner, name))
    while (task := queue.take()) is not None:
        order.append(task)
    assert "".join(task.name for task in order if task) == "afbghcide"


def test_a_member_with_five_matches_does_not_hold_up_another() -> None:
    thinkers = Thinkers(1, lambda shared: ThreadPoolExecutor(1))
    many = [thinkers.submit(1, time.sleep, 0.1, seconds=1) for _ in range(5)]
    one = thinkers.submit(2, time.sleep, 0.01, seconds=1)
    until(lambda: one.done)
    assert sum(task.done for task in many) == 1
    until(lambda: all(task.done for task in many))
    thinkers.close()


def test_long_tasks_leave_a_process_to_the_others() -> None:
    thinkers = Thinkers(2, lambda shared: ThreadPoolExecutor(1))
    long = [thinkers.submit(1, time.sleep, 0.3, seconds=1, long=True) for _ in range(2)]
    short = thinkers.submit(2, time.sleep, 0.01, seconds=1)
    until(lambda: short.done)
    assert not any(task.done for task in long)
    until(lambda: all(task.done for task in long))
    assert thinkers.idle
    thinkers.close()


def test_a_turn_is_chosen_in_another_process_that_stands_back(thinkers: Thinkers) -> None:
    assert thinkers.processes == ()
    task = thinkers.submit(1, jobs.choose, START, "casual", 0.2, seconds=1)
    until(lambda: task.done)
    assert task.error is None
    state = START.state().play(START.state().parse(task.value.moves[0]))
    assert state.to_move == 1
    (number,) = thinkers.processes
    assert number != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, number) > os.getpriority(os.PRIO_PROCESS, os.getpid())


@pytest.mark.slow
def test_the_bot_keeps_to_one_core_and_leaves_all_to_those_who_think(thinkers: Thinkers) -> None:
    with cores.single(len(cores.ALL) + 1, f"test {os.getpid()}") as core:
        assert used(0) == ({core} if CHOSEN else cores.ALL)
        task = thinkers.submit(1, jobs.choose, START, "casual", 0.2, seconds=1)
        until(lambda: task.done)
        (number,) = thinkers.processes
        assert used(number) == cores.ALL
    assert used(0) == cores.ALL


BOT = """
import os, sys
from bot.workers import cores

with cores.single(int(sys.argv[1]), sys.argv[2]) as core:
    assert os.sched_getaffinity(0) == {core} if hasattr(os, "sched_setaffinity") else True
    print(core, flush=True)
    sys.stdin.read()
"""


@contextmanager
def bot_on_a_core(preferred: int, group: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A process that keeps to a core as the bot does; the core and the process."""
    env = {**os.environ, "PYTHONPATH": ROOT}
    command = [sys.executable, "-c", BOT, str(preferred), group]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as bot:
        try:
            assert bot.stdout is not None
            yield int(bot.stdout.readline()), bot
        finally:
            bot.kill()


@pytest.mark.slow
def test_two_bots_share_no_core_while_another_is_free() -> None:
    group, number = f"test {os.getpid()} again", len(cores.ALL)
    with ExitStack() as stack:
        bots = [stack.enter_context(bot_on_a_core(1, group)) for _ in range(number)]
        if not CLAIMED:
            assert {core for core, _ in bots} == {sorted(cores.ALL)[1 % number]}, "each has the one it wants"
            return
        assert sorted(core for core, _ in bots) == sorted(cores.ALL), "all want the same core, and each gets its own"
        assert bots[0][0] == sorted(cores.ALL)[1 % number], "a core that is free is had"
        more = [stack.enter_context(bot_on_a_core(0, group)) for _ in range(number)]
        assert sorted(core for core, _ in more) == sorted(cores.ALL), "where there are not enough, each has two"
        killed, process = bots[-1]
        process.kill()
        process.wait()
        assert stack.enter_context(bot_on_a_core(0, group))[0] == killed, "no process keeps a core after its end"


def test_where_cores_cannot_be_claimed_the_preferred_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(cores.socket, "AF_UNIX")
    for preferred in range(3):
        with cores.single(preferred) as core:
            assert core == sorted(cores.ALL)[preferred % len(cores.ALL)]


@pytest.mark.slow
def test_a_process_that_dies_is_started_anew_and_its_task_done_all_the_same(thinkers: Thinkers) -> None:
    first = thinkers.submit(1, jobs.choose, START, "casual", 0.2, seconds=1)
    until(lambda: first.done)
    (number,) = thinkers.processes
    task = thinkers.submit(1, jobs.choose, START, "master", 0.2, seconds=2)
    os.kill(number, signal.SIGKILL)
    until(lambda: task.done)
    assert task.error is None
    assert games.replay(START.slug, START.options, task.value.moves).to_move == 1
    assert thinkers.processes != (number,)


def test_what_goes_wrong_in_a_task_is_told_and_the_next_one_is_done() -> None:
    thinkers = Thinkers(1, lambda shared: ThreadPoolExecutor(1))
    wrong = thinkers.submit(1, jobs.choose, PositionData("chess", {}, ()), "club", 1, seconds=1)
    right = thinkers.submit(1, jobs.judge, START, "casual", 0.1, seconds=1)
    until(lambda: right.done)
    assert isinstance(wrong.error, games.core.GameError)
    assert -1 <= right.value <= 1
    thinkers.close()


@pytest.mark.slow
def test_progress_is_seen_from_outside(thinkers: Thinkers) -> None:
    decisions = ("e4-d6", "d5-e3")
    match = PositionData("veloop-square", {"board": "8x8", "turns": "single"}, decisions)
    task = thinkers.submit(1, jobs.analyse, match, 1.0, seconds=2, long=True)
    seen = set()
    until(lambda: seen.add(task.progress) or task.done)
    assert any(0 < share < 1 for share in seen)
    assert [turn.seat for turn in task.value.turns[:2]] == [0, 1]


@pytest.mark.slow
def test_processes_end_with_the_bot_even_when_it_is_killed(tmp_path: Path) -> None:
    program = (
        "import time\n"
        "from bot.workers import PositionData, Thinkers, jobs\n"
        "if __name__ == '__main__':\n"
        "    thinkers = Thinkers(1)\n"
        "    at = PositionData('veloop-square', {'board': '6x6'}, ())\n"
        "    thinkers.submit(1, jobs.choose, at, 'master', 1.0, seconds=8)\n"
        "    while not thinkers.processes:\n"
        "        time.sleep(0.01)\n"
        "    print(thinkers.processes[0], flush=True)\n"
        "    time.sleep(60)\n"
    )
    file = tmp_path / "thinking.py"
    file.write_text(program)
    bot = subprocess.Popen(
        [sys.executable, file], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": ROOT}
    )
    assert bot.stdout is not None
    number = int(bot.stdout.readline())
    bot.kill()
    bot.wait()
    until(lambda: not Path(f"/proc/{number}").exists() or "Z" in Path(f"/proc/{number}/stat").read_text().split()[2])


@pytest.mark.slow
def test_a_clock_that_is_moved_ends_no_process(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    task = thinkers.submit(1, jobs.choose, START, "casual", 0.5, seconds=1)
    until(lambda: bool(thinkers.processes))
    before = thinkers.processes
    real = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: real() + 1e8)
    thinkers.watch()
    monkeypatch.undo()
    until(lambda: task.done)
    assert thinkers.processes == before


@pytest.mark.parametrize(
    ("slug", "decisions"),
    some_of_each([("veloop-square", ("e4-d6",)), ("vigilance", ()), ("loop", ())], 1, lambda case: "all"),
)
def test_a_whole_turn_takes_no_longer_than_its_level_may(slug: str, decisions: tuple[str, ...]) -> None:
    begin = time.perf_counter()
    chosen = jobs.choose(PositionData(slug, {}, decisions), "master", 0.1)
    assert time.perf_counter() - begin < 0.8 + 0.7, chosen

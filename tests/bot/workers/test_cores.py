"""The bot runs on one core, which it shares with no other bot while another core is free."""

import os
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from bot.workers import cores
from bot.workers.pool import THINKING, Workers

CHOSEN = hasattr(os, "sched_setaffinity")
CLAIMED = sys.platform == "linux"
"""Whether the system lets cores be chosen, and claimed."""
ROOT = str(Path(__file__).parents[3])


def used(process: int) -> Collection[int]:
    """The cores that a process may run on: all of them where the system does not let cores be
    chosen.
    """
    return os.sched_getaffinity(process) if CHOSEN else cores.ALL


@pytest.mark.slow
async def test_the_bot_keeps_to_one_core_and_lets_its_helpers_use_all() -> None:
    workers = Workers()
    with cores.single(len(cores.ALL) + 1, f"test {os.getpid()}") as core:
        assert used(0) == ({core} if CHOSEN else cores.ALL)
        await workers.submit(THINKING, 1, os.getpid, seconds=5).result()
        (helper,) = workers.processes(THINKING)
        assert used(helper) == cores.ALL
    assert used(0) == cores.ALL
    workers.close()


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
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
    ) as bot:
        try:
            yield int(bot.stdout.readline()), bot
        finally:
            bot.kill()


@pytest.mark.slow
def test_two_bots_share_no_core_while_another_is_free() -> None:
    group = f"test {os.getpid()} again"
    number = len(cores.ALL)
    with ExitStack() as stack:
        bots = [stack.enter_context(bot_on_a_core(1, group)) for _ in range(number)]
        if not CLAIMED:
            assert {core for core, _ in bots} == {sorted(cores.ALL)[1 % number]}, (
                "each has the one it wants"
            )
            return
        assert sorted(core for core, _ in bots) == sorted(cores.ALL), (
            "all want the same core, and each gets its own"
        )
        assert bots[0][0] == sorted(cores.ALL)[1 % number], "a core that is free is had"
        more = [stack.enter_context(bot_on_a_core(0, group)) for _ in range(number)]
        assert sorted(core for core, _ in more) == sorted(cores.ALL), (
            "where there are not enough, each has two"
        )
        dead, process = bots[-1]
        process.kill()
        process.wait()
        assert stack.enter_context(bot_on_a_core(0, group))[0] == dead, (
            "no process keeps a core after its end"
        )


def test_where_cores_cannot_be_claimed_the_preferred_one_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(cores.socket, "AF_UNIX")
    for preferred in range(3):
        with cores.single(preferred) as core:
            assert core == sorted(cores.ALL)[preferred % len(cores.ALL)]

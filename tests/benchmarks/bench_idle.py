"""How often an idle bot wakes up, and how much of a core it takes: helper processes included, on
Linux.
"""

import asyncio
from pathlib import Path

import psutil
import pytest

from .bench_load import served

pytestmark = pytest.mark.bench
START_SECONDS = 15.0
IDLE_SECONDS = 60.0
MAX_WAKEUPS = 10.0
MAX_SHARE = 0.003


def wakeups(process: psutil.Process) -> int:
    """How often the threads of a process have waited for something."""
    files = Path(f"/proc/{process.pid}/task").glob("*/status")
    lines = (line for file in files for line in file.read_text().splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))


async def test_an_idle_bot(copied_database: Path) -> None:
    async with served(copied_database) as bot:
        # which starts the process that draws boards
        await bot.discord.slash(5, "rules", game="loop")
        await asyncio.sleep(START_SECONDS)
        processes = [bot.process, *bot.process.children()]
        before = sum(map(wakeups, processes))
        spent = bot.cpu
        await asyncio.sleep(IDLE_SECONDS)
        rate = (sum(map(wakeups, processes)) - before) / IDLE_SECONDS
        share = (bot.cpu - spent) / IDLE_SECONDS
    print(f"\nidle, {len(processes)} processes: {rate:.1f} wakeups a second, {share:.2%} of a core")
    assert rate < MAX_WAKEUPS
    assert share < MAX_SHARE

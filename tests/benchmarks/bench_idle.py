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
    count = 0
    for file in Path(f"/proc/{process.pid}/task").glob("*/status"):
        for line in file.read_text().splitlines():
            name, _, value = line.partition(":")
            if name == "voluntary_ctxt_switches":
                count += int(value)
    return count


async def test_an_idle_bot(copied_database: Path) -> None:
    async with served(copied_database) as bot:
        # which starts the process that draws boards
        await bot.discord.slash(5, "rules", game="loop")
        await asyncio.sleep(START_SECONDS)
        processes = [bot.process, *bot.process.children()]
        wakeups_at_start = sum(wakeups(process) for process in processes)
        cpu_at_start = bot.cpu
        await asyncio.sleep(IDLE_SECONDS)
        wakeups_since = sum(wakeups(process) for process in processes) - wakeups_at_start
        rate = wakeups_since / IDLE_SECONDS
        share = (bot.cpu - cpu_at_start) / IDLE_SECONDS
    print(f"\nidle, {len(processes)} processes: {rate:.1f} wakeups a second, {share:.2%} of a core")
    assert rate < MAX_WAKEUPS
    assert share < MAX_SHARE

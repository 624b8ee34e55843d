"""What befalls the machine of a benchmark: what others take of it, and a disk that waits."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil

MOST_TAKEN = 0.2
MOST_WAITED = 0.1
AFTER = 5.0
"""A machine is troubled while its host takes more than this share of its cores, or programs wait
for its disk for more than this share of the time, and for these seconds afterwards: slow answers
are counted separately then.
"""


def others(begin: Any, end: Any, own: float, seconds: float) -> float:
    """The share of the machine other programs took between two ``psutil.cpu_times()``; ours took
    ``own`` seconds.
    """
    idle: float = end.idle - begin.idle + end.iowait - begin.iowait
    cores = psutil.cpu_count() or 1
    return max(0.0, 1 - (idle + own) / (seconds * cores))


class Machine:
    """What befalls the machine, looked at twice a second: what its host takes of its cores, and a
    disk that waits.
    """

    def __init__(self) -> None:
        self._seen: deque[tuple[float, bool]] = deque()

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[Machine]:
        """Look on until the block is left."""
        looking = asyncio.create_task(self._look())
        try:
            yield self
        finally:
            looking.cancel()

    async def _look(self) -> None:
        before = psutil.cpu_times()
        waited = waited_for_disk()
        then = time.perf_counter()
        while True:
            await asyncio.sleep(0.5)
            now = psutil.cpu_times()
            waits = waited_for_disk()
            moment = time.perf_counter()
            taken = (getattr(now, "steal", 0.0) - getattr(before, "steal", 0.0)) / (
                psutil.cpu_count() or 1
            )
            bad = taken > MOST_TAKEN * (moment - then) or waits - waited > MOST_WAITED * (
                moment - then
            )
            self._seen.append((moment, bad))
            before = now
            waited = waits
            then = moment

    def troubled(self, begin: float, end: float) -> bool:
        """Whether it was anything but quiet between two moments or in the ``AFTER`` seconds
        before.
        """
        return any(bad for moment, bad in self._seen if begin - AFTER < moment < end + 0.5)


def waited_for_disk() -> float:
    """Seconds in which some program waited for a disk, since the machine was started; 0 where
    unknown.
    """
    try:
        return int(Path("/proc/pressure/io").read_text().split()[4].removeprefix("total=")) / 1e6
    except OSError:
        return 0.0

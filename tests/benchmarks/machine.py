"""What befalls the machine of a benchmark: what others take of it, and a disk that waits."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

# A machine is troubled, so that slow answers are counted separately:
MOST_STOLEN = 0.2
"""while its host takes more than this share of its cores,"""
MOST_WAITING = 0.1
"""or programs wait for its disk for more than this share of the time,"""
AFTER = 5.0
"""and for these seconds afterwards."""


def others(begin: Any, end: Any, own: float, seconds: float) -> float:
    """The share of the machine other programs took between two ``psutil.cpu_times()``; ours took
    ``own`` seconds.
    """
    idle: float = end.idle - begin.idle + end.iowait - begin.iowait
    cores = psutil.cpu_count() or 1
    return max(0.0, 1 - (idle + own) / (seconds * cores))


@dataclass(frozen=True, slots=True)
class Reading:
    """What had befallen the machine at a moment, in seconds since it was started."""

    moment: float
    stolen: float
    """Of a core, taken by the host."""
    waiting: float
    """For a disk."""

    @classmethod
    def take(cls) -> Reading:
        """What has befallen it until now."""
        steal = getattr(psutil.cpu_times(), "steal", 0.0)
        cores = psutil.cpu_count() or 1
        return cls(time.perf_counter(), steal / cores, waited_for_disk())

    def is_troubled_since(self, earlier: Reading) -> bool:
        """Whether too much befell it since an earlier reading."""
        seconds = self.moment - earlier.moment
        stolen = self.stolen - earlier.stolen
        wait = self.waiting - earlier.waiting
        return stolen > MOST_STOLEN * seconds or wait > MOST_WAITING * seconds


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
        earlier = Reading.take()
        while True:
            await asyncio.sleep(0.5)
            reading = Reading.take()
            self._seen.append((reading.moment, reading.is_troubled_since(earlier)))
            earlier = reading

    def troubled(self, begin: float, end: float) -> bool:
        """Whether it was anything but quiet between two moments or in the ``AFTER`` seconds
        before.
        """
        return any(
            is_troubled for moment, is_troubled in self._seen if begin - AFTER < moment < end + 0.5
        )


def waited_for_disk() -> float:
    """Seconds in which some program waited for a disk, since the machine was started.

    0 where unknown.
    """
    try:
        text = Path("/proc/pressure/io").read_text()
    except OSError:
        return 0.0
    total = text.split()[4]
    return int(total.removeprefix("total=")) / 1e6

"""The cores of the machine: one for the bot, any for those who think.

The bot's threads take turns, as Python has them. To hand over from core to core takes far longer than on one core: kept
to one, the bot carries 40 % more moves a second on a virtual machine with two.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection

ALL: Collection[int] = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
"""The cores that this process may use at its start."""


def use(cores: Collection[int]) -> None:
    """Run on these alone, as will all threads and processes begun from now on, where the system lets that be said."""
    if hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, cores)


def one(number: int) -> Collection[int]:
    """The core for the process of this number: as long as there are enough, each has one of its own."""
    return (sorted(ALL)[number % len(ALL)],)

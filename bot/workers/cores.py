"""Which processor cores the bot's processes run on: one core for the bot, any core for those who think.

The bot's threads run one at a time, as Python has them, and handing over is far quicker within a core than between two:
kept to one core, the bot carries 40 % more moves a second on a virtual machine with two.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from collections.abc import Collection, Iterator
from contextlib import contextmanager

ALL: Collection[int] = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
"""The cores that this process may use at its start."""


def use(cores: Collection[int]) -> None:
    """Run on these cores alone, as will all threads and processes begun from now on, where the system allows that."""
    if hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, cores)


@contextmanager
def single(preferred: int, group: str = "loophole") -> Iterator[int]:
    """Run on one core meanwhile, shared with no other process of the group on this machine while a core is free.

    ``preferred`` is the place of the core to take if it is free, counted round; without one, the cores are shared out
    evenly. Gives the number of the core.
    """
    ordered = sorted(ALL)
    first = preferred % len(ordered)
    core, claim = _claimed([*ordered[first:], *ordered[:first]], group)
    use((core,))
    try:
        yield core
    finally:
        use(ALL)
        if claim is not None:
            claim.close()


def _claimed(cores: list[int], group: str) -> tuple[int, socket.socket | None]:
    """The first core that the fewest processes have claimed, and the claim, which ends when it is closed.

    A claim is a name in Linux's abstract namespace of sockets: the system gives it to one process at a time and takes
    it back when that ends, however it ends. A locked file would not be seen by services with a private /tmp, nor could
    one user lock a file of another. Elsewhere the first core is taken without a claim.
    """
    others = 0  # which each of the cores is known to be shared with
    while True:
        for core in cores:
            try:
                claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            except (OSError, AttributeError):  # the system has no such sockets, or lets this process have none
                return cores[0], None
            try:
                claim.bind(f"\0{group}-core-{core}-{others}")
            except OSError as error:
                claim.close()
                if error.errno != errno.EADDRINUSE:
                    return cores[0], None
            else:
                return core, claim
        others += 1

"""Which processor cores processes run on: the bot on one core, helpers on any.

Python switches threads far quicker within a core: with two, the bot carries 40 % more moves a
second on one of them.
"""

import contextlib
import errno
import os
import socket
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import count


def _usable() -> Collection[int]:
    if hasattr(os, "sched_getaffinity"):
        return os.sched_getaffinity(0)
    return range(os.cpu_count() or 1)


ALL: Collection[int] = _usable()
"""The cores that this process could use when it started."""


def use(cores: Collection[int]) -> None:
    """Run on these cores only, as will threads and processes started from now on, where the system
    allows it.
    """
    if hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, cores)


@contextmanager
def single(preferred_core: int, group: str = "loophole") -> Iterator[int]:
    """Run on one core until the block is left, another than others of the group while one is free.

    Yields its number.

    :param preferred_core: the index of the core to take if it is free, modulo their number.
    """
    cores = sorted(ALL)
    first = preferred_core % len(cores)
    core, claim = _claim_first([*cores[first:], *cores[:first]], group)
    use((core,))
    try:
        yield core
    finally:
        use(ALL)
        if claim is not None:
            claim.close()


def _claim_first(cores: list[int], group: str) -> tuple[int, socket.socket | None]:
    """The first core with the fewest claims, and a claim on it, which ends when the socket is
    closed.

    A claim is a name in Linux's abstract namespace of sockets, which the system frees however a
    process ends; services with a private /tmp and other users see it, unlike a locked file. Without
    such sockets the first core is taken.
    """
    # A core is claimed again only when every other is claimed.
    for number, core in _claims(cores):
        try:
            claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        # the system has no such sockets, or lets this process have none
        except (OSError, AttributeError):
            break
        try:
            claim.bind(f"\0{group}-core-{core}-{number}")
            return core, claim
        except OSError as error:
            claim.close()
            if error.errno != errno.EADDRINUSE:
                break
    return cores[0], None


def _claims(cores: list[int]) -> Iterator[tuple[int, int]]:
    """The first claim of each core, then the second of each, and so on."""
    for number in count():
        for core in cores:
            yield number, core

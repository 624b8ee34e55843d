"""Memory that was freed, given back to the system."""

import ctypes
import sys


def give_back() -> None:
    """Have the C library let go of the pages that hold nothing any more: some milliseconds for 100
    MB.

    Pictures and answers of many sizes leave gaps in what it keeps, so without this a process grows
    for hours. Where the C library knows no ``malloc_trim`` (it is glibc's), nothing is done.
    """
    if sys.platform != "linux":
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)

"""Files on the disk: flushed so that they survive a power cut, and readable by their owner only."""

import contextlib
import os
from pathlib import Path

OWNER_ONLY = 0o600  # the mode of files with people's data


def flush(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def keep_to_owner(path: Path) -> None:
    """Take the rights to a file from everybody but its owner."""
    with contextlib.suppress(OSError):  # it does not exist, or belongs to somebody else
        path.chmod(path.stat().st_mode & 0o700)

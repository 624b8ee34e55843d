"""What is written, on the disk for sure: after a power cut it is there."""

from __future__ import annotations

import os
from pathlib import Path


def flush(path: Path) -> None:
    """Let a file, or the names in a folder, be on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

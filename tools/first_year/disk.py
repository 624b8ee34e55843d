"""A small disk of its own for the bot's database, which can really be full."""

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEGABYTES = 24


class Disk:
    """A folder on a disk of its own where such can be mounted, else on that of its parent."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        self.mounted = os.geteuid() == 0 and _mount(folder)

    def remove(self) -> None:
        """Take the disk out of the machine: what was on it is lost."""
        if self.mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)
            self.mounted = False

    @contextmanager
    def full(self) -> Iterator[None]:
        """The disk takes nothing more in the block.

        Without a disk of its own, this process may write no file.
        """
        if not self.mounted:
            with _no_room():
                yield
            return
        ballast = self.folder / "ballast"
        try:
            _fill(ballast)
            yield
        finally:
            ballast.unlink()


def _mount(folder: Path) -> bool:
    """Mount a file system in memory there; whether the system let us."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=700", "tmpfs", str(folder)]
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def _fill(file: Path) -> None:
    """Write a file until no byte more fits on the disk."""
    with file.open("wb", buffering=0) as stream:
        try:
            while True:
                stream.write(b"\0" * 65_536)
        except OSError:
            return


@contextmanager
def _no_room() -> Iterator[None]:
    """The system refuses whatever this process writes to files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

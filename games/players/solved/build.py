"""Compiles the solver of small boards, with the system's C compiler or Zig's from a wheel."""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

SOURCES = Path(__file__).parent / "native"
FLAGS = (
    "-std=c11",
    "-D_POSIX_C_SOURCE=199309L",
    "-O3",
    "-march=native",
    "-Wall",
    "-Wextra",
    "-shared",
    "-fPIC",
)


def library_of(*folders: Path) -> Path:
    """Where the sources of these folders are compiled to: in the last one, under a name that
    changes with them.
    """
    content = b"".join(
        path.read_bytes() for folder in folders for path in sorted(folder.glob("*.[ch]"))
    )
    return folders[-1] / f"solver-{hashlib.sha256(content).hexdigest()[:12]}.so"


LIBRARY = library_of(SOURCES)


def compiler() -> list[str] | None:
    """The command that compiles C: ``CC``, ``cc``, or Zig from the wheel ``ziglang``; None if there
    is none.
    """
    named = os.environ.get("CC", "cc").split()
    if shutil.which(named[0]):
        return named
    return [sys.executable, "-m", "ziglang", "cc"] if find_spec("ziglang") else None


def build(*folders: Path) -> None:
    """Compile the sources of these folders, delete older libraries.

    Raises FileNotFoundError, CalledProcessError.
    """
    command = compiler()
    if command is None:
        raise FileNotFoundError("no C compiler: install one, or the wheel ziglang")
    library = library_of(*folders)
    sources = [str(path) for folder in folders for path in sorted(folder.glob("*.c"))]
    # Under a name of its own first: other processes may build or load it at the same time.
    made = library.with_suffix(f".{os.getpid()}")
    subprocess.run([*command, *FLAGS, f"-I{SOURCES}", "-o", str(made), *sources, "-lm"], check=True)
    made.replace(library)
    for other in library.parent.glob("solver*.so"):
        if other != library:
            other.unlink(missing_ok=True)

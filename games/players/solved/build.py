"""Builds the compiled solver: with the system's C compiler, or with Zig's, which a wheel brings."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

SOURCES = Path(__file__).parent / "native"


def _version() -> str:
    """Tells what was compiled from other sources: it would be asked for what it does not have, or answer otherwise."""
    files = sorted(path for path in SOURCES.iterdir() if path.suffix in (".c", ".h"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


LIBRARY = SOURCES / f"solver-{_version()}.so"
FLAGS = ("-std=c11", "-D_POSIX_C_SOURCE=199309L", "-O3", "-march=native", "-Wall", "-Wextra", "-shared", "-fPIC")


def compiler() -> list[str] | None:
    """The command that compiles C: ``CC``, ``cc``, or Zig from the wheel ``ziglang``; None if there is none."""
    named = os.environ.get("CC", "cc").split()
    if shutil.which(named[0]):
        return named
    return [sys.executable, "-m", "ziglang", "cc"] if find_spec("ziglang") else None


def build(library: Path = LIBRARY) -> None:
    """Compile the solver. Raises FileNotFoundError without a compiler, CalledProcessError if it fails."""
    command = compiler()
    if command is None:
        raise FileNotFoundError("no C compiler: install one, or the wheel ziglang")
    sources = [str(path) for path in sorted(SOURCES.glob("*.c"))]
    subprocess.run([*command, *FLAGS, "-o", str(library), *sources, "-lm"], check=True)
    for earlier in SOURCES.glob("solver*.so"):
        if library == LIBRARY != earlier:
            earlier.unlink()

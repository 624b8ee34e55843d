"""Runs the engine on standard input and output: ``python -m games.players``."""

from __future__ import annotations

import io
import sys

from .engine import Engine


def main() -> None:
    """Answer line by line until ``quit`` or the end of the input."""
    engine = Engine()
    # Whatever comes in is read; what is no text at all becomes an unknown command.
    lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", write_through=True)
    for line in lines:
        for answer in engine.answer(line):
            out.write(answer + "\n")
        out.flush()
        if engine.quitting:
            break


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()

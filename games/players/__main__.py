"""Runs the engine on standard input and output: ``python -m games.players``."""

from __future__ import annotations

import io
import sys

from .engine import MOST_CHARACTERS, Engine


def main() -> None:
    """Answer line by line until ``quit`` or the end of the input."""
    engine = Engine()
    # Whatever comes in is read; what is no text at all becomes an unknown command.
    lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", write_through=True)
    while line := lines.readline(MOST_CHARACTERS + 2):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = lines.readline(MOST_CHARACTERS)  # of a line that is too long whatever it says
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

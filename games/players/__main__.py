"""Runs the engine on standard input and output: ``python -m games.players``."""

import io
import sys
from queue import SimpleQueue
from threading import Event, Thread
from typing import TextIO

from .engine import MOST_CHARACTERS, Engine

Lines = SimpleQueue[tuple[str, Event]]


def main() -> None:
    """Answer line by line until ``quit`` or the end of the input.

    Lines are read ahead, for ``stop`` cannot wait.
    """
    engine = Engine()
    lines: Lines = SimpleQueue()
    Thread(target=_read, args=(lines,), daemon=True).start()
    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", write_through=True)
    while not engine.quitting:
        line, stop = lines.get()
        if not line:
            return
        for answer in engine.answer(line, stop):
            out.write(answer + "\n")
        out.flush()


def _read(lines: Lines) -> None:
    """Put each line of the input into ``lines``, and an empty one at its end.

    A line ``stop`` ends the last search before it.
    """
    # Not ``sys.stdin``: Python cannot exit in peace while a thread waits on that. Whatever comes in
    # is read; what is no text at all becomes an unknown command.
    search = Event()
    with open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False) as source:
        for line in iter(lambda: _line(source), ""):
            stop = Event()
            match line.lower().split():
                case ["go", *_]:
                    search = stop
                case ["stop"]:
                    search.set()
            lines.put((line, stop))
    lines.put(("", search))


def _line(source: TextIO) -> str:
    """The next line of the input, empty at its end.

    Of a line that is too long the beginning, which is too long as well.
    """
    line = source.readline(MOST_CHARACTERS + 2)
    rest = line
    while rest and not rest.endswith("\n"):
        rest = source.readline(MOST_CHARACTERS)
    return line


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()

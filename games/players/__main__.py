"""Runs the engine on standard input and output: ``python -m games.players``."""

import io
import select
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import TextIO

from .engine import MOST_CHARACTERS, Engine


def main() -> None:
    """Answer line by line until ``quit``, the end of the input or of whoever reads the answers.

    Each of them ends the search under way.
    """
    engine = Engine()
    lines = Lines()
    Thread(target=_read, args=(lines,), daemon=True).start()
    Thread(target=_watch_readers, args=(lines,), daemon=True).start()
    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", write_through=True)
    for line, stop in lines:
        for answer in engine.answer(line, stop):
            out.write(answer + "\n")
        out.flush()
        if engine.quitting:
            return


class Lines:
    """The lines that wait for an answer, each with the event that ends its search.

    Lines are read ahead, for what ends a search cannot wait until it has ended.
    """

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[str, Event] | None] = SimpleQueue()
        self._stops: list[Event] = []
        self._is_closed = False
        self._lock = Lock()

    def __iter__(self) -> Iterator[tuple[str, Event]]:
        """The lines in order, until ``close``."""
        while True:
            item = self._waiting.get()
            if item is None:
                return
            yield item

    def add(self, line: str) -> None:
        """Let a line wait.

        A line ``stop`` ends the last search before it, ``quit`` ends all of them.
        """
        stop = Event()
        with self._lock:
            match line.lower().split():
                case ["go", *_]:
                    self._stops.append(stop)
                case ["stop"] if self._stops:
                    self._stops[-1].set()
                case ["quit"]:
                    self._end_searches()
            if self._is_closed:
                stop.set()
            self._waiting.put((line, stop))

    def close(self) -> None:
        """End all searches; no more lines come."""
        with self._lock:
            self._is_closed = True
            self._end_searches()
            self._waiting.put(None)

    def _end_searches(self) -> None:
        for stop in self._stops:
            stop.set()


def _read(lines: Lines) -> None:
    """Add each line of the input to ``lines``, and close them at its end."""
    # Not ``sys.stdin``: Python cannot exit in peace while a thread waits on that. Whatever comes in
    # is read; what is no text at all becomes an unknown command.
    with open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False) as source:
        for line in iter(lambda: _line(source), ""):
            lines.add(line)
    lines.close()


def _line(source: TextIO) -> str:
    """The next line of the input, empty at its end.

    Of a line that is too long the beginning, which is too long as well.
    """
    line = source.readline(MOST_CHARACTERS + 2)
    rest = line
    while rest and not rest.endswith("\n"):
        rest = source.readline(MOST_CHARACTERS)
    return line


def _watch_readers(lines: Lines) -> None:
    """Close ``lines`` once nobody can read the answers any more.

    Where the system cannot say so, the next answer that is written finds out.
    """
    if not hasattr(select, "poll"):
        return
    poll = select.poll()
    # Errors and hang-ups are told of without being asked for.
    poll.register(sys.stdout.fileno(), 0)
    poll.poll()
    lines.close()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()

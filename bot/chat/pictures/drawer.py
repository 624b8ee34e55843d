"""Boards drawn in a process of their own, where the machine has a core for it: what is drawn is sent as its scene."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import marshal
import os
import signal
import socket
import sys
from collections import OrderedDict
from collections.abc import Collection, Iterable
from io import BufferedRWPair
from itertools import count
from struct import Struct
from subprocess import Popen

from bot.memory import give_back
from render import Drawing
from render.scene import Area, Backdrop, Disc, Item, Path, Piece, Scene, Text

log = logging.getLogger(__name__)

MOST_BACKDROPS = 256
"""How many boards without pieces each side knows by a number; the one used longest ago is forgotten on both."""
GARBAGE = 50_000
"""After how many more objects it is looked for circles among them; drawing makes none."""
GIVE_BACK = 500
"""After how many pictures memory that was freed is given back to the system."""
ANSWER_SECONDS = 10.0
"""After so long without a picture the process is given up."""
LARGEST = 1 << 20
"""Bytes of a picture that are taken in one go."""
_LENGTH = Struct("!I")
"""Before each order and each picture: of how many bytes it is."""


KINDS = Path, Disc, Area, Piece, Text
_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


def _packed(items: Iterable[Item]) -> list[tuple[object, ...]]:
    """Items as plain values, which take a fifth of the time that objects take to be written and read."""
    return [(_NUMBERS[type(item)], *item) for item in items]


def _unpacked(items: Iterable[tuple[int, *tuple[object, ...]]]) -> tuple[Item, ...]:
    return tuple(KINDS[kind]._make(fields) for kind, *fields in items)


class Drawer:
    """A process that draws one board after another.

    It is started when it is needed and again if it has died; what it cannot draw is drawn here. ``usable``: the cores
    that it may run on.
    """

    def __init__(self, usable: Collection[int]) -> None:
        self._usable = usable
        self._process: Popen[bytes] | None = None
        self._way: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._known: OrderedDict[Backdrop, int] = OrderedDict()
        self._next = 0
        self._turn = asyncio.Lock()

    @property
    def process(self) -> int | None:
        """The id of the process, while there is one."""
        return None if self._process is None else self._process.pid

    async def png(self, drawing: Drawing) -> bytes:
        """The picture as a PNG."""
        async with self._turn:
            try:
                reader, writer = self._way or await self._start()
                order = marshal.dumps(self._order(drawing))  # type: ignore[arg-type]  # of plain values
                writer.writelines((_LENGTH.pack(len(order)), order))
                async with asyncio.timeout(ANSWER_SECONDS):
                    (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
                    return await reader.readexactly(length)
            except (OSError, EOFError) as error:
                log.warning("the drawing process has died (%s); it is started anew", error or type(error).__name__)
                self.close()
            except asyncio.CancelledError:
                self.close()  # or the next one would be given this picture
                raise
        return await asyncio.to_thread(drawing.png)

    def _order(self, drawing: Drawing) -> tuple[object, ...]:
        """A drawing as it is sent: its backdrop is the one of a number, and goes along where it is new."""
        backdrop, new = drawing.scene.backdrop, None
        if (number := self._known.get(backdrop)) is not None:
            self._known.move_to_end(backdrop)
        else:
            number = self._known[backdrop] = self._next = self._next + 1
            if len(self._known) > MOST_BACKDROPS:
                self._known.popitem(last=False)
            new = backdrop.width, backdrop.height, _packed(backdrop.items), backdrop.rows
        return _packed(drawing.scene.items), drawing.theme, drawing.size, number, new

    async def _start(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        # Not by multiprocessing, which would load the whole bot there, too.
        here, there = socket.socketpair()
        given = (str(there.fileno()), *map(str, self._usable))
        command = (sys.executable, "-m", __name__, *given)
        with there:
            self._process = await asyncio.to_thread(Popen, command, pass_fds=(there.fileno(),))
        self._way = await asyncio.open_connection(sock=here, limit=LARGEST)
        return self._way

    def close(self) -> None:
        """Let the process go."""
        if self._way is not None:
            self._way[1].close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._way = self._process = None
        self._known.clear()


def _serve(way: BufferedRWPair, usable: Collection[int]) -> None:
    """Draw what is sent until nobody sends any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, usable)
    gc.freeze()
    gc.set_threshold(GARBAGE)
    known: OrderedDict[int, Backdrop] = OrderedDict()
    for drawn in count(1):
        if len(head := way.read(_LENGTH.size)) < _LENGTH.size:
            return
        items, theme, size, number, new = marshal.loads(way.read(*_LENGTH.unpack(head)))
        if new is not None:
            width, height, fixed, rows = new
            known[number] = Backdrop(width, height, _unpacked(fixed), rows)
            if len(known) > MOST_BACKDROPS:
                known.popitem(last=False)
        known.move_to_end(number)
        picture = Drawing(Scene(known[number], _unpacked(items)), theme, size).png()
        way.write(_LENGTH.pack(len(picture)))
        way.write(picture)
        way.flush()
        if drawn % GIVE_BACK == 0:
            give_back()


if __name__ == "__main__":
    with contextlib.suppress(OSError), socket.socket(fileno=int(sys.argv[1])).makefile("rwb") as bot:
        _serve(bot, {int(core) for core in sys.argv[2:]})

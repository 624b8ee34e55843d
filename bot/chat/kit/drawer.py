"""Boards drawn in a process of their own, where the machine has a core for it: what is drawn is sent as its scene."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Collection
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import NamedTuple

from bot.thinking import jobs as thinking
from render import Drawing
from render.scene import Backdrop, Item, Scene

log = logging.getLogger(__name__)

MOST_BACKDROPS = 256
"""How many boards without pieces each side knows by a number; the one used longest ago is forgotten on both."""
ANSWER_SECONDS = 10.0
"""After so long without a picture the process is given up."""


class Order(NamedTuple):
    """A drawing as it is sent: its backdrop is the one of ``number``, which goes along where it is new."""

    items: tuple[Item, ...]
    theme: str
    size: int
    number: int
    backdrop: Backdrop | None


class Drawer:
    """A process that draws one board after another, to be used by one thread at a time.

    It is started when it is needed and again if it has died; what it cannot draw is drawn here. ``usable``: the cores
    that it may run on.
    """

    def __init__(self, usable: Collection[int]) -> None:
        self._usable = usable
        self._process: BaseProcess | None = None
        self._way: Connection | None = None
        self._known: OrderedDict[Backdrop, int] = OrderedDict()
        self._next = 0

    @property
    def process(self) -> int | None:
        """The id of the process, while there is one."""
        return None if self._process is None else self._process.pid

    def png(self, drawing: Drawing) -> bytes:
        """The picture as a PNG."""
        try:
            way = self._way or self._start()
            way.send(self._order(drawing))
            if not way.poll(ANSWER_SECONDS):
                raise TimeoutError("no picture came")
            return way.recv_bytes()
        except (OSError, EOFError) as error:
            log.warning("the drawing process has died (%s); it is started anew", error or type(error).__name__)
            self.close()
            return drawing.png()

    def _order(self, drawing: Drawing) -> Order:
        backdrop = drawing.scene.backdrop
        items = drawing.scene.items
        if (number := self._known.get(backdrop)) is not None:
            self._known.move_to_end(backdrop)
            return Order(items, drawing.theme, drawing.size, number, None)
        number = self._known[backdrop] = self._next = self._next + 1
        if len(self._known) > MOST_BACKDROPS:
            self._known.popitem(last=False)
        return Order(items, drawing.theme, drawing.size, number, backdrop)

    def _start(self) -> Connection:
        context = get_context("spawn")
        self._way, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there, tuple(self._usable)), daemon=True)
        self._process.start()
        there.close()
        return self._way

    def close(self) -> None:
        """Let the process go."""
        if self._way is not None:
            self._way.close()
        if self._process is not None:
            self._process.terminate()
        self._way = self._process = None
        self._known.clear()


def _serve(way: Connection, usable: Collection[int]) -> None:
    """Draw what is sent until nobody sends any more."""
    thinking.begin([0, 0], usable, 0)
    known: OrderedDict[int, Backdrop] = OrderedDict()
    while True:
        try:
            order: Order = way.recv()
        except (EOFError, OSError):
            return
        if order.backdrop is not None:
            known[order.number] = order.backdrop
            if len(known) > MOST_BACKDROPS:
                known.popitem(last=False)
        known.move_to_end(order.number)
        scene = Scene(known[order.number], order.items)
        way.send_bytes(Drawing(scene, order.theme, order.size).png())

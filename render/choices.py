"""What can be pressed, on the picture: names of cells on plates, and what pressing them would take, swap and seal."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.lattice import Lattice

from . import fonts
from .geometry import box, capsule
from .layout import Layout, cell_shape, layout
from .scene import Disc, Item, Path, Text

NAME = 0.029  # the body of a name in shares of the picture's width: 11.6 px in a picture 400 px wide
LARGEST_SHARE = 0.36  # a name may be as large as this share of a cell, on boards of few cells
PAD = 0.28  # beside a name and above it, in shares of its body
AREAS = ("accent", "win", "strong", "river")  # the roles of areas' edges, over and over; each has a letter too
SMALLEST = 0.0255  # the least body of a name in shares of the picture's width: 10.2 px in a picture 400 px wide
ROOM = 0.98  # how wide a plate may be, so that it leaves its neighbours' free


class Mark(NamedTuple):
    """What is written on a cell; ``takes``: pressing it takes something. ``area``: the number of its area, or none."""

    cell: str
    name: str
    takes: bool = False
    area: int | None = None

    @property
    def line(self) -> str:
        """The role of its edge."""
        if self.area is not None:
            return AREAS[self.area % len(AREAS)]
        return "loss" if self.takes else "accent"


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be pressed, and the cells that it would take or seal off, and pairs that it would swap."""

    marks: tuple[Mark, ...] = ()
    taken: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()
    swapped: tuple[tuple[str, ...], ...] = ()


def name_size(place: Layout) -> float:
    """The body of cells' names on a board: smaller where that makes the longest one fit, but never too small."""
    size = max(NAME * place.unit, min(LARGEST_SHARE, 0.045 * place.unit))
    widest = _widest(place.board)
    return max(min(size, ROOM / widest), SMALLEST * place.unit) if SMALLEST * place.unit * widest <= ROOM else size


@lru_cache(maxsize=128)
def _widest(board: Lattice) -> float:
    """The widest plate of a board's cells, for a body of 1."""
    return max(plate_size(cell, 1.0)[0] for cell in board.cells)


def plate_size(name: str, size: float) -> tuple[float, float]:
    """The width and height of a plate under a name."""
    return max(fonts.length(name, size, True) + PAD * size, size * (1 + PAD)), size * (1 + PAD)


@lru_cache(maxsize=128)
def names_fit(board: Lattice) -> bool:
    """Whether names of cells can be written on them so that they are read at 400 px; else numbers stand for them."""
    return name_size(layout(board, False, True)) * _widest(board) <= ROOM + 1e-9


def plate(place: Layout, mark: Mark) -> Iterator[Item]:
    """A name on a plate over a cell, legible on any piece."""
    x, y = place.at(mark.cell)
    size = name_size(place)
    wide, high = plate_size(mark.name, size)
    shape = box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    yield Path(shape, fill="casing", line=mark.line, width=place.line(0.0045), closed=True, round=high * 0.45)
    yield Text((x, y), mark.name, size, "strong", bold=True)


def choices(place: Layout, shown: Choices) -> Iterator[Item]:
    """All of it, names last."""
    for cell in shown.sealed:
        yield cell_shape(place.board.kind, place.at(cell), 0.8, "", line="win", width=place.line(0.004), dash=0.16)
    for pair in shown.swapped:
        one, other = map(place.at, pair)
        yield Path(capsule(one, other, 0.47), line="past", width=place.line(0.006), closed=True, dash=0.2)
    for cell in shown.taken:
        yield Disc(place.at(cell), 0.455, line="loss", width=place.line(), casing="casing")
    for mark in shown.marks:
        yield from plate(place, mark)

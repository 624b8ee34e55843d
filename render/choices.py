"""What can be pressed, on the picture: cells' names on plates, areas, and what pressing would take,
swap and seal.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import dist, hypot
from typing import NamedTuple

from games.lattice import Lattice

from . import fonts
from .coordinates import upright
from .geometry import box, capsule
from .layout import Layout, cell_shape, layout
from .scene import Disc, Item, Path, Point, Text

# the body of a name in shares of the picture's width: 11.6 px in a picture 400 px wide
NAME = 0.029
LARGEST_SHARE = 0.36  # a name may be as large as this share of a cell, on boards of few cells
PAD = 0.28  # beside a name and above it, in shares of its body
LETTER = 0.05  # the body of an area's letter in shares of the picture's width
LARGEST_LETTER = 0.75  # cells: between two centres
LETTER_SHARES = (1.0, 0.8, 0.65)  # of that, where pieces leave less room
CLEAR = 0.04  # between the centre of a cell and its name below; cells
PIECE = 0.45  # the radius of a piece; cells
AREAS = "ABCDEF"  # the letters of areas; the role of each one's colour is ``area`` and the letter
# the least body of a name in shares of the picture's width: 10.2 px in a picture 400 px wide
SMALLEST = 0.0255
ROOM = 0.98  # how wide a plate may be, so that it leaves its neighbours' free


class Mark(NamedTuple):
    """What is written on a cell; ``takes``: pressing it takes something."""

    cell: str
    name: str
    takes: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be pressed, and the cells that it would take or seal off, and pairs that it would
    swap.

    ``areas`` are the cells of each area, in the order of AREAS; ``within`` are cells of which the
    picture shows only the part of the board about them, enlarged.
    """

    marks: tuple[Mark, ...] = ()
    areas: tuple[tuple[str, ...], ...] = ()
    within: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()
    swapped: tuple[tuple[str, ...], ...] = ()


def name_size(place: Layout) -> float:
    """The body of cells' names on a board: smaller where that makes the longest one fit, but never
    too small.
    """
    size = max(NAME * place.unit, min(LARGEST_SHARE, 0.045 * place.unit))
    widest = _widest(place.board)
    return (
        max(min(size, ROOM / widest), SMALLEST * place.unit)
        if SMALLEST * place.unit * widest <= ROOM
        else size
    )


@lru_cache(maxsize=128)
def _widest(board: Lattice) -> float:
    """The widest plate of a board's cells, for a body of 1."""
    return max(plate_size(cell, 1.0)[0] for cell in board.cells)


def plate_size(name: str, size: float) -> tuple[float, float]:
    """The width and height of a plate under a name."""
    return max(fonts.length(name, size, True) + PAD * size, size * (1 + PAD)), size * (1 + PAD)


@lru_cache(maxsize=128)
def names_fit(board: Lattice) -> bool:
    """Whether names of cells can be written on them so that they are read at 400 px; else numbers
    stand for them.
    """
    return name_size(layout(board, False, True)) * _widest(board) <= ROOM + 1e-9


def plate(place: Layout, mark: Mark, *, low: bool = False) -> Iterator[Item]:
    """A name on a plate over a cell, or ``low`` in its lower half, where a piece on the cell is
    seen.
    """
    x, y = place.centre(mark.cell)
    size = name_size(place)
    down = size * (1 + PAD) / 2 + CLEAR if low else 0.0
    yield from _plate(place, (x, y + down), mark.name, size, "loss" if mark.takes else "accent")


def _plate(place: Layout, point: Point, name: str, size: float, line: str) -> Iterator[Item]:
    wide, high = plate_size(name, size)
    shape = box(point[0] - wide / 2, point[1] - high / 2, point[0] + wide / 2, point[1] + high / 2)
    yield Path(
        shape, fill="casing", line=line, width=place.line(0.0045), closed=True, round=high * 0.45
    )
    yield Text(point, name, size, "strong", bold=True)


def tints(place: Layout, shown: Choices) -> Iterator[Item]:
    """The cells of areas, each area in its colour; to be drawn below the pieces, but above those of
    a pyramid.
    """
    kind = place.board.kind
    if kind == "points":
        kind = (
            "squares"
            if upright({cell: place.centre(cell) for cell in place.board.cells})
            else "hexagons"
        )
    for letter, area in zip(AREAS, shown.areas, strict=False):
        for point in map(place.centre, area):
            role = f"area{letter}"
            yield (
                Disc(point, 0.3, fill=role)
                if kind == "pyramid"
                else cell_shape(kind, point, 0.945, role)
            )


def _letters(
    place: Layout, areas: Collection[tuple[str, ...]], pieces: Collection[str]
) -> Iterator[Item]:
    """The letter of each area amid its cells, as large as it may be without covering a cell's
    centre or a piece.
    """
    size = min(LETTER * place.unit, LARGEST_LETTER)
    centres = [place.centre(cell) for area in areas for cell in area]
    stones = [place.centre(cell) for cell in pieces]
    for letter, area in zip(AREAS, areas, strict=False):
        cells = [place.centre(cell) for cell in area]
        middle = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
        beside = [
            (x + right, y + down)
            for x, y in cells
            for right in (-0.5, 0.5)
            for down in (0.0, 0.5, -0.5)
        ]
        beside.sort(key=lambda point: dist(point, middle))
        spots = ((point, size * share) for share in LETTER_SHARES for point in beside)
        clear = (
            (point, body)
            for point, body in spots
            if all(_gap(point, centre, body) for centre in centres)
            and all(_gap(point, stone, body) >= PIECE for stone in stones)
        )
        point, body = next(clear, (beside[0], size * LETTER_SHARES[-1]))
        yield from _plate(place, point, letter, body, f"area{letter}")


def _gap(centre: Point, point: Point, size: float) -> float:
    """How far a point is from the plate of a letter whose body is ``size``."""
    width, height = plate_size("M", size)
    across = max(abs(centre[0] - point[0]) - width / 2, 0)
    down = max(abs(centre[1] - point[1]) - height / 2, 0)
    return hypot(across, down)


def choices(place: Layout, shown: Choices, pieces: Collection[str]) -> Iterator[Item]:
    """All of it, names last; on ``pieces`` there are any."""
    for cell in shown.sealed:
        yield cell_shape(
            place.board.kind,
            place.centre(cell),
            0.8,
            "",
            line="win",
            width=place.line(0.004),
            dash=0.16,
        )
    for pair in shown.swapped:
        one, other = map(place.centre, pair)
        yield Path(
            capsule(one, other, 0.47), line="past", width=place.line(0.006), closed=True, dash=0.2
        )
    for cell in shown.taken:
        yield Disc(place.centre(cell), 0.455, line="loss", width=place.line(), casing="casing")
    for mark in shown.marks:
        yield from plate(place, mark, low=True)
    yield from _letters(place, shown.areas, pieces)

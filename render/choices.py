"""What can be pressed, on the picture: names of cells on plates, areas, and what pressing does."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import dist, hypot

from games.lattice import Lattice

from . import fonts
from .coordinates import upright
from .geometry import box_about, capsule, offset, vector
from .layout import Layout, cell_shape, layout
from .scene import Disc, Item, Path, Point, Text

NAME = 0.029  # the body of a name in shares of the picture's width: 11.6 px of 400
LARGEST_SHARE = 0.36  # a name may be as large as this share of a cell, on boards of few cells
PAD = 0.28  # beside a name and above it, in shares of its body
LETTER = 0.05  # the body of an area's letter in shares of the picture's width
LARGEST_LETTER = 0.75  # cells: between two centres
LETTER_SHARES = (1.0, 0.8, 0.65)  # of that, where pieces leave less room
CLEAR = 0.04  # between the centre of a cell and its name below; cells
PIECE = 0.45  # the radius of a piece; cells
AREAS = "ABCDEF"  # the letters of areas; the role of each one's colour is ``area`` and the letter
SMALLEST = 0.0255  # the least body of a name in shares of the picture's width: 10.2 px of 400
ROOM = 0.98  # how wide a plate may be, so that it leaves its neighbours' free


@dataclass(frozen=True, slots=True)
class Mark:
    """A name on a cell; ``takes`` tells that pressing it takes something."""

    cell: str
    name: str
    takes: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be pressed, and what it would do.

    :param areas: the cells of each area, in the order of AREAS
    :param part: cells, if the picture shows only the part of the board about them, enlarged
    :param captures: cells whose pieces would be taken
    :param sealed: cells that would be sealed off
    :param swapped: pairs of cells that would be swapped
    :param named: cells that the words beside the picture name
    """

    marks: tuple[Mark, ...] = ()
    areas: tuple[tuple[str, ...], ...] = ()
    part: tuple[str, ...] = ()
    captures: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()
    swapped: tuple[tuple[str, ...], ...] = ()
    named: tuple[str, ...] = ()


def name_size(place: Layout) -> float:
    """The body of cells' names on a board.

    It is smaller where that makes the longest name fit, but never too small.
    """
    size = max(NAME * place.unit, min(LARGEST_SHARE, 0.045 * place.unit))
    smallest = SMALLEST * place.unit
    widest = _widest(place.board)
    if smallest * widest > ROOM:
        return size
    return max(min(size, ROOM / widest), smallest)


@lru_cache(maxsize=128)
def _widest(board: Lattice) -> float:
    """The widest plate of a board's cells, for a body of 1."""
    return max(plate_size(cell, 1.0)[0] for cell in board.cells)


def plate_size(name: str, size: float) -> tuple[float, float]:
    """The width and height of a plate under a name."""
    height = size * (1 + PAD)
    width = fonts.length(name, size, True) + PAD * size
    return max(width, height), height


@lru_cache(maxsize=128)
def names_fit(board: Lattice) -> bool:
    """Whether names of cells can be written on them so that they are read at 400 px.

    Else numbers stand for them.
    """
    place = layout(board, False, True)
    return name_size(place) * _widest(board) <= ROOM + 1e-9


def plate(place: Layout, mark: Mark, *, low: bool = False) -> Iterator[Item]:
    """A name on a plate over a cell, or ``low`` in its lower half, where a piece is seen above."""
    point = place.centre(mark.cell)
    size = name_size(place)
    if low:
        half = size * (1 + PAD) / 2
        point = offset(point, 0, half + CLEAR)
    line = "loss" if mark.takes else "accent"
    yield from _plate(place, point, mark.name, size, line)


def _plate(place: Layout, point: Point, name: str, size: float, line: str) -> Iterator[Item]:
    width, height = plate_size(name, size)
    shape = box_about(point, width / 2, height / 2)
    edge = place.line(0.0045)
    yield Path(shape, fill="casing", line=line, width=edge, closed=True, round=height * 0.45)
    yield Text(point, name, size, "strong", bold=True)


def tints(place: Layout, choices: Choices) -> Iterator[Item]:
    """The cells of areas, each area in its colour.

    They are to be drawn below the pieces, but above those of a pyramid.
    """
    kind = place.board.kind
    if kind == "points":
        centres = {cell: place.centre(cell) for cell in place.board.cells}
        kind = "squares" if upright(centres) else "hexagons"
    for letter, area in zip(AREAS, choices.areas, strict=False):
        role = f"area{letter}"
        for point in map(place.centre, area):
            if kind == "pyramid":
                yield Disc(point, 0.3, fill=role)
            else:
                yield cell_shape(kind, point, 0.945, role)


def _letters(
    place: Layout, areas: Collection[tuple[str, ...]], pieces: Collection[str]
) -> Iterator[Item]:
    """The letter of each area amid its cells.

    It is as large as it may be without covering a cell's centre or a piece.
    """
    size = min(LETTER * place.unit, LARGEST_LETTER)
    centres = [place.centre(cell) for area in areas for cell in area]
    stones = [place.centre(cell) for cell in pieces]

    def is_clear(point: Point, body: float) -> bool:
        if any(_gap(point, stone, body) < PIECE for stone in stones):
            return False
        return all(_gap(point, centre, body) for centre in centres)

    for letter, area in zip(AREAS, areas, strict=False):
        points = _beside([place.centre(cell) for cell in area])
        spots = [(point, size * share) for share in LETTER_SHARES for point in points]
        smallest = (points[0], size * LETTER_SHARES[-1])
        point, body = next((spot for spot in spots if is_clear(*spot)), smallest)
        yield from _plate(place, point, letter, body, f"area{letter}")


def _beside(centres: Sequence[Point]) -> list[Point]:
    """Points half-way from cells to their neighbours, those nearest to the middle first."""
    xs, ys = zip(*centres, strict=True)
    middle_x = sum(xs) / len(xs)
    middle_y = sum(ys) / len(ys)
    middle = (middle_x, middle_y)
    steps = list(product((-0.5, 0.5), (0.0, 0.5, -0.5)))
    points = [offset(centre, dx, dy) for centre in centres for dx, dy in steps]
    return sorted(points, key=lambda point: dist(point, middle))


def _gap(centre: Point, point: Point, size: float) -> float:
    """How far a point is from the plate of a letter whose body is ``size``."""
    width, height = plate_size("M", size)
    dx, dy = vector(point, centre)
    gap_x = max(abs(dx) - width / 2, 0)
    gap_y = max(abs(dy) - height / 2, 0)
    return hypot(gap_x, gap_y)


def pressable(place: Layout, choices: Choices, pieces: Collection[str]) -> Iterator[Item]:
    """All that can be pressed and what it would do, names last; ``pieces`` are cells with one."""
    kind = place.board.kind
    for cell in choices.sealed:
        edge = place.line(0.004)
        yield cell_shape(kind, place.centre(cell), 0.8, "", line="win", width=edge, dash=0.16)
    for pair in choices.swapped:
        one, other = map(place.centre, pair)
        outline = capsule(one, other, 0.47)
        yield Path(outline, line="past", width=place.line(0.006), closed=True, dash=0.2)
    for cell in choices.named:
        centre = place.centre(cell)
        circle = capsule(centre, centre, 0.44)
        edge = place.line(0.007)
        yield Path(circle, line="accent", width=edge, closed=True, dash=0.16, casing="casing")
    for cell in choices.captures:
        yield Disc(place.centre(cell), 0.455, line="loss", width=place.line(), casing="casing")
    for mark in choices.marks:
        yield from plate(place, mark, low=True)
    yield from _letters(place, choices.areas, pieces)

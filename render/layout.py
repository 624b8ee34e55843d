"""Where things are in a picture: the strip at the top, the board under it, the names of files and ranks round it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from games.lattice import Lattice

from .geometry import box, regular
from .scene import Backdrop, Disc, Item, Path, Point, Text

STRIP = 0.082  # heights and margins are shares of the picture's width, so that they look alike on every board
LABELS = 0.058
EDGE = 0.024
CAPTION = 0.075
LETTERS = 0.0315

_NAME = re.compile(r"(\d*)([a-z])(\d+)")
# Half of what a cell takes up, across and down, by kind.
_HALVES = {"squares": (0.5, 0.5), "hexagons": (0.5, 1 / sqrt(3)), "points": (0.46, 0.46), "pyramid": (0.5, 0.5)}


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """A board's place in a picture: its backdrop, cells' centres, and the span from ``left`` to ``right``."""

    board: Lattice
    flip: bool
    backdrop: Backdrop
    left: float
    right: float
    strip: float
    bottom: float
    place: Callable[[Point], Point]
    centres: dict[str, Point]

    @property
    def unit(self) -> float:
        """The picture's width, by which letters and lines are measured."""
        return self.backdrop.width

    def at(self, cell: str) -> Point:
        """The centre of a cell or a named feature, in the scene."""
        return self.centres[cell]

    def line(self, share: float = 0.0085) -> float:
        """A line's width that looks the same on every board, but never clumsy on a small one."""
        return min(share * self.unit, 0.11)


def split(cell: str) -> tuple[int, str, int]:
    """The level (1 on a flat board), file and rank in a cell's name."""
    match = _NAME.fullmatch(cell)
    assert match is not None
    return int(match[1] or 1), match[2], int(match[3])


@lru_cache(maxsize=96)
def layout(board: Lattice, flip: bool, edge: bool, caption: bool = False) -> Layout:
    """The layout of a board; ``edge`` leaves room for coordinates and draws them, ``caption`` for a line of text below.

    Made once and kept.
    """
    sites = {cell: board.xy(cell) for cell in board.cells}
    for places in board.features.values():
        sites.update(places)
    ground = {cell: xy for cell, xy in sites.items() if split(cell)[0] == 1}
    turned = -1.0 if flip else 1.0
    flat = {cell: (x * turned, -y * turned) for cell, (x, y) in ground.items()}
    half_x, half_y = _HALVES[board.kind]
    xs, ys = [x for x, _ in flat.values()], [y for _, y in flat.values()]
    span_x, span_y = max(xs) - min(xs) + 2 * half_x, max(ys) - min(ys) + 2 * half_y
    upright = _upright(flat)
    labels = LABELS if edge else EDGE
    left, right = (labels, EDGE) if upright else (EDGE, labels)
    if board.kind == "points":
        left, right = left + EDGE / 2, right + EDGE / 2
    width = span_x / (1 - left - right)
    origin_x, origin_y = left * width - min(xs) + half_x, STRIP * width - min(ys) + half_y

    def place(xy: Point) -> Point:
        return origin_x + xy[0] * turned, origin_y - xy[1] * turned

    centres = {cell: place(xy) for cell, xy in sites.items()}
    low = STRIP * width + span_y
    height = low + (LABELS if edge else EDGE) * width + (CAPTION * width if caption else 0)
    items = [*_BOARDS[board.kind](board, centres)]
    if edge:
        items += _labels({cell: centres[cell] for cell in flat}, upright, width, low, half_x)
    return Layout(
        board,
        flip,
        Backdrop(width, height, tuple(items)),
        left * width,
        width * (1 - right),
        STRIP * width,
        low,
        place,
        centres,
    )


def _upright(flat: dict[str, Point]) -> bool:
    """Whether files run straight up, as on square lattices."""
    files: dict[str, set[float]] = {}
    for cell, (x, _) in flat.items():
        files.setdefault(split(cell)[1], set()).add(round(x, 3))
    return all(len(xs) == 1 for xs in files.values())


def _labels(centres: dict[str, Point], upright: bool, width: float, low: float, half: float) -> Iterable[Item]:
    """Names of files and ranks: in straight lines beside squares, at the ends of the lines elsewhere.

    On slanted boards a file's letter stands below its lowest cell, along the file, and a rank's number to the right.
    """
    size = LETTERS * width
    by_file: dict[str, Point] = {}
    by_rank: dict[int, Point] = {}
    for cell, (x, y) in centres.items():
        _, file, rank = split(cell)
        if file not in by_file or y > by_file[file][1]:
            by_file[file] = x, y
        if rank not in by_rank or x > by_rank[rank][0]:
            by_rank[rank] = x, y
    for file, (x, y) in by_file.items():
        at = (x, low + LABELS * width * 0.48) if upright else (x - (half + 0.1) / 2, y + (half + 0.1) * 0.95)
        yield Text(at, file, size, bold=True)
    for rank, (x, y) in by_rank.items():
        at = (LABELS * width * 0.5, y) if upright else (x + half + LABELS * width * 0.46, y)
        yield Text(at, str(rank), size, bold=True)


def _squares(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    for cell in board.cells:
        x, y = centres[cell]
        yield Path(box(x - 0.47, y - 0.47, x + 0.47, y + 0.47), fill="cell", round=0.11, closed=True)
    yield from _holes(board, centres)


def _hexagons(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    for cell in board.cells:
        yield Path(regular(centres[cell], 0.945 / sqrt(3), 6), fill="cell", round=0.1, closed=True)
    yield from _holes(board, centres)


def _holes(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    for hole in board.features.get("holes", ()):
        yield Disc(centres[hole], 0.36, fill="hole")
        x, y = centres[hole]
        yield Disc((x, y + 0.02), 0.34, fill="hollow")


def _points(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    for cell in board.cells:
        for other in board.neighbours(cell):
            if board.index[other] > board.index[cell]:
                yield Path((centres[cell], centres[other]), line="grid", width=0.028)


_BOARDS: dict[str, Callable[[Lattice, dict[str, Point]], Iterable[Item]]] = {
    "squares": _squares,
    "hexagons": _hexagons,
    "points": _points,
}

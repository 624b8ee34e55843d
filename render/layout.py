"""Where things are in a picture: the strip at the top, the board under it, the names of files and ranks round it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import dist, sqrt
from typing import Any, NamedTuple

from games.lattice import Lattice

from .geometry import box, regular
from .scene import Area, Backdrop, Disc, Item, Path, Point, Text

STRIP = 0.082  # heights and margins are shares of the picture's width, so that they look alike on every board
LABELS = 0.058
EDGE = 0.024
CAPTION = 0.075
LETTERS = 0.0315

_NAME = re.compile(r"(\d*)([a-z])(\d+)")
# Half of what a cell takes up, across and down, by kind.
_HALVES = {"squares": (0.5, 0.5), "hexagons": (0.5, 1 / sqrt(3)), "points": (0.62, 0.62), "pyramid": (0.5, 1 / sqrt(3))}


# A pyramid's lowest levels get buried, so small maps of them lie below it.
MAPS = 2
MAP_SCALE = 0.4


class Map(NamedTuple):
    """A small map of one level of a pyramid: where its cells are, and how much smaller than on the board."""

    level: int
    scale: float
    centres: dict[str, Point]


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
    centres: dict[str, Point]
    maps: tuple[Map, ...]

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
    width = span_x / (1 - left - right)
    origin_x, origin_y = left * width - min(xs) + half_x, STRIP * width - min(ys) + half_y
    centres = {cell: (origin_x + x * turned, origin_y - y * turned) for cell, (x, y) in sites.items()}
    low = STRIP * width + span_y
    bottom = low + (LABELS if edge else EDGE) * width
    maps: tuple[Map, ...] = ()
    if board.kind == "pyramid":
        maps, bottom = _maps(board, centres, bottom, width)
    height = bottom + (CAPTION * width if caption else 0)
    items = [*_BOARDS[board.kind](board, centres)]
    if edge:
        items += _labels({cell: centres[cell] for cell in flat}, upright, width, low, (half_x, half_y))
    items += (Disc(at, shown.scale * 0.45, fill="cell") for shown in maps for at in shown.centres.values())
    backdrop = Backdrop(width, height, tuple(items))
    return Layout(board, flip, backdrop, left * width, width * (1 - right), STRIP * width, low, centres, maps)


def _maps(board: Lattice, centres: dict[str, Point], top: float, width: float) -> tuple[tuple[Map, ...], float]:
    """Maps of the lowest levels side by side below a pyramid, and where they end."""
    maps = []
    bottom = top
    for level in range(1, MAPS + 1):
        cells = {cell: at for cell, at in centres.items() if split(cell)[0] == level}
        xs, ys = [x for x, _ in cells.values()], [y for _, y in cells.values()]
        middle = width * (level - 0.5) / MAPS
        shift_x, shift_y = middle - (min(xs) + max(xs)) / 2 * MAP_SCALE, top + 0.07 * width - min(ys) * MAP_SCALE
        placed = {cell: (shift_x + x * MAP_SCALE, shift_y + y * MAP_SCALE) for cell, (x, y) in cells.items()}
        maps.append(Map(level, MAP_SCALE, placed))
        bottom = max(bottom, max(y for _, y in placed.values()) + 0.04 * width)
    return tuple(maps), bottom


def tile_size(level: int) -> float:
    """The width of a pyramid's tile: each level is a little smaller, so that what lies below it shows."""
    return float(0.96 * 0.9 ** (level - 1))


def _upright(flat: dict[str, Point]) -> bool:
    """Whether files run straight up, as on square lattices."""
    files: dict[str, set[float]] = {}
    for cell, (x, _) in flat.items():
        files.setdefault(split(cell)[1], set()).add(round(x, 3))
    return all(len(xs) == 1 for xs in files.values())


def _labels(centres: dict[str, Point], upright: bool, width: float, low: float, half: Point) -> Iterable[Item]:
    """Names of files and ranks: in straight lines beside squares, at the ends of the lines elsewhere.

    On slanted boards a file's letter stands below its lowest cell, along the file, and a rank's number to the right.
    """
    size = LETTERS * width
    down = half[1] + size * 0.42 + 0.05
    by_file: dict[str, Point] = {}
    by_rank: dict[int, Point] = {}
    for cell, (x, y) in centres.items():
        _, file, rank = split(cell)
        if file not in by_file or y > by_file[file][1]:
            by_file[file] = x, y
        if rank not in by_rank or x > by_rank[rank][0]:
            by_rank[rank] = x, y
    if upright:
        yield from (Text((x, low + LABELS * width * 0.48), file, size, bold=True) for file, (x, _) in by_file.items())
        yield from (Text((LABELS * width * 0.5, y), str(rank), size, bold=True) for rank, (_, y) in by_rank.items())
        return
    taken: list[Point] = []

    def free(at: Point, step: Point) -> Point:
        """The first place from ``at`` on, by steps, that is clear of cells and other labels."""
        while any(dist(at, other) < size * 1.15 for other in taken) or any(
            dist(at, cell) < half[1] * 0.9 + size * 0.4 for cell in centres.values()
        ):
            at = at[0] + step[0], at[1] + step[1]
        taken.append(at)
        return at

    for file, (x, y) in by_file.items():
        yield Text(free((x - down / sqrt(3), y + down), (-0.05 / sqrt(3), 0.05)), file, size, bold=True)
    for rank, (x, y) in by_rank.items():
        yield Text(free((x + half[0] + LABELS * width * 0.46, y), (0.05, 0.0)), str(rank), size, bold=True)


def cell_shape(kind: str, at: Point, size: float, fill: str, **looks: Any) -> Path:
    """A cell's shape round its centre, ``size`` of the way to its neighbours; ``looks`` are more fields of Path."""
    if kind == "squares":
        half = size / 2
        corners = box(at[0] - half, at[1] - half, at[0] + half, at[1] + half)
    else:
        corners = regular(at, size / sqrt(3), 6)
    return Path(corners, fill, closed=True, round=0.115 * size, **looks)


def _cells(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    for cell in board.cells:
        if split(cell)[0] == 1:
            yield cell_shape(board.kind, centres[cell], 0.945, "cell")
    yield from _holes(board, centres)
    yield from _pillars(board, centres)


def _holes(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    for hole in board.features.get("holes", ()):
        x, y = centres[hole]
        yield Disc((x, y), 0.36, fill="hole")
        yield Disc((x, y + 0.025), 0.335, fill="hollow")


def _pillars(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    for pillar in board.features.get("pillars", ()):
        x, y = centres[pillar]
        yield Path(regular((x, y + 0.05), 0.46, 6), fill="hollow", closed=True, round=0.08)
        yield Path(regular((x, y - 0.03), 0.46, 6), fill="pillar", closed=True, round=0.08)
        yield Path(regular((x, y - 0.03), 0.22, 6), fill="hole", closed=True, round=0.05)


def _points(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    links = [
        (centres[cell], centres[other])
        for cell in board.cells
        for other in board.neighbours(cell)
        if board.index[other] > board.index[cell]
    ]
    yield Area(tuple(centres[cell] for cell in board.cells), tuple(links), 0.58, "cell")
    for link in links:
        yield Path(link, line="grid", width=0.028)


_BOARDS: dict[str, Callable[[Lattice, dict[str, Point]], Iterable[Item]]] = {
    "squares": _cells,
    "hexagons": _cells,
    "points": _points,
    "pyramid": _cells,
}

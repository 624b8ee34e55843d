"""Where things are in a picture: the strip at the top, the board under it, the names of files and
ranks round it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, sqrt
from typing import Any, NamedTuple

from games.lattice import Lattice

from .coordinates import LABELS, labels, small_labels, split, upright
from .geometry import bounds, box, regular
from .scene import Area, Backdrop, Disc, Item, Path, Point, Text, shifted

# heights and margins are shares of the picture's width, so that they look alike on every board
STRIP = 0.082
EDGE = 0.024
CAPTION = 0.075
LEAST_PART = 6  # cells
WHOLE = 0.85  # a part of a board that is wider than this share of it is not enlarged
TALLEST = 0.8  # how high a part of a board is at most beside its width, without the strip above it
# Half of what a cell takes up, across and down, by kind.
_HALVES = {
    "squares": (0.5, 0.5),
    "hexagons": (0.5, 1 / sqrt(3)),
    "points": (0.62, 0.62),
    "pyramid": (0.5, 1 / sqrt(3)),
}
# A pyramid's levels get buried, so small maps of them lie below it.
MAPS = 2  # side by side
MAP_SCALE = 0.46
MAP_TITLE = 0.07  # what the title of a map takes up, in shares of the picture's width


class Map(NamedTuple):
    """A small map of one level of a pyramid: where its cells are, and how much smaller than on the
    board.
    """

    level: int
    scale: float
    centres: dict[str, Point]


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """A board's place in a picture: its backdrop, cells' centres, and the span from ``left`` to
    ``right``.
    """

    board: Lattice
    flip: bool
    backdrop: Backdrop
    left: float
    right: float
    centres: dict[str, Point]
    maps: tuple[Map, ...]

    @property
    def unit(self) -> float:
        """The picture's width, by which letters and lines are measured."""
        return self.backdrop.width

    def centre(self, cell: str) -> Point:
        """The centre of a cell or a named feature, in the scene."""
        return self.centres[cell]

    def line(self, share: float = 0.0085) -> float:
        """A line's width: this share of the picture's, but not clumsy on small boards."""
        return min(share * self.unit, 0.11)


@lru_cache(maxsize=96)
def layout(
    board: Lattice,
    flip: bool,
    edge: bool,
    caption: bool = False,
    levels: int = 0,
    named: bool = True,
) -> Layout:
    """The layout of a board; ``edge`` leaves room for coordinates and draws them, ``caption`` for a
    line of text below.

    ``levels``: of how many levels of a pyramid there are maps, with coordinates of their own if
    ``named``.
    """
    sites = {cell: board.xy(cell) for cell in board.cells}
    for places in board.features.values():
        sites.update(places)
    turned = -1.0 if flip else 1.0
    flat = {
        cell: (x * turned, -y * turned) for cell, (x, y) in sites.items() if split(cell)[0] == 1
    }
    half_x, half_y = _HALVES[board.kind]
    xs = [x for x, _ in flat.values()]
    ys = [y for _, y in flat.values()]
    span_x = max(xs) - min(xs) + 2 * half_x
    span_y = max(ys) - min(ys) + 2 * half_y
    room = LABELS if edge else EDGE
    left, right = (room, EDGE) if upright(flat) else (EDGE, room)
    width = span_x / (1 - left - right)
    origin_x = left * width - min(xs) + half_x
    origin_y = STRIP * width - min(ys) + half_y
    centres = {
        cell: (origin_x + x * turned, origin_y - y * turned) for cell, (x, y) in sites.items()
    }
    low = STRIP * width + span_y
    bottom = low + (LABELS if edge else EDGE) * width
    maps, bottom = _maps(levels, centres, bottom, width)
    height = bottom + (CAPTION * width if caption else 0)
    items = [*(_points if board.kind == "points" else _cells)(board, centres)]
    if edge:
        items += labels(
            {cell: centres[cell] for cell in flat},
            width,
            low,
            (half_x, half_y),
            board.kind != "points",
        )
    for shown in maps:
        items += (Disc(point, shown.scale * 0.45, fill="cell") for point in shown.centres.values())
        if named:
            items += small_labels(shown.centres, shown.scale, width)
    heights = sorted({round(centres[cell][1], 3) for cell in flat})
    rows = (STRIP * width, *((upper + lower) / 2 for upper, lower in pairwise(heights)), low)
    backdrop = Backdrop(width, height, tuple(items), rows)
    return Layout(board, flip, backdrop, left * width, width * (1 - right), centres, maps)


def enlarged(place: Layout, cells: Iterable[str]) -> Layout:
    """The part of a board about some cells as a layout of its own, wider than high: its buttons
    stand below it.
    """
    left, top, right, bottom = bounds(map(place.centre, cells))
    # In whole cells and of even width, so that parts are often alike and what was drawn for one
    # serves for others.
    top = max(floor(top - 1), floor(STRIP * place.unit))
    bottom = ceil(bottom + 1)
    wide = 2 * ceil(max(right - left + 2, (bottom - top) / TALLEST, LEAST_PART) / 2)
    left = round((left + right - wide) / 2)
    return place if wide > WHOLE * place.unit else _part(place, left, top, left + wide, bottom)


@lru_cache(maxsize=96)
def _part(place: Layout, left: int, top: int, right: int, bottom: int) -> Layout:
    """A part of a layout, without maps, below a strip of its own."""
    width = right - left
    down = STRIP * width - top
    shrunk = width / place.unit  # of letters
    items = (
        shifted(
            item._replace(size=item.size * shrunk) if isinstance(item, Text) else item, -left, down
        )
        for item in place.backdrop.items
    )
    backdrop = Backdrop(width, bottom + down, tuple(items), (STRIP * width,))
    centres = {cell: (x - left, y + down) for cell, (x, y) in place.centres.items()}
    return Layout(place.board, place.flip, backdrop, EDGE * width, width * (1 - EDGE), centres, ())


def _maps(
    levels: int, centres: dict[str, Point], top: float, width: float
) -> tuple[tuple[Map, ...], float]:
    """Maps of the lowest levels, two side by side below a pyramid, and where they end."""
    ground = [x for cell, (x, _) in centres.items() if split(cell)[0] == 1]
    scale = min(MAP_SCALE, (0.5 - LABELS - EDGE) * width / (max(ground) - min(ground) + 1))
    maps = []
    bottom = top
    for level in range(1, levels + 1):
        column = (level - 1) % MAPS
        if column == 0:
            top = bottom
        cells = {cell: point for cell, point in centres.items() if split(cell)[0] == level}
        xs = [x for x, _ in cells.values()]
        ys = [y for _, y in cells.values()]
        middle = width * (column + 0.5) / MAPS
        shift_x = middle - (min(xs) + max(xs)) / 2 * scale
        shift_y = top + MAP_TITLE * width - min(ys) * scale
        placed = {
            cell: (shift_x + x * scale, shift_y + y * scale) for cell, (x, y) in cells.items()
        }
        maps.append(Map(level, scale, placed))
        bottom = max(bottom, max(y for _, y in placed.values()) + 0.06 * width)
    return tuple(maps), bottom


def tile_size(level: int) -> float:
    """The width of a pyramid's tile: each level is a little smaller, so that what lies below it
    shows.
    """
    return float(0.96 * 0.9 ** (level - 1))


def cell_shape(kind: str, point: Point, size: float, fill: str, **looks: Any) -> Path:
    """A cell's shape round its centre, ``size`` of the way to its neighbours; ``looks`` are more
    fields of Path.
    """
    if kind == "squares":
        half = size / 2
        corners = box(point[0] - half, point[1] - half, point[0] + half, point[1] + half)
    else:
        corners = regular(point, size / sqrt(3), 6)
    return Path(corners, fill, closed=True, round=0.115 * size, **looks)


def _cells(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    for cell in board.cells:
        if split(cell)[0] == 1:
            yield cell_shape(board.kind, centres[cell], 0.945, "cell")
    for hole in board.features.get("holes", ()):
        x, y = centres[hole]
        yield Disc((x, y), 0.36, fill="hole")
        yield Disc((x, y + 0.025), 0.335, fill="hollow")
    for pillar in board.features.get("pillars", ()):
        x, y = centres[pillar]
        for down, radius, fill, corner in (
            (0.05, 0.46, "hollow", 0.08),
            (-0.03, 0.46, "pillar", 0.08),
            (-0.03, 0.22, "hole", 0.05),
        ):
            yield Path(regular((x, y + down), radius, 6), fill=fill, closed=True, round=corner)


def _points(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    centre = centres.__getitem__
    index = board.index
    pairs = (
        (cell, other)
        for cell in board.cells
        for other in board.neighbours(cell)
        if index[other] > index[cell]
    )
    links = tuple((centre(cell), centre(other)) for cell, other in pairs)
    yield Area(tuple(map(centre, board.cells)), links, 0.58, "cell")
    for link in links:
        yield Path(link, line="grid", width=0.028)

"""Where things are in a picture: the strip at the top, the board under it, coordinates round it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, sqrt
from typing import Any

from games.lattice import Lattice

from .coordinates import LABELS, labels, small_labels, split, upright
from .geometry import bounds, box_about, offset, regular
from .scene import Area, Backdrop, Disc, Item, Path, Point, Text, shifted

# Heights and margins are shares of the picture's width, so that they look alike on every board.
STRIP = 0.082
EDGE = 0.024
CAPTION = 0.075
LEAST_PART = 6  # cells that an enlarged part of a board is wide
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


@dataclass(frozen=True, slots=True)
class Map:
    """A small map of one level of a pyramid.

    ``scale`` is how large its cells are beside those of the board, ``centres`` where they are.
    """

    level: int
    scale: float
    centres: dict[str, Point]


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """A board's place in a picture: its backdrop, and the centres of cells and named features.

    The strip above goes from ``left`` to ``right``.
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
    map_labels: bool = True,
) -> Layout:
    """The layout of a board.

    :param edge: whether coordinates stand round the board
    :param caption: whether a line of text stands below
    :param levels: of how many levels of a pyramid there are maps
    :param map_labels: whether the maps have coordinates of their own
    """
    sites = {cell: board.xy(cell) for cell in board.cells}
    for features in board.features.values():
        sites.update(features)
    direction = -1.0 if flip else 1.0
    ground: dict[str, Point] = {}
    for cell, (x, y) in sites.items():
        if split(cell)[0] == 1:
            ground[cell] = (x * direction, -y * direction)
    half_x, half_y = _HALVES[board.kind]
    min_x, min_y, max_x, max_y = bounds(ground.values())
    span_x = max_x - min_x + 2 * half_x
    span_y = max_y - min_y + 2 * half_y
    margin = LABELS if edge else EDGE
    left, right = (margin, EDGE) if upright(ground) else (EDGE, margin)
    width = span_x / (1 - left - right)
    origin_x = left * width - min_x + half_x
    origin_y = STRIP * width - min_y + half_y
    centres: dict[str, Point] = {}
    for cell, (x, y) in sites.items():
        centres[cell] = (origin_x + x * direction, origin_y - y * direction)
    board_bottom = STRIP * width + span_y
    maps, bottom = _maps(levels, centres, board_bottom + margin * width, width)
    height = bottom + (CAPTION * width if caption else 0)
    shows_cells = board.kind != "points"
    items = list(_cells(board, centres) if shows_cells else _points(board, centres))
    if edge:
        on_ground = {cell: centres[cell] for cell in ground}
        items += labels(on_ground, width, board_bottom, (half_x, half_y), shows_cells)
    for level_map in maps:
        items += _map_items(level_map, width, map_labels)
    heights = sorted({round(centres[cell][1], 3) for cell in ground})
    between_rows = [(upper + lower) / 2 for upper, lower in pairwise(heights)]
    rows = (STRIP * width, *between_rows, board_bottom)
    backdrop = Backdrop(width, height, tuple(items), rows)
    return Layout(
        board=board,
        flip=flip,
        backdrop=backdrop,
        left=left * width,
        right=width * (1 - right),
        centres=centres,
        maps=maps,
    )


def _map_items(level_map: Map, width: float, map_labels: bool) -> Iterator[Item]:
    """The cells of a map, and their coordinates if they are ``map_labels``."""
    for point in level_map.centres.values():
        yield Disc(point, level_map.scale * 0.45, fill="cell")
    if map_labels:
        yield from small_labels(level_map.centres, level_map.scale, width)


def enlarged(place: Layout, cells: Iterable[str]) -> Layout:
    """The part of a board about some cells as a layout of its own.

    It is wider than high, as its buttons stand below it.
    """
    left, top, right, bottom = bounds(map(place.centre, cells))
    # In whole cells and of even width, so that parts are often alike and what was drawn for one
    # serves for others.
    top = max(floor(top - 1), floor(STRIP * place.unit))
    bottom = ceil(bottom + 1)
    width_of_cells = right - left + 2
    width_for_height = (bottom - top) / TALLEST
    least_width = max(width_of_cells, width_for_height, LEAST_PART)
    width = 2 * ceil(least_width / 2)
    if width > WHOLE * place.unit:
        return place
    left = round((left + right - width) / 2)
    return _part(place, left, top, left + width, bottom)


@lru_cache(maxsize=96)
def _part(place: Layout, left: int, top: int, right: int, bottom: int) -> Layout:
    """A part of a layout, without maps, below a strip of its own."""
    width = right - left
    shift = STRIP * width - top
    items = []
    for item in place.backdrop.items:
        if isinstance(item, Text):  # letters are as large as on the whole board
            item = item._replace(size=item.size * width / place.unit)
        items.append(shifted(item, -left, shift))
    backdrop = Backdrop(width, bottom + shift, tuple(items), (STRIP * width,))
    centres = {cell: offset(centre, -left, shift) for cell, centre in place.centres.items()}
    return replace(
        place,
        backdrop=backdrop,
        left=EDGE * width,
        right=width * (1 - EDGE),
        centres=centres,
        maps=(),
    )


def _maps(
    levels: int, centres: dict[str, Point], top: float, width: float
) -> tuple[tuple[Map, ...], float]:
    """Maps of the lowest levels, two side by side below a pyramid, and where they end."""
    ground = [point for cell, point in centres.items() if split(cell)[0] == 1]
    min_x, _, max_x, _ = bounds(ground)
    room = (0.5 - LABELS - EDGE) * width
    span = max_x - min_x + 1
    scale = min(MAP_SCALE, room / span)
    maps = []
    bottom = top
    for level in range(1, levels + 1):
        column = (level - 1) % MAPS
        if column == 0:
            top = bottom
        cells = {cell: point for cell, point in centres.items() if split(cell)[0] == level}
        min_x, min_y, max_x, _ = bounds(cells.values())
        middle = width * (column + 0.5) / MAPS
        corner_x = middle - (min_x + max_x) / 2 * scale
        corner_y = top + MAP_TITLE * width - min_y * scale
        on_map: dict[str, Point] = {}
        for cell, (x, y) in cells.items():
            on_map[cell] = offset((corner_x, corner_y), x * scale, y * scale)
        maps.append(Map(level, scale, on_map))
        lowest = max(y for _, y in on_map.values())
        bottom = max(bottom, lowest + 0.06 * width)
    return tuple(maps), bottom


def tile_size(level: int) -> float:
    """The width of a pyramid's tile.

    Each level is a little smaller, so that what lies below it shows.
    """
    return float(0.96 * 0.9 ** (level - 1))


def cell_shape(kind: str, point: Point, size: float, fill: str, **looks: Any) -> Path:
    """A cell's shape round its centre.

    :param size: how much of the way to its neighbours it takes up
    :param looks: more fields of Path
    """
    if kind == "squares":
        half = size / 2
        corners = box_about(point, half, half)
    else:
        corners = regular(point, size / sqrt(3), 6)
    return Path(corners, fill, closed=True, round=0.115 * size, **looks)


def _cells(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    for cell in board.cells:
        if split(cell)[0] == 1:
            yield cell_shape(board.kind, centres[cell], 0.945, "cell")
    for hole in board.features.get("holes", ()):
        centre = centres[hole]
        yield Disc(centre, 0.36, fill="hole")
        yield Disc(offset(centre, 0, 0.025), 0.335, fill="hollow")
    for pillar in board.features.get("pillars", ()):
        centre = centres[pillar]
        top = offset(centre, 0, -0.03)
        foot = regular(offset(centre, 0, 0.05), 0.46, 6)
        head = regular(top, 0.46, 6)
        mark = regular(top, 0.22, 6)
        yield Path(foot, fill="hollow", closed=True, round=0.08)
        yield Path(head, fill="pillar", closed=True, round=0.08)
        yield Path(mark, fill="hole", closed=True, round=0.05)


def _points(board: Lattice, centres: dict[str, Point]) -> Iterable[Item]:
    index = board.index
    links = []
    for cell in board.cells:
        for other in board.neighbours(cell):
            if index[other] > index[cell]:
                links.append((centres[cell], centres[other]))
    points = tuple(centres[cell] for cell in board.cells)
    yield Area(points, tuple(links), 0.58, "cell")
    for link in links:
        yield Path(link, line="grid", width=0.028)

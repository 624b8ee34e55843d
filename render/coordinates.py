"""Names of files and ranks round a board, each tied to the end of its line.

On slanted boards a file does not run straight down the picture: its letter stands on the
continuation of the file, and a thin guide runs from it through the file's cells.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import dist, hypot

from .geometry import off_segment, offset, vector
from .scene import Item, Path, Point, Text

LABELS = 0.058  # the margin in which the names stand, in shares of the picture's width
LETTERS = 0.0315  # their body, in shares of the picture's width: 12.6 px in a picture 400 px wide
SECOND_LETTERS = "bdfhjlnprtvxz"  # every second file
GUIDE = 0.0022  # the width of a guide in shares of the picture's width

_NAME = re.compile(r"(\d*)([a-z])(\d+)")


def split(cell: str) -> tuple[int, str, int]:
    """The level (1 on a flat board), file and rank in a cell's name."""
    match = _NAME.fullmatch(cell)
    assert match is not None
    return int(match[1] or 1), match[2], int(match[3])


@dataclass(frozen=True, slots=True)
class Line:
    """A file or a rank, from the cell at which its label stands to the one at the other end."""

    name: str
    start: Point
    end: Point


def files(centres: Mapping[str, Point]) -> list[Line]:
    """The files, from their lowest cell in the picture."""
    return _lines(centres, 1, lambda point: (-point[1], point[0]))


def ranks(centres: Mapping[str, Point], rightmost: bool) -> list[Line]:
    """The ranks, from their rightmost or leftmost cell."""
    sign = -1 if rightmost else 1
    return _lines(centres, 2, lambda point: (sign * point[0], point[1]))


def _lines(centres: Mapping[str, Point], part: int, order: Callable[[Point], Point]) -> list[Line]:
    """The lines of cells whose names are alike in a part, from the first in ``order``."""
    cells: dict[str, list[Point]] = {}
    for cell, point in centres.items():
        name = str(split(cell)[part])
        cells.setdefault(name, []).append(point)
    lines = []
    for name, points in cells.items():
        start = min(points, key=order)
        end = max(points, key=order)
        lines.append(Line(name, start, end))
    return lines


def upright(centres: Mapping[str, Point]) -> bool:
    """Whether files run straight up, as on square lattices."""
    places: dict[str, set[float]] = {}
    for cell, (x, _) in centres.items():
        places.setdefault(split(cell)[1], set()).add(round(x, 3))
    return all(len(xs) == 1 for xs in places.values())


def labels(
    centres: Mapping[str, Point], width: float, low: float, half: Point, cells: bool
) -> Iterable[Item]:
    """Labels and guides of the cells at ``centres``.

    :param width: of the picture
    :param low: where the board ends at the bottom
    :param half: half of what a cell takes up, across and down
    :param cells: whether the board shows cells, and no lines through them
    """
    size = LETTERS * width
    if not upright(centres):
        yield from _slanted(centres, width, half, size, cells)
        return
    # Letters in a row below, numbers in a column to the left; a guide where the line begins far
    # from its label.
    for line in files(centres):
        point = (line.start[0], low + LABELS * width * 0.48)
        yield from _label(line, point, width, half[1], size, cells)
    for line in ranks(centres, rightmost=False):
        point = (LABELS * width * 0.5, line.start[1])
        yield from _label(line, point, width, half[0], size, cells)


def _slanted(
    centres: Mapping[str, Point], width: float, half: Point, size: float, cells: bool
) -> Iterable[Item]:
    """Letters below the lowest cells, along the files; numbers to the right of the ranks."""
    drop = half[1] + size * 0.42 + 0.05
    slope_x, slope_y = _slope(centres)
    lines = files(centres)
    labels_so_far: list[Point] = []
    guides_of_ranks: list[tuple[Point, ...]] = []

    def crossed(point: Point) -> bool:
        """Whether a file goes on through a point, below its lowest cell or in a gap."""
        for line in lines:
            dx, dy = vector(line.end, point)
            forward_distance = dx * slope_x + dy * slope_y
            side_distance = abs(dx * slope_y - dy * slope_x)
            if forward_distance > 0 and side_distance < size * 0.62:
                return True
        return False

    def is_clear(point: Point) -> bool:
        """Whether a label at a point covers no cell, no other label and no guide of a rank."""
        if any(dist(point, other) < size * 1.15 for other in labels_so_far):
            return False
        if any(off_segment(point, guide[0], guide[-1]) < size * 0.75 for guide in guides_of_ranks):
            return False
        reach = half[1] * 0.9 + size * 0.4
        return not any(dist(point, centre) < reach for centre in centres.values())

    def place_label(point: Point, step: Point, off_files: bool) -> Point:
        """The first clear point from ``point`` on, by steps; one ``off_files`` if that is asked."""
        while not is_clear(point) or (off_files and crossed(point)):
            point = offset(point, *step)
        labels_so_far.append(point)
        return point

    for line in ranks(centres, rightmost=True):
        gap = half[0] + LABELS * width * 0.46
        first_spot = offset(line.start, gap, 0.0)
        point = place_label(first_spot, (0.05, 0.0), off_files=True)
        label_items = list(_label(line, point, width, half[0], size, cells))
        for item in label_items:
            if isinstance(item, Path):
                start, end = item.points
                guides_of_ranks.append((start, end))
        yield from label_items
    for line in lines:
        first_spot = offset(line.start, drop * slope_x / slope_y, drop)
        step = (slope_x * 0.05, slope_y * 0.05)
        point = place_label(first_spot, step, off_files=False)
        yield from _label(line, point, width, half[1], size, cells, full_length=True)


def _slope(centres: Mapping[str, Point]) -> Point:
    """The direction in which files go down, of length 1."""
    longest = max(files(centres), key=lambda line: dist(line.start, line.end))
    dx, dy = vector(longest.end, longest.start)
    length = hypot(dx, dy)
    if not length:
        return (0.0, 1.0)
    return dx / length, dy / length


def _label(
    line: Line,
    point: Point,
    width: float,
    half: float,
    size: float,
    cells: bool,
    full_length: bool = False,
) -> Iterable[Item]:
    """A label and its guide: to the first cell if that is far, or ``full_length`` all cells."""
    distance = dist(point, line.start)
    if full_length or distance > half + size * 0.6 + 0.25:
        way_x, way_y = vector(point, line.start)
        dx = way_x / distance
        dy = way_y / distance
        start = size * 0.55
        begin = offset(point, dx * start, dy * start)
        stop = half * 0.85 if cells else 0.0
        edge = offset(line.start, -dx * stop, -dy * stop)
        yield Path((begin, edge), line="grid", width=GUIDE * width)
        if full_length and cells:
            yield Path((edge, line.end), line="grid", width=GUIDE * width, alpha=0.45)
    yield Text(point, line.name, size, bold=True)


def small_labels(centres: Mapping[str, Point], scale: float, width: float) -> Iterable[Item]:
    """Labels of a small map whose cells are ``scale`` wide.

    They stand close to the first cells; guides lead along the files. Where cells are so narrow that
    letters side by side would run together, every second one stands a line lower.
    """
    size = min(LETTERS * width, scale * 0.95)
    reach = scale * 0.5 + size * 0.5
    is_narrow = size < LETTERS * width
    x, y = _slope(centres)
    for line in files(centres):
        is_lower = is_narrow and line.name in SECOND_LETTERS
        distance = reach + size if is_lower else reach
        point = offset(line.start, x * distance, y * distance)
        foot = offset(point, -x * size * 0.6, -y * size * 0.6) if is_lower else line.start
        yield Path((foot, line.end), line="grid", width=GUIDE * width, alpha=0.45)
        yield Text(point, line.name, size, bold=True)
    for line in ranks(centres, rightmost=True):
        gap = reach + size * 0.15 * len(line.name)
        point = offset(line.start, gap, 0.0)
        yield Text(point, line.name, size, bold=True)

"""Names of files and ranks round a board, each at the end of its line and tied to it, so that no
cell is misread.

On slanted boards a file does not run straight down the picture: its letter stands on the
continuation of the file, and a thin guide runs from it through the file's cells.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from math import dist, hypot
from typing import NamedTuple

from .scene import Item, Path, Point, Text

LABELS = 0.058  # the margin in which the names stand, in shares of the picture's width
LETTERS = 0.0315  # their body, in shares of the picture's width: 12.6 px in a picture 400 px wide
GUIDE = 0.0022  # the width of a guide in shares of the picture's width

_NAME = re.compile(r"(\d*)([a-z])(\d+)")


def split(cell: str) -> tuple[int, str, int]:
    """The level (1 on a flat board), file and rank in a cell's name."""
    match = _NAME.fullmatch(cell)
    assert match is not None
    return int(match[1] or 1), match[2], int(match[3])


class Line(NamedTuple):
    """A file or a rank: its name, the cell at which its label stands, and the cell at the other
    end.
    """

    name: str
    start: Point
    end: Point


def files(centres: Mapping[str, Point]) -> list[Line]:
    """The files, from their lowest cell in the picture."""
    return _lines(centres, 1, lambda point: (-point[1], point[0]))


def ranks(centres: Mapping[str, Point], rightmost: bool) -> list[Line]:
    """The ranks, from their rightmost or leftmost cell."""
    return _lines(centres, 2, lambda point: (-point[0] if rightmost else point[0], point[1]))


def _lines(centres: Mapping[str, Point], part: int, place: Callable[[Point], Point]) -> list[Line]:
    lines: dict[str, list[Point]] = {}
    for cell, point in centres.items():
        lines.setdefault(str(split(cell)[part]), []).append(point)
    return [
        Line(name, min(cells, key=place), max(cells, key=place)) for name, cells in lines.items()
    ]


def upright(centres: Mapping[str, Point]) -> bool:
    """Whether files run straight up, as on square lattices."""
    places: dict[str, set[float]] = {}
    for cell, (x, _) in centres.items():
        places.setdefault(split(cell)[1], set()).add(round(x, 3))
    return all(len(xs) == 1 for xs in places.values())


def labels(
    centres: Mapping[str, Point], width: float, low: float, half: Point, cells: bool
) -> Iterable[Item]:
    """Labels and guides of the cells at ``centres``, in a picture ``width`` wide whose board ends
    at ``low``.

    ``half`` is half of what a cell takes up, across and down; ``cells``: the board shows no lines
    through its cells.
    """
    size = LETTERS * width
    if not upright(centres):
        yield from _slanted(centres, width, half, size, cells)
        return
    # Letters in a row below, numbers in a column to the left; a guide where the line begins far
    # from its label.
    for line in files(centres):
        yield from _tied(
            line, (line.start[0], low + LABELS * width * 0.48), width, half[1], size, cells
        )
    for line in ranks(centres, rightmost=False):
        yield from _tied(line, (LABELS * width * 0.5, line.start[1]), width, half[0], size, cells)


def _slanted(
    centres: Mapping[str, Point], width: float, half: Point, size: float, cells: bool
) -> Iterable[Item]:
    """Letters below the lowest cells, along the files; numbers to the right of the ranks."""
    down = half[1] + size * 0.42 + 0.05
    x, y = _slope(centres)
    lines = files(centres)
    taken = list[Point]()

    def crossed(point: Point) -> bool:
        """Whether a file goes on through a place, below its lowest cell or in a gap."""
        ways = ((point[0] - line.end[0], point[1] - line.end[1]) for line in lines)
        return any(dx * x + dy * y > 0 and abs(dx * y - dy * x) < size * 0.62 for dx, dy in ways)

    def free(point: Point, step: Point, clear: bool) -> Point:
        """The first place from ``at`` on, by steps, that is clear of cells and other labels, and of
        files.
        """
        while (
            any(dist(point, other) < size * 1.15 for other in taken)
            or any(dist(point, place) < half[1] * 0.9 + size * 0.4 for place in centres.values())
            or (clear and crossed(point))
        ):
            point = point[0] + step[0], point[1] + step[1]
        taken.append(point)
        return point

    for line in ranks(centres, rightmost=True):
        point = free(
            (line.start[0] + half[0] + LABELS * width * 0.46, line.start[1]), (0.05, 0.0), True
        )
        yield from _tied(line, point, width, half[0], size, cells)
    for line in lines:
        point = free(
            (line.start[0] + down * x / y, line.start[1] + down), (x * 0.05, y * 0.05), False
        )
        yield from _tied(line, point, width, half[1], size, cells, through=True)


def _slope(centres: Mapping[str, Point]) -> Point:
    """The direction in which files go down, of length 1."""
    _, (x0, y0), (x1, y1) = max(files(centres), key=lambda line: dist(line.start, line.end))
    length = hypot(x0 - x1, y0 - y1)
    return ((x0 - x1) / length, (y0 - y1) / length) if length else (0.0, 1.0)


def _tied(
    line: Line,
    point: Point,
    width: float,
    half: float,
    size: float,
    cells: bool,
    through: bool = False,
) -> Iterable[Item]:
    """A label and its guide: to the first cell if that is far, or ``through`` all cells to the
    last.
    """
    far = dist(point, line.start)
    if through or far > half + size * 0.6 + 0.25:
        dx = (line.start[0] - point[0]) / far
        dy = (line.start[1] - point[1]) / far
        begin = size * 0.55
        stop = half * 0.85 if cells else 0.0
        edge = line.start[0] - dx * stop, line.start[1] - dy * stop
        yield Path(
            ((point[0] + dx * begin, point[1] + dy * begin), edge), line="grid", width=GUIDE * width
        )
        if through and cells:
            yield Path((edge, line.end), line="grid", width=GUIDE * width, alpha=0.45)
    yield Text(point, line.name, size, bold=True)


def small_labels(centres: Mapping[str, Point], scale: float, width: float) -> Iterable[Item]:
    """Labels of a small map whose cells are ``scale`` wide: close to the first cells, with guides
    along the files.
    """
    size = min(LETTERS * width, scale * 0.95)
    reach = scale * 0.5 + size * 0.5
    x, y = _slope(centres)
    for line in files(centres):
        yield Path((line.start, line.end), line="grid", width=GUIDE * width, alpha=0.45)
        yield Text(
            (line.start[0] + x * reach, line.start[1] + y * reach), line.name, size, bold=True
        )
    for line in ranks(centres, rightmost=True):
        aside = reach + size * 0.15 * len(line.name)
        yield Text((line.start[0] + aside, line.start[1]), line.name, size, bold=True)

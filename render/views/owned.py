"""Cells that belong to a seat: sides at the board's edge in the seat's colour, cells away from the edge tinted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist, inf, sqrt
from typing import TypeAlias

from ..geometry import along, box, regular
from ..layout import cell_shape
from ..scene import Disc, Item, Path, Point
from ..sides import side
from .common import View

Side: TypeAlias = tuple[Point, Point]

_WIDTH = 0.15  # cells
_SAME = 0.01  # cells: distances that differ by less are equal


def owned(view: View) -> Iterator[Item]:
    """The lines and tints. In a corner that belongs to both seats, each has the sides that go on along its edge."""
    at, board = view.layout.at, view.state.board
    outer = {cell: _outer_sides(view, cell) for cells in board.owned for cell in cells}
    both = [board.owned, board.owned[::-1]]
    alone = [[along(*line) for cell in set(own) - set(other) for line in outer[cell]] for own, other in both]
    for seat, (own, other) in enumerate(both):
        tone = side(view.state, seat).tone
        for cell in own:
            if not outer[cell]:
                tint = Disc(at(cell), 0.45, fill=tone, alpha=0.35)
                yield tint if board.kind == "points" else cell_shape(board.kind, at(cell), 0.86, tone, alpha=0.35)
            for line in outer[cell]:
                ahead = _nearest(line, alone[1 - seat]) - _nearest(line, alone[seat]) if cell in other else 1.0
                if abs(ahead) < _SAME:  # the very corner: each seat has the half on its side
                    line = min(line, key=lambda end: _nearest((end, end), alone[seat])), along(*line)
                if ahead > -_SAME:
                    yield Path(line, line=tone, width=_WIDTH, casing="casing")


def _outer_sides(view: View, cell: str) -> list[Side]:
    """The sides of a cell at which the board ends; none of a point."""
    board, (x, y) = view.state.board, view.layout.at(cell)
    if board.kind == "points":
        return []
    near = [view.layout.at(other) for other in board.neighbours(cell)]
    corners = box(x - 0.5, y - 0.5, x + 0.5, y + 0.5) if board.kind == "squares" else regular((x, y), 1 / sqrt(3), 6)
    return [
        (one, other)
        for one, other in pairwise((*corners, corners[0]))
        if all(dist((one[0] + other[0] - x, one[1] + other[1] - y), place) > _SAME for place in near)
    ]


def _nearest(line: Side, points: Iterable[Point]) -> float:
    return min((dist(along(*line), point) for point in points), default=inf)

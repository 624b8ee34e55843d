"""Any game without a view of its own: its pieces, the last turn, and what decided the match."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist, inf, sqrt
from typing import TypeAlias

from ..geometry import along, box_about, regular
from ..layout import cell_shape
from ..scene import Disc, Item, Path, Point
from ..themes import side
from .common import (
    MarkedDecision,
    View,
    arrow,
    destinations,
    ghosts,
    names,
    ring,
    rings,
    stacks,
    walls,
)


def items(view: View) -> Iterator[Item]:
    """Everything on the board."""
    state = view.state
    centre = view.layout.centre
    pieces = state.pieces()
    yield from names(view, pieces)
    yield from owned(view)
    yield from ghosts(view)
    yield from stacks(view)
    for decision in view.decisions:
        for start, end in _ways(decision):
            yield arrow(view, centre(start), centre(end), role=decision.role)
            yield ring(view, end, decision.role)
        yield from rings(
            view, decision, "placed", "covered", "swapped", "converted", "promoted", "recoloured"
        )
    yield from walls(view)
    if state.outcome is not None:
        for cell in set(state.outcome.cells).difference(*state.outcome.loops):
            yield ring(view, cell, "win", 0.49)
    yield from destinations(view, captures=pieces)


def _ways(decision: MarkedDecision) -> Iterator[tuple[str, ...]]:
    """The ways that a decision went, from cell to cell."""
    for event in decision.end.events:
        if event.kind in ("slid", "leapt"):
            yield event.cells
    placements = decision.cells("placed") or decision.cells("covered")
    yield from zip(decision.cells("supported"), placements, strict=False)


CellEdge: TypeAlias = tuple[Point, Point]

_WIDTH = 0.15  # cells
_SAME = 0.01  # cells: distances that differ by less are equal


def owned(view: View) -> Iterator[Item]:
    """The cells that belong to seats: lines at the edge of the board, and tints elsewhere.

    In a corner that belongs to both seats, each has the sides that go on along its edge.
    """
    board = view.state.board
    outer = {cell: _outer_sides(view, cell) for cells in board.owned for cell in cells}
    first, second = map(set, board.owned)
    # The middles of the sides that belong to one seat alone.
    alone = [
        _middles(outer, first - second),
        _middles(outer, second - first),
    ]
    for seat, cells in enumerate(board.owned):
        tone = side(view.state, seat).tone
        common_cells = first & second
        for cell in cells:
            if not outer[cell]:
                yield _tint(view, cell, tone)
            for line in outer[cell]:
                part: CellEdge | None = line
                if cell in common_cells:
                    part = _own_part(line, alone[seat], alone[1 - seat])
                if part is not None:
                    yield Path(part, line=tone, width=_WIDTH, casing="casing")


def _middles(outer: Mapping[str, Sequence[CellEdge]], cells: Iterable[str]) -> list[Point]:
    """The middles of all outer sides of some cells."""
    return [along(*line) for cell in cells for line in outer[cell]]


def _tint(view: View, cell: str, tone: str) -> Item:
    centre = view.layout.centre(cell)
    kind = view.state.board.kind
    if kind == "points":
        return Disc(centre, 0.45, fill=tone, alpha=0.35)
    return cell_shape(kind, centre, 0.86, tone, alpha=0.35)


def _own_part(line: CellEdge, own: list[Point], other: list[Point]) -> CellEdge | None:
    """What a seat has of a side in a corner, by the sides that belong to it and to the other alone.

    All of it, half of it in the very corner, or nothing.
    """
    difference = _nearest(line, other) - _nearest(line, own)
    if abs(difference) < _SAME:
        end = min(line, key=lambda end: _nearest((end, end), own))
        return (end, along(*line))
    return line if difference > -_SAME else None


def _outer_sides(view: View, cell: str) -> list[CellEdge]:
    """The sides of a cell at which the board ends; none of a point."""
    board = view.state.board
    centre = view.layout.centre(cell)
    if board.kind == "points":
        return []
    if board.kind == "squares":
        corners = box_about(centre, 0.5, 0.5)
    else:
        corners = regular(centre, 1 / sqrt(3), 6)
    neighbours = [view.layout.centre(other) for other in board.neighbours(cell)]
    sides = []
    for one, other in pairwise((*corners, corners[0])):
        # The neighbour's centre is that of the cell, mirrored in the side.
        neighbour = along(centre, along(one, other), 2.0)
        if all(dist(neighbour, point) > _SAME for point in neighbours):
            sides.append((one, other))
    return sides


def _nearest(line: CellEdge, points: Iterable[Point]) -> float:
    """How far the middle of a side is from the nearest of some points."""
    return min((dist(along(*line), point) for point in points), default=inf)

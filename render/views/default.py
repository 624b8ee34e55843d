"""Any game that has no view of its own: its pieces, what the last turn did, and what decided the
match.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist, inf, sqrt
from typing import TypeAlias

from ..geometry import along, box, regular
from ..layout import cell_shape
from ..scene import Disc, Item, Path, Point
from ..themes import side
from .common import View, arrow, destinations, ghosts, names, ring, rings, stacks, walls


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
        ways = [event.cells for event in decision.after.events if event.kind in ("slid", "leapt")]
        ways += zip(
            decision.cells("supported"),
            decision.cells("placed") or decision.cells("covered"),
            strict=False,
        )
        for start, end in ways:
            yield arrow(view, centre(start), centre(end), role=decision.role)
            yield ring(view, end, decision.role)
        yield from rings(
            view, decision, "placed", "covered", "swapped", "converted", "promoted", "recoloured"
        )
    yield from walls(view)
    if state.outcome is not None:
        for cell in set(state.outcome.cells).difference(*state.outcome.loops):
            yield ring(view, cell, "win", 0.49)
    yield from destinations(view, taken=pieces)


Side: TypeAlias = tuple[Point, Point]

_WIDTH = 0.15  # cells
_SAME = 0.01  # cells: distances that differ by less are equal


def owned(view: View) -> Iterator[Item]:
    """The lines and tints.

    In a corner that belongs to both seats, each has the sides that go on along its edge.
    """
    centre = view.layout.centre
    board = view.state.board
    outer = {cell: _outer_sides(view, cell) for cells in board.owned for cell in cells}
    both = [board.owned, board.owned[::-1]]
    alone = [
        [along(*line) for cell in set(own) - set(other) for line in outer[cell]]
        for own, other in both
    ]
    for seat, (own, other) in enumerate(both):
        tone = side(view.state, seat).tone
        for cell in own:
            if not outer[cell]:
                tint = Disc(centre(cell), 0.45, fill=tone, alpha=0.35)
                yield (
                    tint
                    if board.kind == "points"
                    else cell_shape(board.kind, centre(cell), 0.86, tone, alpha=0.35)
                )
            for line in outer[cell]:
                ahead = (
                    _nearest(line, alone[1 - seat]) - _nearest(line, alone[seat])
                    if cell in other
                    else 1.0
                )
                if abs(ahead) < _SAME:  # the very corner: each seat has the half on its side
                    line = (
                        min(line, key=lambda end: _nearest((end, end), alone[seat])),
                        along(*line),
                    )
                if ahead > -_SAME:
                    yield Path(line, line=tone, width=_WIDTH, casing="casing")


def _outer_sides(view: View, cell: str) -> list[Side]:
    """The sides of a cell at which the board ends; none of a point."""
    board, (x, y) = view.state.board, view.layout.centre(cell)
    if board.kind == "points":
        return []
    near = [view.layout.centre(other) for other in board.neighbours(cell)]
    corners = (
        box(x - 0.5, y - 0.5, x + 0.5, y + 0.5)
        if board.kind == "squares"
        else regular((x, y), 1 / sqrt(3), 6)
    )
    return [
        (one, other)
        for one, other in pairwise((*corners, corners[0]))
        if all(
            dist((one[0] + other[0] - x, one[1] + other[1] - y), place) > _SAME for place in near
        )
    ]


def _nearest(line: Side, points: Iterable[Point]) -> float:
    return min((dist(along(*line), point) for point in points), default=inf)

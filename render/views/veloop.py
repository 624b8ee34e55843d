"""Veloop: columns, the leap and what it exchanged, the closed wall and the stones it confines."""

from collections.abc import Iterable, Iterator
from math import atan2, cos, pi, sin

from ..geometry import capsule, off_segment
from ..scene import Item, Path, Point, Text
from .common import (
    ARROW,
    PAIR,
    SINGLE,
    STEP,
    Decision,
    View,
    arrow,
    badge,
    cross,
    destinations,
    later,
    marked,
    names,
    ring,
    stacks,
    touch,
    walls,
)

NEAR = 2.5  # cells from a sign within which a stone can be nearest to it


def items(view: View) -> Iterator[Item]:
    """Everything on the board."""
    outcome = view.state.outcome
    yield from names(view, view.state.pieces())
    yield from stacks(view)
    for decision in view.decisions:
        yield from _leap(view, decision)
    if outcome is not None:
        yield from walls(view)
        for cell in outcome.cells:
            yield from cross(view, cell)
    yield from destinations(view)


def _leap(view: View, decision: Decision) -> Iterable[Item]:
    """All of a leap; of one that something later lies over, rings where they are free."""
    centre = view.layout.centre
    swapped = decision.cells("swapped")
    for placed in decision.cells("placed") or decision.cells("covered"):
        over = later(view, decision)
        if touch(marked(view, decision), over):
            for cell in (placed, *swapped) if decision.latest else (placed,):
                if cell in view.state.pieces() and (
                    decision.latest or not touch([(centre(cell), centre(cell), 0.39)], over)
                ):
                    yield ring(view, cell, decision.role)
            return
        one, other = map(centre, swapped)
        yield Path(
            capsule(one, other, PAIR),
            line=decision.role,
            width=view.layout.line(0.006),
            closed=True,
        )
        yield arrow(
            view,
            centre(decision.cells("supported")[0]),
            centre(placed),
            start=0.5,
            role=decision.role,
        )
        yield ring(view, placed, decision.role)
        yield from _exchange(view, decision, swapped)


def _exchange(view: View, decision: Decision, pair: tuple[str, ...]) -> Iterable[Item]:
    """A sign beside two cells: both ways for two stones, one way for a stone that moved to an empty
    cell.
    """
    one, other = map(view.layout.centre, pair)
    # Without the state before: a stone that has moved comes from the cell that is empty now.
    state, cells = (
        (decision.after, pair[::-1]) if decision.before is None else (decision.before, pair)
    )
    held = [cell in state.pieces() for cell in cells]
    way = (other[0] - one[0], other[1] - one[1])
    # Where an end of the pair meets two other cells, there is a gap between stones.
    far, aside = (0.64, pi / 4) if view.layout.board.kind == "squares" else (0.577, pi / 6)
    ahead = atan2(way[1], way[0])
    corners = [
        (end[0] + far * cos(turn), end[1] + far * sin(turn))
        for end, start in ((other, ahead), (one, ahead + pi))
        for turn in (start + aside, start - aside)
    ]
    spot = max(corners, key=lambda corner: round(_room(view, decision, corner), 2))
    yield from badge(view, spot, way if held[0] else (-way[0], -way[1]), all(held), decision.role)


def _room(view: View, decision: Decision, spot: Point) -> float:
    """How far a spot is from what a sign there could cover: stones, marks, and names of files and
    ranks.
    """
    pieces = view.state.pieces()
    centre = view.layout.centre
    bands = []
    for cell, held in pieces.items():
        (x, y), higher = centre(cell), STEP / 2 * (len(held) > 1)
        if abs(x - spot[0]) > NEAR or abs(y - spot[1]) > NEAR:
            continue
        bands.append(
            ((x, y - higher), (x, y + higher), PAIR if cell in view.state.threats else SINGLE / 2)
        )
    bands += [
        band for other in view.decisions for band in marked(view, other) if other is not decision
    ]
    bands += [band for band in marked(view, decision) if band[0] == band[1] or band[2] == ARROW]
    bands += [
        (item.point, item.point, 0.3)
        for item in view.layout.backdrop.items
        if isinstance(item, Text)
    ]
    free = min((off_segment(spot, one, other) - reach for one, other, reach in bands), default=NEAR)
    return min(free, spot[0], view.layout.unit - spot[0], spot[1] - view.layout.backdrop.rows[0])

"""Veloop: columns, the leap and what it exchanged, the closed wall and the stones it confines."""

from collections.abc import Iterable, Iterator
from math import atan2, pi

from ..geometry import capsule, off_segment, polar, vector
from ..scene import Item, Path, Point, Text
from .common import (
    ARROW,
    PAIR,
    SINGLE,
    STEP,
    MarkedDecision,
    MarkSegment,
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


def _leap(view: View, decision: MarkedDecision) -> Iterable[Item]:
    """All of a leap; of one that something later lies over, rings where they are free."""
    for placement in decision.cells("placed") or decision.cells("covered"):
        if touch(marked(view, decision), later(view, decision)):
            yield from _free_rings(view, decision, placement)
        else:
            yield from _whole_leap(view, decision, placement)


def _whole_leap(view: View, decision: MarkedDecision, placement: str) -> Iterator[Item]:
    """The two cells that were swapped, the way of the leap, and what was placed."""
    centre = view.layout.centre
    pair = decision.cells("swapped")
    outline = capsule(centre(pair[0]), centre(pair[1]), PAIR)
    yield Path(outline, line=decision.role, width=view.layout.line(0.006), closed=True)
    support = centre(decision.cells("supported")[0])
    yield arrow(view, support, centre(placement), start=0.5, role=decision.role)
    yield ring(view, placement, decision.role)
    yield from _exchange(view, decision, pair)


def _free_rings(view: View, decision: MarkedDecision, placement: str) -> Iterator[Item]:
    """Rings on what the latest leap changed, or where an earlier one placed if that is free."""
    pieces = view.state.pieces()
    if decision.latest:
        for cell in (placement, *decision.cells("swapped")):
            if cell in pieces:
                yield ring(view, cell, decision.role)
    elif placement in pieces:
        point = view.layout.centre(placement)
        if not touch([(point, point, 0.39)], later(view, decision)):
            yield ring(view, placement, decision.role)


def _exchange(view: View, decision: MarkedDecision, pair: tuple[str, ...]) -> Iterable[Item]:
    """A sign beside two cells: both ways for two stones, one way for one that moved."""
    one, other = map(view.layout.centre, pair)
    if decision.start is None:
        # A stone that has moved comes from the cell that is empty now.
        pieces = decision.end.pieces()
        from_one = pair[1] in pieces
        from_other = pair[0] in pieces
    else:
        pieces = decision.start.pieces()
        from_one = pair[0] in pieces
        from_other = pair[1] in pieces
    way = vector(one, other) if from_one else vector(other, one)
    corners = _corners(one, other, view.layout.board.kind)
    spot = max(corners, key=lambda corner: round(_room(view, decision, corner), 2))
    yield from badge(view, spot, way, from_one and from_other, decision.role)


def _corners(one: Point, other: Point, kind: str) -> list[Point]:
    """Where an end of a pair meets two other cells: there is a gap between stones."""
    distance = 0.577
    half_angle = pi / 6
    if kind == "squares":
        distance = 0.64
        half_angle = pi / 4
    dx, dy = vector(one, other)
    angle = atan2(dy, dx)
    corners = []
    for end, direction in ((other, angle), (one, angle + pi)):
        corners.append(polar(end, distance, direction + half_angle))
        corners.append(polar(end, distance, direction - half_angle))
    return corners


def _room(view: View, decision: MarkedDecision, spot: Point) -> float:
    """How far a spot is from what a sign there could cover.

    That is stones, marks, and names of files and ranks.
    """
    bands = list(_stones_near(view, spot))
    for other in view.decisions:
        if other is not decision:
            bands += marked(view, other)
    for start, end, reach in marked(view, decision):
        if start == end or reach == ARROW:
            bands.append((start, end, reach))
    for item in view.layout.backdrop.items:
        if isinstance(item, Text):
            bands.append((item.point, item.point, 0.3))
    gaps = [off_segment(spot, one, other) - reach for one, other, reach in bands]
    gap = min(gaps, default=NEAR)
    x, y = spot
    top = view.layout.backdrop.rows[0]
    return min(gap, x, view.layout.unit - x, y - top)


def _stones_near(view: View, spot: Point) -> Iterator[MarkSegment]:
    """Bands round the stones and columns about a spot."""
    threats = view.state.threats
    for cell, column in view.state.pieces().items():
        x, y = view.layout.centre(cell)
        dx, dy = vector(spot, (x, y))
        if abs(dx) > NEAR or abs(dy) > NEAR:
            continue
        rise = STEP / 2 if len(column) > 1 else 0.0
        reach = PAIR if cell in threats else SINGLE / 2
        yield (x, y - rise), (x, y + rise), reach

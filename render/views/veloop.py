"""Veloop: columns, the leap and what it exchanged, the closed wall and the stones it confines."""

from collections.abc import Iterable, Iterator
from math import dist

from ..geometry import capsule
from ..scene import Item, Path, Text
from .common import Decision, View, arrow, badge, cross, destinations, names, ring, stacks, walls


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
    at, swapped = view.layout.at, decision.cells("swapped")
    for placed in decision.cells("placed") or decision.cells("covered"):
        one, other = map(at, swapped)
        yield Path(capsule(one, other, 0.47), line=decision.role, width=view.layout.line(0.006), closed=True)
        yield arrow(view, at(decision.cells("supported")[0]), at(placed), role=decision.role)
        yield ring(view, placed, decision.role)
        yield from _exchange(view, decision, swapped)


def _exchange(view: View, decision: Decision, pair: tuple[str, ...]) -> Iterable[Item]:
    """A sign between two cells: both ways for two stones, one way for a stone that moved to an empty cell."""
    (x1, y1), (x2, y2) = map(view.layout.at, pair)
    # Without the state before: a stone that has moved comes from the cell that is empty now.
    state, cells = (decision.after, pair[::-1]) if decision.before is None else (decision.before, pair)
    held = [cell in state.pieces() for cell in cells]
    along = (x2 - x1, y2 - y1) if held[0] else (x1 - x2, y1 - y2)
    # At an end of the pair, as the arrow of the leap crosses its middle: the one nearer to the edge of the board, but
    # for the name of a file or rank there.
    names = [item.at for item in view.layout.backdrop.items if isinstance(item, Text)]
    ends = [(x1 + (x1 - x2) * 0.47, y1 + (y1 - y2) * 0.47), (x2 + (x2 - x1) * 0.47, y2 + (y2 - y1) * 0.47)]
    ends.sort(key=lambda end: -abs(end[0] - view.layout.unit / 2))
    tip = next((end for end in ends if all(dist(end, name) > 0.45 for name in names)), ends[-1])
    yield from badge(view, tip, along, all(held), decision.role)

"""Any game that has no view of its own: its pieces, what the last turn did, and what decided the match."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Item
from .common import View, arrow, destinations, ghosts, names, ring, rings, stacks, walls
from .owned import owned


def items(view: View) -> Iterator[Item]:
    """Everything on the board."""
    state, at = view.state, view.layout.at
    pieces = state.pieces()
    yield from names(view, pieces)
    yield from owned(view)
    yield from ghosts(view)
    yield from stacks(view)
    for decision in view.decisions:
        ways = [event.cells for event in decision.events if event.kind in ("slid", "leapt")]
        ways += zip(decision.cells("supported"), decision.cells("placed") or decision.cells("covered"), strict=False)
        for start, end in ways:
            yield arrow(view, at(start), at(end), role=decision.role)
            yield ring(view, end, decision.role)
        yield from rings(view, decision, "placed", "covered", "swapped", "converted", "promoted", "recoloured")
    yield from walls(view)
    if state.outcome is not None:
        for cell in set(state.outcome.cells).difference(*state.outcome.loops):
            yield ring(view, cell, "win", 0.49)
    yield from destinations(view, taken=pieces)

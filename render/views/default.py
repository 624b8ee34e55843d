"""Any game that has no view of its own: its pieces, what the last turn did, and what decided the match."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import Item
from .common import Decision, View, arrow, by_row, dots, ghosts, names, ring, stack, wall
from .owned import owned

_RINGED = ("placed", "covered", "swapped", "converted", "promoted", "recoloured")


def items(view: View) -> Iterator[Item]:
    """Everything on the board."""
    state, outcome = view.state, view.state.outcome
    pieces = state.pieces()
    if view.coordinates == "cells":
        empty = (cell for cell in state.board.cells if cell not in pieces)
        yield from names(view, empty, cleared=state.board.kind == "points")
    yield from owned(view)
    yield from ghosts(view)
    for cell in by_row(view, pieces):
        yield from stack(view, cell, pieces[cell])
    for decision in view.decisions:
        yield from _done(view, decision)
    if outcome is not None:
        for loop in outcome.loops:
            yield wall(view, loop)
        for cell in set(outcome.cells).difference(*outcome.loops):
            yield ring(view, cell, "win", 0.49)
    if view.legal:
        yield from dots(view, sorted({move.target for move in state.legal_moves() if move.target} - pieces.keys()))
        for cell in sorted({move.target for move in state.legal_moves()} & pieces.keys()):
            if view.asked(cell):
                yield ring(view, cell, "loss")


def _done(view: View, decision: Decision) -> Iterator[Item]:
    """Arrows along the ways of pieces and from their supports, rings round all that a decision changed."""
    at, role = view.layout.at, decision.role
    ways = [event.cells for event in decision.events if event.kind in ("slid", "leapt")]
    ways += zip(decision.cells("supported"), decision.cells("placed") or decision.cells("covered"), strict=False)
    for start, end in ways:
        yield arrow(view, at(start), at(end), role=role)
        yield ring(view, end, role)
    for kind in _RINGED:
        for cell in decision.cells(kind):
            yield ring(view, cell, role)
    if view.state.outcome is None:
        for event in decision.events:
            if event.kind == "looped":
                yield wall(view, event.cells)

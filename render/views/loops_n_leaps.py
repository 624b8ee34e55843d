"""Loops 'n Leaps: leapers, pillars and who has surrounded them, leaps with what they took, the loops that won."""

from __future__ import annotations

from collections.abc import Iterator

from ..layout import cell_shape
from ..scene import Disc, Item
from ..sides import ink, side
from .common import Decision, View, arrow, by_row, dots, names, recoloured, ring, stack, wall


def items(view: View) -> Iterator[Item]:
    """Everything on the board."""
    state = view.state
    pieces = state.pieces()
    for seat in (0, 1):
        for pillar in state.marks.get(f"surrounded{seat}", ()):
            yield from _owned(view, pillar, seat)
        yield from _safe(view, state.marks.get(f"safe{seat}", ()))
    if view.coordinates == "cells":
        yield from names(view, (cell for cell in state.board.cells if cell not in pieces))
    for cell in by_row(view, pieces):
        yield from stack(view, cell, pieces[cell], top="leaper" if len(pieces[cell]) > 1 else "")
    outcome = state.outcome
    for decision in view.decisions:
        yield from _done(view, decision)
    if outcome is not None:
        for loop in outcome.loops:
            yield wall(view, loop)
    if view.legal:
        yield from dots(view, sorted({move.target for move in state.legal_moves() if move.target and not move.source}))
        for target in sorted({move.target for move in state.legal_moves() if move.source}):
            if target in pieces and view.asked(target):
                yield ring(view, target, "loss")


def _owned(view: View, pillar: str, seat: int) -> Iterator[Item]:
    """A pillar in the colour and with the mark of who surrounds it."""
    at = view.layout.at(pillar)
    tone, glyph = side(view.state, seat)
    yield Disc(at, 0.44, fill="win")
    yield Disc(at, 0.35, fill=tone)
    if glyph == "ring":
        yield Disc(at, 0.17, line=ink(tone), width=0.06)
    else:
        yield Disc(at, 0.11, fill=ink(tone))


def _safe(view: View, cells: tuple[str, ...]) -> Iterator[Item]:
    """The floor beneath groups that no leap may land on or pass, in a breath of the colour that pillars won have."""
    for cell in cells:
        yield cell_shape("hexagons", view.layout.at(cell), 0.945, "win", alpha=0.4)


def _done(view: View, decision: Decision) -> Iterator[Item]:
    leapt = decision.cells("leapt")
    taken = [*decision.cells("captured"), *decision.cells("converted")]
    for cell in taken:
        if cell not in leapt:
            yield ring(view, cell, "loss")
    if leapt:
        start, end = map(view.layout.at, leapt)
        yield arrow(view, start, end, start=0.3, end=0.46, role=decision.role)
        yield ring(view, leapt[1], "loss" if leapt[1] in taken else decision.role)
    for cell in decision.cells("placed"):
        yield ring(view, cell, decision.role)
    if view.state.outcome is None:
        for event in decision.events:
            if event.kind == "looped":
                yield wall(view, event.cells)
    yield from recoloured(view, decision)

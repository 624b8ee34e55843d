"""Loops 'n Leaps: leapers, pillars and who surrounds them, leaps and captures, loops that won."""

from collections.abc import Iterator

from ..layout import cell_shape
from ..scene import Disc, Item
from ..themes import ink, side
from .common import MarkedDecision, View, arrow, destinations, names, ring, rings, stacks, walls


def items(view: View) -> Iterator[Item]:
    """Everything on the board."""
    state = view.state
    pieces = state.pieces()
    for seat in (0, 1):
        for pillar in state.marks.get(f"surrounded{seat}", ()):
            yield from _owned(view, pillar, seat)
        # The floor beneath groups that no leap may land on or pass, in a breath of the colour that
        # pillars won have.
        for cell in state.marks.get(f"safe{seat}", ()):
            yield cell_shape("hexagons", view.layout.centre(cell), 0.945, "win", alpha=0.4)
    yield from names(view, pieces)
    yield from stacks(view, "leaper")
    for decision in view.decisions:
        yield from _marks(view, decision)
    yield from walls(view)
    yield from destinations(view, captures=pieces)


def _owned(view: View, pillar: str, seat: int) -> Iterator[Item]:
    """A pillar in the colour and with the mark of who surrounds it."""
    point = view.layout.centre(pillar)
    tone, glyph = side(view.state, seat)
    yield Disc(point, 0.44, fill="win")
    yield Disc(point, 0.35, fill=tone)
    if glyph == "ring":
        yield Disc(point, 0.17, line=ink(tone), width=0.06)
    else:
        yield Disc(point, 0.11, fill=ink(tone))


def _marks(view: View, decision: MarkedDecision) -> Iterator[Item]:
    """The way of a leap, what it took, and what was placed."""
    way = decision.cells("leapt")
    captures = [*decision.cells("captured"), *decision.cells("converted")]
    for cell in captures:
        if cell not in way:
            yield ring(view, cell, "loss")
    if way:
        start, end = map(view.layout.centre, way)
        yield arrow(view, start, end, start=0.3, end=0.46, role=decision.role)
        yield ring(view, way[1], "loss" if way[1] in captures else decision.role)
    yield from rings(view, decision, "placed", "recoloured")

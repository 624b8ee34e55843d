"""Vigilance: slides and placements, captured chains, the cells each side has sealed off, sight
lines on demand.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile

from games.lattice import Lattice

from ..geometry import between
from ..layout import cell_shape
from ..scene import Item, Path
from ..themes import ink, side
from .common import View, arrow, destinations, ghosts, names, ring, rings, stacks

HAS_SIGHT = True


def items(view: View) -> Iterator[Item]:
    """Everything on the board."""
    state = view.state
    pieces = state.pieces()
    for seat in (0, 1):
        yield from _sealed(view, seat, state.marks.get(f"sealed{seat}", ()))
    yield from names(view, pieces, bright=state.marks.get("sealed1", ()))
    if view.sight:
        yield from _sight(view, pieces)
    yield from ghosts(view)
    for decision in view.decisions:  # beneath the stones, as one may have been placed on the way
        slid = decision.cells("slid")
        if slid:
            start, end = map(view.layout.centre, slid)
            yield arrow(view, start, end, start=0.12, end=0.44, role=decision.role)
    yield from stacks(view)
    for decision in view.decisions:
        for cell in decision.cells("placed"):
            yield ring(view, cell, "accent" if decision.of_turn else "past")
        yield from rings(view, decision, "recoloured")
    yield from destinations(view)


def _sealed(view: View, seat: int, cells: tuple[str, ...]) -> Iterable[Item]:
    """The cells a side has sealed off, shaded in its colour; those that won have an edge."""
    outcome = view.state.outcome
    won = outcome is not None and outcome.winner == seat
    for cell in cells:
        point = view.layout.centre(cell)
        yield cell_shape(
            view.layout.board.kind,
            point,
            0.86,
            side(view.state, seat).tone,
            alpha=0.45 + 0.15 * seat,
        )
        if won:
            yield cell_shape(
                view.layout.board.kind, point, 0.82, "", line="win", width=view.layout.line(0.0045)
            )


def _sight(view: View, pieces: dict[str, tuple[int, ...]]) -> Iterable[Item]:
    board = view.layout.board
    for cell, held in pieces.items():
        for end in _ends(board, cell, pieces):
            line = between(view.layout.centre(cell), view.layout.centre(end), 0.35, 0.0)
            tone = side(view.state, held[-1]).tone
            yield Path(line, line=tone, width=0.07, dash=0.16, casing=ink(tone), alpha=0.85)


def _ends(board: Lattice, cell: str, pieces: dict[str, tuple[int, ...]]) -> Iterable[str]:
    """The last empty cell in sight in each direction."""
    for step in board.steps:
        sight = (board.cell[index] for index in board.ray(board.index[cell], step))
        empty = list(takewhile(lambda other: other not in pieces, sight))
        if empty:
            yield empty[-1]

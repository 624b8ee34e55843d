"""Vigilance: slides and placements, captured chains, cells sealed off, sight lines on demand."""

from collections.abc import Iterable, Iterator

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
    yield from names(view, pieces, bright_cells=state.marks.get("sealed1", ()))
    if view.sight:
        yield from _sight(view, pieces)
    yield from ghosts(view)
    # Beneath the stones, as one may have been placed on the way.
    for decision in view.decisions:
        way = decision.cells("slid")
        if way:
            start, end = map(view.layout.centre, way)
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
    is_winner = outcome is not None and outcome.winner == seat
    kind = view.layout.board.kind
    tone = side(view.state, seat).tone
    alpha = 0.45 + 0.15 * seat
    edge = view.layout.line(0.0045)
    for cell in cells:
        centre = view.layout.centre(cell)
        yield cell_shape(kind, centre, 0.86, tone, alpha=alpha)
        if is_winner:
            yield cell_shape(kind, centre, 0.82, "", line="win", width=edge)


def _sight(view: View, pieces: dict[str, tuple[int, ...]]) -> Iterable[Item]:
    """Lines from each stone to the last empty cell in sight."""
    board = view.layout.board
    for cell, column in pieces.items():
        tone = side(view.state, column[-1]).tone
        for end in _ends(board, cell, pieces):
            line = between(view.layout.centre(cell), view.layout.centre(end), 0.35, 0.0)
            yield Path(line, line=tone, width=0.07, dash=0.16, casing=ink(tone), alpha=0.85)


def _ends(board: Lattice, cell: str, pieces: dict[str, tuple[int, ...]]) -> Iterable[str]:
    """The last empty cell in sight in each direction."""
    for step in board.steps:
        end = None
        for index in board.ray(board.index[cell], step):
            if board.cell[index] in pieces:
                break
            end = board.cell[index]
        if end is not None:
            yield end

"""How matches of Loop end: with a ring, a bridge, a full pyramid or no hole to place in."""

from ..core import Sentence, State, _, first_of
from ..loop import Loop

RING = _("a ring of {count} tiles on level one closes around {inside}.")
BRIDGE = _("the tile on {cell} closes a bridge; the river under it: {river}.")
FULL = _("the pyramid is full, and nobody has closed a loop.")
LAST = _("the pyramid is full without a loop, and {winner} placed last.")
NO_MOVE = _("{loser} can’t place: none of their tiles touches an open hole ({holes}).")
MOST_CELLS = 8  # listed


def because(state: State) -> Sentence:
    """Why the match ended: what was closed, or what is left."""
    outcome, loop = state.outcome, state.position()
    assert outcome is not None
    assert isinstance(loop, Loop)
    board, ground = loop.board, loop.board.ground
    if outcome.reason == "loop":
        inside = first_of(ground.names(ground.enclosed(ground.mask(outcome.cells))), MOST_CELLS)
        return Sentence(RING, count=len(outcome.cells), inside=inside)
    if outcome.reason == "bridge":
        return Sentence(BRIDGE, cell=board.cell[loop.closing], river=first_of(loop.marks()["river"], MOST_CELLS))
    if outcome.reason == "full":
        return Sentence(FULL if outcome.winner is None else LAST)
    taken = set(state.pieces())
    holes = (cell for cell in board.cells if cell not in taken and taken.issuperset(board.feet(cell)))
    return Sentence(NO_MOVE, holes=first_of(tuple(holes), MOST_CELLS))

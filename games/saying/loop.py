"""What a player of Loop is asked to do, and why matches end."""

from ..core import Sentence, State, _, first_of
from ..loop import Loop
from . import Prompt

GROUND = _("place a tile on an empty cell")
HIGHER = _("place a tile on level one, or on three others so that it touches one of yours")
WHERE = _("on level one any empty cell will do; higher up, a tile rests on three others")
RING = _("a ring of {count} tiles on level one closes around {inside}.")
BRIDGE = _("the tile on {cell} closes a bridge; the river under it: {river}.")
FULL = _("the pyramid is full, and nobody has closed a loop.")
LAST = _("the pyramid is full without a loop, and {winner} placed last.")
NO_MOVE = _("{loser} can’t place: none of their tiles touches an open cell ({cells}).")
MOST_CELLS = 8  # listed


def ask(state: State) -> Prompt:
    """The tile to place; higher levels are named once one can be reached."""
    higher = any(not move.target.startswith("1") for move in state.legal_moves() if move.target)
    asks = Sentence(HIGHER if higher else GROUND)
    notes = (Sentence(WHERE),) if state.turn < 3 else ()
    return Prompt(asks, notes=notes)


def because(state: State) -> Sentence:
    """Why the match ended: what was closed, or what is left."""
    outcome = state.outcome
    loop = state.position()
    assert outcome is not None
    assert isinstance(loop, Loop)
    board = loop.board
    ground = board.ground
    if outcome.reason == "loop":
        inside = ground.names(ground.enclosed(ground.mask(outcome.cells)))
        return Sentence(RING, count=len(outcome.cells), inside=first_of(inside, MOST_CELLS))
    if outcome.reason == "bridge":
        river = first_of(loop.marks()["river"], MOST_CELLS)
        return Sentence(BRIDGE, cell=board.cell[loop.closing], river=river)
    if outcome.reason == "full":
        return Sentence(FULL if outcome.winner is None else LAST)
    tiles = state.pieces().keys()
    open_cells = [
        cell for cell in board.cells if cell not in tiles and tiles >= set(board.feet(cell))
    ]
    return Sentence(NO_MOVE, cells=first_of(open_cells, MOST_CELLS))

"""What a player of either Veloop is asked to do, and why matches end."""

from ..core import Sentence, State, _
from . import Prompt

PLACE = {
    "squares": _("place a stone a knight’s leap from one of yours; the two cells between swap"),
    "hexagons": _("place a stone diagonally from one of yours; the two cells between swap"),
}
COVER = _("no empty cell is in reach: cover one of your opponent’s single stones")
FIRST = _("the first turn is a single move; after that, each turn has two")
PASSES = _("neither side could move: both passed a whole turn.")
WON = _(
    "walled off from the edge: {cells}. Fewer confined stones wins: {first} {one}, {second} "
    "{other}."
)
DRAWN = _("walled off from the edge: {cells}. Both sides have {one} confined.")


def ask(state: State) -> Prompt:
    """The first or second move of a turn; a stone is covered where no empty cell can be reached."""
    double = state.options["turns"] == "double"
    pieces = state.pieces()
    must_cover = all(move.target in pieces for move in state.legal_moves())
    asks = Sentence(COVER if must_cover else PLACE[state.board.kind])
    if state.ply == 0:
        return Prompt(asks, notes=(Sentence(FIRST),) if double else ())
    return Prompt(asks, state.decisions_this_turn + 1, 2 if double else 1)


def because(state: State) -> Sentence:
    """Why the match ended: the stones confined on each side."""
    if state.outcome is None or state.outcome.reason == "passes":
        return Sentence(PASSES)
    board = state.board
    tops = [0, 0]
    for cell, column in state.pieces().items():
        tops[column[-1]] |= board.mask([cell])
    black = tops[0] & board.enclosed(tops[1])
    white = tops[1] & board.enclosed(tops[0])
    return Sentence(
        DRAWN if state.outcome.winner is None else WON,
        cells=board.names(black | white),
        one=black.bit_count(),
        other=white.bit_count(),
    )

"""How matches of both Veloops end: with confined stones, or when nobody can move."""

from ..core import Sentence, State, _

PASSES = _("neither side could move: both passed a whole turn.")
WON = _("walled off from the edge: {cells}. Fewer confined stones wins: {first} {one}, {second} {other}.")
DRAWN = _("walled off from the edge: {cells}. Both sides have {one} confined.")


def because(state: State) -> Sentence:
    """Why the match ended: the stones confined on each side."""
    if state.outcome is None or state.outcome.reason == "passes":
        return Sentence(PASSES)
    board, pieces = state.board, state.pieces()
    tops = [board.mask(cell for cell, column in pieces.items() if column[-1] == seat) for seat in (0, 1)]
    black, white = (tops[seat] & board.enclosed(tops[1 - seat]) for seat in (0, 1))
    return Sentence(
        DRAWN if state.outcome.winner is None else WON,
        cells=tuple(board.names(black | white)),
        one=black.bit_count(),
        other=white.bit_count(),
    )

"""What a player of Veloop is asked to do: one move or two, each a stone placed and two cells swapped."""

from ..core import Sentence, State, _
from .base import Prompt

PLACE = {
    "squares": _("place a stone a knight’s leap from one of yours; the two cells between swap"),
    "hexagons": _("place a stone diagonally from one of yours; the two cells between swap"),
}
COVER = _("no empty cell is in reach: cover one of your opponent’s single stones")
FIRST = _("the first turn is a single move; after that, each turn has two")


def ask(state: State) -> Prompt:
    """The first or second move of a turn; a stone is covered where no empty cell can be reached."""
    double, taken = state.options["turns"] == "double", state.pieces()
    cover = all(move.target in taken for move in state.legal_moves())
    asks = Sentence(COVER if cover else PLACE[state.board.kind])
    if state.ply == 0:
        return Prompt(asks, why=(Sentence(FIRST),) if double else ())
    return Prompt(asks, state.made + 1, 1 + double)

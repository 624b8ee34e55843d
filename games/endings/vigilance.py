"""How matches of Vigilance end: enough empty cells are sealed off, or nobody can move."""

from ..core import Sentence, State, _

PASSES = _("neither side could move: both passed a whole turn.")
HALF = _("{winner} has sealed off {own} of {empty} empty cells. Half of them is enough.")
LESS = _(
    "{winner} has sealed off {own} of {empty} empty cells. {needed} is enough, as {loser} has {others} in reserve "
    "and {winner} {held}."
)
NONE = _("{loser} has {others} in reserve for {empty} empty cells, so {winner} has to seal off none.")


def because(state: State) -> Sentence:
    """Why the match ended: the cells sealed off, and how many were needed."""
    if state.outcome is None or state.outcome.winner is None or state.score is None:
        return Sentence(PASSES)
    seat = state.outcome.winner
    held, others = state.reserve[seat], state.reserve[1 - seat]
    empty = len(state.board) - len(state.pieces())
    needed = max(0, held + (empty - others + 1) // 2)
    said = (LESS if needed else NONE) if held or others else HALF
    return Sentence(said, own=state.score[seat], empty=empty, needed=needed, held=held, others=others)

"""How matches of Vigilance end: enough empty cells are sealed off, or nobody can move."""

from ..core import Sentence, State, _

PASSES = _("neither side could move: both passed a whole turn.")
HALF = _("{winner} has sealed off {own} of {empty} empty cells. Half of them is enough.")
LESS = _(
    "{winner} has sealed off {own} of {empty} empty cells. {needed} is enough, as {loser} has {others} in reserve "
    "and {winner} {held}."
)


def because(state: State) -> Sentence:
    """Why the match ended: the cells sealed off, and how many were needed."""
    if state.outcome is None or state.outcome.winner is None or state.score is None:
        return Sentence(PASSES)
    seat = state.outcome.winner
    held, others = state.reserve[seat], state.reserve[1 - seat]
    empty = len(state.board) - len(state.pieces())
    return Sentence(
        LESS if held or others else HALF,
        own=state.score[seat],
        empty=empty,
        needed=max(0, held + (empty - others + 1) // 2),
        held=held,
        others=others,
    )

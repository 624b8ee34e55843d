"""What a player of Vigilance is asked to do, and why matches end: enough is sealed off, or nobody
can move.
"""

from ..core import Sentence, State, _
from . import Prompt

START = (
    _("place your first stone on any empty cell"),
    _("place your second stone on any empty cell"),
    _("place your opponent’s stone on any empty cell"),
)
THEIRS = _("{other} may then take over your two stones and leave you this one, so keep it even")
HOLES = _("nothing stands on the holes; they stop slides and sight")
SLIDE = _("slide one of your stones in a straight line, as far as you like")
PLACE = _("place the new stone where none of your opponent’s stones sees it")
PLACE_MORE = _("place a stone where none of your opponent’s stones sees it; {n} are left")
PASSES = _("neither side could move: both passed a whole turn.")
HALF = _("{winner} has sealed off {own} of {empty} empty cells. Half of them is enough.")
LESS = _(
    "{winner} has sealed off {own} of {empty} empty cells. {needed} is enough, as {loser} has "
    "{others} in reserve and {winner} {held}."
)
NONE = _(
    "{loser} has {others} in reserve for {empty} empty cells, so {winner} has to seal off none."
)


def ask(state: State) -> Prompt:
    """A stone of the start, the slide, or a stone to place; as many of these as the reserve has
    after the slide.
    """
    seat = state.to_move or 0
    made = state.decisions_this_turn
    first = (Sentence(HOLES),) if state.turn < 3 and not made else ()
    if state.ply < len(START):
        theirs = (
            (Sentence(THEIRS, other=Sentence(state.game.seats[1])),)
            if made == len(START) - 1
            else ()
        )
        return Prompt(Sentence(START[made]), made + 1, len(START), first + theirs)
    held = state.reserve[seat]
    if not made:
        return Prompt(Sentence(SLIDE), 1, 2 + held, first)
    return Prompt(Sentence(PLACE if held == 1 else PLACE_MORE, n=held), made + 1, made + held)


def because(state: State) -> Sentence:
    """Why the match ended: the cells sealed off, and how many were needed."""
    if state.outcome is None or state.outcome.winner is None or state.score is None:
        return Sentence(PASSES)
    seat = state.outcome.winner
    held = state.reserve[seat]
    others = state.reserve[1 - seat]
    empty = len(state.board) - len(state.pieces())
    needed = max(0, held + (empty - others + 1) // 2)
    said = (LESS if needed else NONE) if held or others else HALF
    return Sentence(
        said, own=state.score[seat], empty=empty, needed=needed, held=held, others=others
    )

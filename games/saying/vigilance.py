"""What a player of Vigilance is asked to do, and why matches end."""

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
    """A stone of the start, the slide, or a stone to place.

    As many stones are placed as the reserve has after the slide.
    """
    decisions = state.decisions_this_turn
    number = decisions + 1
    notes: tuple[Sentence, ...] = ()
    if state.turn < 3 and decisions == 0:
        notes = (Sentence(HOLES),)
    if state.ply < len(START):
        if number == len(START):
            notes += (Sentence(THEIRS, other=Sentence(state.game.seats[1])),)
        return Prompt(Sentence(START[decisions]), number, len(START), notes)
    reserve = state.reserve[state.to_move or 0]
    if decisions == 0:
        return Prompt(Sentence(SLIDE), number, 2 + reserve, notes)
    place = PLACE if reserve == 1 else PLACE_MORE
    return Prompt(Sentence(place, n=reserve), number, decisions + reserve)


def because(state: State) -> Sentence:
    """Why the match ended: the cells sealed off, and how many were needed."""
    if state.outcome is None or state.outcome.winner is None or state.score is None:
        return Sentence(PASSES)
    seat = state.outcome.winner
    reserve = state.reserve[seat]
    others = state.reserve[1 - seat]
    empty = len(state.board) - len(state.pieces())
    quota = max(0, reserve + (empty - others + 1) // 2)
    if not (reserve or others):
        words = HALF
    elif quota:
        words = LESS
    else:
        words = NONE
    return Sentence(
        words, own=state.score[seat], empty=empty, needed=quota, held=reserve, others=others
    )

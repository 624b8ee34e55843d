"""What a player of Vigilance is asked to do: lay the start for both sides; later slide, then place the reserve."""

from ..core import Sentence, State, _
from .base import Prompt

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


def ask(state: State) -> Prompt:
    """A stone of the start, the slide, or a stone to place; as many of these as the reserve has after the slide."""
    seat, made = state.to_move or 0, state.made
    first = (Sentence(HOLES),) if state.turn < 3 and not made else ()
    if state.ply < len(START):
        theirs = (Sentence(THEIRS, other=Sentence(state.game.seats[1])),) if made == len(START) - 1 else ()
        return Prompt(Sentence(START[made]), made + 1, len(START), first + theirs)
    held = state.reserve[seat]
    if not made:
        return Prompt(Sentence(SLIDE), 1, 2 + held, first)
    return Prompt(Sentence(PLACE if held == 1 else PLACE_MORE, n=held), made + 1, made + held)

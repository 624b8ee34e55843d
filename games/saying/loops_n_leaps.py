"""What a player of Loops 'n Leaps is asked to do, and why matches end."""

from ..core import Sentence, State, _
from ..loops_n_leaps import PILLARS_TO_WIN
from . import Prompt

PLACE = _("place a man on an empty cell")
EITHER = _("place a man on an empty cell, or move a leaper in a straight line")
LEAP = _("move a leaper in a straight line")
PILLARS = _("nobody plays on the pillars: surround three of them with rings of your men")
SURROUNDED = _("{winner} surrounds {count} pillars ({cells}); {needed} are enough.")
MORE = _(
    "nobody can place or leap any more. More surrounded pillars win: {first} {one}, {second} "
    "{other}."
)
AS_MANY = _("nobody can place or leap any more, and both sides surround as many pillars: {one}.")


def ask(state: State) -> Prompt:
    """The man to place or the leaper to move, whichever there is."""
    kinds = {move.kind for move in state.legal_moves()}
    if "step" not in kinds:
        asks = PLACE
    elif "place" in kinds:
        asks = EITHER
    else:
        asks = LEAP
    notes = (Sentence(PILLARS),) if state.turn < 3 else ()
    return Prompt(Sentence(asks), notes=notes)


def because(state: State) -> Sentence:
    """Why the match ended: the pillars surrounded."""
    pillars = [state.marks.get(f"surrounded{seat}", ()) for seat in (0, 1)]
    white, black = map(len, pillars)
    if state.outcome is None or state.outcome.reason == "exhausted":
        return Sentence(AS_MANY if white == black else MORE, one=white, other=black)
    cells = pillars[state.outcome.winner or 0]
    return Sentence(SURROUNDED, count=len(cells), cells=cells, needed=PILLARS_TO_WIN)

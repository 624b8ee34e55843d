"""What a player of Loops 'n Leaps is asked to do: place a man or move a leaper."""

from ..core import Sentence, State, _
from .base import Prompt

PLACE = _("place a man on an empty cell")
EITHER = _("place a man on an empty cell, or move a leaper in a straight line")
LEAP = _("move a leaper in a straight line")
PILLARS = _("nobody plays on the pillars: surround three of them with rings of your men")


def ask(state: State) -> Prompt:
    """The man to place or the leaper to move, whichever there is."""
    kinds = {move.kind for move in state.legal_moves()}
    asks = (EITHER if "place" in kinds else LEAP) if "step" in kinds else PLACE
    return Prompt(Sentence(asks), why=(Sentence(PILLARS),) if state.turn < 3 else ())

"""What a player of SnipSnip is asked to do: place a stone, take one off if it captures, in misère move again."""

from ..core import Sentence, State, _
from ..snipsnip import SnipSnip
from .base import Prompt

PLACE = _("place a stone on a free point")
MAY_CAPTURE = _("place a stone; if it captures, remove a stone next")
AGAIN = _("you captured, so you move again: place a stone")
TAKE = _("remove one captured stone")
TAKE_AND_GO_ON = _("remove one captured stone, then move again")


def ask(state: State) -> Prompt:
    """The stone to place, which may lead to a second step, or the one to take off."""
    misere = state.options["scoring"].endswith("misere")
    if state.legal_moves()[0].kind == "remove":
        return Prompt(Sentence(TAKE_AND_GO_ON if misere else TAKE), 2, 2)
    position = state.position()
    assert isinstance(position, SnipSnip)
    captures = any(position.after(code).removable for code in position.codes())
    return Prompt(Sentence(AGAIN if state.made else MAY_CAPTURE if captures else PLACE), 1, None if captures else 1)

"""What a player of SnipSnip is asked to do, and why matches end."""

from ..core import Sentence, State, _
from ..snipsnip import SnipSnip
from . import Prompt

PLACE = _("place a stone on a free point")
MAY_CAPTURE = _("place a stone; if it captures, remove a stone next")
AGAIN = _("you captured, so you move again: place a stone")
TAKE = _("remove one captured stone")
TAKE_AND_GO_ON = _("remove one captured stone, then move again")
GROUPS = {
    "group": _(
        "nobody can place any more. The largest group wins: {first} {one}, {second} {other}."
    ),
    "group-misere": _(
        "nobody can place any more. The largest group loses: {first} {one}, {second} {other}."
    ),
    "linked": _(
        "nobody can place any more. The largest linked group wins: {first} {one}, {second} {other}."
    ),
    "linked-misere": _(
        "nobody can place any more. The largest linked group loses: {first} {one}, {second} "
        "{other}."
    ),
}
TIE = _(
    "nobody can place any more. The largest groups are equal, {one} each, and {loser} would be "
    "next to place."
)
REPETITION = _("the same position for the third time.")


def ask(state: State) -> Prompt:
    """The stone to place, which may lead to a second step, or the one to take off."""
    misere = state.options["scoring"].endswith("misere")
    if state.legal_moves()[0].kind == "remove":
        return Prompt(Sentence(TAKE_AND_GO_ON if misere else TAKE), 2, 2)
    position = state.position()
    assert isinstance(position, SnipSnip)
    may_capture = any(position.after(code).removable for code in position.codes())
    if state.decisions_this_turn:
        asks = AGAIN
    elif may_capture:
        asks = MAY_CAPTURE
    else:
        asks = PLACE
    return Prompt(Sentence(asks), 1, None if may_capture else 1)


def because(state: State) -> Sentence:
    """Why the match ended: the sizes of the largest groups."""
    if state.outcome is None or state.outcome.reason == "repetition" or state.score is None:
        return Sentence(REPETITION)
    white, black = state.score
    words = TIE if white == black else GROUPS[state.options["scoring"]]
    return Sentence(words, one=white, other=black)

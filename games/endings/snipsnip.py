"""How matches of SnipSnip end: by the largest groups, or in a circle."""

from ..core import Sentence, State, _

GROUPS = {
    "group": _("nobody can place any more. The largest group wins: {first} {one}, {second} {other}."),
    "group-misere": _("nobody can place any more. The largest group loses: {first} {one}, {second} {other}."),
    "linked": _("nobody can place any more. The largest linked group wins: {first} {one}, {second} {other}."),
    "linked-misere": _("nobody can place any more. The largest linked group loses: {first} {one}, {second} {other}."),
}
TIE = _("nobody can place any more. The largest groups are equal, {one} each, and {loser} would be next to place.")
REPETITION = _("the same position for the third time.")


def because(state: State) -> Sentence:
    """Why the match ended: the sizes of the largest groups."""
    if state.outcome is None or state.outcome.reason == "repetition" or state.score is None:
        return Sentence(REPETITION)
    white, black = state.score
    larger = GROUPS[state.options["scoring"]]
    return Sentence(TIE if white == black else larger, one=white, other=black)

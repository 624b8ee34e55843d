"""How matches of Loops 'n Leaps end: with three pillars surrounded, or when nobody can place or leap."""

from ..core import Sentence, State, _
from ..loops_n_leaps import PILLARS_TO_WIN

PILLARS = _("{winner} surrounds {count} pillars ({cells}); {needed} are enough.")
MORE = _("nobody can place or leap any more. More surrounded pillars win: {first} {one}, {second} {other}.")
AS_MANY = _("nobody can place or leap any more, and both sides surround as many pillars: {one}.")


def because(state: State) -> Sentence:
    """Why the match ended: the pillars surrounded."""
    closed = [state.marks.get(f"surrounded{seat}", ()) for seat in (0, 1)]
    white, black = map(len, closed)
    if state.outcome is None or state.outcome.reason == "exhausted":
        return Sentence(AS_MANY if white == black else MORE, one=white, other=black)
    cells = closed[state.outcome.winner or 0]
    return Sentence(PILLARS, count=len(cells), cells=tuple(cells), needed=PILLARS_TO_WIN)

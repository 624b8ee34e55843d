"""How Vigilance is taught: its rules, page by page, and its first lesson."""

from collections.abc import Mapping

from ..core import _
from .base import PICTURE, THREATENED, Example, RulesPage

SMALL = {"board": "square-3-adjacent"}
FEW = SMALL | {"captures": "off"}
FINISHED = (
    "g5 b4 c8 c8-c5 f7 b4-e1 g3 c5-d4 c5 g3-f2 g3 d4-c3 b3 f2-f1 f4 c3-d3 a4 g5-h5 g4 f7-e7 d5 "
    "f4-f2 g6 e7-f6 e6 e1-d2 h6 d3-e2 a3 d2-c2 f4 c5-b4 c7 g3-f3 g3 c7-f7 c5"
)

TURN = _(
    "**A turn.** First *slide* one of your stones any distance in a straight line over empty "
    "cells. Then *place* a new stone – plus any captured from you before – on cells that **no "
    "enemy stone sees**. Stones you can’t place yet stay in your reserve."
)
TURN_WITHOUT_CAPTURES = _(
    "**A turn.** First *slide* one of your stones any distance in a straight line over empty "
    "cells. Then *place* a new stone on a cell that **no enemy stone sees**. Stones you can’t "
    "place yet stay in your reserve."
)
CAPTURES = _(
    "**Captures.** A *chain* is a group of stones of one colour, joined along the directions of "
    "movement. After your slide, every enemy chain whose empty neighbouring cells are all in your "
    "sight leaves the board and returns to its owner’s reserve; a chain without any empty "
    "neighbour goes too. Your own stones are safe."
)
RULES = (
    RulesPage(
        _(
            "That way you’ll be the last player able to move. Slides and sight run along lines "
            "until they meet a stone, a hole in the board or the edge."
        ),
        Example(
            FINISHED, _("A finished match: the tinted cells are sealed off – enough to win."), FEW
        ),
    ),
    RulesPage(
        _(
            "**Start.** Red places two red stones and a white one, anywhere. Then White either "
            "plays on or *takes over* the red stones: they turn white, the white one turns red, "
            "and Red moves."
        ),
        Example(
            "d7 f4 f6 swap f6-c3 g6",
            _("Red slid f6-c3 and placed on g6, out of sight of every white stone."),
            SMALL,
        ),
        more=(TURN,),
    ),
    RulesPage(
        _(
            "**Captures** (if they’re on). A *chain* is a group of stones of one colour, joined "
            "along the directions of movement. After your slide, every enemy chain whose empty "
            "neighbouring cells are all in your sight leaves the board and returns to its owner’s "
            "reserve; a chain without any empty neighbour goes too. Your own stones are safe."
        ),
        Example(
            "g5 c5 g4 g4-f4 e4 g5-f6 f7 f4-g3",
            _(
                "White slid to g3 and sees every empty cell next to the two red stones: both leave "
                "the board."
            ),
            SMALL,
        ),
    ),
    RulesPage(
        _(
            "**The end.** A region of empty cells that touches no enemy stone is sealed for you. "
            "You win when twice your sealed cells, minus twice your reserve, are at least the "
            "number of empty cells minus your opponent’s reserve. This is checked for the player "
            "who just moved, after the seventh decision and each one after it; the three first "
            "placements, taking over and passes count as decisions. It can happen right after a "
            "slide: the stone you still hold then counts as reserve.\n"
            "**Passing.** If you can’t slide, you pass and place nothing. If you can’t place, what "
            "is left waits in your reserve. If both players’ turns are nothing but passes, it’s a "
            "draw."
        ),
        Example(
            FINISHED,
            _("The winner’s sealed cells are tinted. Count them against the other empty cells."),
            FEW,
        ),
    ),
    RulesPage(
        PICTURE,
        Example("d7 d4 g6 swap g6-g3 a3", THREATENED, SMALL),
        ("placed", "moved", "danger", "winning", "lost", "won"),
    ),
)


def rules_in(options: Mapping[str, str]) -> tuple[RulesPage, ...]:
    """The rules of a variant."""
    aim, turn, captures, end, picture = RULES
    if options["captures"] == "off":
        return (aim, turn._replace(more=(TURN_WITHOUT_CAPTURES,)), end, picture)
    return (aim, turn, captures._replace(text=CAPTURES), end, picture)

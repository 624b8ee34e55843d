"""How Vigilance is taught: its rules, page by page, and its first lesson."""

from collections.abc import Mapping

from ..core import _
from ..vigilance import VIGILANCE
from .base import PICTURE_OF_STEPS, Example, RulesPage

SMALL = {"board": "square-3-adjacent"}
FEW = SMALL | {"captures": "off"}
FINISHED = (
    "g5 b4 c8 c8-c5 f7 b4-e1 g3 c5-d4 c5 g3-f2 g3 d4-c3 b3 f2-f1 f4 c3-d3 a4 g5-h5 g4 f7-e7 d5 "
    "f4-f2 g6 e7-f6 e6 e1-d2 h6 d3-e2 a3 d2-c2 f4 c5-b4 c7 g3-f3 g3 c7-f7 c5"
)

NEARLY_WON = (
    "c7 h5 e1 e1-b4 c2 c7-d8 c6 b4-c3 e5 d8-c7 d8 e5-c5 e1 d8-f6 g4 e1-f2 b4 g4-g3 g5 c3-b3 d3 "
    "f6-d4 g6 c5-b6 a3 h5-f3 e5 c2-c3 e1 e5-b5 e6 d3-f1 c2 d4-e5 h5 c3-d4 d3 g5-g4 f6"
)
"""A match without captures in which a slide of Red would win."""

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
DIRECTIONS = _(
    "There are six directions on hexagons; on squares eight or four, as the board’s name says."
)
DIRECTIONS_IN = {
    4: _("There are four directions: along files and ranks, not diagonally."),
    6: _("There are six directions, one through each side of a cell."),
    8: _("There are eight directions: along files, ranks and diagonals."),
}
"""By the number of steps that lead from a cell."""
RULES = (
    RulesPage(
        _(
            "That way you’ll be the last player able to move. Slides and sight run along lines "
            "until they meet a stone, a hole in the board or the edge."
        ),
        Example(
            FINISHED, _("A finished match: the tinted cells are sealed off – enough to win."), FEW
        ),
        more=(DIRECTIONS,),
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
            "reserve; a chain without any empty neighbour goes too. Your own stones are safe. With "
            "captures off, stones never leave the board."
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
            "**The end.** Empty cells joined in the directions of movement are *sealed* for you if "
            "no enemy stone is next to any of them in these directions. From your sealed cells, "
            "subtract the stones in your reserve; from all empty cells, those in your opponent’s. "
            "If the first number is at least half of the second, you win."
        ),
        Example(
            FINISHED,
            _("The winner’s sealed cells are tinted. Count them against the other empty cells."),
            FEW,
        ),
        more=(
            _(
                "Sealed cells aren’t closed: your opponent can still place on one that none of "
                "your stones sees. Then they’re sealed no longer."
            ),
            _(
                "That is checked after each of your slides and placements, from the seventh of the "
                "match on, both players’ together; taking over and passes count as well. After a "
                "slide, the stone you have yet to place counts as reserve."
            ),
            _(
                "**Passing.** If you can’t slide, you pass and place nothing. If you can’t place, "
                "what is left waits in your reserve. If both players’ turns are nothing but "
                "passes, it’s a draw."
            ),
        ),
    ),
    RulesPage(
        PICTURE_OF_STEPS,
        Example(
            "d7 d4 g6 swap g6-g3 a3",
            _("White’s stone between the arcs is in danger: Red’s next slide can capture it."),
            SMALL,
        ),
        ("placed", "moved", "danger", "winning", "sealed", "reserve", "lost", "won"),
    ),
)

PICTURE_WITHOUT_CAPTURES = RulesPage(
    PICTURE_OF_STEPS,
    Example(
        NEARLY_WON,
        _("White is in danger: Red would win with a slide to the cell between the arcs."),
        FEW,
    ),
    ("placed", "moved", "winning", "sealed", "reserve", "won"),
)


def rules_in(options: Mapping[str, str]) -> tuple[RulesPage, ...]:
    """The rules of a variant."""
    aim, turn, captures, end, picture = RULES
    aim = aim._replace(more=(DIRECTIONS_IN[_directions(options["board"])],))
    if options["captures"] == "off":
        turn = turn._replace(more=(TURN_WITHOUT_CAPTURES,))
        return (aim, turn, end, PICTURE_WITHOUT_CAPTURES)
    return (aim, turn, captures._replace(text=CAPTURES), end, picture)


def _directions(board: str) -> int:
    """In how many directions stones slide and see on a board."""
    return len(VIGILANCE.start(board=board).board.steps)

"""How Veloop Hex is taught: its rules, page by page, and its first lesson."""

from collections.abc import Mapping

from ..core import _
from .base import PICTURE_OF_STEPS, Example, RulesPage
from .veloop import COLUMNS, END, START, THREATENED, TURNS_IN

SMALL = {"board": "hex34"}
TURNS = _(
    "**Turns.** Black starts; one move each (with double turns: one at first, then two each)."
)
RULES = (
    RulesPage(
        _(
            "Stones are *confined* when they can’t reach the edge of the board through empty cells "
            "and stones of their own colour."
        ),
        Example(
            "c4-d5 c5-d6 c4-d5 d4-b5 d5-e3 e4-f2 f3-d4 e3-f4 c6-e5",
            _("A finished match: the wall is closed around the marked stone."),
            SMALL,
        ),
    ),
    RulesPage(
        _(
            "**A move** has two parts, and both must be possible. Choose one of your stones and "
            "*place* a new one diagonally from it: two steps away, but not in a straight line. "
            "Then the two cells that touch both *swap* their contents. They must differ – two "
            "colours, or a stone and an empty cell – or the move isn’t legal. All of that is a "
            "*leap*."
        ),
        Example(
            "c4-d5",
            _(
                "c4-d5: Black starts from c4 and places on d5; the two cells between swapped their "
                "contents."
            ),
            SMALL,
        ),
        more=(START, TURNS),
    ),
    RulesPage(
        COLUMNS,
        Example(
            "b4-c5 b5-d4 c4-b3 b5-c3",
            _("No empty cell was in reach, so the last stone covers an enemy stone."),
            {"board": "hex3"},
        ),
    ),
    RulesPage(
        END,
        Example(
            "c4-e3 d3-b4 e3-d2 e2-d1 e3-f1 f2-d3 e1-c2 d2-c4 f1-e3 c3-d1",
            _(
                "The last move completed the opponent’s wall: its own stones are confined, and it "
                "loses."
            ),
            SMALL,
        ),
    ),
    RulesPage(
        PICTURE_OF_STEPS,
        Example("c4-d5 c5-d3 d5-b6 c6-e5 d4-c3 c4-b3 b6-d5 c4-a5 d6-e4", THREATENED, SMALL),
        ("placed", "moved", "exchanged", "danger", "lost", "won"),
    ),
)


def rules_in(options: Mapping[str, str]) -> tuple[RulesPage, ...]:
    """The rules of a variant."""
    walls, move, *others = RULES
    return (walls, move._replace(more=(START, TURNS_IN[options["turns"]])), *others)

"""How Veloop is taught: its rules, page by page, and its first lesson."""

from collections.abc import Mapping

from ..core import _
from .base import PICTURE_OF_STEPS, Example, RulesPage
from .veloop import COLUMNS, END, START, THREATENED, TURNS_IN

TURNS = _(
    "**Turns.** Black starts with one move; after that, each turn is two moves (or one, with "
    "single turns)."
)
LEAP = _("A knight’s leap is two cells straight on, then one to the side.")
RULES = (
    RulesPage(
        _(
            "Stones are *confined* when they can’t reach the edge of the board through empty cells "
            "and stones of their own colour, stepping in all eight directions. So the stones of a "
            "wall must be joined side by side: there’s a way out through a diagonal gap."
        ),
        Example(
            (
                "e4-f6 f5-e3 f5-g3 g4-f2 g4-e5 e3-f1 f3-d2 e5-g6 e3-c2 e2-c3 f4-d3 e4-g5 f4-e6 "
                "f3-e1 d2-b1 e4-f6"
            ),
            _("A finished match: the wall is closed around the marked stone."),
        ),
    ),
    RulesPage(
        _(
            "**A move** has two parts, and both must be possible. Choose one of your stones and "
            "*place* a new one a knight’s leap away from it. Then the two cells between them "
            "*swap* their contents. They must differ – two colours, or a stone and an empty cell – "
            "or the move isn’t legal."
        ),
        Example(
            "e4-f6",
            _("e4-f6: Black starts from e4 and places on f6; White’s stone moved from e5 to f5."),
        ),
        more=(LEAP, START, TURNS),
    ),
    RulesPage(
        COLUMNS,
        Example(
            "c2-d4 d3-e5 c2-d4 e5-c4 d5-b4 e5-c4 e4-c3",
            _("No empty cell was in reach, so the last stone covers an enemy stone."),
            {"board": "5x5", "turns": "single"},
        ),
    ),
    RulesPage(
        END,
        Example(
            (
                "d3-e5 e4-f6 f5-e3 f4-e6 d3-f2 f4-d5 e4-d2 e6-c5 e2-d4 f6-d5 d2-c4 d5-b6 d2-f3 "
                "d6-f5 d4-e2 d6-b5 f3-e5 d5-e3 d2-b3 d5-c3"
            ),
            _(
                "The last move completed the opponent’s wall: its own stones are confined, and it "
                "loses."
            ),
            {"board": "6x6", "turns": "single"},
        ),
    ),
    RulesPage(
        PICTURE_OF_STEPS,
        Example("e4-d6 d5-f4 d5-c7 c6-d8 c6-e7 d5-f6 d6-e4 e6-g7 e7-g6 d6-f5 f4-d5", THREATENED),
        ("placed", "moved", "exchanged", "danger", "lost", "won"),
    ),
)


def rules_in(options: Mapping[str, str]) -> tuple[RulesPage, ...]:
    """The rules of a variant."""
    walls, move, *others = RULES
    return (walls, move._replace(more=(LEAP, START, TURNS_IN[options["turns"]])), *others)

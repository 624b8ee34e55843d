"""How SnipSnip is taught: its rules, page by page, and its first lesson."""

from ..core import _
from .base import PICTURE, THREATENED, Example, RulesPage

SMALL = {"board": "hex-2-4"}
RULES = (
    RulesPage(
        _(
            "A group is stones of one colour joined by lines. Each player’s largest one is "
            "counted: in *misère*, the default, the player with the **larger** one loses; in the "
            "other variants that player wins. If they’re equal, the player who would place next "
            "loses."
        ),
        Example(
            "a3 e1 c2 b4 d3 b1 a5 b5",
            _("A finished match: Black’s largest group is larger, so White wins."),
            SMALL,
        ),
    ),
    RulesPage(
        _(
            "**Where you can place.** On any empty point that isn’t a *capture site*. Take two "
            "stones of different colours, two steps apart but not in line: the empty points next "
            "to both are capture sites. (With *between* capture: the empty point directly between "
            "two stones of different colours in line.) Neither player may place there."
        ),
        Example(
            "c3 d2 a3 b2", _("Nobody can place on c2 and b3, marked with no-entry signs."), SMALL
        ),
    ),
    RulesPage(
        _(
            "**Captures.** If your new stone captures, remove exactly one enemy stone: one next to "
            "both your new stone and another *enemy* stone, where those two are diagonal to each "
            "other. (With *between* capture: an enemy stone next to yours with another enemy stone "
            "directly behind it.) In misère you then take another turn.\n"
            "**Groups.** With *linked* scoring, groups also connect diagonally. There is no "
            "passing. If a position occurs for the third time, it’s a draw."
        ),
        Example(
            "c1 a4 d1 b2 xc1",
            _(
                "Black’s new stone on b2 captured c1, which stood next to White’s d1 as well: c1 "
                "is gone."
            ),
            SMALL,
        ),
    ),
    RulesPage(
        PICTURE,
        Example("b4 c4 a5 e2", THREATENED, SMALL),
        ("placed", "danger", "winning", "barred", "size", "lost", "won"),
    ),
)

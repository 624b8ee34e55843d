"""How SnipSnip is taught: its rules, page by page, and its first lesson."""

from collections.abc import Mapping
from typing import NamedTuple

from ..core import _
from .base import PICTURE, THREATENED, Example, RulesPage

SMALL = {"board": "hex-2-4"}
LARGER_LOSES = _("A finished match: Black’s largest group is larger, so White wins.")
SITES_EXAMPLE = Example(
    "c3 d2 a3 b2", _("Nobody can place on c2 and b3, marked with no-entry signs."), SMALL
)
CAPTURE_EXAMPLE = Example(
    "c1 a4 d1 b2 xc1",
    _("Black’s new stone on b2 captured c1, which stood next to White’s d1 as well: c1 is gone."),
    SMALL,
)
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
            LARGER_LOSES,
            SMALL,
        ),
    ),
    RulesPage(
        _(
            "**Where you can place.** On any empty point that isn’t a *capture site*. Take two "
            "stones of different colours *diagonal* to each other: two steps apart but not in "
            "line. The empty points next to both are capture sites. (With *between* capture: the "
            "empty point directly between two stones of different colours in line.) Neither "
            "player may place there."
        ),
        SITES_EXAMPLE,
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
        CAPTURE_EXAMPLE,
    ),
    RulesPage(
        PICTURE,
        Example("b4 c4 a5 e2", THREATENED, SMALL),
        ("placed", "danger", "winning", "barred", "size", "lost", "won"),
    ),
)

GROUP = _("A group is stones of one colour joined by lines.")
LINKED_GROUP = _("A group is stones of one colour joined by lines or diagonals.")
TIE = _("If the largest groups are equal, the player who would place next loses.")
ANOTHER_TURN = _("After a capture you take another turn.")
NO_PASSING = _("There is no passing. If a position occurs for the third time, it’s a draw.")
LARGER_WINS = _("A finished match: Black’s largest group is larger, so Black wins.")
FINISHED = {
    ("group", "diagonal"): "a3 e1 c2 b4 d3 b1 a5 b5",
    ("group", "between"): "b1 d1 c4 c2 a2 a4 a5 e2 b5 e1 d2 b3",
    ("linked", "diagonal"): "a5 d3 b1 b5 b4 a3 e1 c2",
    ("linked", "between"): "b1 d1 c4 c2 a2 a4 a5 e2 b5 e1 d2 b3",
}
"""Matches in which Black’s largest group is larger in the end, by what is counted and captured."""


class Capturing(NamedTuple):
    """What the rules say of a way to capture: where nobody may place, and what is captured."""

    sites: str
    sites_example: Example
    captures: str
    capture_example: Example


CAPTURING = {
    "diagonal": Capturing(
        _(
            "**Where you can place.** On any empty point that isn’t a *capture site*. Take two "
            "stones of different colours *diagonal* to each other: two steps apart but not in "
            "line. The empty points next to both are capture sites. Neither player may place there."
        ),
        SITES_EXAMPLE,
        _(
            "**Captures.** If your new stone captures, remove exactly one enemy stone: one next to "
            "both your new stone and another *enemy* stone, where those two are diagonal to each "
            "other."
        ),
        CAPTURE_EXAMPLE,
    ),
    "between": Capturing(
        _(
            "**Where you can place.** On any empty point that isn’t a *capture site*: the empty "
            "point directly between two stones of different colours in line. Neither player may "
            "place there."
        ),
        SITES_EXAMPLE._replace(moves="b2 b4 a4 d2"),
        _(
            "**Captures.** If your new stone captures, remove exactly one enemy stone: one next to "
            "yours with another enemy stone directly behind it."
        ),
        Example(
            "c1 a4 d1 b1 xc1",
            _(
                "Black’s new stone on b1 captured c1, with White’s d1 directly behind it: c1 is "
                "gone."
            ),
        ),
    ),
}
"""By the option ``capture``."""


def rules_in(options: Mapping[str, str]) -> tuple[RulesPage, ...]:
    """The rules of a variant."""
    variant = {**options, **SMALL}
    is_misere = options["scoring"].endswith("misere")
    count = options["scoring"].removesuffix("-misere")
    is_linked = count == "linked"
    finished = Example(
        FINISHED[count, options["capture"]], LARGER_LOSES if is_misere else LARGER_WINS, variant
    )
    capturing = CAPTURING[options["capture"]]
    return (
        RulesPage(LINKED_GROUP if is_linked else GROUP, finished, more=(TIE,)),
        RulesPage(capturing.sites, capturing.sites_example._replace(options=variant)),
        RulesPage(
            capturing.captures,
            capturing.capture_example._replace(options=variant),
            more=(ANOTHER_TURN, NO_PASSING) if is_misere else (NO_PASSING,),
        ),
        RULES[-1],
    )

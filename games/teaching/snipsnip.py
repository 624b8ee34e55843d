"""How SnipSnip is taught: its rules, page by page, and its first lesson."""

from collections.abc import Mapping
from typing import NamedTuple

from ..core import _
from .base import PICTURE_OF_STEPS, WHITE_STARTS, Example, RulesPage

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
PLACING = _("**A turn.** Place one stone. You can’t pass.")
DIAGONAL = _(
    "**Diagonal.** Two points are diagonal to each other if they’re two steps apart along the "
    "lines, but not in one straight line."
)
BETWEEN = _(
    "**Between capture.** In this variant, capture sites are the empty points directly between two "
    "stones of different colours in line. Your new stone captures an enemy stone next to it with "
    "another enemy stone directly behind it."
)
GROUP = _("A *group* is stones of one colour joined by lines.")
LINKED_GROUP = _("A *group* is stones of one colour joined by lines or diagonals.")
TIE = _("If the largest groups are equal, the player who would place next loses.")
ANOTHER_TURN = _(
    "After a capture you take another turn. If you can’t place a stone then, the match ends there."
)
REPETITION = _("If a position occurs for the third time, it’s a draw.")
LARGER_WINS = _("A finished match: Black’s largest group is larger, so Black wins.")
FINISHED = {
    ("group", "diagonal"): "a3 e1 c2 b4 d3 b1 a5 b5",
    ("group", "between"): "b1 d1 c4 c2 a2 a4 a5 e2 b5 e1 d2 b3",
    ("linked", "diagonal"): "a5 d3 b1 b5 b4 a3 e1 c2",
    ("linked", "between"): "b1 d1 c4 c2 a2 a4 a5 e2 b5 e1 d2 b3",
}
"""Matches in which Black’s largest group is larger in the end, by what is counted and captured."""


class Capturing(NamedTuple):
    """What the rules say of a way to capture: where nobody may place, and what is captured.

    ``danger`` are moves that lead to a white stone in danger.
    """

    sites: str
    sites_example: Example
    captures: str
    capture_example: Example
    danger: str


CAPTURING = {
    "diagonal": Capturing(
        _(
            "**Where you can place.** On any empty point that isn’t a *capture site*: an empty "
            "point next to two stones of different colours that are diagonal to each other. "
            "Neither player may place there."
        ),
        SITES_EXAMPLE,
        _(
            "**Captures.** Your new stone captures an enemy stone that is next to it and next to a "
            "second enemy stone diagonal to yours. If there are such stones, you must remove "
            "exactly one of them."
        ),
        CAPTURE_EXAMPLE,
        "b4 c4 a5 e2",
    ),
    "between": Capturing(
        _(
            "**Where you can place.** On any empty point that isn’t a *capture site*: the empty "
            "point directly between two stones of different colours in line. Neither player may "
            "place there."
        ),
        SITES_EXAMPLE._replace(moves="b2 b4 a4 d2"),
        _(
            "**Captures.** Your new stone captures an enemy stone next to it that has a second "
            "enemy stone directly behind it. If there are such stones, you must remove exactly one "
            "of them."
        ),
        Example(
            "c1 a4 d1 b1 xc1",
            _(
                "Black’s new stone on b1 captured c1, with White’s d1 directly behind it: c1 is "
                "gone."
            ),
        ),
        "b4 b1 b3 c1",
    ),
}
"""By the option ``capture``."""


DANGER_EXAMPLE = Example(
    CAPTURING["diagonal"].danger,
    _("White’s stone between the arcs is in danger: Black’s next stone can capture it."),
    SMALL,
)
RULES = (
    RulesPage(
        _(
            "A *group* is stones of one colour joined by lines. Each player’s largest one is "
            "counted: in *misère*, the default, the player with the **larger** one loses; in the "
            "other variants that player wins. With *linked* scoring, groups also connect "
            "diagonally."
        ),
        Example("a3 e1 c2 b4 d3 b1 a5 b5", LARGER_LOSES, SMALL),
        more=(TIE,),
    ),
    RulesPage(
        WHITE_STARTS,
        SITES_EXAMPLE,
        more=(PLACING, DIAGONAL, CAPTURING["diagonal"].sites),
    ),
    RulesPage(
        CAPTURING["diagonal"].captures,
        CAPTURE_EXAMPLE,
        more=(
            _(
                "In misère you then take another turn. If you can’t place a stone then, the match "
                "ends there."
            ),
            BETWEEN,
            REPETITION,
        ),
    ),
    RulesPage(
        PICTURE_OF_STEPS,
        DANGER_EXAMPLE,
        ("placed", "danger", "winning", "barred", "size", "group", "lost", "won"),
    ),
)


def rules_in(options: Mapping[str, str]) -> tuple[RulesPage, ...]:
    """The rules of a variant."""
    variant = {**options, **SMALL}
    is_misere = options["scoring"].endswith("misere")
    count = options["scoring"].removesuffix("-misere")
    is_linked = count == "linked"
    capture = options["capture"]
    final_board = Example(
        FINISHED[count, capture], LARGER_LOSES if is_misere else LARGER_WINS, variant
    )
    capture_text = CAPTURING[capture]
    picture = RULES[-1]
    needs_diagonals = is_linked or capture == "diagonal"
    placement_texts = (PLACING, DIAGONAL) if needs_diagonals else (PLACING,)
    return (
        RulesPage(LINKED_GROUP if is_linked else GROUP, final_board, more=(TIE,)),
        RulesPage(
            WHITE_STARTS,
            capture_text.sites_example._replace(options=variant),
            more=(*placement_texts, capture_text.sites),
        ),
        RulesPage(
            capture_text.captures,
            capture_text.capture_example._replace(options=variant),
            more=(ANOTHER_TURN, REPETITION) if is_misere else (REPETITION,),
        ),
        picture._replace(
            example=DANGER_EXAMPLE._replace(moves=capture_text.danger, options=variant)
        ),
    )

"""How Loop is taught: its rules, page by page, and its first lesson."""

from collections.abc import Mapping

from ..core import _
from .base import PICTURE, THREATENED, Example, RulesPage

MINI = {"board": "mini"}
END = _(
    "**The end.** Close a loop to win, or leave your opponent without a legal move. A full pyramid "
    "is a draw (or, in the other variant, a win for the player who placed last)."
)
END_IN = {
    "draw": _(
        "**The end.** Close a loop to win, or leave your opponent without a legal move. A full "
        "pyramid is a draw."
    ),
    "last-mover": _(
        "**The end.** Close a loop to win, or leave your opponent without a legal move. If the "
        "pyramid is full, the player who placed last wins."
    ),
}
"""How a match ends, by the option ``full_board``."""
RULES = (
    RulesPage(
        _(
            "**A turn.** Place one of your tiles in a hole. On the ground, any empty hole will do. "
            "Higher up, a tile rests on three others of any colour and must touch at least one of "
            "yours. Tiles never move. On the first turn, White may *take over* Black’s tile "
            "instead: it turns white, and Black moves again."
        ),
        Example(
            "1c2 1c3 1d2 1a1 2c2", _("The new tile on level two, 2c2, rests on three tiles."), MINI
        ),
    ),
    RulesPage(
        _(
            "**A loop on the ground** is a closed ring of your tiles on level one around at least "
            "one place that isn’t yours: empty, or an enemy tile. It counts even when buried. The "
            "edge isn’t part of it."
        ),
        Example(
            "1c2 1d2 1e2 1a4 1d1 1g2 1e1 1h1 1c3 1a1 1d3",
            _("Black’s ring closes around 1d2."),
            MINI,
        ),
    ),
    RulesPage(
        _(
            "**A loop in space** is a bridge. Your tiles lead down to the ground on both sides, "
            "and the new tile joins them above a river: a path under the bridge, through "
            "neighbouring empty places and tiles that aren’t yours. No river runs where four tiles "
            "meet at one point."
        ),
        Example(
            "1d2 1b3 1c3 1c2 1b2 1a1 2c2 1h1 2b2",
            _("Black bridges the two white tiles and wins."),
            MINI,
        ),
        more=(END,),
    ),
    RulesPage(
        PICTURE,
        Example("1h1 1b3 1d2 1c3 1b2 1c2 2c2", THREATENED, MINI),
        ("placed", "winning", "won"),
    ),
)


def rules_in(options: Mapping[str, str]) -> tuple[RulesPage, ...]:
    """The rules of a variant."""
    turn, ground, space, picture = RULES
    return (turn, ground, space._replace(more=(END_IN[options["full_board"]],)), picture)

"""How Loop is taught: its rules, page by page, and its first lesson."""

from collections.abc import Mapping

from ..core import _
from .base import PICTURE, Example, RulesPage

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
RIVER = _(
    "**Rivers.** A river is a path that runs under the bridge and out on both sides. It goes from "
    "cell to neighbouring cell, also up or down a level, each empty or with a tile of your "
    "opponent’s; around the pyramid all is empty. It may climb over tiles of yours, but can’t slip "
    "through where four tiles meet at a point. So a bridge leads over at least two of your "
    "opponent’s tiles, side by side."
)
RULES = (
    RulesPage(
        _("**Start.** The board is empty. Black moves first, and you take turns without passing."),
        Example(
            "1c2 1c3 1d2 1a1 2c2", _("The new tile on level two, 2c2, rests on three tiles."), MINI
        ),
        more=(
            _(
                "**A turn.** Place one of your tiles. On level one, any empty cell will do. Higher "
                "up, a tile lies on three others, of any colour: two side by side in a row, and "
                "the one that touches both in the row with the next number. It must touch a tile "
                "of yours: one of those three, or one beside it on its own level. Tiles never move."
            ),
            _(
                "**Taking over.** On the first turn, White may *take over* Black’s tile instead of "
                "placing one: it turns white, and Black moves again."
            ),
        ),
    ),
    RulesPage(
        _(
            "**Rings.** A ring on level one wins: a closed chain of your tiles, each touching the "
            "next, around at least one cell without a tile of yours. It counts even under other "
            "tiles. The edge of the board can’t be part of it."
        ),
        Example(
            "1c2 1d2 1e2 1a4 1d1 1g2 1e1 1h1 1c3 1a1 1d3",
            _("Black’s ring closes around 1d2."),
            MINI,
        ),
    ),
    RulesPage(
        _(
            "**Bridges.** A bridge wins, too: your tiles lead down to level one on both sides, and "
            "the new tile, on level two or higher, joins them above a river."
        ),
        Example(
            "1d2 1b3 1c3 1c2 1b2 1a1 2c2 1h1 2b2",
            _("Black bridges the two white tiles and wins."),
            MINI,
        ),
        more=(RIVER, END),
    ),
    RulesPage(
        PICTURE,
        Example(
            "1h1 1b3 1d2 1c3 1b2 1c2 2c2",
            _("White is in danger: Black would win on the cell between the arcs."),
            MINI,
        ),
        ("placed", "winning", "gap", "level", "river", "won"),
    ),
)


def rules_in(options: Mapping[str, str]) -> tuple[RulesPage, ...]:
    """The rules of a variant."""
    turn, ring, bridge, picture = RULES
    return (turn, ring, bridge._replace(more=(RIVER, END_IN[options["full_board"]])), picture)

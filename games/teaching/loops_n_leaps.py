"""How Loops 'n Leaps is taught: its rules, page by page, and its first lesson."""

from ..core import _
from .base import PICTURE, WHITE_STARTS, Example, RulesPage

RULES = (
    RulesPage(
        _(
            "A *ring* is a closed chain of your men, each beside the next. One ring or several: it "
            "doesn’t matter what else is inside."
        ),
        Example(
            "e6 e2 h3 e9 g3 c9 g6 i8 i4 g10 e5 f5 h5 k6 f3 f9 e4 c11 f7 f1 i3 h1 e7",
            _("White’s ring surrounds three pillars."),
            {"board": "base6"},
        ),
    ),
    RulesPage(
        WHITE_STARTS,
        Example(
            "g3 d7 e5 c4 c3 c2 e3",
            _("The new man sees three friends and is crowned."),
            {"board": "base4"},
        ),
        more=(
            _(
                "**A turn.** Do one of two things: place a man on any empty cell except pillars, "
                "or *leap* with a leaper."
            ),
            _(
                "**Leapers.** If your new man *sees* friends – pieces of yours – in at least three "
                "directions (two on the edge), it’s crowned at once: a second man on top makes it "
                "a *leaper*. In each direction it sees the first piece in line, near or far; "
                "pillars block the view."
            ),
            _(
                "**Taking over.** On the first turn, Black may *take over* White’s man instead of "
                "placing one: it turns black, and White moves again. A first man is usually worth "
                "something, even on the edge, so look for a place that is about even."
            ),
        ),
    ),
    RulesPage(
        _(
            "**Leaps.** A leaper moves in a straight line over empty cells and friends, never over "
            "enemies or pillars. The lower man stays behind; the upper one lands as a single man. "
            "It may land on the first enemy piece in line, single or double, and capture it: your "
            "single man stands there instead."
        ),
        Example(
            "c5 e2 a5 a7 c2 c7 d1 g1 a4 a6 a4-a6",
            _("White’s leaper went from a4 to a6 and captured the man there."),
            {"board": "base4"},
        ),
    ),
    RulesPage(
        _(
            "**Row captures.** If a leaper lands on an empty cell, it captures every unbroken row "
            "of enemies between itself and another friend: they change sides, doubles too, and "
            "each becomes a single man of yours. A row that ends at the edge, a pillar or an empty "
            "cell isn’t captured."
        ),
        Example(
            "g1 c4 g4 e3 g2 d5 f1 f5 d3 f3 g2-g3",
            _("The leaper landed on g3: the row between it and another white man turned white."),
            {"board": "base4"},
        ),
        more=(
            _(
                "**Safe.** A leaper can’t land on a friend. Nor can it land on a group – enemies "
                "joined side by side – that surrounds a pillar; such a group can only be captured "
                "in a row."
            ),
        ),
    ),
    RulesPage(
        _(
            "**Loops.** A pillar counts for you when your men form a closed ring around it; the "
            "edge of the board and pillars are no part of a ring. One ring may hold several "
            "pillars. Surrounded pillars are counted as the board stands: a ring that is captured "
            "open counts no longer."
        ),
        Example(
            "c4 e5 e4 b5 d5 a7 d3 g4 c5 g2 e3",
            _("One pillar is surrounded, so the whole ring is safe."),
            {"board": "base4"},
        ),
    ),
    RulesPage(
        _(
            "**The end.** Three pillars win at once. When nobody can place or leap, the player "
            "with more pillars wins; with the same number it’s a draw. If you can’t do anything, "
            "you pass."
        ),
        Example(
            (
                "d1 e6 a4 b5 e4 c7 a5 g3 e1 d7 e1-e3 d7-g4 a6 g2 g1 e2 b7 f5 a7 c6 c5 f3 d3 f5-d5 "
                "c3 f1 c4 b3 e5 c2"
            ),
            _("A finished match: nobody can place or leap, and more pillars win."),
            {"board": "base4"},
        ),
    ),
    RulesPage(
        PICTURE,
        Example(
            "d7 e1 a5 a4 a7",
            _(
                "The man between the arcs is in danger: White’s leaper can capture it. A pillar "
                "between arcs could be ringed next."
            ),
            {"board": "base4"},
        ),
        ("placed", "moved", "danger", "taken", "leaper", "safe", "surrounded", "won"),
    ),
)

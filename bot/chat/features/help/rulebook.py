"""How each game is played, in our own words, with example positions that the renderer draws; data only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.chat.kit.language.texts import _
from games.core import Game


class Example(NamedTuple):
    """A position to show: the decisions that lead to it from the start, and what there is to see in it."""

    moves: str
    caption: str
    options: Mapping[str, str] = {}


class RulesPage(NamedTuple):
    """One part of the rules of a game: a few sentences and, perhaps, a picture."""

    text: str
    example: Example | None = None


_VELOOP_END = _(
    "**The end.** The match ends with the first move that leaves any stones confined. The player with "
    "*fewer* confined stones wins – so don’t complete your opponent’s wall around your own stones. The "
    "edge of the board isn’t part of a wall, and a wall around empty cells doesn’t count yet. If you "
    "can’t move, you pass; if both players pass a whole turn in a row, it’s a draw."
)
_VELOOP_COLUMNS = _(
    "**Columns.** Only if you can’t place on any empty cell, you may place on top of an enemy stone "
    "that is one high. Columns are never more than two high. A swap moves only the top stone and "
    "uncovers the one below."
)

_PICTURE = _(
    "**The picture.** The last turn is shown in one bright colour: rings for pieces placed, arrows for "
    "pieces moved. A pair of thin arcs marks a threat: a piece or pillar the side to move could lose "
    "to the opponent’s very next move, or a cell where that move would win. The winning shape is "
    "traced in another colour, and a cross marks what is lost."
)
_CLASPED = _("The arcs mark what is threatened.")

RULES: Mapping[str, tuple[RulesPage, ...]] = {
    "veloop-square": (
        RulesPage(
            _(
                "**Aim.** Confine enemy stones. Stones are confined when they can’t reach the edge of the board "
                "through empty cells and stones of their own colour, stepping in all eight directions. So the "
                "stones of a wall must be joined side by side: there’s a way out through a diagonal gap."
            ),
            Example(
                "e4-f6 f5-e3 f5-g3 g4-f2 g4-e5 e3-f1 f3-d2 e5-g6 e3-c2 e2-c3 f4-d3 e4-g5 f4-e6 f3-e1 d2-b1 e4-f6",
                _("A finished match: the wall is closed, and the marked stones can’t get out."),
            ),
        ),
        RulesPage(
            _(
                "**A move** has two parts, and both must be possible. Choose one of your stones and *place* a new "
                "one a knight’s leap away from it. Then the two cells between them *swap* their contents. They "
                "must differ – two colours, or a stone and an empty cell – or the move isn’t legal.\n"
                "**Turns.** Black starts with one move; after that, each turn is two moves (or one, with single "
                "turns)."
            ),
            Example("e4-f6", _("Black leapt e4-f6; White’s stone moved from e5 to f5.")),
        ),
        RulesPage(_VELOOP_COLUMNS),
        RulesPage(_VELOOP_END),
        RulesPage(_PICTURE, Example("e4-d6 d5-f4 d5-c7 c6-d8 c6-e7 d5-f6 d6-e4 e6-g7 e7-g6 d6-f5 f4-d5", _CLASPED)),
    ),
    "veloop-hex": (
        RulesPage(
            _(
                "**Aim.** Confine enemy stones. Stones are confined when they can’t reach the edge of the board "
                "through empty cells and stones of their own colour."
            ),
            Example(
                "c4-d5 c5-d6 c4-d5 d4-b5 d5-e3 e4-f2 f3-d4 e3-f4 c6-e5",
                _("A finished match: the wall is closed around the marked stone."),
            ),
        ),
        RulesPage(
            _(
                "**A move** has two parts, and both must be possible. Choose one of your stones and *place* a new "
                "one diagonally from it: on the nearest cell beyond the side shared by two of its neighbours. Then "
                "these two cells between them *swap* their contents. They must differ – two colours, or a stone "
                "and an empty cell – or the move isn’t legal.\n"
                "**Turns.** One move each (with double turns: one at first, then two each)."
            ),
            Example("c4-d5", _("Black leapt c4-d5; the two cells between swapped their contents.")),
        ),
        RulesPage(_VELOOP_COLUMNS),
        RulesPage(_VELOOP_END),
        RulesPage(_PICTURE, Example("c4-d5 c5-d3 d5-b6 c6-e5 d4-c3 c4-b3 b6-d5 c4-a5 d6-e4", _CLASPED)),
    ),
    "snipsnip": (
        RulesPage(
            _(
                "**Aim.** When nobody can place any more, each player’s largest group is counted: stones joined by "
                "lines. In *misère*, the default, the **smaller** largest group wins; in the other variants the "
                "larger one does. If they’re equal, the player who would place next loses."
            ),
            Example("a3 e1 c2 b4 d3 b1 a5 b5", _("A finished match, with each side’s largest group.")),
        ),
        RulesPage(
            _(
                "**Where you can place.** On any empty point that isn’t a *capture site*. Take two stones of "
                "different colours, two steps apart but not in line: the empty points next to both are capture "
                "sites. (With *between* capture: the empty point directly between two stones of different colours "
                "in line.) Neither player may place there."
            ),
            Example("c3 d2 a3 b2", _("Nobody can place on the crossed points.")),
        ),
        RulesPage(
            _(
                "**Captures.** If the stone you placed traps enemy stones, remove exactly one of them: a stone "
                "next to both your new stone and another *enemy* stone, where those two are diagonal to each "
                "other. (With *between* capture: an enemy stone next to yours with another enemy stone directly "
                "behind it.) In misère you then take another turn.\n"
                "**Groups.** With *linked* scoring, groups also connect diagonally. There is no passing. If a "
                "position occurs for the third time, it’s a draw."
            ),
        ),
        RulesPage(_PICTURE, Example("b4 c4 a5 e2", _CLASPED)),
    ),
    "vigilance": (
        RulesPage(
            _(
                "**Aim.** Be the last player able to move: seal off more than half of the empty cells, out of your "
                "opponent’s reach. Slides and sight run along lines until they meet a stone, a hole in the board "
                "or the edge."
            ),
            Example(
                "e7 h4 g5 swap g5-g7 c6 e7-e8 f9 g7-h6 e3 f9-i9 f5 h6-h8 f10 e8-d8 c4 d9 e3-c3 i6 d8-f8 e8 e2 c3-f3 "
                "d4 f5-i8 j8 h3 i6-i5 e3 f2 j8-j6 f7 f3-g4 b6 g1 d9-e10 i4 b6-d8 c7 c9 h4-g5 g10 c9-d9 c9 g5-f4 g4 "
                "c6-e6 d5 d3 i8-f5 g9 c9-d10 b6 h3-h2 k7 g1-g2 c3 i4-h3 f10",
                _("A finished match: the tinted cells are sealed off – enough to win."),
            ),
        ),
        RulesPage(
            _(
                "**Start.** Red places two red stones and a white one, anywhere. Then White either plays on or "
                "*swaps*: the red stones turn white, the white one turns red, and Red moves.\n"
                "**A turn.** First *slide* one of your stones any distance in a straight line over empty cells. "
                "Then *place* a new stone – plus any captured from you before – on cells that **no enemy stone "
                "sees**. Stones you can’t place yet stay in your reserve."
            ),
            Example("e7 h4 g5 swap g5-g7 c6", _("Red slid g5-g7 and placed on c6, out of sight of every white stone.")),
        ),
        RulesPage(
            _(
                "**Captures** (if they’re on). After your slide, every enemy chain whose empty neighbouring cells "
                "are all in your sight leaves the board and returns to its owner’s reserve. Your own stones are "
                "safe.\n"
                "**The end.** A region of empty cells that touches no enemy stone is sealed for you. You win when "
                "your sealed cells minus your reserve are at least half of all empty cells minus your opponent’s "
                "reserve. If you can’t slide, or can’t place, you pass; if both players only pass, it’s a draw."
            ),
        ),
        RulesPage(_PICTURE, Example("h7 g10 f3 f3-e3 d11", _CLASPED)),
    ),
    "loop": (
        RulesPage(
            _(
                "**Aim.** Make a loop of your tiles – flat on the ground, or in space, with a river of other tiles "
                "and empty places running through it.\n"
                "**A turn.** Place one of your tiles in a hole. On the ground, any empty hole will do. Higher up, "
                "a tile rests on three others of any colour and must touch at least one of yours. Tiles never "
                "move. On the first turn, White may *swap* instead: Black’s tile turns white, and Black moves "
                "again."
            ),
            Example("1d4 1c4 1c3 1d3 1e3 1a1 2d3", _("The marked hole on level two rests on three tiles.")),
        ),
        RulesPage(
            _(
                "**A loop on the ground** is a closed ring of your tiles on level one around at least one place "
                "that isn’t yours: empty, or an enemy tile. It counts even when buried. The edge isn’t part of it."
            ),
            Example("1d4 1d3 1c4 1g5 1c3 1h5 1d2 1i4 1e2 1i3 1e3", _("Black’s ring closes around d3.")),
        ),
        RulesPage(
            _(
                "**A loop in space** is a bridge. Your tiles lead down to the ground on both sides, and the new "
                "tile joins them above a river: a path under the bridge, through neighbouring empty places and "
                "tiles that aren’t yours. No river runs where four tiles meet at one point.\n"
                "**The end.** Close a loop to win, or leave your opponent without a legal move. A full pyramid is "
                "a draw (or, in the other variant, a win for the player who placed last)."
            ),
            Example("1d4 1c4 1c3 1d3 1e3 1a1 2d3 1b1 2c3", _("Black bridges the two white tiles and wins.")),
        ),
        RulesPage(_PICTURE, Example("1h1 1b3 1d2 1c3 1b2 1c2 2c2", _CLASPED, {"board": "mini"})),
    ),
    "loops-n-leaps": (
        RulesPage(
            _(
                "**Aim.** Surround three *pillars* with closed rings of your men – one ring or several. It doesn’t "
                "matter what else is inside."
            ),
            Example(
                "g10 a8 g11 a10 g8 a12 g9 a14 h11 o2 h7 o4 i10 o6 i7 c15 j7 e15 j9 m1 k7 k1 k8",
                _("White’s ring surrounds three pillars."),
            ),
        ),
        RulesPage(
            _(
                "**Place** a man on any empty cell except pillars – or **leap**. If your new man *sees* friends in "
                "at least three directions (two on the edge), it’s crowned at once: a second man on top makes it a "
                "*leaper*. Men see along lines up to the first piece; pillars block the view. On the first turn, "
                "Black may *swap*: White’s man turns black, and White moves again."
            ),
            Example("h9 a8 i5 a9 k6 a10 i8", _("The new man sees three friends and is crowned.")),
        ),
        RulesPage(
            _(
                "**Leaps.** A leaper moves in a straight line over empty cells and friends, never over enemies or "
                "pillars. The lower man stays behind; the upper one lands as a single man. It may land on the "
                "first enemy piece in line and capture it. If it lands on an empty cell, it captures every "
                "unbroken row of enemies between itself and another friend: they change sides.\n"
                "**Safe.** You can’t land on or leap over a group that surrounds a pillar, but you can capture it "
                "in a row."
            ),
            Example("i8 a8 h9 a9 g9 a10 g8 a11 h7 a12 i7", _("One pillar is surrounded, so the whole ring is safe.")),
        ),
        RulesPage(
            _(
                "**The end.** Three pillars win at once. When nobody can place or leap, the player with more "
                "pillars wins. If you can’t do anything, you pass."
            ),
        ),
        RulesPage(_PICTURE, Example("d7 e1 a5 a4 a7", _CLASPED, {"board": "base4"})),
    ),
}


def pages_of(game: Game) -> tuple[RulesPage, ...]:
    """How a game is played; its aim where nobody has written more."""
    return RULES.get(game.slug) or (RulesPage(game.aim),)

"""How each game is played, in our own words, with example positions that the renderer draws; data only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.chat.language.texts import _
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
    "*fewer* confined stones wins – so don’t complete your opponent’s wall around your own stones. If both "
    "have the same number of confined stones, it’s a draw. A stone on the edge is never confined, the edge "
    "isn’t part of a wall, and a wall around empty cells doesn’t count yet. If you can’t move, you pass; if "
    "both players pass a whole turn in a row, it’s a draw."
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
                _("A finished match: the wall is closed around the marked stone."),
            ),
        ),
        RulesPage(
            _(
                "**A move** has two parts, and both must be possible. Choose one of your stones and *place* a new "
                "one a knight’s leap away from it. Then the two cells between them *swap* their contents. They "
                "must differ – two colours, or a stone and an empty cell – or the move isn’t legal.\n"
                "**Start.** Each player has one stone in the middle, side by side.\n"
                "**Turns.** Black starts with one move; after that, each turn is two moves (or one, with single "
                "turns)."
            ),
            Example("e4-f6", _("Black leapt e4-f6; White’s stone moved from e5 to f5.")),
        ),
        RulesPage(
            _VELOOP_COLUMNS,
            Example(
                "c2-d4 d3-e5 c2-d4 e5-c4 d5-b4 e5-c4 e4-c3",
                _("No leap led to an empty cell, so the last stone covers an enemy stone."),
                {"board": "5x5", "turns": "single"},
            ),
        ),
        RulesPage(
            _VELOOP_END,
            Example(
                "d3-e5 e4-f6 f5-e3 f4-e6 d3-f2 f4-d5 e4-d2 e6-c5 e2-d4 f6-d5 d2-c4 d5-b6 d2-f3 d6-f5 d4-e2 "
                "d6-b5 f3-e5 d5-e3 d2-b3 d5-c3",
                _("The last move completed the opponent’s wall: its own stones are confined, and it loses."),
                {"board": "6x6", "turns": "single"},
            ),
        ),
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
                "**Start.** Each player has one stone in the middle, side by side.\n"
                "**Turns.** Black starts; one move each (with double turns: one at first, then two each)."
            ),
            Example("c4-d5", _("Black leapt c4-d5; the two cells between swapped their contents.")),
        ),
        RulesPage(
            _VELOOP_COLUMNS,
            Example(
                "b4-c5 b5-d4 c4-b3 b5-c3",
                _("No leap led to an empty cell, so the last stone covers an enemy stone."),
                {"board": "hex3"},
            ),
        ),
        RulesPage(
            _VELOOP_END,
            Example(
                "c4-e3 d3-b4 e3-d2 e2-d1 e3-f1 f2-d3 e1-c2 d2-c4 f1-e3 c3-d1",
                _("The last move completed the opponent’s wall: its own stones are confined, and it loses."),
                {},
            ),
        ),
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
            Example(
                "c1 a4 d1 b2 xc1",
                _("Black’s new stone on b2 trapped c1, which stood next to White’s d1 as well: c1 is gone."),
            ),
        ),
        RulesPage(_PICTURE, Example("b4 c4 a5 e2", _CLASPED)),
    ),
    "vigilance": (
        RulesPage(
            _(
                "**Aim.** Be the last player able to move. In practice: seal off at least half of the empty cells, "
                "counting both reserves, out of your opponent’s reach. Slides and sight run along lines until they "
                "meet a stone, a hole in the board or the edge."
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
                "**Captures** (if they’re on). A *chain* is a group of stones of one colour, joined along the "
                "directions of movement. After your slide, every enemy chain whose empty neighbouring cells are all "
                "in your sight leaves the board and returns to its owner’s reserve; a chain without any empty "
                "neighbour goes too. Your own stones are safe."
            ),
            Example(
                "a3 a4 d4 d4-b6",
                _("White slid to b6 and sees every empty cell next to the two red stones: both leave the board."),
                {"board": "square-3-adjacent"},
            ),
        ),
        RulesPage(
            _(
                "**The end.** A region of empty cells that touches no enemy stone is sealed for you. You win when "
                "twice your sealed cells, minus twice your reserve, are at least the number of empty cells minus "
                "your opponent’s reserve. This is checked for the player who just moved, after the seventh decision "
                "and each one after it; the three first placements, a swap and passes count as decisions. It can "
                "happen right after a slide: the stone you still hold then counts as reserve.\n"
                "**Passing.** If you can’t slide, you pass and place nothing. If you can’t place, what is left waits "
                "in your reserve. If both players’ turns are nothing but passes, it’s a draw."
            ),
            Example(
                "e7 h4 g5 swap g5-g7 c6 e7-e8 f9 g7-h6 e3 f9-i9 f5 h6-h8 f10 e8-d8 c4 d9 e3-c3 i6 d8-f8 e8 e2 c3-f3 "
                "d4 f5-i8 j8 h3 i6-i5 e3 f2 j8-j6 f7 f3-g4 b6 g1 d9-e10 i4 b6-d8 c7 c9 h4-g5 g10 c9-d9 c9 g5-f4 g4 "
                "c6-e6 d5 d3 i8-f5 g9 c9-d10 b6 h3-h2 k7 g1-g2 c3 i4-h3 f10",
                _("The winner’s sealed cells are tinted. Count them against the other empty cells."),
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
            Example("1d4 1c4 1c3 1d3 1e3 1a1 2d3", _("The new tile on level two, 2d3, rests on three tiles.")),
        ),
        RulesPage(
            _(
                "**A loop on the ground** is a closed ring of your tiles on level one around at least one place "
                "that isn’t yours: empty, or an enemy tile. It counts even when buried. The edge isn’t part of it."
            ),
            Example("1d4 1d3 1c4 1g5 1c3 1h5 1d2 1i4 1e2 1i3 1e3", _("Black’s ring closes around 1d3.")),
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
                "first enemy piece in line, single or double, and capture it: your single man stands there instead."
            ),
            Example(
                "c5 e2 a5 a7 c2 c7 d1 g1 a4 a6 a4-a6",
                _("White’s leaper went from a4 to a6 and captured the man there."),
                {"board": "base4"},
            ),
        ),
        RulesPage(
            _(
                "**Row captures.** If a leaper lands on an empty cell, it captures every unbroken row of enemies "
                "between itself and another friend: they change sides, doubles too, and each becomes a single man "
                "of yours. A row that ends at the edge, a pillar or an empty cell isn’t captured.\n"
                "**Safe.** You can’t land on or leap over a group that surrounds a pillar, but you can capture it "
                "in a row."
            ),
            Example(
                "g1 c4 g4 e3 g2 d5 f1 f5 d3 f3 g2-g3",
                _("The leaper landed on g3: the row between it and another white man turned white."),
                {"board": "base4"},
            ),
        ),
        RulesPage(
            _(
                "**Loops.** A pillar counts for you when your men form a closed ring around it; the edge of the board "
                "and pillars are no part of a ring. One ring may hold several pillars. Surrounded pillars are counted "
                "as the board stands: a ring that is captured open counts no longer."
            ),
            Example("i8 a8 h9 a9 g9 a10 g8 a11 h7 a12 i7", _("One pillar is surrounded, so the whole ring is safe.")),
        ),
        RulesPage(
            _(
                "**The end.** Three pillars win at once. When nobody can place or leap, the player with more "
                "pillars wins; with the same number it’s a draw. If you can’t do anything, you pass."
            ),
            Example(
                "d1 e6 a4 b5 e4 c7 a5 g3 e1 d7 e1-e3 d7-g4 a6 g2 g1 e2 b7 f5 a7 c6 c5 f3 d3 f5-d5 c3 f1 c4 b3 e5 c2",
                _("A finished match: nobody can place or leap, and more pillars win."),
                {"board": "base4"},
            ),
        ),
        RulesPage(_PICTURE, Example("d7 e1 a5 a4 a7", _CLASPED, {"board": "base4"})),
    ),
}


_WALTON = "https://boardgamegeek.com/boardgamedesigner/1988/dale-walton"
LINKS: Mapping[str, str] = {
    **dict.fromkeys(("veloop-square", "veloop-hex", "snipsnip", "vigilance"), _WALTON),
    "loop": "http://www.oocities.org/twixtplayer/Lazo1.html",
    "loops-n-leaps": "https://mindsports.nl/index.php/the-pit/1159-loops-n-leaps",
}
"""Where designers write about their games, or where they are listed."""


def pages_of(game: Game) -> tuple[RulesPage, ...]:
    """How a game is played; its aim where nobody has written more."""
    return RULES.get(game.slug) or (RulesPage(game.aim),)

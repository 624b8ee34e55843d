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
    "**The end.** After every single move the board is looked at: as soon as any stones are confined the match is "
    "over, and whoever has *fewer* confined stones wins – so take care not to close the enemy’s wall round your own. "
    "The edge of the board is no part of a wall, and a wall round empty cells means nothing yet. Who cannot move "
    "passes; if both pass a whole turn in a row it is a draw."
)
_VELOOP_COLUMNS = _(
    "**Columns.** Only when you have no move onto any empty cell may you place on top of a single enemy stone. No "
    "column grows beyond two. A swap moves just the top stone, and brings to light what lay below."
)

_PICTURE = _(
    "**The picture.** What the last turn did is drawn in one bright colour: rings for what was placed, arrows for what "
    "moved. A pair of thin arcs clasps what the side to move may lose to the very next move of the other: a piece, a "
    "pillar, or a cell where the other would win. What has won is traced in another colour, and a cross marks what is "
    "lost."
)
_CLASPED = _("The arcs clasp what is threatened here.")

RULES: Mapping[str, tuple[RulesPage, ...]] = {
    "veloop-square": (
        RulesPage(
            _(
                "**Aim.** Confine enemy stones. Stones are confined when they cannot reach the edge of the board over "
                "empty cells and stones of their own colour, stepping in all eight directions. So a wall holds only "
                "where its stones are joined side by side: through a diagonal gap one can slip out."
            ),
            Example(
                "e4-f6 f5-e3 f5-g3 g4-f2 g4-e5 e3-f1 f3-d2 e5-g6 e3-c2 e2-c3 f4-d3 e4-g5 f4-e6 f3-e1 d2-b1 e4-f6",
                _("A finished match: a wall has closed, and the marked stones inside it cannot get out."),
            ),
        ),
        RulesPage(
            _(
                "**A move** has two halves, and both must be possible. Choose a stone of yours to start from and "
                "*place* a new one a knight’s leap away. Then the two cells that lie between them *swap* what they "
                "hold. These must differ – two colours, or a stone and an empty cell – else the move is not allowed.\n"
                "**Turns.** Black begins with a single move; from then on everybody makes two moves a turn (or one, "
                "if you agreed on single turns)."
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
                "**Aim.** Confine enemy stones. Stones are confined when they cannot reach the edge of the board over "
                "empty cells and stones of their own colour."
            ),
            Example(
                "c4-d5 c5-d6 c4-d5 d4-b5 d5-e3 e4-f2 f3-d4 e3-f4 c6-e5",
                _("A finished match: the wall has closed round the marked stone."),
            ),
        ),
        RulesPage(
            _(
                "**A move** has two halves, and both must be possible. Choose a stone of yours to start from and "
                "*place* a new one on a cell that lies diagonally: the nearest cell beyond the side that two of its "
                "neighbours share. Then these two cells between them *swap* what they hold. They must differ – two "
                "colours, or a stone and an empty cell – else the move is not allowed.\n"
                "**Turns.** One move each (or, if you agreed on double turns, one at first and then two each)."
            ),
            Example("c4-d5", _("Black leapt c4-d5; the two cells between have swapped what they held.")),
        ),
        RulesPage(_VELOOP_COLUMNS),
        RulesPage(_VELOOP_END),
        RulesPage(_PICTURE, Example("c4-d5 c5-d3 d5-b6 c6-e5 d4-c3 c4-b3 b6-d5 c4-a5 d6-e4", _CLASPED)),
    ),
    "snipsnip": (
        RulesPage(
            _(
                "**Aim.** When nobody can place any more, the largest groups are compared: stones joined by lines. "
                "In the usual *misère* form the player whose largest group is **smaller** wins; as agreed, the larger "
                "one may win instead. If both are equal, whoever would have had to place next loses."
            ),
            Example("a3 e1 c2 b4 d3 b1 a5 b5", _("A finished match, with each side’s largest group.")),
        ),
        RulesPage(
            _(
                "**Where you may place.** On any empty point that is no *capture site*. In the usual form, take two "
                "stones of different colours that stand two steps apart but not in line: the empty points that "
                "neighbour both are capture sites. (With *between* captures: the empty point right between two stones "
                "of different colours in one line.) The ban holds for both players."
            ),
            Example("c3 d2 a3 b2", _("Nobody may place on the crossed points.")),
        ),
        RulesPage(
            _(
                "**Captures.** If the stone you placed traps enemy stones, remove exactly one of them: a stone that "
                "neighbours both your new stone and another *enemy* stone, where these two stand diagonally. (With "
                "*between*: an enemy stone next to yours with another enemy stone straight behind it.) In the misère "
                "forms you then take another turn.\n"
                "**Groups.** With *linked* scoring a group also hangs together over diagonals. There are no passes. A "
                "position that stands for the third time is a draw."
            ),
        ),
        RulesPage(_PICTURE, Example("b4 c4 a5 e2", _CLASPED)),
    ),
    "vigilance": (
        RulesPage(
            _(
                "**Aim.** Be the last who is able to play: seal off more than half of the empty cells, so that the "
                "enemy can no longer get at them. Slides and sight run along lines until a stone, a hole in the board "
                "or the edge stops them."
            ),
            Example(
                "e7 h4 g5 swap g5-g7 c6 e7-e8 f9 g7-h6 e3 f9-i9 f5 h6-h8 f10 e8-d8 c4 d9 e3-c3 i6 d8-f8 e8 e2 c3-f3 "
                "d4 f5-i8 j8 h3 i6-i5 e3 f2 j8-j6 f7 f3-g4 b6 g1 d9-e10 i4 b6-d8 c7 c9 h4-g5 g10 c9-d9 c9 g5-f4 g4 "
                "c6-e6 d5 d3 i8-f5 g9 c9-d10 b6 h3-h2 k7 g1-g2 c3 i4-h3 f10",
                _("A finished match: the tinted cells are sealed off, and that is enough."),
            ),
        ),
        RulesPage(
            _(
                "**Beginning.** Red puts down two red stones and a white one, anywhere. Then White either goes on, or "
                "*swaps*: the red stones turn white and the white one red, and Red moves.\n"
                "**A turn.** First *slide* one of your stones any distance in a straight line over empty cells. Then "
                "*place* a new stone – and all that were captured from you before – on cells that **no enemy stone "
                "sees**. Stones you cannot place now wait in your reserve."
            ),
            Example("e7 h4 g5 swap g5-g7 c6", _("Red slid g5-g7 and placed on c6, where no white stone looks.")),
        ),
        RulesPage(
            _(
                "**Captures** (unless you agreed to play without). After your slide, every enemy chain whose empty "
                "neighbouring cells all lie in your sight is taken off the board and goes back to its owner’s "
                "reserve. Your own are safe.\n"
                "**The end.** A region of empty cells that touches no enemy stone is sealed for you. You win once your "
                "sealed cells, less your own reserve, make up at least half of all empty cells, less the enemy’s "
                "reserve. Who cannot slide, or cannot place, passes; if both do nothing but pass it is a draw."
            ),
        ),
        RulesPage(_PICTURE, Example("h7 g10 f3 f3-e3 d11", _CLASPED)),
    ),
    "loop": (
        RulesPage(
            _(
                "**Aim.** Make a loop of your tiles – flat on the ground, or in space, with a river of other tiles and "
                "empty places running through it.\n"
                "**A turn.** Put one tile of yours into a hole. On the ground every empty hole will do. Higher up a "
                "tile rests on three others, of any colour, and must touch at least one of yours. No tile ever moves. "
                "In his first turn White may *swap* instead: Black’s tile turns white, and Black moves again."
            ),
            Example("1d4 1c4 1c3 1d3 1e3 1a1 2d3", _("The marked hole on level two has its three tiles below.")),
        ),
        RulesPage(
            _(
                "**A loop on the ground** is a closed ring of your tiles on level one round at least one place that is "
                "not yours, empty or enemy. It counts even when it is buried. The edge is no part of it."
            ),
            Example("1d4 1d3 1c4 1g5 1c3 1h5 1d2 1i4 1e2 1i3 1e3", _("Black’s ring has closed round d3.")),
        ),
        RulesPage(
            _(
                "**A loop in space** is a bridge. Your tiles lead down to the ground on both sides, and the new tile "
                "joins them above a river: a way through, under the bridge, over neighbouring tiles that are not "
                "yours and empty places. Four tiles that meet in one point let no river through.\n"
                "**The end.** Who closes a loop wins. So does who leaves the enemy without a move. A full pyramid is "
                "a draw (or, as agreed, won by who placed last)."
            ),
            Example("1d4 1c4 1c3 1d3 1e3 1a1 2d3 1b1 2c3", _("Black bridges the two white tiles, and wins.")),
        ),
        RulesPage(_PICTURE, Example("1h1 1b3 1d2 1c3 1b2 1c2 2c2", _CLASPED, {"board": "mini"})),
    ),
    "loops-n-leaps": (
        RulesPage(
            _(
                "**Aim.** Surround three *pillars* with closed rings of your men. What else is inside a ring does not "
                "matter, nor whether it is one ring or several."
            ),
            Example(
                "g10 a8 g11 a10 g8 a12 g9 a14 h11 o2 h7 o4 i10 o6 i7 c15 j7 e15 j9 m1 k7 k1 k8",
                _("White’s ring has closed round three pillars."),
            ),
        ),
        RulesPage(
            _(
                "**Place** a man on any empty cell that is no pillar – or **leap**. If your new man *sees* friends in "
                "at least three directions (two on the edge), it is crowned at once: a second man on top makes it a "
                "*leaper*. One sees along a line as far as the first piece; pillars block the view. In his first turn "
                "Black may *swap*: White’s man turns black, and White moves again."
            ),
            Example("h9 a8 i5 a9 k6 a10 i8", _("The new man sees three friends and is crowned.")),
        ),
        RulesPage(
            _(
                "**Leaps.** A leaper goes in a straight line over empty cells and friends, never over enemies or "
                "pillars. The man below stays behind; the leaper arrives as a single man. It may land on the first "
                "enemy piece of the line and take it. Landing on an empty cell instead, it captures every unbroken "
                "row of enemies that it holds between itself and another friend: they change sides.\n"
                "**Safe.** A group that surrounds a pillar cannot be landed on, nor leapt over; it can still be "
                "captured in a row."
            ),
            Example("i8 a8 h9 a9 g9 a10 g8 a11 h7 a12 i7", _("One pillar is surrounded; the whole ring is safe.")),
        ),
        RulesPage(
            _(
                "**The end.** With three pillars you win at once. When nobody can place or leap, more pillars win. "
                "Who can do nothing passes."
            ),
        ),
        RulesPage(_PICTURE, Example("d7 e1 a5 a4 a7", _CLASPED, {"board": "base4"})),
    ),
}


def pages_of(game: Game) -> tuple[RulesPage, ...]:
    """How a game is played; its aim where nobody has written more."""
    return RULES.get(game.slug) or (RulesPage(game.aim),)

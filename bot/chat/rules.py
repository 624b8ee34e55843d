"""How each game is played and how a match of it ends, in words, by the game's slug and the ending's reason."""

from __future__ import annotations

from .texts import _

# In a few short paragraphs, what a newcomer needs in order to play.
RULES = {
    "veloop-square": _(
        "**Aim.** Wall in enemy stones. A stone is walled in when it cannot reach the edge of the board over empty "
        "cells and stones of its own colour, stepping in all eight directions.\n"
        "**A move** has two parts, and both must be possible. Choose a stone of yours and place a new one a knight’s "
        "leap away from it. Then the two cells between them swap what they hold. They must differ: two colours, or a "
        "stone and an empty cell.\n"
        "**Turns.** Black begins with one move; after that everyone makes two moves a turn (or one, as agreed).\n"
        "**Stacks.** Only when you have no move onto any empty cell may you place on a single enemy stone. A swap "
        "moves only the top stones.\n"
        "**The end.** As soon as any stones are walled in the match is over, and whoever has fewer of them wins. So "
        "beware of closing the enemy’s wall yourself."
    ),
    "veloop-hex": _(
        "**Aim.** Wall in enemy stones. A stone is walled in when it cannot reach the edge of the board over empty "
        "cells and stones of its own colour.\n"
        "**A move** has two parts, and both must be possible. Choose a stone of yours and place a new one diagonally "
        "from it: on a cell that shares two neighbours with it without touching it. Then these two neighbours swap "
        "what they hold. They must differ: two colours, or a stone and an empty cell.\n"
        "**Turns.** One move each; or, as agreed, Black begins with one and then everyone makes two.\n"
        "**Stacks.** Only when you have no move onto any empty cell may you place on a single enemy stone. A swap "
        "moves only the top stones.\n"
        "**The end.** As soon as any stones are walled in the match is over, and whoever has fewer of them wins."
    ),
    "snipsnip": _(
        "**Aim.** When nobody can place any more, the sizes of the largest groups are compared. In the usual scoring, "
        "called misère, the *smaller* one wins.\n"
        "**A turn.** Place a stone on an empty point that is no capture site. A capture site is an empty point that "
        "touches both stones of a diagonal pair of opposite colours (option “between”: that lies straight between two "
        "stones of opposite colours). It is forbidden to both players.\n"
        "**Captures.** If the stone you placed makes an enemy stone lie between it and a second enemy stone in the "
        "same way, remove one such enemy stone; you choose which. In misère you then take another whole turn.\n"
        "**The end.** It is over when the player to place has no point left. If the largest groups are equal, the "
        "player who would have to place next loses."
    ),
    "vigilance": _(
        "**Aim.** Seal off more than half of the empty cells, so that you are the last who can play.\n"
        "**The start.** Red places two red stones and one white stone. White then plays on, or swaps colours.\n"
        "**A turn.** Slide one of your stones any distance in a straight line over empty cells. Then place a new stone "
        "on an empty cell that no enemy stone sees. Stones see along lines over empty cells; holes, stones and the "
        "edge stop them.\n"
        "**Captures.** After your slide every enemy chain leaves the board that has no empty cell beside it on which "
        "its owner could place. Its owner places those stones again in a later turn, beside the usual one.\n"
        "**The end.** You win when the cells that only you can reach outweigh all the rest."
    ),
    "loop": _(
        "**Aim.** Close a loop of your tiles: a ring on level one round a cell that is not yours, or a bridge in the "
        "pyramid with a river of enemy tiles and empty space running through it.\n"
        "**A turn.** Place one tile. On level one any empty cell will do. Higher up a tile needs three tiles of any "
        "colour to stand on, and must touch a tile of yours beside it or below it.\n"
        "**The swap.** Instead of his first tile White may turn Black’s tile into a white one.\n"
        "**Bridges.** A tile higher up wins if the tiles of yours that it touches are not already joined round it: "
        "it then spans a river.\n"
        "**The end.** A full pyramid without a loop is a draw (or won by the last tile, as agreed). Whoever has no "
        "place left for a tile loses."
    ),
    "loops-n-leaps": _(
        "**Aim.** Surround three pillars with closed loops of your men. The edge and the pillars are no part of a "
        "loop.\n"
        "**Place** a man on an empty cell. If it sees friendly pieces in at least three directions (two at the edge), "
        "it becomes a double at once: a man with a leaper on top.\n"
        "**Or leap** with the leaper of a double: in a straight line over empty cells and your own pieces, to an empty "
        "cell or onto the first enemy piece, which it removes. The man below stays behind.\n"
        "**Captures.** When a leaper lands on an empty cell, every unbroken row of enemy pieces between it and another "
        "piece of yours changes to your colour. Men of a loop round a pillar cannot be leapt onto.\n"
        "**The swap.** Instead of his first move Black may take over White’s first man.\n"
        "**The end.** Three surrounded pillars win at once. If nobody can move, more surrounded pillars win."
    ),
}

# How moves are typed.
EXAMPLES = {
    "veloop-square": "`d4-e6` · `d4 e6` · `d4-e6 c3-d5`",
    "veloop-hex": "`c4-d5` · `c4 d5`",
    "snipsnip": "`c4` · `c4 xd5`",
    "vigilance": "`c4-c7 e5` · `c4 c7 e5` · `swap`",
    "loop": "`1c4` · `2d3` · `swap`",
    "loops-n-leaps": "`c4` · `c4-c7` · `swap`",
}

# Why a match was won. ``cells`` are those that decided it, ``own`` and ``other`` what the players count.
WON = {
    "confined": _("{loser} is walled in on {cells}."),
    "group": _("the largest groups count {own} and {other}."),
    "tie": _("the largest groups are equal, and {loser} would have to place next."),
    "sealed": _("{winner} sealed off {own} cells, {loser} {other}."),
    "loop": _("a loop on level one is closed."),
    "bridge": _("a bridge spans the river."),
    "full": _("the last tile of the pyramid is placed."),
    "no-move": _("{loser} has no place left for a tile."),
    "pillars": _("three pillars are surrounded."),
    "exhausted": _("nobody can move, and the surrounded pillars are {own} to {other}."),
    "resigned": _("{loser} resigned."),
    "time": _("{loser}’s time ran out."),
    "left": _("{loser} has left."),
    "deleted": _("{loser} has gone."),
}
WON_OTHERWISE = _("the aim of the game is reached.")

# Why a match was drawn.
DRAWN = {
    "confined": _("both have as many stones walled in."),
    "passes": _("both passed a whole turn."),
    "repetition": _("the same position came up for the third time."),
    "full": _("the pyramid is full."),
    "exhausted": _("nobody can move, and both surround as many pillars."),
    "agreed": _("the players agreed on it."),
    "limit": _("the match reached 2,000 moves."),
    "time": _("time ran out, and a draw was claimed."),
    "left": _("a player has left, and a draw was claimed."),
}
DRAWN_OTHERWISE = _("nobody can win any more.")

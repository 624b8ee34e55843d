"""How moves are typed and how matches end, in words, by the game's slug and the ending's reason."""

from bot.chat.kit.language.texts import _

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
    "settled": _("the organiser of the tournament has settled it."),
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
    "settled": _("the organiser of the tournament has settled it."),
}
DRAWN_OTHERWISE = _("nobody can win any more.")

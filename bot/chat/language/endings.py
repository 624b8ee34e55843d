"""How matches end, in words, by the ending's reason."""

from bot.chat.language.texts import _

# Why a match was won. ``cells`` are those that decided it, ``own`` and ``other`` what the players count.
WON = {
    "confined": _("{loser} has confined stones on {cells}."),
    "group": _("largest groups {own} to {other}."),
    "tie": _("the largest groups are equal, and {loser} was next to place."),
    "sealed": _("{winner} sealed off {own} cells, {loser} {other}."),
    "loop": _("a loop on level one."),
    "bridge": _("a bridge over a river."),
    "full": _("the last tile of the pyramid."),
    "no-move": _("{loser} has no legal move."),
    "pillars": _("three pillars surrounded."),
    "exhausted": _("no legal moves left, and surrounded pillars are {own} to {other}."),
    "resigned": _("{loser} resigned."),
    "time": _("{loser} ran out of time."),
    "left": _("{loser} left the server."),
    "settled": _("the tournament organiser decided."),
    "deleted": _("{loser} deleted their data."),
}
WON_OTHERWISE = _("the aim of the game is reached.")

# Why a match was drawn.
DRAWN = {
    "confined": _("both have the same number of confined stones."),
    "passes": _("both passed a whole turn."),
    "repetition": _("the position was repeated three times."),
    "full": _("the pyramid is full."),
    "exhausted": _("no legal moves left, and both surround the same number of pillars."),
    "agreed": _("by agreement."),
    "limit": _("the match reached 2,000 moves."),
    "time": _("claimed on time."),
    "left": _("claimed after a player left."),
    "settled": _("the tournament organiser decided."),
}
DRAWN_OTHERWISE = _("nobody can win any more.")

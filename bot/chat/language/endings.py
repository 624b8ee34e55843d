"""How players, time and organisers end matches, in words; what the rules say of an end is in
``games.saying``.
"""

from bot.chat.language.texts import _

# Why a match was won.
WON = {
    "resigned": _("{loser} resigned."),
    "time": _("{loser} ran out of time."),
    "left": _("{loser} can no longer play here."),
    "out": _("{loser} is no longer in the tournament."),
    "settled": _("the tournament organiser decided."),
    "deleted": _("{loser} deleted their data."),
}
WON_OTHERWISE = _("the aim of the game is reached.")

# Why a match was drawn.
DRAWN = {
    "agreed": _("by agreement."),
    "limit": _("the match reached 2,000 moves."),
    "time": _("time ran out."),
    "left": _("claimed after a player left."),
    "settled": _("the tournament organiser decided."),
}
DRAWN_OTHERWISE = _("nobody can win any more.")

"""What players ask of each other and are told of it, in English, with named placeholders."""

from bot.chat.kit.language.texts import _

# Commands --------------------------------------------------------------------------------------------------------
ABOUT_MATCHES = _("One of your matches")
ABOUT_RESIGN = _("Give up a match")
ABOUT_DRAW = _("Offer a draw, or accept one")
ABOUT_TAKEBACK = _("Ask to take back your last turn, or agree to it")
ABOUT_PAUSE = _("Ask to pause the clock or to go on, or agree to it")
ABOUT_CLAIM = _("Claim a match whose time ran out")
ABOUT_CLAIM_WHAT = _("What you claim")
ABOUT_REMATCH = _("Play the same game again, sides exchanged")
CLAIMS = {
    "win": _("the win"),
    "draw": _("a draw"),
    "time": _("more time for my opponent"),
    "close": _("no result, because my opponent has left"),
}

# Ending a match --------------------------------------------------------------------------------------------------
RESIGN_ASK = _("### Resign {match}?\n{opponent} then wins at once.")
RESIGN_EARLY = _(
    "### Resign {match}?\nA rated result needs two turns by each of you. Before that, {match} is called off and counts "
    "for neither of you."
)
RESIGN_YES = _("Yes, resign")
RESIGNED = _("You resigned {match}.")
ABORT_ASK = _("### Call {match} off?\nIt then counts for neither of you and cannot go on.")
ABORT_YES = _("Yes, call it off")
ABORTED = _("{match} is called off.")
KEEP_PLAYING = _("Keep playing")
KEPT = _("{match} goes on.")

# What was asked and answered -------------------------------------------------------------------------------------
TOLD = _("Done. The other player is told.")
COMPUTER_TOLD = _("Done.")
ANSWERED_YES = {
    "draw": _("{who} accepted the draw in **{match}**."),
    "takeback": _("{who} agreed: the last turn of **{match}** is taken back."),
    "pause": _("{who} agreed: the clock of **{match}** is paused."),
    "resume": _("{who} agreed: **{match}** goes on."),
    "end_pause": _("{who} has ended the pause: **{match}** goes on."),
    "result": _("{who} agreed: the result of **{match}** is taken back and counts for nothing."),
}
ANSWERED_NO = {
    "draw": _("{who} declined the draw in **{match}**."),
    "takeback": _("{who} would rather not take back a turn in **{match}**."),
    "pause": _("{who} would rather not pause **{match}**."),
    "resume": _("{who} would rather keep **{match}** paused."),
    "result": _("{who} would rather let the result of **{match}** stand."),
}
COMPUTER_DRAW_NO = _("the computer thanks you for the offer, but would like to play on in **{match}**.")
RESUMED = _("The pause is over: **{match}** goes on.")

# Time, and players who leave -------------------------------------------------------------------------------------
REMINDER = _("{who}, **{match}** waits for your move until {when} ({left}).")
OVERDUE = _("{who}, your opponent’s time in **{match}** ran out {left}. Nothing is decided by itself: it is up to you.")
MORE_TIME = _("{who}, you were given more time in **{match}**: until {when} ({left}).")
LEFT = _(
    "{who}, your opponent in **{match}** has left the server. If they are not back by {when} ({left}), "
    "you may claim the win or call it a draw."
)
LEFT_BANNED = _(
    "{who}, your opponent in **{match}** can no longer play here. From {when} ({left}) on you may claim the win, call "
    "it a draw, or call the match off."
)
CLAIM_EARLY = _(
    "-# A rated result needs two turns by each of you: if you claim now, it is called off and counts "
    "for neither of you."
)

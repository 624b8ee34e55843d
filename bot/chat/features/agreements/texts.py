"""Texts about requests, endings and time."""

from bot.chat.language.texts import _, plural

# Commands --------------------------------------------------------------------------------------------------------
ABOUT_MATCHES = _("One of your matches")
ABOUT_RESIGN = _("Resign a match")
ABOUT_DRAW = _("Offer a draw, or accept one")
ABOUT_TAKEBACK = _("Ask for a takeback, or accept one")
ABOUT_PAUSE = _("Ask to pause or resume the clock, or agree to it")
ABOUT_CLAIM = _("Claim a match when your opponent is out of time or has left")
ABOUT_CLAIM_WHAT = _("What to claim")
ABOUT_REMATCH = _("Play again with sides swapped")
CLAIMS = {
    "win": _("the win"),
    "draw": _("a draw"),
    "time": _("more time for my opponent"),
    "close": _("no result, because my opponent has left"),
}

# Ending a match --------------------------------------------------------------------------------------------------
RESIGN_ASK = _("### Resign {match}?\nThe win goes to {opponent}.")
RESIGN_EARLY = _(
    "### Resign {match}?\nIt won’t count: a rated match needs two turns from each player, so {match} will be aborted."
)
RESIGN_YES = _("Resign")
RESIGNED = _("You resigned {match}.")
ABORT_ASK = _("### Abort {match}?\nIt ends now and counts for neither of you.")
ABORT_YES = _("Abort")
ABORTED = _("{match} was aborted.")
KEPT = _("{match} continues.")

# Requests and answers -------------------------------------------------------------------------------------------
TOLD = _("Done. Your opponent has been notified.")
COMPUTER_TOLD = _("Done.")
ACCEPTED = _("-# Accepted")
DECLINED = _("-# Declined")
TAKEN_BACK = plural(
    "{who} accepted the takeback: the last turn of **{match}** is undone.",
    "{who} accepted the takeback: the last {n} turns of **{match}** are undone.",
)
ANSWERED_YES = {
    "draw": _("{who} accepted the draw in **{match}**."),
    "pause": _("{who} agreed: **{match}** is paused."),
    "resume": _("{who} agreed: **{match}** has resumed."),
    "end_pause": _("{who} resumed **{match}**."),
    "result": _("{who} agreed: **{match}** is annulled and no longer counts."),
    "take_up": _("{who} agreed: **{match}** has resumed."),
}
ANSWERED_NO = {
    "draw": _("{who} declined the draw in **{match}**."),
    "takeback": _("{who} declined the takeback in **{match}**."),
    "pause": _("{who} declined to pause **{match}**."),
    "resume": _("{who} declined to resume **{match}**."),
    "result": _("{who} declined to annul **{match}**."),
    "abandon": _("{who} declined to abandon **{match}**."),
    "take_up": _("{who} declined to resume **{match}**."),
}
COMPUTER_DRAW = _("You offered a draw in {match}. The computer is thinking …")
COMPUTER_DRAW_NO = _("the computer declined your draw offer in **{match}**.")
RESUMED = _("The pause is over: **{match}** has resumed.")

# Time, and players who leave -------------------------------------------------------------------------------------
REMINDER = _("{who}, it’s your move in **{match}** – due {when} ({left}).")
OVERDUE = _("{who}, your opponent in **{match}** ran out of time {left}. Choose what happens.")
MORE_TIME = _("{who}, you have more time in **{match}**: until {when} ({left}).")
LEFT = _(
    "{who}, your opponent in **{match}** has left the server. If they aren’t back by {when} ({left}), "
    "you can claim the win or a draw."
)
LEFT_RATED = _(
    "{who}, your opponent in **{match}** has left the server. If they aren’t back by {when} ({left}), you win."
)
LEFT_BANNED = _(
    "{who}, your opponent in **{match}** can no longer play here. From {when} ({left}) you can claim "
    "the win or a draw, or abort the match."
)
CLAIM_EARLY = _(
    "-# A rated match needs two turns from each player. Claim now and it’s aborted: it counts for neither of you."
)

"""Texts about requests, endings and time."""

from bot.chat.language.texts import _, plural

# Commands
# --------------------------------------------------------------------------------------------------
ABOUT_MATCHES = _("One of your matches")
ABOUT_RESIGN = _("Resign a match")
ABOUT_DRAW = _("Offer a draw, or accept one")
ABOUT_TAKEBACK = _("Ask for a takeback, or accept one")
ABOUT_PAUSE = _("Pause a match, or play on after a pause")
ABOUT_CLAIM = _("Claim a match when your opponent is out of time or has left")
ABOUT_CLAIM_WHAT = _("What to claim")
ABOUT_REMATCH = _("Play again with sides swapped")
CLAIMS = {
    "win": _("the win"),
    "draw": _("a draw"),
    "time": _("more time for my opponent"),
    "close": _("call it off: my opponent has left"),
}

# Ending a match
# --------------------------------------------------------------------------------------------------
RESIGN_ASK = _("### Resign {match}?\n{opponent} wins.")
RESIGN_EARLY = _("### Resign {match}?\n{match} is too short to be rated: it ends without a result.")
DRAW_ASK = _("### End {match} as a draw?\nIt ends now: nobody wins.")
WIN_ASK = _("### Claim the win in {match}?\nIt ends now: you win against {opponent}.")

# Requests and answers
# -------------------------------------------------------------------------------------------
TAKEN_BACK = plural(
    "{who} accepted the takeback: the last turn of **{match}** is undone. This is the board now.",
    "{who} accepted the takeback: the last {n} turns of **{match}** are undone. This is the board "
    "now.",
)
ANSWERED_YES = {
    "draw": _("{who} accepted the draw in **{match}**."),
    "pause": _("{who} agreed: **{match}** is paused."),
    "resume": _("{who} agreed: **{match}** has resumed."),
    "end_pause": _("{who} resumed **{match}**."),
    "result": _("{who} agreed: the result of **{match}** is cancelled."),
    "take_up": _("{who} agreed: **{match}** has resumed."),
}
ONLY_WHO_ASKED = _("Only {who} can withdraw this. You can answer it.")
COMPUTER_DRAW = _("You offered a draw in {match}. The computer is thinking …")
COMPUTER_DRAW_NO = _("the computer declined your draw offer in **{match}**.")
RESUMED = _("the pause is over: **{match}** has resumed.")

# Time, and players who leave
# -------------------------------------------------------------------------------------
REMINDER = _("{who}, your turn against {other}: {game} **{match}**, time runs out {left}.")
OVERDUE = _("{who}, {other} is out of time in {game} **{match}**. What do you do?")
OVERDUE_MOVE = _("-# {other}, you can still move until {who} decides.")
OVERDUE_LATE = _(
    "{other}, your time ran out in {game} **{match}** against {who}. You can still move until they "
    "decide."
)
OVERDUE_TEAM = _(
    "{other}, your time ran out in {game} **{match}**. The first line you propose is played at "
    "once."
)
OVERDUE_RULE = {
    "forfeit": _("-# If you do nothing, you win {when}."),
    "draw": _("-# If you do nothing, it’s a draw {when}."),
    "organiser": _("-# If you do nothing, the organiser is asked to decide {when}."),
}
CLOSED_TIME = _("-# {match} goes on")
MORE_TIME = _("{who}, {other} gave you more time in {game} **{match}**: until {when}.")
LEFT = _("{who}, {other} left the server. You can end {game} **{match}** from {when}.")
LEFT_RATED = _(
    "{who}, {other} left the server. If they aren’t back by {when}, you win {game} **{match}**."
)
LEFT_BANNED = _(
    "{who}, {other} can’t use me here any more. You can end {game} **{match}** from {when}."
)
CLAIM_EARLY = _("-# Too short to be rated: a claim now ends {match} without a result.")

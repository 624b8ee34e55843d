"""Texts about matches that wait."""

from bot.chat.language.texts import _, plural

ABOUT_ABANDON = _("End a match without a result, if your opponent agrees")

NUDGED = _("Nudge sent: {other} gets it once they’re awake.")
NUDGE = _("{who}, {other} is waiting for your move in **{match}**.")
REMINDER = _("{who}, **{match}** has been waiting for your move for {span}.")
QUESTION = _("{who}, nobody has moved in **{match}** for {span}. Do you still want to play?")
QUESTION_HINT = _("-# If neither of you answers, **{match}** is put away in 30 days without a result.")
PLAYING_ON = _("Great – **{match}** continues.")

DAILY = _("### {who}, your matches today")
DAILY_WAITING = plural("{n} match is waiting for you.", "{n} matches are waiting for you.")
DAILY_MORE = plural("-# And {n} more: {names}", "-# And {n} more: {names}")
DAILY_ALL = _("All my matches")
DAILY_HINT = _("-# Change or stop this card in {settings}.")

SNOOZE_ASK = _("### Snooze {match}?\nNo reminders until then. The clock keeps running.")
SNOOZE_ASK_NO_CLOCK = _("### Snooze {match}?\nNo reminders until then.")
SNOOZE_SPAN = _("For {span}")
SNOOZE_TOMORROW = _("Until tomorrow")
SNOOZE_END = _("End snooze")
SNOOZED = _("**{match}** is snoozed until {when}.")
UNSNOOZED = _("**{match}** is no longer snoozed.")

ABANDON_ASK = _("### Abandon {match}?\nIf {opponent} agrees, it ends without a result.")
ABANDON_COMPUTER = _("### Abandon {match}?\nIt ends now, without a result.")
ABANDON_YES = _("Abandon")

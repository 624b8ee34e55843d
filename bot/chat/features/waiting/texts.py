"""Texts about matches that wait."""

from bot.chat.language.texts import _, plural

ABOUT_ABANDON = _("Call off a match, if your opponent agrees")

NUDGED = _("{other} is nudged.")
NUDGED_LATER = _("{other} gets the nudge {when}.")
NUDGE = _("{who}, {other} nudges you: it’s been your turn in {game} **{match}** for {span}.")
REMINDER = _("{who}, {other} has waited {span} for your turn in {game} **{match}**.")
QUESTION = _("{who}, no move in {game} **{match}** for {span}. Play on?")
QUESTION_HINT = _("-# No answer from either of you? It’s shelved on {when}; nobody loses.")
PLAYING_ON = _("Noted. {other} sees that you’re playing on.")
CLOSED_ON = _("-# {who} plays on")

DAILY = _("### {who}, your matches today")
DAILY_WAITING = plural("{n} match is waiting for you.", "{n} matches are waiting for you.")
DAILY_MORE = plural("-# And {n} more: {names}", "-# And {n} more: {names}")
DAILY_ALL = _("All my matches")
DAILY_HINT = _("-# Change or stop this card in {settings}.")

SNOOZE_ASK = _("### Snooze {match}?\nHow long without reminders? Your time keeps running.")
SNOOZE_ASK_NO_CLOCK = _("### Snooze {match}?\nHow long without reminders?")
SNOOZE_SPAN = _("For {span}")
SNOOZE_TOMORROW = _("Until tomorrow")
SNOOZE_END = _("End snooze")
SNOOZED = _("**{match}** is snoozed until {when}.")
UNSNOOZED = _("**{match}** is no longer snoozed.")

ABANDON_ASK = _(
    "### Ask to call off {match}?\n{opponent} is notified. If they agree, it ends without a result."
)

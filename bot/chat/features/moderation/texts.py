"""Texts for managers of a server and the members concerned: English, with named placeholders."""

from bot.chat.language.texts import _, plural

ABOUT_MODERATE = _("Moderate this server")
ABOUT_BAN = _("Ban a member from using the bot on this server")
ABOUT_BAN_MEMBER = _("Who to ban")
ABOUT_UNBAN = _("Unban a member")
ABOUT_UNBAN_MEMBER = _("Who to unban")
ABOUT_END = _("End a match: it has no result and doesn’t count")
ABOUT_UNDO = _("Undo a match’s result: ratings become as if it had not been played")
ABOUT_RESET = _("Reset a member’s ratings on this server")
ABOUT_RESET_MEMBER = _("Whose ratings to reset")
ABOUT_RESET_GAME = _("Only this game – all games if left out")
ABOUT_CLEAR = _("Remove what someone wrote: a match’s note, a tournament’s title, a member’s notes")
ABOUT_CLEAR_OPTIONS = {
    "match": _("Remove this match’s note"),
    "tournament": _("Remove this tournament’s title"),
    "member": _("Remove this member’s notes on open challenges"),
}

BANNED = _(
    "{who} is banned from using the bot on this server. Their open challenges are closed, and "
    "opponents can end their matches. Undo with {unban}."
)
UNBANNED = _("{who} can use the bot on this server again.")
ENDED = _("{match} has ended without a result. Both players have been notified.")
STOPPED = _("a server manager ended **{match}**. It has no result and doesn’t count.")
RESULT_UNDONE = _("The result of {match} was undone and no longer counts. Both players have been notified.")
UNDONE = _("a server manager undid the result of **{match}**. It no longer counts.")
RATING_RESET = _("{who} starts again without a rating. Opponents keep their points.")
LOG = _("### Log of this server")
LOG_EMPTY = _("No result was undone and no rating was reset.")
LOG_UNDONE = _("{when} · {manager} undid the result of {match}")
LOG_RESET = _("{when} · {manager} reset the {game} rating of {who}")
NOTE_CLEARED = _("The note of {match} was removed. You can delete earlier posts that show it in Discord.")
TITLE_CLEARED = _("{tournament} is now called “{title}”. You can delete earlier posts with the old title in Discord.")
NOTES_CLEARED = plural("{n} note of {who} was removed.", "{n} notes of {who} were removed.")

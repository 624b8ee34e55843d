"""Texts for managers of a server and the members concerned: English, with named placeholders."""

from collections.abc import Mapping

from bot.chat.language.texts import _, plural
from bot.domain.servers.log import LogAction

ABOUT_MODERATE = _("Moderate this server")
ABOUT_BAN = _("Ban a member from using the bot on this server")
ABOUT_BAN_MEMBER = _("Who to ban")
ABOUT_UNBAN = _("Unban a member")
ABOUT_UNBAN_MEMBER = _("Who to unban")
ABOUT_END = _("Call off a match: it has no result and doesn’t count")
ABOUT_UNDO = _("Cancel a match’s result: ratings become as if it had not been played")
ABOUT_RESET = _("Reset a member’s ratings on this server")
ABOUT_RESET_MEMBER = _("Whose ratings to reset")
ABOUT_RESET_GAME = _("Only this game – all games if left out")
ABOUT_CLEAR = _(
    "Remove what someone wrote: a match’s message, a tournament’s title, a member’s messages"
)
ABOUT_CLEAR_OPTIONS = {
    "match": _("Remove this match’s message"),
    "tournament": _("Remove this tournament’s title"),
    "member": _("Remove this member’s messages in open challenges"),
}

BANNED = _(
    "{who} is banned from using the bot on this server. Their open challenges are closed, and "
    "opponents can end their matches. Undo with {unban}."
)
UNBANNED = _("{who} can use the bot on this server again.")
ENDED = _("You called off {match}. Both players have been notified.")
STOPPED = _("a server manager called off **{match}**: no result, no rating change.")
RESULT_UNDONE = _("You cancelled the result of {match}. Both players have been notified.")
UNDONE = _("a server manager cancelled the result of **{match}**. It no longer counts.")
RATING_RESET = _("{who} starts again without a rating. Opponents keep their points.")
LOG = _("### Log of this server")
LOG_EMPTY = _("No result was cancelled, no rating was reset, and nobody was banned.")
LOG_ENTRIES: Mapping[LogAction, str] = {
    "undone": _("{when} · {manager} cancelled the result of {match}"),
    "reset": _("{when} · {manager} reset the {game} rating of {who}"),
    "banned": _("{when} · {manager} banned {who}"),
    "unbanned": _("{when} · {manager} unbanned {who}"),
    "ended": _("{when} · {manager} called off {match}"),
    "note": _("{when} · {manager} removed the message of {match}"),
    "title": _("{when} · {manager} removed the title of {tournament}"),
    "notes": _("{when} · {manager} removed the messages of {who} in open challenges"),
}
NOTE_CLEARED = _(
    "The message of {match} was removed. You can delete earlier posts that show it in Discord."
)
TITLE_CLEARED = _(
    "{tournament} is now called “{title}”. You can delete earlier posts with the old title in "
    "Discord."
)
NOTES_CLEARED = plural("{n} message of {who} was removed.", "{n} messages of {who} were removed.")

"""What is said to those who manage a server and to those whom it concerns, in English, with named placeholders."""

from bot.chat.kit.language.texts import _, plural

ABOUT_MODERATE = _("Keep order in this server")
ABOUT_BAN = _("Keep a member from using the bot in this server")
ABOUT_BAN_MEMBER = _("Who may no longer use it here")
ABOUT_UNBAN = _("Let a member use the bot here again")
ABOUT_UNBAN_MEMBER = _("Who may use it here again")
ABOUT_END = _("End a match: it has no result and doesn’t count")
ABOUT_CLEAR = _("Take away what somebody wrote: a match’s note, a tournament’s title, a member’s notes")
ABOUT_CLEAR_OPTIONS = {
    "match": _("The match whose note goes"),
    "tournament": _("The tournament whose title goes"),
    "member": _("The member whose notes on open challenges go"),
}

BANNED = _(
    "{who} can no longer use the bot in this server. Their open challenges are closed, and opponents can end their "
    "matches. {unban} takes it back."
)
UNBANNED = _("{who} can use the bot in this server again.")
ENDED = _("{match} is ended, without a result. Both players are told.")
STOPPED = _("**{match}** was ended by a manager of this server. It has no result and doesn’t count.")
NOTHING_CHOSEN = _("choose what is to go: the note of a match, the title of a tournament, or the notes of a member")
NOTE_CLEARED = _("The note of {match} is gone. Earlier posts that show it can be deleted in Discord.")
TITLE_CLEARED = _(
    "{tournament} is called “{title}” now. Earlier posts that show the old title can be deleted in Discord."
)
NOTES_CLEARED = plural("{n} note of {who} is gone.", "{n} notes of {who} are gone.")

"""Texts about watching matches."""

from bot.chat.language.texts import _

ABOUT_SHOW = _("Show a match to everyone in the channel")
ABOUT_RECORD = _("Download a match as text and data")
ABOUT_REPLAY = _("Show a match as an animation")

ABOUT_IMPORT = _("Bring back a match from its record (unrated, in this channel only)")
IMPORT_RECORD = _("Import a record …")
RECORD_ON_PAGE = _("The record of a match, or its .txt or .json file")
ABOUT_IMPORT_FILE = _("The .txt or .json file of a match")
ABOUT_IMPORT_TEXT = _("Or the record itself")
IMPORTS = _("### Your imported matches here")
IMPORTS_NONE = _(
    "You haven’t imported a match here. Attach the file of a record, or paste its text."
)
IMPORTED_BEFORE = _("These moves are here already: **{match}**.")
IMPORT_LINE = _("{match} · {game}")
IMPORT_OPEN = _("Open …")
IMPORT_DELETE = _("Delete …")
PLAY_ON = _("### {match} · play on after turn {n}")
PLAY_ON_START = _("### {match} · play from the start")
PLAY_ON_HINT = _("Choose your side and how strong the computer is. The new match is unrated.")
PLAY_ON_AS = _("Play {mark} {side} against …")
PLAY_ON_AT = _("{mark} {side} against the computer ({level})")
WHICH_BOARD = _("Which match?")
FOLLOWS_ALREADY = _("You already follow **{match}**. Unfollow stops it.")
FOLLOWED = _(
    "You’re following **{match}**: you’ll get its turns by direct message. Unfollow stops it."
)
FOLLOWED_HIGHLIGHTS = _(
    "You’re following **{match}**: you’ll hear when someone threatens to win, and how it ends."
)
UNFOLLOWED = _("You’ve unfollowed **{match}**.")
REPLAYING = _("Drawing {match} … {share}%")

"""What is said to those who watch, in English, with named placeholders."""

from bot.chat.kit.language.texts import _

ABOUT_SHOW = _("Show a match to everyone in the channel")
ABOUT_RECORD = _("Download a match as text and data")
ABOUT_REPLAY = _("Show a match as an animation")

MENU_TRY = _("Try from here")
MENU_FOLLOW = _("Follow")
MENU_BOARD = _("Board to me")
WHICH_BOARD = _("Which match?")
FOLLOWS_ALREADY = _("You already follow **{match}**. Press the button to stop.")
FOLLOWED = _("You’re following **{match}**: you’ll get its turns by direct message. Press the button again to stop.")
FOLLOWED_HIGHLIGHTS = _("You’re following **{match}**: you’ll hear when someone threatens to win, and how it ends.")
UNFOLLOWED = _("You’ve unfollowed **{match}**.")
REPLAYING = _("Drawing {match} … {share} %")
REPLAYED = _("### {game} · {match}")

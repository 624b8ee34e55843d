"""What is said to those who watch, in English, with named placeholders."""

from bot.chat.kit.language.texts import _

ABOUT_SHOW = _("Show a match to everyone in the channel")
ABOUT_RECORD = _("Get a match as text and as data, to keep")
ABOUT_REPLAY = _("Show a match as an animation")

FOLLOWED = _("You follow **{match}**: its turns come to you as direct messages. Press the button again to stop.")
UNFOLLOWED = _("You follow **{match}** no longer.")
REPLAYING = _("Drawing {match} … {share} %")
REPLAYED = _("### {game} · {match}")
DIGEST = _("### Matches running here")
MATCH_LINE_OF = _("**{match}** · {game} · {first} against {second}\n{status}")
SHOW_MATCH = _("Show {match}")

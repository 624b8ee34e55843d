"""Presses about matches that wait, which only this feature shows."""

from bot.chat.discord.press import VersionPress


class PlayOn(VersionPress, action="playon"):
    """Say that one plays on."""

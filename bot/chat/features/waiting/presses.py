"""The press that two files of this feature share."""

from bot.chat.discord.press import VersionPress


class PlayOn(VersionPress, action="playon"):
    """Say that one plays on."""

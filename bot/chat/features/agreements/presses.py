"""The buttons of a question that only this feature asks: whether a match is really to end."""

from bot.chat.discord.press import VersionPress


class ResignMatch(VersionPress, action="resignyes"):
    """Resign."""


class AbortMatch(VersionPress, action="abortyes"):
    """Call a match off."""

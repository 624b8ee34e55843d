"""The buttons of a question that only this feature asks: whether a match is really to end."""

from __future__ import annotations

from bot.chat.kit.press import VersionPress


class ResignMatch(VersionPress, action="resignyes"):
    """Resign."""


class AbortMatch(VersionPress, action="abortyes"):
    """Call a match off."""


class KeepPlaying(VersionPress, action="keep"):
    """Neither resign nor call the match off."""

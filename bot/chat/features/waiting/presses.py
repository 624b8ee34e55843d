"""Presses about matches that wait, which only this feature shows."""

from bot.chat.discord.press import MatchPress, VersionPress


class SnoozeFor(MatchPress, action="snoozefor"):
    """Hear nothing of a match for so many days; 0 ends that."""

    days: int


class Abandon(VersionPress, action="abandonyes"):
    """Ask to end a match without a result."""


class PlayOn(VersionPress, action="playon"):
    """Say that one plays on."""

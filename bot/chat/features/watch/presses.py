"""The buttons and menus of those who watch."""

from bot.chat.discord.press import MatchPress, Press, Version


class PlayFromHere(MatchPress, action="playfrom"):
    """Play on after ``ply`` decisions against the computer at the level chosen, from the second seat or the first."""

    ply: Version
    second: bool


class OpenImport(Press, action="imported"):
    """See the imported match chosen in a menu."""


class DeleteImport(Press, action="importdrop"):
    """Delete the imported match chosen in a menu."""

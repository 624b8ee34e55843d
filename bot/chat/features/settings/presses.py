"""The menus and buttons on the cards of settings."""

from bot.chat.discord.press import Press


class ChangeSetting(Press):
    """Change a setting to what is chosen in a menu, or switch it: ``flip.1`` on, ``flip.0`` off."""

    setting: str


class WriteHours(Press, action="hours"):
    """Open the form in which waking hours are written."""


class WriteDaily(Press, action="daily"):
    """Open the form in which the time of the daily card is written."""


class Unblock(Press, action="unblock"):
    """Unblock the member chosen in the menu."""

"""The menus and buttons on the cards of settings."""

from bot.chat.discord.press import Press


class ChangeSetting(Press):
    """Change a setting to what is chosen in a menu, or switch it: ``flip.1`` on, ``flip.0`` off."""

    setting: str

    @property
    def name(self) -> str:
        """The setting's name in the domain."""
        return self.setting.partition(".")[0]

    @property
    def switched(self) -> str:
        """``1`` to switch it on, ``0`` off; empty for a menu."""
        return self.setting.partition(".")[2]


class ChangeMine(ChangeSetting, action="set"):
    """Change one of a member's settings."""


class ChangeServer(ChangeSetting, action="server"):
    """Change one of a server's settings."""


class TakeVacation(Press, action="vacation"):
    """Begin or end a vacation."""


class WriteHours(Press, action="hours"):
    """Open the form in which waking hours are written."""


class SetHours(Press, action="sethours"):
    """Set the waking hours written in the form."""

    @property
    def opener(self) -> Press:
        return WriteHours()


class WriteDaily(Press, action="daily"):
    """Open the form in which the time of the daily card is written."""


class SetDaily(Press, action="setdaily"):
    """Set the time of the daily card written in the form."""

    @property
    def opener(self) -> Press:
        return WriteDaily()


class Unblock(Press, action="unblock"):
    """Unblock the member chosen in the menu."""


class DeleteMyData(Press, action="forget"):
    """Delete all that is stored about a member."""


class KeepMyData(Press, action="remember"):
    """Answer no: nothing is deleted."""

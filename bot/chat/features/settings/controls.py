"""The menus and buttons that settings are chosen with."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.discord.components import Button, ButtonRow, button, menu
from bot.chat.discord.press import Press
from bot.chat.features.settings import texts
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language
from bot.domain.stored_settings import StoredSettings

EMPTY = "-"  # stands for an empty value in a menu, where Discord allows none


class ChangeSetting(Press):
    """Change a setting to what is chosen in a menu, or switch it, as a ``Switch`` is written."""

    setting: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting that is switched, written ``flip.1`` on and ``flip.0`` off."""

    name: str
    is_on: bool

    def __str__(self) -> str:
        return f"{self.name}.{int(self.is_on)}"

    @classmethod
    def parse(cls, text: str) -> "Switch | None":
        """The switch that a text stands for; None where it is only the name of a setting."""
        name, _, state = text.partition(".")
        return cls(name, state == "1") if state else None


def toggle(t: Language, settings: StoredSettings, press: type[ChangeSetting], name: str) -> Button:
    """A button that switches a setting on or off."""
    is_on = bool(getattr(settings, name))
    state = t.label(texts.ON if is_on else texts.OFF)
    label = t.label(shared.STATE_OF, name=t.label(settings.labels[name]), state=state)
    switch = press(str(Switch(name, not is_on)))
    return button(label, switch, "success" if is_on else "secondary")


def choices(
    t: Language, label: str, press: ChangeSetting, labels: Mapping[str, str], current: str
) -> ButtonRow | None:
    """A menu of the values of a setting, by what they are called."""
    name = t.label(label)
    options = {
        value or EMPTY: t.label(shared.STATE_OF, 100, name=name, state=state)
        for value, state in labels.items()
    }
    return menu(name, press, options, current or EMPTY)


@dataclass(frozen=True, slots=True)
class Change:
    """A setting by its name, and its new value."""

    name: str
    value: str | bool


def change_of(press: ChangeSetting, values: tuple[str, ...]) -> Change:
    """What a press of a switch or a choice in a menu changes."""
    switch = Switch.parse(press.setting)
    if switch is not None:
        return Change(switch.name, switch.is_on)
    value = values[0] if values else ""
    return Change(press.setting, "" if value == EMPTY else value)

"""The menus and buttons that settings are chosen with."""

from collections.abc import Mapping

from bot.chat.discord.components import Button, Row, button, menu
from bot.chat.discord.press import Press
from bot.chat.features.settings import texts
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language
from bot.domain.stored_settings import StoredSettings

EMPTY = "-"  # stands for an empty value in a menu, where Discord allows none


class ChangeSetting(Press):
    """Change a setting to what is chosen in a menu, or switch it: ``flip.1`` on, ``flip.0`` off."""

    setting: str


def toggle(t: Language, settings: StoredSettings, press: type[ChangeSetting], name: str) -> Button:
    """A button that switches a setting on or off."""
    on = bool(getattr(settings, name))
    label = t.label(
        shared.STATE_OF,
        name=t.label(settings.labels[name]),
        state=t.label(texts.ON if on else texts.OFF),
    )
    return button(label, press(f"{name}.{int(not on)}"), "success" if on else "secondary")


def choices(
    t: Language, label: str, press: ChangeSetting, labels: Mapping[str, str], current: str
) -> Row | None:
    """A menu of the values of a setting, by what they are called."""
    label = t.label(label)
    options = {
        value or EMPTY: t.label(shared.STATE_OF, 100, name=label, state=shown)
        for value, shown in labels.items()
    }
    return menu(label, press, options, current or EMPTY)


def chosen(press: ChangeSetting, values: tuple[str, ...]) -> tuple[str, str | bool]:
    """The name of a setting and its new value."""
    name, _, switched = press.setting.partition(".")
    value = values[0] if values else ""
    if switched:
        return name, switched == "1"
    return name, "" if value == EMPTY else value

"""Forms that open over Discord.

What is sent back is read from the interaction itself, so they outlive a restart.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypedDict

import discord
from discord import ui

from bot.chat.discord.press import Press
from bot.chat.language.i18n import one_line

LINE = 200
BOX = 2_000
"""Characters of a field: of a line, and of a box to write in."""


class Part(TypedDict, total=False):
    """What Discord sends of a command, a component, a form or a part of one, as far as it is read
    here.
    """

    name: str
    options: "list[Part]"
    custom_id: str
    value: str
    values: list[str]
    components: "list[Part]"
    component: "Part"


class Field(NamedTuple):
    """A line, or with ``long`` a box, to write in."""

    name: str
    label: str
    example: str = ""
    value: str = ""
    long: bool = False
    required: bool = True


class FormMenu(NamedTuple):
    """A menu to choose from.

    :param choices: what each value is called
    :param value: is chosen already
    """

    name: str
    label: str
    choices: Mapping[str, str]
    value: str


class Form(ui.Modal):
    """A form whose custom id says what it is for.

    What was sent is read from the interaction (``Reply.typed``).
    """

    async def on_submit(self, interaction: discord.Interaction, /) -> None:
        pass


def form(title: str, press: Press, *fields: Field | FormMenu | None) -> Form:
    """A form of up to five fields (None: left out) that does ``press`` when it is sent."""
    shown = Form(title=one_line(title, 45), custom_id=str(press), timeout=None)
    for field in fields:
        if field is None:
            continue
        label = one_line(field.label, 45)
        shown.add_item(ui.Label(text=label, component=_box(field)))
    return shown


def fill(shown: Form, typed: Mapping[int, str]) -> None:
    """Write into the fields of a form, by their number (menus do not count), what was typed into
    them before.
    """
    components = [item.component for item in shown.children if isinstance(item, ui.Label)]
    boxes = [item for item in components if isinstance(item, ui.TextInput)]
    for number, box in enumerate(boxes):
        if number in typed:
            box.default = typed[number][: box.max_length]


def sent(part: Part) -> tuple[dict[str, str], dict[str, str]]:
    """What was written in the fields of a form that was sent, and what was chosen in its menus, by
    their names.
    """
    written = dict[str, str]()
    chosen = dict[str, str]()
    parts = [part]
    for part in parts:  # which grows
        parts += part.get("components") or ()
        if part.get("component"):
            parts.append(part["component"])
        name = part.get("custom_id", "")
        if "value" in part:
            written[name] = str(part["value"] or "")
        if part.get("values"):
            chosen[name] = part["values"][0]
    return written, chosen


def _box(field: Field | FormMenu) -> ui.TextInput[ui.Modal] | ui.Select[ui.Modal]:
    if isinstance(field, FormMenu):
        options = [
            discord.SelectOption(label=one_line(label), value=value, default=value == field.value)
            for value, label in field.choices.items()
        ]
        return ui.Select(custom_id=field.name, options=options)
    style = discord.TextStyle.paragraph if field.long else discord.TextStyle.short
    return ui.TextInput(
        style=style,
        custom_id=field.name,
        placeholder=one_line(field.example, 100) or None,
        default=field.value or None,
        required=field.required,
        max_length=BOX if field.long else LINE,
    )

"""Forms that open over Discord.

What is sent back is read from the interaction itself, so they outlive a restart.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

import discord
from discord import ui

from bot.chat.discord.press import Press
from bot.chat.language.i18n import one_line

LINE = 200
BOX = 2_000
"""Characters of a field: of a line, and of a box to write in."""


class SentPart(TypedDict, total=False):
    """What Discord sends of a command, a component, a form or a part of one, as far as it is read
    here.
    """

    name: str
    options: "list[SentPart]"
    custom_id: str
    value: str
    values: list[str]
    components: "list[SentPart]"
    component: "SentPart"


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
    modal = Form(title=one_line(title, 45), custom_id=str(press), timeout=None)
    for field in fields:
        if field is None:
            continue
        label = one_line(field.label, 45)
        modal.add_item(ui.Label(text=label, component=_box(field)))
    return modal


def fill(modal: Form, values: Mapping[int, str]) -> None:
    """Write into the fields of a form, by their number (menus do not count), what was typed into
    them before.
    """
    components = [item.component for item in modal.children if isinstance(item, ui.Label)]
    boxes = [item for item in components if isinstance(item, ui.TextInput)]
    for number, box in enumerate(boxes):
        if number in values:
            box.default = values[number][: box.max_length]


@dataclass(frozen=True, slots=True)
class FormInput:
    """What was sent with a form, by the names of its parts.

    :param texts: what was written in its fields
    :param choices: what was chosen in its menus
    """

    texts: Mapping[str, str]
    choices: Mapping[str, str]


def form_input(data: SentPart) -> FormInput:
    """What was sent with a form; nothing for the data of another interaction."""
    texts = dict[str, str]()
    choices = dict[str, str]()
    parts = [data]
    for part in parts:  # which grows
        parts += part.get("components") or ()
        if part.get("component"):
            parts.append(part["component"])
        name = part.get("custom_id", "")
        if "value" in part:
            texts[name] = str(part["value"] or "")
        if part.get("values"):
            choices[name] = part["values"][0]
    return FormInput(texts, choices)


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

"""Forms that open over Discord. What is sent back is read from the interaction itself, so they outlive a restart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypedDict

import discord
from discord import ui

from bot.chat.discord.press import Press
from bot.chat.language.i18n import one_line


class Part(TypedDict, total=False):
    """What Discord sends of a component, a form or a part of one, as far as it is read here."""

    custom_id: str
    value: str
    values: list[str]
    components: list[Part]
    component: Part


class Field(NamedTuple):
    """A line, or with ``long`` a box, to write in."""

    name: str
    label: str
    example: str = ""
    value: str = ""
    long: bool = False
    required: bool = True


class FormMenu(NamedTuple):
    """A menu to choose one of ``choices`` from: their values and what they are called. ``value`` is chosen already."""

    name: str
    label: str
    choices: Mapping[str, str]
    value: str


class Form(ui.Modal):
    """A form whose custom id says what it is for. What was sent is read from the interaction (``Reply.typed``)."""

    async def on_submit(self, interaction: discord.Interaction, /) -> None:
        pass


def form(title: str, press: Press, *fields: Field | FormMenu) -> Form:
    """A form of up to five fields that does ``press`` when it is sent."""
    made = Form(title=one_line(title, 45), custom_id=str(press), timeout=None)
    for field in fields:
        made.add_item(ui.Label(text=one_line(field.label, 45), component=_box(field)))
    return made


def fill(shown: Form, typed: Mapping[int, str]) -> None:
    """Write into the fields of a form, by their number (menus do not count), what was typed into them before."""
    boxes = [item.component for item in shown.children if isinstance(item, ui.Label)]
    for number, box in enumerate(box for box in boxes if isinstance(box, ui.TextInput)):
        if number in typed:
            box.default = typed[number][: box.max_length]


def typed(components: Sequence[Part], name: str) -> str:
    """What was written in a field of a form that was sent, or chosen in a menu of it."""
    for part in _parts(components):
        if part.get("custom_id") == name:
            return str(part.get("value") or next(iter(part.get("values") or ()), ""))
    return ""


def all_typed(components: Sequence[Part]) -> list[str]:
    """What was written in each field of a form that was sent."""
    return [str(part["value"]) for part in _parts(components) if "value" in part]


def all_chosen(components: Sequence[Part]) -> dict[str, str]:
    """What was chosen in each menu of a form that was sent, by the menu's name."""
    return {part["custom_id"]: part["values"][0] for part in _parts(components) if part.get("values")}


def _parts(components: Sequence[Part]) -> Iterator[Part]:
    for part in components:
        yield part
        yield from _parts(part.get("components") or [])
        if inner := part.get("component"):
            yield from _parts([inner])


def _box(field: Field | FormMenu) -> ui.TextInput[ui.Modal] | ui.Select[ui.Modal]:
    if isinstance(field, FormMenu):
        options = [
            discord.SelectOption(label=one_line(label), value=value, default=value == field.value)
            for value, label in field.choices.items()
        ]
        return ui.Select(custom_id=field.name, options=options)
    return ui.TextInput(
        style=discord.TextStyle.paragraph if field.long else discord.TextStyle.short,
        custom_id=field.name,
        placeholder=one_line(field.example, 100) or None,
        default=field.value or None,
        required=field.required,
        max_length=2000 if field.long else 200,
    )

"""Forms that open over Discord. What is sent back is read from the interaction itself, so they outlive a restart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import discord
from discord import ui

from .ids import Press
from .tongue import one_line


class Field(NamedTuple):
    """A line, or with ``long`` a box, to write in."""

    name: str
    label: str
    example: str = ""
    value: str = ""
    long: bool = False
    required: bool = True


class Options(NamedTuple):
    """A menu to choose one of ``choices`` from: their values and what they are called. ``value`` is chosen already."""

    name: str
    label: str
    choices: Mapping[str, str]
    value: str


class Form(ui.Modal):
    """A form whose custom id says what it is for. It is read in ``Bot.on_interaction``, not here."""

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        pass


def form(title: str, press: Press, *fields: Field | Options) -> Form:
    """A form of up to five fields that does ``press`` when it is sent."""
    made = Form(title=one_line(title, 45), custom_id=str(press), timeout=None)
    for field in fields:
        box = _menu(field) if isinstance(field, Options) else _box(field)
        made.add_item(ui.Label(text=one_line(field.label, 45), component=box))
    return made


def _box(field: Field) -> ui.TextInput[Any]:
    return ui.TextInput(
        style=discord.TextStyle.paragraph if field.long else discord.TextStyle.short,
        custom_id=field.name,
        placeholder=one_line(field.example, 100) or None,
        default=field.value or None,
        required=field.required,
        max_length=2000 if field.long else 200,
    )


def _menu(field: Options) -> ui.Select[Any]:
    options = [
        discord.SelectOption(label=one_line(label), value=value, default=value == field.value)
        for value, label in field.choices.items()
    ]
    return ui.Select(custom_id=field.name, options=options)


def typed(interaction: discord.Interaction[Any], name: str) -> str:
    """What was written in a field, or chosen in a menu."""
    data: Any = interaction.data or {}
    for part in _parts(data.get("components") or []):
        if part.get("custom_id") == name:
            return str(part.get("value") or next(iter(part.get("values") or ()), ""))
    return ""


def _parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _parts(component.get("components") or [])
        if inner := component.get("component"):
            yield from _parts([inner])

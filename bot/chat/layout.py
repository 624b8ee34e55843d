"""Building blocks of messages: cards, rows, buttons, menus and pictures, and what is needed to send them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
from discord import ui

from . import ids
from .ids import Press
from .tongue import one_line

MOST_OPTIONS = 25
MOST_TEXT = 4_000
MARK_OFFSET = 1 << 20
"""Added to a notice's id to make the component id of its card: well above the ids that Discord gives by itself."""

GREY = 0x5C6370
AMBER = 0xE0A030
GREEN = 0x3BA55D
BLURPLE = 0x5865F2
SEAT_COLOURS = {"Black": 0x17181A, "White": 0xF4F1E8, "Red": 0xC8423A}
SEAT_MARKS = {"Black": "⚫", "White": "⚪", "Red": "🔴"}


class Pressed(ui.DynamicItem[ui.Item[Any]], template=ids.TEMPLATE):
    """Any button or menu of ours, made again from its custom id when it is pressed: nothing is kept in between."""

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: Any, /) -> Pressed:
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        press = ids.read(self.custom_id)
        if press is not None:
            chosen = getattr(self.item, "values", ())
            values = tuple(value if isinstance(value, str) else str(value.id) for value in chosen)
            await interaction.client.pressed(interaction, press, values)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to attach, and what it shows in words."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Post:
    """A message ready to be sent: its layout, its pictures, and whom it may ping."""

    view: ui.LayoutView
    pictures: tuple[Picture, ...] = ()
    ping: tuple[int, ...] = field(default=())

    def files(self) -> list[discord.File]:
        """The pictures as files; new ones at each call, for sending consumes them."""
        return [discord.File(io.BytesIO(p.data), p.name, description=p.alt[:1024]) for p in self.pictures]

    def mentions(self) -> discord.AllowedMentions:
        """Permission to ping those that are meant to be, and nobody else."""
        users = [discord.Object(user) for user in self.ping]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)


def post(
    *items: ui.Item[Any] | None,
    colour: int | None = GREY,
    pictures: Iterable[Picture] = (),
    ping: Sequence[int] = (),
    mark: int | None = None,
) -> Post:
    """One container holding ``items`` (None: left out). ``mark`` is the id of the notice that this tells of."""
    number = None if mark is None else mark % (1 << 30) + MARK_OFFSET
    container: ui.Container[Any] = ui.Container(
        *(item for item in items if item is not None), accent_colour=colour, id=number
    )
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    # All that a press needs is in its custom id. A view that is not over would be kept, with a task that waits for a
    # quarter of an hour, for every message that only one member sees.
    view.stop()
    return Post(view, tuple(pictures), tuple(ping))


def marked(components: Iterable[Any], notice: int) -> bool:
    """Whether a message's components, as Discord gives them, are the card of a notice."""
    return any(component.get("id") == notice % (1 << 30) + MARK_OFFSET for component in components)


def text(*lines: str | None) -> ui.TextDisplay[Any]:
    """Lines of text (None: left out), cut to what a message can hold."""
    content = "\n".join(line for line in lines if line)
    return ui.TextDisplay(content if len(content) <= MOST_TEXT - 400 else content[: MOST_TEXT - 401] + "…")


def picture(image: Picture) -> ui.MediaGallery[Any]:
    """A picture across the whole card."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{image.name}", description=image.alt[:1024]))


def beside(image: Picture, *lines: str | None) -> ui.Section[Any]:
    """Lines of text with a small picture to their right."""
    return ui.Section(text(*lines), accessory=ui.Thumbnail(f"attachment://{image.name}", description=image.alt[:1024]))


def row_of_one(pressed: Pressed, *lines: str | None) -> ui.Section[Any]:
    """Lines of text with a button to their right."""
    return ui.Section(text(*lines), accessory=pressed)


def rule() -> ui.Separator[Any]:
    """A thin line."""
    return ui.Separator()


def button(label: str, press: Press, style: str = "secondary", *, disabled: bool = False) -> Pressed:
    """A button that does ``press``. ``style``: primary, secondary, success or danger."""
    return Pressed(
        ui.Button(label=one_line(label, 80), custom_id=str(press), style=discord.ButtonStyle[style], disabled=disabled)
    )


def menu(placeholder: str, press: Press, options: Sequence[discord.SelectOption]) -> ui.ActionRow[Any]:
    """A row with a menu of at most 25 options, one of which is chosen."""
    select: ui.Select[Any] = ui.Select(
        placeholder=one_line(placeholder, 150), custom_id=str(press), options=list(options[:MOST_OPTIONS])
    )
    return ui.ActionRow(Pressed(select))


def row(*buttons: Pressed | None) -> ui.ActionRow[Any] | None:
    """A row of up to five buttons (None: left out); None if there are none."""
    shown = [item for item in buttons if item is not None]
    return ui.ActionRow(*shown) if shown else None

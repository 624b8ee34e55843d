"""Building blocks of messages: cards, rows, buttons, menus and pictures, and what is needed to send them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypedDict

import discord
from discord import ui

from bot.chat.kit.language import texts
from bot.chat.kit.language.i18n import Language, Markup, one_line
from bot.chat.kit.press import Press
from bot.domain.events import Event, Notice

Item: TypeAlias = "ui.Item[ui.LayoutView]"
Button: TypeAlias = "ui.Button[ui.LayoutView]"
Row: TypeAlias = "ui.ActionRow[ui.LayoutView]"

MOST_OPTIONS = 25
MOST_TEXT = 4_000
MOST_KEPT = 3_000
"""Characters of a form that are shown again when it is refused; a message holds a thousand more."""
KEPT_OFFSET = 1 << 19
"""Added to the number of a field for the component id of what was typed into it: above the ids that Discord gives."""
MARK_OFFSET = 1 << 20
"""Added to a notice's id to make the component id of its card: well above the ids that Discord gives by itself."""

_FENCE, _FENCE_END = "```\n", "\n```"

GREY = 0x5C6370
AMBER = 0xE0A030
GREEN = 0x3BA55D
BLURPLE = 0x5865F2


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to attach, and what it shows in words."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Post:
    """A message ready to be sent: its layout, its pictures and other files (name, bytes), and whom it may ping."""

    view: ui.LayoutView
    pictures: tuple[Picture, ...] = ()
    ping: tuple[int, ...] = ()
    extra: tuple[tuple[str, bytes], ...] = ()

    def files(self) -> list[discord.File]:
        """What is attached; new files at each call, for sending consumes them."""
        pictures = [discord.File(io.BytesIO(p.data), p.name, description=p.alt[:1024]) for p in self.pictures]
        return [*pictures, *(discord.File(io.BytesIO(data), name) for name, data in self.extra)]

    def mentions(self) -> discord.AllowedMentions:
        """Permission to ping those that are meant to be, and nobody else."""
        users = [discord.Object(user) for user in self.ping if user > 0]  # who has deleted their data is nobody
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)


def post(
    *items: Item | None,
    colour: int | None = GREY,
    pictures: Iterable[Picture] = (),
    ping: Sequence[int] = (),
    mark: int | None = None,
    extra: Iterable[tuple[str, bytes]] = (),
) -> Post:
    """One container holding ``items`` (None: left out). ``mark`` is the id of the notice that this tells of."""
    number = None if mark is None else mark % (1 << 30) + MARK_OFFSET
    container: ui.Container[ui.LayoutView] = ui.Container(
        *(item for item in items if item is not None), accent_colour=colour, id=number
    )
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    # All that a press needs is in its custom id. A view that is not over would be kept, with a task that waits for a
    # quarter of an hour, for every message that only one member sees.
    view.stop()
    return Post(view, tuple(pictures), tuple(ping), tuple(extra))


def marked(message: discord.Message, notice: int) -> bool:
    """Whether a message is the card of a notice."""
    mark = notice % (1 << 30) + MARK_OFFSET
    return any(isinstance(one, discord.Container) and one.id == mark for one in message.components)


def text(*lines: str | None) -> ui.TextDisplay[ui.LayoutView]:
    """Lines of text (None: left out), cut to what a message can hold."""
    content = "\n".join(line for line in lines if line)
    return ui.TextDisplay(content if len(content) <= MOST_TEXT - 400 else content[: MOST_TEXT - 401] + "…")


def picture(image: Picture) -> ui.MediaGallery[ui.LayoutView]:
    """A picture across the whole card."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{image.name}", description=image.alt[:1024]))


def beside(image: Picture, *lines: str | None) -> ui.Section[ui.LayoutView]:
    """Lines of text with a small picture to their right."""
    return ui.Section(text(*lines), accessory=ui.Thumbnail(f"attachment://{image.name}", description=image.alt[:1024]))


def row_of_one(pressed: Button, *lines: str | None) -> ui.Section[ui.LayoutView]:
    """Lines of text with a button to their right."""
    return ui.Section(text(*lines), accessory=pressed)


def file(name: str) -> ui.File[ui.LayoutView]:
    """A file of ``extra``, to be downloaded."""
    return ui.File(f"attachment://{name}")


def rule() -> ui.Separator[ui.LayoutView]:
    """A thin line."""
    return ui.Separator()


def button(label: str, press: Press, style: str = "secondary", *, disabled: bool = False) -> Button:
    """A button that does ``press``. ``style``: primary, secondary, success or danger."""
    return ui.Button(
        label=one_line(label, 80), custom_id=str(press), style=discord.ButtonStyle[style], disabled=disabled
    )


def menu(placeholder: str, press: Press, options: Sequence[discord.SelectOption]) -> Row:
    """A row with a menu of at most 25 options, one of which is chosen."""
    select: ui.Select[ui.LayoutView] = ui.Select(
        placeholder=one_line(placeholder, 150), custom_id=str(press), options=list(options[:MOST_OPTIONS])
    )
    return ui.ActionRow(select)


def member_menu(placeholder: str, press: Press, chosen: int | None = None) -> Row:
    """A row with a menu of the server's members, of whom one or nobody is chosen."""
    select: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
        placeholder=one_line(placeholder, 150),
        custom_id=str(press),
        min_values=0,
        max_values=1,
        default_values=[]
        if chosen is None
        else [discord.SelectDefaultValue(id=chosen, type=discord.SelectDefaultValueType.user)],
    )
    return ui.ActionRow(select)


def row(*buttons: Button | None) -> Row | None:
    """A row of up to five buttons (None: left out); None if there are none."""
    shown = [item for item in buttons if item is not None]
    return ui.ActionRow(*shown) if shown else None


def word(line: str, *, notice: Notice[Event] | None = None, colour: int = GREY) -> Post:
    """A card of one line; of a ``notice`` if it tells of one."""
    return post(text(line), colour=colour, **for_notice(notice))


def question(line: str, *buttons: Button, colour: int = AMBER) -> Post:
    """A question to one member, with its answers as buttons."""
    return post(text(line), row(*buttons), colour=colour)


def refusal(t: Language, why: str, typed: Sequence[str] = (), opener: Press | None = None) -> Post:
    """What could not be done, and why; with what was ``typed`` into the fields of a form, which ``opener`` opens."""
    kept, left = list[Item](), MOST_KEPT
    for number, line in enumerate(typed):
        if shown := line.replace("```", "``")[:left]:
            kept.append(ui.TextDisplay(_FENCE + shown + _FENCE_END, id=KEPT_OFFSET + number))
            left -= len(shown)
    return post(
        text(t(texts.WRONG, why=Markup(why))),
        text(t(texts.YOU_TYPED)) if kept else None,
        *kept,
        row(button(t.label(texts.EDIT_FORM), opener, "primary")) if opener is not None else None,
        colour=AMBER,
    )


def kept_fields(message: discord.Message | None) -> dict[int, str]:
    """What a ``refusal`` keeps of a form, by the number of the field."""
    containers = [one for one in (message.components if message else ()) if isinstance(one, discord.Container)]
    return {
        (part.id or 0) - KEPT_OFFSET: part.content.removeprefix(_FENCE).removesuffix(_FENCE_END)
        for container in containers
        for part in container.children
        if isinstance(part, discord.TextDisplay) and (part.id or 0) >= KEPT_OFFSET
    }


class NoticeCard(TypedDict):
    """Whom the card of a notice may ping, and the id by which it is found again."""

    ping: tuple[int, ...]
    mark: int | None


def for_notice(notice: Notice[Event] | None) -> NoticeCard:
    """The arguments of ``post`` for the card of a notice."""
    if notice is None:
        return NoticeCard(ping=(), mark=None)
    return NoticeCard(ping=() if notice.ping is None else (notice.ping,), mark=notice.id)

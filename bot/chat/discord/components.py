"""Building blocks of messages: cards, rows, buttons, menus and pictures, and what is needed to send
them.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, TypeAlias, TypedDict, TypeVar, cast

import discord
from discord import ui

from bot.chat.discord.press import Press
from bot.chat.language import texts
from bot.chat.language.i18n import Language, Markup, one_line
from bot.chat.pictures.picture import File, Picture
from bot.domain.events import DomainEvent, Notice

Item: TypeAlias = dict[str, object]  # a part of a message in the form in which Discord is sent it
Button: TypeAlias = Item
ButtonRow: TypeAlias = Item
Asks: TypeAlias = Literal["", "open", "live"]
K = TypeVar("K", int, str)

STYLES = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}

MOST_OPTIONS = 25  # of a menu
MOST_TEXT = 4_000  # characters of all texts of a message
MOST_PARTS = 40  # components of a message, those inside of others counted too
MOST_ALT = 1_024  # characters of the description of a picture
# characters of a form that are shown again when it is refused; a message may have a thousand more
MOST_KEPT = 3_000
MOST_FIELDS = 5  # which a form has
TYPED_FILE = "typed.txt"  # what was typed and is too long for a message
KEPT_OFFSET = 1 << 19
"""Added to the number of a field for the component id of what was typed into it: above the ids that
Discord gives.
"""
MARK_OFFSET = 1 << 20
"""Added to a notice's id to make the component id of its card: well above the ids that Discord
gives by itself.
"""

_FENCE = "```\n"
_FENCE_END = "\n```"

GREY = 0x5C6370
AMBER = 0xE0A030
GREEN = 0x3BA55D
BLURPLE = 0x5865F2


class Message(TypedDict):
    """What discord.py's functions that send a message are given."""

    view: "Card"
    files: list[discord.File]
    allowed_mentions: discord.AllowedMentions


@dataclass(frozen=True, slots=True)
class TouchMove:
    """A decision that is made by touching a board.

    :param text: what its press ends with
    :param source: the cell from which a stone is moved; empty: none is
    """

    text: str
    source: str
    target: str

    def as_json(self) -> list[str]:
        """The move as the page reads it."""
        return [self.text, self.source, self.target]


@dataclass(frozen=True, slots=True)
class Touch:
    """What can be pressed on a board itself.

    :param press: the beginning of all presses
    """

    press: str
    moves: tuple[TouchMove, ...]


@dataclass(frozen=True, slots=True)
class Post:
    """A message ready to be sent.

    :param mentions: whom it may ping
    :param extra: other files than pictures
    :param asks: it asks something; once that is settled it is composed again, or at any change of
        it if it is ``live``
    :param touch: of a board that its reader's browser draws; None where another position is shown
        than that in question
    :param lacks_turn: it would link to the post of a turn, which is not known, or not yet
    """

    view: "Card"
    pictures: tuple[Picture, ...]
    mentions: discord.AllowedMentions
    extra: tuple[File, ...] = ()
    asks: Asks = ""
    touch: Touch | None = None
    lacks_turn: bool = False

    @property
    def pings(self) -> list[int]:
        """The members whom it may ping."""
        users = self.mentions.users
        return [user.id for user in users] if isinstance(users, Sequence) else []

    def files(self) -> list[discord.File]:
        """What is attached; new at each call, for sending consumes them."""
        files = list[discord.File]()
        for image in self.pictures:
            content = io.BytesIO(image.data)
            files.append(discord.File(content, image.name, description=image.alt[:MOST_ALT]))
        for attachment in self.extra:
            files.append(discord.File(io.BytesIO(attachment.data), attachment.name))
        return files

    def message(self) -> Message:
        """All that it is sent with, once."""
        return {"view": self.view, "files": self.files(), "allowed_mentions": self.mentions}


class Card(ui.LayoutView):
    """A message that is put together already: discord.py's own items would take a fifth of all that
    it does for a post.

    It is over from the start; else discord.py would keep it, with a task, for every message that
    only one member sees.
    """

    def __init__(self, *components: Item) -> None:
        super().__init__(timeout=None)
        self._payload = [*components]
        self.stop()

    def to_components(self) -> list[dict[str, object]]:
        """What Discord is sent."""
        return self._payload

    def has_components_v2(self) -> bool:
        """Whether these are components of the kind that makes up a whole message."""
        return True


def post(
    *items: Item | None,
    colour: int | None = GREY,
    notice: Notice[DomainEvent] | None = None,
    ping: Sequence[int] = (),
    extra: Iterable[File] = (),
    asks: Asks = "",
) -> Post:
    """One container of items.

    Texts are cut to what a message may have. Raises ValueError where there are too many components.

    :param items: without None and empty texts
    :param notice: that the message is recognised as the card of
    :param ping: whom it may ping; by default the member whom the notice pings
    """
    components = [item for item in items if item and item.get("content") != ""]
    container: Item = {"type": 17, "accent_color": colour, "components": components}
    parts = _parts(container)
    if len(parts) > MOST_PARTS:
        raise ValueError(f"{len(parts)} components; a message may have {MOST_PARTS}")
    _cut_texts(parts)
    if notice is not None:
        container["id"] = _mark(notice.id)
        if not ping and notice.ping is not None:
            ping = [notice.ping]
    # who has deleted their data is nobody
    users = [discord.Object(user) for user in dict.fromkeys(ping) if user > 0]
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=users or False
    )
    images = [part.image for part in parts if isinstance(part, Illustrated)]
    pictures = {image.name: image for image in images}
    return Post(Card(container), tuple(pictures.values()), mentions, tuple(extra), asks)


def _parts(container: Item) -> list[Item]:
    """A container and all components inside of it, those further inside last."""
    parts = [container]
    for part in parts:  # which grows
        parts += cast("list[Item]", part.get("components", ()))
        if "accessory" in part:
            parts.append(cast("Item", part["accessory"]))
    return parts


def _cut_texts(parts: Iterable[Item]) -> None:
    """Cut the texts of a message to what it may have."""
    room = MOST_TEXT - MOST_PARTS
    for part in parts:
        if "content" in part:
            content = _cut(str(part["content"]), room)
            part["content"] = content
            room -= len(content)


def _cut(content: str, longest: int) -> str:
    """A text of which what is too long is left out."""
    if len(content) <= longest:
        return content
    return content[: max(0, longest - 1)] + "…"


def _mark(notice: int) -> int:
    """The id of the component by which the card of a notice is recognised."""
    return notice % (1 << 30) + MARK_OFFSET


def components_of(message: discord.Message | None) -> Iterator[discord.Component]:
    """The components of a message, each followed by those inside of it."""
    queue: list[discord.Component] = [*message.components] if message else []
    while queue:
        component = queue.pop(0)
        yield component
        queue[:0] = getattr(component, "children", ())


def marked(message: discord.Message, notice: int) -> bool:
    """Whether a message is the card of a notice."""
    containers = [part for part in message.components if isinstance(part, discord.Container)]
    return any(part.id == _mark(notice) for part in containers)


def extended(card: Post, *items: Item | None) -> Post:
    """A post of one container with more items (None: left out) at its end."""
    (container,) = card.view.to_components()
    components = cast("list[Item]", container["components"])
    components = [*components, *filter(None, items)]
    return replace(card, view=Card({**container, "components": components}))


def text(*lines: str | None, number: int | None = None) -> Item:
    """Lines of text, cut to what a message can hold.

    :param lines: None: left out
    :param number: an id to find it by
    """
    content = _cut("\n".join(filter(None, lines)), MOST_TEXT - 400)
    if number is None:
        return {"type": 10, "content": content}
    return {"type": 10, "content": content, "id": number}


class Illustrated(Item):
    """A part of a message with the picture in it, which is sent along."""

    def __init__(self, image: Picture, **parts: object) -> None:
        super().__init__(parts)
        self.image = image


def _media(image: Picture) -> Item:
    media: Item = {"media": {"url": f"attachment://{image.name}"}}
    if image.alt:
        media["description"] = image.alt[:MOST_ALT]
    return media


def picture(image: Picture) -> Item:
    """A picture across the whole card."""
    return Illustrated(image, type=12, items=[_media(image)])


def beside(accessory: Picture | Button, *lines: str | None) -> Item:
    """Lines of text with a small picture or a button to their right."""
    if isinstance(accessory, Picture):
        thumbnail = {"type": 11, **_media(accessory)}
        return Illustrated(accessory, type=9, components=[text(*lines)], accessory=thumbnail)
    return {"type": 9, "components": [text(*lines)], "accessory": accessory}


def file(name: str) -> Item:
    """A file of ``extra``, to be downloaded."""
    return {"type": 13, "file": {"url": f"attachment://{name}"}}


def rule() -> Item:
    """A thin line."""
    return {"type": 14}


def button(label: str, press: Press, style: str = "secondary", *, disabled: bool = False) -> Button:
    """A button that does ``press``.

    :param style: primary, secondary, success or danger
    """
    item: Button = {
        "type": 2,
        "style": STYLES[style],
        "label": one_line(label, 80),
        "custom_id": str(press),
    }
    if disabled:
        item["disabled"] = True
    return item


def link_button(label: str, url: str) -> Button:
    """A button that opens an address in a browser."""
    return {"type": 2, "style": 5, "label": one_line(label, 80), "url": url}


def page_buttons(turn_to: Callable[[int], Press], page: int, *, more: bool) -> list[Button | None]:
    """Buttons to the pages before and after a page of a list, where these exist.

    :param turn_to: makes the press that shows a page
    :param page: the number of the page, from 0
    :param more: there is a page after it
    """
    back_button = button("◀", turn_to(page - 1)) if page > 0 else None
    forward_button = button("▶", turn_to(page + 1)) if more else None
    return [back_button, forward_button]


def menu(
    placeholder: str, press: Press, options: Mapping[K, str], current: K | None = None
) -> ButtonRow | None:
    """A row with a menu of labels by their values, of which the first 25 are shown; None without
    any.
    """
    if not options:
        return None
    items = [
        {"label": label, "value": str(value), "default": value == current}
        for value, label in islice(options.items(), MOST_OPTIONS)
    ]
    return select(3, placeholder, press, options=items)


def member_menu(placeholder: str, press: Press, current: int | None = None) -> ButtonRow:
    """A row with a menu of the server's members, of whom one or nobody is chosen."""
    defaults = [] if current is None else [{"id": str(current), "type": "user"}]
    return select(5, placeholder, press, most=1, default_values=defaults)


def select(
    kind: int, placeholder: str, press: Press, *, most: int | None = None, **more: object
) -> ButtonRow:
    """A row with a menu.

    :param kind: Discord's number of the kind of menu
    :param most: how many may be chosen, or none; else one is to be
    :param more: what Discord is sent of the menu beside that
    """
    item: Item = {
        "type": kind,
        "placeholder": one_line(placeholder, 150),
        "custom_id": str(press),
        **more,
    }
    if most is not None:
        item |= {"min_values": 0, "max_values": most}
    return {"type": 1, "components": [item]}


def row(*buttons: Button | None) -> ButtonRow | None:
    """A row of up to five buttons (None: left out); None if there are none."""
    items = list(filter(None, buttons))
    if not items:
        return None
    return {"type": 1, "components": items}


def rows(buttons: Sequence[Button], width: int = 3) -> list[ButtonRow]:
    """Rows of up to ``width`` buttons, at most five."""
    starts = range(0, len(buttons), width)
    return [{"type": 1, "components": list(buttons[start : start + width])} for start in starts]


def rows_of(message: Post) -> list[ButtonRow]:
    """The rows of buttons and menus of a card."""
    rows = list[ButtonRow]()
    for container in message.view.to_components():
        for part in cast("list[Item]", container.get("components", ())):
            if part.get("type") == 1:
                rows.append(part)
    return rows


def parts_of(item: Item) -> int:
    """The components of a row or text, itself and those in it; a message may have forty."""
    return 1 + len(cast("list[Item]", item.get("components", ())))


def word(line: str, *, notice: Notice[DomainEvent] | None = None, colour: int = GREY) -> Post:
    """A card of one line."""
    return post(text(line), colour=colour, notice=notice)


def question(line: str, *buttons: Button, colour: int = AMBER) -> Post:
    """A question to one member, with its answers as buttons."""
    return post(text(line), row(*buttons), colour=colour)


def refusal(
    t: Language, why: str, form_texts: Sequence[str] = (), opener: Press | None = None
) -> Post:
    """What could not be done, and why.

    :param form_texts: into the fields of a form; what is too long for a message is in a file
    :param opener: opens the form
    """
    # halves of characters cannot be sent
    fields = [line.encode("utf-8", "replace").decode() for line in form_texts[:MOST_FIELDS]]
    items: list[Item | None] = [text(t(texts.WRONG, why=Markup(why)))]
    copies = _kept(fields)
    if copies:
        items += [text(t(texts.YOU_TYPED)), *copies]
    files = list[File]()
    if sum(map(len, fields)) > MOST_KEPT:
        files.append(File(TYPED_FILE, "\n\n".join(fields).encode()))
        items.append(file(TYPED_FILE))
    if opener is not None:
        items.append(row(button(t.label(texts.EDIT_FORM), opener, "primary")))
    return post(*items, colour=AMBER, extra=files)


def _kept(fields: Iterable[str]) -> list[Item]:
    """The texts of a form as they are shown again; read back by ``kept_fields``."""
    items = list[Item]()
    room = MOST_KEPT
    for number, line in enumerate(fields):
        copy = line.replace("```", "``")[:room]
        if copy:
            items.append(text(_FENCE + copy + _FENCE_END, number=KEPT_OFFSET + number))
            room -= len(copy)
    return items


def kept_fields(message: discord.Message | None) -> dict[int, str]:
    """What a ``refusal`` keeps of a form, by the number of the field."""
    fields = dict[int, str]()
    for part in components_of(message):
        if isinstance(part, discord.TextDisplay) and part.id and part.id >= KEPT_OFFSET:
            content = part.content.removeprefix(_FENCE).removesuffix(_FENCE_END)
            fields[part.id - KEPT_OFFSET] = content
    return fields

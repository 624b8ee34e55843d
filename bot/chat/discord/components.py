"""Building blocks of messages: cards, rows, buttons, menus and pictures, and what is needed to send
them.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict, TypeVar, cast

import discord
from discord import ui

from bot.chat.discord.press import Press
from bot.chat.language import texts
from bot.chat.language.i18n import Language, Markup, one_line
from bot.chat.pictures.picture import Picture
from bot.domain.events import Event, Notice

Item: TypeAlias = dict[str, object]  # a part of a message in the form in which Discord is sent it
Button: TypeAlias = Item
Row: TypeAlias = Item
Asks: TypeAlias = Literal["", "open", "live"]
K = TypeVar("K", int, str)

STYLES = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}

MOST_OPTIONS = 25
MOST_TEXT = 4_000
MOST_PARTS = 40
"""Characters of all texts of a message, and its components, those inside of others counted too."""
# characters of a form that are shown again when it is refused; a message may have a thousand more
MOST_KEPT = 3_000
KEPT_OFFSET = 1 << 19
MOST_FIELDS = 5  # which a form has
TYPED_FILE = "typed.txt"  # with what does not fit
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


class Touch(NamedTuple):
    """What can be pressed on a board itself: of each press its text, before which ``press`` goes,
    source and target.
    """

    press: str
    moves: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Post:
    """A message ready to be sent: its layout, its pictures and other files (name, bytes), and whom
    it may ping.

    ``asks``: it asks something; once that is settled it is composed again, or at any change of it
    if it is ``live``. ``touch``: of a board that its reader's browser draws; None where another
    position is shown than that in question.
    """

    view: "Card"
    pictures: tuple[Picture, ...]
    mentions: discord.AllowedMentions
    extra: tuple[tuple[str, bytes], ...] = ()
    asks: Asks = ""
    touch: Touch | None = None

    @property
    def pings(self) -> list[int]:
        """The members whom it may ping."""
        users = self.mentions.users
        return [user.id for user in users] if isinstance(users, Sequence) else []

    def files(self) -> list[discord.File]:
        """What is attached; new at each call, for sending consumes them."""
        files = [
            discord.File(io.BytesIO(p.data), p.name, description=p.alt[:1024])
            for p in self.pictures
        ]
        for name, data in self.extra:
            files.append(discord.File(io.BytesIO(data), name))
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
    notice: Notice[Event] | None = None,
    ping: Sequence[int] = (),
    extra: Iterable[tuple[str, bytes]] = (),
    asks: Asks = "",
) -> Post:
    """One container of ``items`` (without None and empty texts), recognised as the card of a
    ``notice``.

    ``ping``: whom it may ping, by default the member whom the notice pings. Texts are cut to what a
    message may have. Raises ValueError where there are too many components.
    """
    shown = [item for item in items if item and item.get("content") != ""]
    container: Item = {"type": 17, "accent_color": colour, "components": shown}
    parts: list[Any] = [container]
    pictures: dict[str, Picture] = {}
    for part in parts:  # which grows
        parts += part.get("components", ())
        parts += [part["accessory"]] if "accessory" in part else []
        if isinstance(part, Illustrated):
            pictures[part.image.name] = part.image
    if len(parts) > MOST_PARTS:
        raise ValueError(f"{len(parts)} components; a message may have {MOST_PARTS}")
    left = MOST_TEXT - MOST_PARTS
    for part in parts:
        content = part.get("content")
        if content is not None:
            part["content"] = content if len(content) <= left else content[: max(0, left - 1)] + "…"
            left -= len(part["content"])
    if notice is not None:
        container["id"] = notice.id % (1 << 30) + MARK_OFFSET
        ping = ping or ([] if notice.ping is None else [notice.ping])
    # who has deleted their data is nobody
    users = [discord.Object(user) for user in dict.fromkeys(ping) if user > 0]
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=users or False
    )
    return Post(Card(container), tuple(pictures.values()), mentions, tuple(extra), asks)


def components_of(message: discord.Message | None) -> Iterator[discord.Component]:
    """The components of a message, each followed by those inside of it."""
    parts: list[discord.Component] = [*message.components] if message else []
    while parts:
        yield (part := parts.pop(0))
        parts[:0] = getattr(part, "children", ())


def marked(message: discord.Message, notice: int) -> bool:
    """Whether a message is the card of a notice."""
    mark = notice % (1 << 30) + MARK_OFFSET
    return any(
        isinstance(part, discord.Container) and part.id == mark for part in message.components
    )


def text(*lines: str | None, number: int | None = None) -> Item:
    """Lines of text (None: left out), cut to what a message can hold; ``number`` is an id to find
    it by.
    """
    content = "\n".join(filter(None, lines))
    cut = content if len(content) <= MOST_TEXT - 400 else content[: MOST_TEXT - 401] + "…"
    return (
        {"type": 10, "content": cut}
        if number is None
        else {"type": 10, "content": cut, "id": number}
    )


class Illustrated(Item):
    """A part of a message with the picture in it, which is sent along."""

    def __init__(self, image: Picture, **parts: object) -> None:
        super().__init__(parts)
        self.image = image


def _media(image: Picture) -> Item:
    described = {"description": image.alt[:1024]} if image.alt else {}
    return {"media": {"url": f"attachment://{image.name}"}, **described}


def picture(image: Picture) -> Item:
    """A picture across the whole card."""
    return Illustrated(image, type=12, items=[_media(image)])


def beside(shown: Picture | Button, *lines: str | None) -> Item:
    """Lines of text with a small picture or a button to their right."""
    if isinstance(shown, Picture):
        return Illustrated(
            shown, type=9, components=[text(*lines)], accessory={"type": 11, **_media(shown)}
        )
    return {"type": 9, "components": [text(*lines)], "accessory": shown}


def file(name: str) -> Item:
    """A file of ``extra``, to be downloaded."""
    return {"type": 13, "file": {"url": f"attachment://{name}"}}


def rule() -> Item:
    """A thin line."""
    return {"type": 14}


def button(label: str, press: Press, style: str = "secondary", *, disabled: bool = False) -> Button:
    """A button that does ``press``. ``style``: primary, secondary, success or danger."""
    made: Button = {
        "type": 2,
        "style": STYLES[style],
        "label": one_line(label, 80),
        "custom_id": str(press),
    }
    if disabled:
        made["disabled"] = True
    return made


def link_button(label: str, url: str) -> Button:
    """A button that opens an address in a browser."""
    return {"type": 2, "style": 5, "label": one_line(label, 80), "url": url}


def page_buttons(turn_to: Callable[[int], Press], page: int, *, more: bool) -> list[Button | None]:
    """Buttons to the pages before and after a page of a list, where these exist.

    :param turn_to: makes the press that shows a page
    :param page: the number of the page, from 0
    :param more: there is a page after it
    """
    before = button("◀", turn_to(page - 1)) if page > 0 else None
    after = button("▶", turn_to(page + 1)) if more else None
    return [before, after]


def menu(
    placeholder: str, press: Press, options: Mapping[K, str], chosen: K | None = None
) -> Row | None:
    """A row with a menu of labels by their values, of which the first 25 are shown; None without
    any.
    """
    shown = [
        {"label": label, "value": str(value), "default": value == chosen}
        for value, label in options.items()
    ]
    return select(3, placeholder, press, options=shown[:MOST_OPTIONS]) if shown else None


def member_menu(placeholder: str, press: Press, chosen: int | None = None) -> Row:
    """A row with a menu of the server's members, of whom one or nobody is chosen."""
    chosen_now = [] if chosen is None else [{"id": str(chosen), "type": "user"}]
    return select(5, placeholder, press, most=1, default_values=chosen_now)


def select(
    kind: int, placeholder: str, press: Press, *, most: int | None = None, **more: object
) -> Row:
    """A row with a menu of a kind, a number of Discord's; of ``most``, where given, none need be
    chosen.
    """
    made: Item = {
        "type": kind,
        "placeholder": one_line(placeholder, 150),
        "custom_id": str(press),
        **more,
    }
    if most is not None:
        made |= {"min_values": 0, "max_values": most}
    return {"type": 1, "components": [made]}


def row(*buttons: Button | None) -> Row | None:
    """A row of up to five buttons (None: left out); None if there are none."""
    shown = list(filter(None, buttons))
    return {"type": 1, "components": shown} if shown else None


def rows(buttons: Sequence[Button], width: int = 3) -> list[Row]:
    """Rows of up to ``width`` buttons, at most five."""
    return [
        {"type": 1, "components": list(buttons[at : at + width])}
        for at in range(0, len(buttons), width)
    ]


def rows_of(shown: Post) -> list[Row]:
    """The rows of buttons and menus of a card."""
    inside = (
        part
        for card in shown.view.to_components()
        for part in cast("list[Item]", card.get("components", ()))
    )
    return [part for part in inside if part.get("type") == 1]


def parts_of(item: Item) -> int:
    """The components of a row or text, itself and those in it; a message may have forty."""
    return 1 + len(cast("list[Item]", item.get("components", ())))


def word(line: str, *, notice: Notice[Event] | None = None, colour: int = GREY) -> Post:
    """A card of one line."""
    return post(text(line), colour=colour, notice=notice)


def question(line: str, *buttons: Button, colour: int = AMBER) -> Post:
    """A question to one member, with its answers as buttons."""
    return post(text(line), row(*buttons), colour=colour)


def refusal(t: Language, why: str, typed: Sequence[str] = (), opener: Press | None = None) -> Post:
    """What could not be done, and why; with what was ``typed`` into the fields of a form, which
    ``opener`` opens.

    What is too long for a message is in a file.
    """
    typed = typed[:MOST_FIELDS]
    kept = list[Item]()
    left = MOST_KEPT
    files = list[tuple[str, bytes]]()
    if sum(map(len, typed)) > MOST_KEPT:
        files.append((TYPED_FILE, "\n\n".join(typed).encode("utf-8", "replace")))
    # halves of characters cannot be sent
    typed = [line.encode("utf-8", "replace").decode() for line in typed]
    for number, line in enumerate(typed):
        shown = line.replace("```", "``")[:left]
        if shown:
            kept.append(text(_FENCE + shown + _FENCE_END, number=KEPT_OFFSET + number))
            left -= len(shown)
    return post(
        text(t(texts.WRONG, why=Markup(why))),
        text(t(texts.YOU_TYPED)) if kept else None,
        *kept,
        file(TYPED_FILE) if files else None,
        row(button(t.label(texts.EDIT_FORM), opener, "primary")) if opener is not None else None,
        colour=AMBER,
        extra=files,
    )


def kept_fields(message: discord.Message | None) -> dict[int, str]:
    """What a ``refusal`` keeps of a form, by the number of the field."""
    return {
        (part.id or 0) - KEPT_OFFSET: part.content.removeprefix(_FENCE).removesuffix(_FENCE_END)
        for part in components_of(message)
        if isinstance(part, discord.TextDisplay) and (part.id or 0) >= KEPT_OFFSET
    }

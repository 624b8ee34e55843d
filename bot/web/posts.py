"""What the chat answers a press with, as the page shows it: a card, a question, a sentence, or a
form.
"""

import base64
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

import discord
from discord import ui

from bot.chat.board.links import ShowBoard
from bot.chat.discord.components import Illustrated, Item, Post, Touch
from bot.chat.discord.forms import Form
from bot.chat.discord.press import read
from bot.chat.discord.reply import Handling
from bot.chat.pictures.picture import Picture, Undrawn
from bot.web import protocol, texts
from bot.web.actions import action, works_here
from bot.web.scenes import Blobs, position
from bot.web.visits import Visit, without_markup
from render.words import headline

BUTTON = 2
MENUS = (3, 5)
TEXT = 10


class PostView:
    """Shows a post of the chat on the page.

    :param post: with boards that are not drawn yet
    """

    def __init__(self, handling: Handling, visit: Visit, blobs: Blobs, post: Post) -> None:
        self._names: Mapping[int, str] = {}
        self._handling = handling
        self._visit = visit
        self._blobs = blobs
        self._post = post
        (container,) = post.view.to_components()
        self._parts = cast("list[Item]", container["components"])

    def answer(self) -> protocol.CardView | protocol.QuestionView | protocol.Word:
        """The post in the plainest form that has room for it."""
        blocks = [*self._blocks()]
        pictures = [block for block in blocks if "picture" in block]
        lines = [line for block in blocks for line in block.get("lines", ())]
        actions = [entry for block in blocks for entry in block.get("actions", ())]
        menus = [menu for block in blocks for menu in block.get("menus", ())]
        if pictures or menus:
            return self._card(blocks)
        if not actions:
            return {"kind": "word", "text": "\n".join(lines)}
        if len(lines) <= MOST_LINES_ASKED:
            return {"kind": "question", "lines": lines, "actions": actions}
        return self._card(blocks)

    def text_lines(self) -> list[str]:
        """All that it says."""
        return [line for block in self._blocks() for line in block.get("lines", ())]

    async def read_names(self) -> None:
        """Read the names of those whom the post mentions: nobody is called by a number."""
        ids = dict[int, None]()
        for part in self._parts:
            part_texts = [*_texts(part)]
            if isinstance(part, Illustrated):
                part_texts.append(part.image.alt)
            for text in part_texts:
                ids |= {int(id): None for id in _MEMBER.findall(text)}
        self._names = await self._visit.names(list(ids)[:MOST_NAMES])

    def _named(self, text: str) -> str:
        """A text with names in place of mentions."""
        another = self._visit.t(texts.ANOTHER)
        return _MEMBER.sub(lambda mention: self._names.get(int(mention[1]), another), text)

    def card(self) -> protocol.CardView:
        """The whole post, however little is in it."""
        return self._card([*self._blocks()])

    def _card(self, blocks: list[protocol.Block]) -> protocol.CardView:
        """The whole post; a board that can be touched is drawn large and leaves its place."""
        touch = self._post.touch
        board: protocol.CardBoard | None = None
        undrawn = self._undrawn()
        if touch is not None and undrawn:
            board = self._touched_board(undrawn[0], touch)
            blocks = _without_first_picture(blocks)
        title, blocks = _title_of(blocks)
        first_lines = next((block["lines"] for block in blocks if block.get("lines")), [])
        lines = [title, *first_lines[:1]]
        if undrawn:
            say = self._visit.t.say
            states = undrawn[0].states
            threats = undrawn[0].look.get("threats", True)  # which would give a puzzle away
            lines.append(headline(states[-1], states, None, True, say, threats))
        return {
            "kind": "card",
            "title": title,
            "address": "",
            "press": "" if touch is None else touch.press,
            "board": board,
            "blocks": blocks,
            "focus": [],
            "said": " ".join(lines),
            "match": 0,
            "game": "",
        }

    def _undrawn(self) -> list[Undrawn]:
        """The boards of the post that the page draws."""
        images = [part.image for part in self._parts if isinstance(part, Illustrated)]
        return [image for image in images if isinstance(image, Undrawn)]

    def _touched_board(self, image: Undrawn, touch: Touch) -> protocol.CardBoard:
        state = image.states[-1]
        scene = self._scene(image, state.legal_moves() if touch.moves else ())
        effects = {f"m{move}": effect for move, effect in scene["does"].items()}
        moves = [move.as_json() for move in touch.moves if move.target]
        return cast(
            protocol.CardBoard,
            scene | {"moves": moves, "does": effects, "specials": [], "seats": []},
        )

    def _scene(self, image: Undrawn, legal_moves: Sequence[object] = ()) -> protocol.SceneView:
        """A board that the page draws, as its reader likes boards."""
        look = image.look | {
            "say": self._visit.t.say,
            "legal": False,
            "sight": self._visit.look["sight"],
        }
        return position(self._blobs, image.states, look, legal_moves=legal_moves)  # type: ignore[arg-type]

    def _is_on_board(self, item: Item) -> bool:
        """Whether a button does what a touch of the board does."""
        touch = self._post.touch
        if touch is None:
            return False
        return any(item.get("custom_id") == touch.press + move.text for move in touch.moves)

    def _blocks(self) -> Iterator[protocol.Block]:
        """The parts of the post, in their order."""
        for part in self._parts:
            lines = self._lines(part)
            if lines:
                yield {"lines": lines}
            if isinstance(part, Illustrated):
                yield {"picture": self._picture(part.image)}
            items = [*_items(part)]
            actions = self._actions(items)
            menus = self._menus(items)
            if actions or menus:
                block: protocol.Block = {}
                if actions:
                    block["actions"] = actions
                if menus:
                    block["menus"] = menus
                yield block

    def _lines(self, part: Item) -> list[str]:
        """The lines of a text, or of the texts in a section."""
        lines = list[str]()
        for text in _texts(part):
            plain = self._named(without_markup(text))
            lines += [line for line in plain.split("\n") if line]
        return lines

    def _picture(self, image: Picture) -> protocol.PictureView:
        if isinstance(image, Undrawn):
            return {"scene": self._scene(image), "alt": image.alt}
        kind = "gif" if image.name.endswith(".gif") else "png"
        data = base64.b64encode(image.data).decode()
        alt = self._named(without_markup(image.alt))
        return {"source": f"data:image/{kind};base64,{data}", "alt": alt}

    def _works_here(self, item: Item) -> bool:
        """Whether a button or menu of the chat does something on the page, too; a match’s board is
        opened from any card.
        """
        if isinstance(read(str(item.get("custom_id", ""))), ShowBoard):
            return True
        return works_here(self._handling.buttons, item)

    def _actions(self, items: Iterable[Item]) -> list[protocol.Action]:
        return [
            action(item, "other")
            for item in items
            if item["type"] == BUTTON and self._works_here(item) and not self._is_on_board(item)
        ]

    def _menus(self, items: Iterable[Item]) -> list[protocol.Menu]:
        menus = list[protocol.Menu]()
        for item in items:
            options = cast("list[dict[str, str]]", item.get("options", ()))
            if item["type"] not in MENUS or not options or not self._works_here(item):
                continue
            choices: list[protocol.ChoiceView] = [
                {"value": option["value"], "label": option["label"]} for option in options
            ]
            label = str(item.get("placeholder", ""))
            defaults = [option["value"] for option in options if option.get("default")]
            value = defaults[0] if defaults else ""
            press = str(item["custom_id"])
            menus.append({"label": label, "press": press, "value": value, "choices": choices})
        return menus


MOST_LINES_ASKED = 6  # of a question
MOST_NAMES = 20  # of members whom a post mentions
_MEMBER = re.compile(r"<@!?(\d{1,20})>")


def _texts(part: Item) -> Iterator[str]:
    """The texts of a part of a post, or of a section's."""
    for item in [part, *cast("list[Item]", part.get("components", ()))]:
        if item.get("type") == TEXT:
            yield str(item["content"])


def _items(part: Item) -> Iterator[Item]:
    """The buttons and menus of a part of a post."""
    inside = [*cast("list[Item]", part.get("components", ()))]
    if "accessory" in part:
        inside.append(cast(Item, part["accessory"]))
    for item in inside:
        if item.get("type") == BUTTON or item.get("type") in MENUS:
            yield item


def _without_first_picture(blocks: list[protocol.Block]) -> list[protocol.Block]:
    for number, block in enumerate(blocks):
        if "picture" in block:
            return [*blocks[:number], *blocks[number + 1 :]]
    return blocks


def _title_of(blocks: list[protocol.Block]) -> tuple[str, list[protocol.Block]]:
    """The first line of a card, which is its heading, and the blocks without it."""
    if not blocks or not blocks[0].get("lines"):
        return "", blocks
    title, *lines = blocks[0]["lines"]
    rest = blocks[1:]
    return title, [{"lines": lines}, *rest] if lines else rest


def form_view(form: Form) -> protocol.FormView:
    """A form of the chat, as the page shows it."""
    fields = list[protocol.FieldView]()
    for item in form.children:
        if isinstance(item, ui.Label):
            fields.append(_field(item))
    return {
        "kind": "form",
        "title": form.title,
        "press": str(form.custom_id),
        "fields": fields,
        "first": len(fields),
    }


def _field(label: "ui.Label[ui.Modal]") -> protocol.FieldView:
    """A field of a form: a menu, a line or a box."""
    component = label.component
    field: protocol.FieldView = {
        "name": "",
        "label": label.text,
        "type": "line",
        "value": "",
        "example": "",
        "required": False,
        "choices": [],
    }
    if isinstance(component, ui.Select):
        field["name"] = component.custom_id
        field["type"] = "menu"
        field["required"] = True
        for option in component.options:
            field["choices"].append({"value": option.value, "label": option.label})
            if option.default:
                field["value"] = option.value
    elif isinstance(component, ui.TextInput):
        field["name"] = component.custom_id
        field["value"] = component.default or ""
        field["example"] = component.placeholder or ""
        field["required"] = bool(component.required)
        if component.style is discord.TextStyle.paragraph:
            field["type"] = "box"
    return field

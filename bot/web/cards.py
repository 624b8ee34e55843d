"""Cards of the chat on the page: lessons, puzzles and rules, whose handlers answer here as they do
there.
"""

from collections.abc import Mapping
from typing import cast

from bot.chat.board.links import GO_ON, AskHint, OpenLesson, ShowPuzzle, ShowRulesPage
from bot.chat.discord.components import Illustrated, Item, Post
from bot.chat.discord.paged import PageReply
from bot.chat.discord.press import Press, read
from bot.chat.discord.reply import Handling, no_such_button
from bot.chat.pictures.picture import Undrawn
from bot.domain.errors import NotFound
from bot.web.boards import OUT_OF_DATE, number_in, pressable, shown as match_shown
from bot.web.fields import LONGEST_MOVE
from bot.web.scenes import Blobs, position
from bot.web.visits import Visit, unmarked
from games import registry
from games.players.puzzles import puzzles
from games.teaching import course_of
from render.words import headline

LONGEST = 100  # characters of a custom id


async def asked(visit: Visit, body: Mapping[str, object]) -> Press:
    """The press that a request stands for: that of a card, or to open a game's lessons or puzzles.

    Raises NotFound.
    """
    slug = body.get("game")
    what = body.get("what")
    if what == "hint":
        return AskHint(number_in(body, "match"))
    if (
        isinstance(slug, str)
        and what in ("lesson", "puzzle", "rules")
        and len(slug) <= LONGEST_MOVE
    ):
        if what != "puzzle":
            game = registry.get(slug).slug
            return OpenLesson(GO_ON, game) if what == "lesson" else ShowRulesPage(0, game)
        puzzle = await visit.services.puzzles.next_for(visit.user, slug or None)
        return ShowPuzzle(0, puzzle.slug, puzzle.name, "")
    custom_id = body.get("press")
    press = read(custom_id) if isinstance(custom_id, str) and len(custom_id) <= LONGEST else None
    if press is None:
        raise no_such_button()
    return press


async def shown(
    handling: Handling, visit: Visit, blobs: Blobs, body: Mapping[str, object]
) -> dict[str, object]:
    """The card with which the chat would answer the press of a request, or the match that begins
    with it; ``value`` is chosen in a menu.

    Raises NotFound for presses of the chat alone.
    """
    press = await asked(visit, body)
    value = body.get("value")
    button = handling.buttons.get(type(press))
    if button is None or not button.page:
        raise no_such_button()
    await visit.admit(button.work)
    reply = PageReply(handling, visit.viewer(), visit.visitor, visit.t, visit.settings, visit.look)
    reply.find = visit.match
    reply.values = (value,) if isinstance(value, str) else ()
    await reply.handle(press)
    if reply.begun:
        return await match_shown(visit, blobs, await visit.match(reply.begun))
    if reply.shown is None:
        raise NotFound(OUT_OF_DATE)
    return _card(handling, visit, blobs, reply.shown)


def _card(handling: Handling, visit: Visit, blobs: Blobs, post: Post) -> dict[str, object]:
    lines: list[str] = []
    buttons: list[list[object]] = []
    boards: list[Undrawn] = []
    (container,) = post.view.to_components()
    parts = cast("list[Item]", container["components"])
    for part in parts:
        if isinstance(part, Illustrated) and isinstance(part.image, Undrawn):
            boards.append(part.image)
        elif "content" in part:
            lines += [line for line in unmarked(str(part["content"])).split("\n") if line]
        for below in cast("list[Item]", part.get("components", ())):
            press = read(str(below.get("custom_id", "")))
            if press is not None and handling.buttons[type(press)].page:
                buttons += pressable([below])
    touch = post.touch
    content: dict[str, object] = {
        "card": True,
        "id": 0,
        "made": [],
        "ply": 0,
        "last": 0,
        "ends": [0],
        "mine": True,
        "specials": [],
        "seats": [],
        "can": {},
        "lines": lines,
        "buttons": buttons,
        "press": "" if touch is None else touch.press,
    }
    if boards:
        look = boards[0].look | {
            "say": visit.t.say,
            "legal": visit.look["legal"],
            "sight": visit.look["sight"],
        }
        states = boards[0].states
        threats = look.get("threats", True)
        content |= position(blobs, states, look, offered=states[-1].legal_moves() if touch else ())
        content["moves"] = [] if touch is None else touch.moves
        content["does"] = {
            f"m{move}": does for move, does in cast("dict[str, object]", content["does"]).items()
        }
        content["said"] = " ".join(
            [*lines[:1], headline(states[-1], states[1:], None, True, visit.t.say, threats)]
        )
    return content


def courses() -> list[list[object]]:
    """The games, and which have lessons and puzzles."""
    return [
        [game.slug, game.name, bool(course_of(game)), bool(puzzles(game.slug))]
        for game in registry.catalog()
    ]

"""Cards of the chat on the page: lessons, puzzles and rules, whose handlers answer here as they do
there.
"""

from typing import cast

from bot.chat.board.links import GO_ON, AskHint, OpenLesson, ShowPuzzle, ShowRulesPage
from bot.chat.discord.components import Illustrated, Item, Post
from bot.chat.discord.paged import PageReply
from bot.chat.discord.press import Press, read
from bot.chat.discord.reply import Handling, no_such_button
from bot.chat.pictures.picture import Undrawn
from bot.domain.errors import NotFound
from bot.web.boards import button_rows, match_view
from bot.web.fields import LONGEST_MOVE, OUT_OF_DATE, Body, number_in
from bot.web.scenes import Blobs, position
from bot.web.visits import Visit, without_markup
from games import registry
from games.players.puzzles import puzzles
from games.teaching import course_of
from render.words import headline

LONGEST_CUSTOM_ID = 100


async def requested_press(visit: Visit, body: Body) -> Press:
    """The press that a request stands for: that of a card, or to open a game's lessons, puzzles or
    rules.

    Raises NotFound.
    """
    what = body.get("what")
    if what == "hint":
        return AskHint(number_in(body, "match"))
    slug = body.get("game")
    if isinstance(slug, str) and len(slug) <= LONGEST_MOVE:
        if what == "lesson":
            return OpenLesson(GO_ON, registry.get(slug).slug)
        if what == "rules":
            return ShowRulesPage(0, registry.get(slug).slug)
        if what == "puzzle":
            puzzle = await visit.services.puzzles.next_for(visit.user, slug or None)
            return ShowPuzzle(0, puzzle.slug, puzzle.name, "")
    custom_id = body.get("press")
    if not isinstance(custom_id, str) or len(custom_id) > LONGEST_CUSTOM_ID:
        raise no_such_button()
    press = read(custom_id)
    if press is None:
        raise no_such_button()
    return press


async def card_view(
    handling: Handling, visit: Visit, blobs: Blobs, body: Body
) -> dict[str, object]:
    """The card with which the chat would answer the press of a request, or the match that begins
    with it.

    Raises NotFound for presses of the chat alone.
    """
    press = await requested_press(visit, body)
    button = handling.buttons.get(type(press))
    if button is None or not button.page:
        raise no_such_button()
    await visit.admit(button.work)
    reply = PageReply(handling, visit.viewer(), visit.visitor, visit.t, visit.settings, visit.look)
    reply.find = visit.match
    chosen = body.get("value")  # in a menu
    reply.values = (chosen,) if isinstance(chosen, str) else ()
    await reply.handle(press)
    if reply.started_match:
        return await match_view(visit, blobs, await visit.match(reply.started_match))
    if reply.card is None:
        raise NotFound(OUT_OF_DATE)
    return _post_view(handling, visit, blobs, reply.card)


def _post_view(handling: Handling, visit: Visit, blobs: Blobs, post: Post) -> dict[str, object]:
    """A post's lines, board and buttons in the form of a match, so that the page shows it as
    one.
    """
    (container,) = post.view.to_components()
    parts = cast("list[Item]", container["components"])
    boards: list[Undrawn] = []
    lines: list[str] = []
    for part in parts:
        if isinstance(part, Illustrated) and isinstance(part.image, Undrawn):
            boards.append(part.image)
        elif "content" in part:
            text = without_markup(str(part["content"]))
            lines += [line for line in text.split("\n") if line]
    view: dict[str, object] = {
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
        "buttons": _page_buttons(handling, parts),
        "press": "" if post.touch is None else post.touch.press,
    }
    if boards:
        view |= _board_view(visit, blobs, post, boards[0], lines)
    return view


def _page_buttons(handling: Handling, parts: list[Item]) -> list[list[object]]:
    """The buttons of a post that work on the page, too."""
    buttons: list[Item] = []
    for part in parts:
        for item in cast("list[Item]", part.get("components", ())):
            press = read(str(item.get("custom_id", "")))
            if press is not None and handling.buttons[type(press)].page:
                buttons.append(item)
    return button_rows(buttons)


def _board_view(
    visit: Visit, blobs: Blobs, post: Post, board: Undrawn, lines: list[str]
) -> dict[str, object]:
    """The board of a post, which can be touched where the post says so."""
    look = board.look | {
        "say": visit.t.say,
        "legal": visit.look["legal"],
        "sight": visit.look["sight"],
    }
    states = board.states
    state = states[-1]
    touch = post.touch
    offered = state.legal_moves() if touch else ()
    view = position(blobs, states, look, offered=offered)
    effects = cast("dict[str, object]", view["does"])
    threats = look.get("threats", True)
    words = headline(state, states[1:], None, True, visit.t.say, threats)
    return view | {
        "moves": [] if touch is None else [move.as_json() for move in touch.moves],
        "does": {f"m{move}": effect for move, effect in effects.items()},
        "said": " ".join([*lines[:1], words]),
    }


def courses() -> list[list[object]]:
    """The games, and which have lessons and puzzles."""
    return [
        [game.slug, game.name, bool(course_of(game)), bool(puzzles(game.slug))]
        for game in registry.catalog()
    ]

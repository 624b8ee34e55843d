"""Boards that only one member sees: ``/board``, the buttons that turn it and mark moves, and the
menu of a match.
"""

from discord.app_commands import Choice

import games
import render
from bot.chat.board import boards
from bot.chat.board.completion import match_any
from bot.chat.board.links import (
    LookAt,
    OpenCard,
    OpenLesson,
    OpenMove,
    OpenPage,
    ShowBoard,
    ShowMore,
    ShowPuzzle,
)
from bot.chat.board.more import more_card
from bot.chat.discord.commands import labelled, slash
from bot.chat.discord.components import BLURPLE, link_button, post, row, text
from bot.chat.discord.press import PREFIX, read
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.play import feature, texts
from bot.chat.language import texts as shared
from bot.domain.errors import Refused
from games.core import Sentence
from games.core.errors import brief
from render import Look


@feature.command
@slash(
    "board",
    texts.ABOUT_BOARD,
    options={
        "match": shared.ABOUT_MATCH,
        "theme": texts.ABOUT_THEME,
        "flip": texts.ABOUT_FLIP,
        "coordinates": texts.ABOUT_COORDINATES,
        "sight": texts.ABOUT_SIGHT,
    },
    choices={
        "theme": [Choice(name=name, value=name) for name in render.THEMES],
        "coordinates": labelled(shared.COORDINATES),
    },
    complete={"match": match_any},
    work="board",
)
async def board(
    reply: Reply,
    match: str = "",
    theme: str = "",
    flip: bool | None = None,
    coordinates: str = "",
    sight: bool = False,
) -> None:
    target = await reply.find_match(match)
    look = Look()
    if theme and theme not in render.THEMES:
        label = Sentence("Theme")
        raise Refused("“{label}” can’t be “{value}”", label=label, value=brief(theme))
    if theme:
        look["theme"] = theme
    if flip is not None:
        look["flip"] = flip
    if coordinates:
        look["coordinates"] = reply.settings.changed({"coordinates": coordinates}).coordinates
    if sight:
        look["sight"] = True
    await boards.show(reply, target, **look)


@feature.on(ShowBoard, work="board", page=True, touched=True)
async def show(reply: Reply, press: ShowBoard) -> None:
    if reply.on_page:
        await reply.perform(OpenMove(press.match, press.version))
        return
    await boards.show(reply, await reply.watched(press.match))


@feature.on(OpenPage)
async def open_page(reply: Reply, press: OpenPage) -> None:
    """Give the presser alone a link that opens the match in a browser, once.

    Raises NotFound where there is no page.
    """
    match = await reply.watched(press.match)
    await _link(reply, match.id, match.name, f"?custom_id=m{match.id}")


@feature.on(OpenCard)
async def open_card(reply: Reply, press: OpenCard) -> None:
    """The same for the card of a lesson or puzzle."""
    card = read(f"{PREFIX}:{press.card}")
    if not isinstance(card, OpenLesson | ShowPuzzle):
        raise no_such_button()
    await _link(reply, str(card), games.get(card.game).name)


async def _link(reply: Reply, target: int | str, name: str, query: str = "") -> None:
    t = reply.t
    doors = reply.services.doors
    if not doors.url:
        raise no_such_button()
    address = await doors.link(reply.person, reply.place, t.locale, target)
    buttons = [link_button(t.label(shared.IN_BROWSER), address)]
    if doors.activity:
        await doors.want(reply.user, target)
        url = f"https://discord.com/activities/{doors.activity}{query}"
        buttons.append(link_button(t.label(texts.IN_DISCORD), url))
    line = text(t(texts.BROWSER_LINK, match=name))
    await reply.private(post(line, row(*buttons), colour=BLURPLE), anew=True)


@feature.on(LookAt, work="board")
async def look_at(reply: Reply, press: LookAt) -> None:
    """Show the board from the other side, or with the legal moves or sight lines marked."""
    await boards.show(
        reply,
        await reply.watched(press.match),
        flip=press.flip,
        legal=press.legal,
        sight=press.sight,
    )


@feature.on(ShowMore)
async def more(reply: Reply, press: ShowMore) -> None:
    match = await reply.watched(press.match)
    boards.call_by_name(reply, [match])
    follows = await reply.services.matches.follows(match.id, reply.user)
    await reply.private(more_card(reply.t, match, reply.user, follows=follows))

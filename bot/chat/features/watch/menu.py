"""The entries in the menu of a message with a board: try moves from it, follow its match, see the board for oneself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

import discord

import games
from bot.chat.board import boards, cards
from bot.chat.board.links import FollowMatch, LookThrough, PuzzlePress, ShowBoard, ShowPuzzle, TryInMatch, TryInPuzzle
from bot.chat.discord.commands import message_menu
from bot.chat.discord.components import BLURPLE, Button, button, post, row, text
from bot.chat.discord.press import MatchPress, Press, VersionPress, read
from bot.chat.discord.reply import Reply
from bot.chat.features.watch import feature, texts, trying
from bot.domain.errors import Refused
from bot.domain.matches.match import Match

_BOARD = re.compile(r"(?P<game>[a-z-]+)-(?P<ply>\d{1,9})\.png", re.ASCII)
MOST_SHOWN = 5
"""Matches of one message that may be chosen from."""


Chooser: TypeAlias = "Callable[[Board], Press]"


class Board(NamedTuple):
    """A board on a message: of a match after ``ply`` decisions (None: as it stands), at its ``version`` if known."""

    match: int
    ply: int | None
    version: int | None


@feature.command
@message_menu(texts.MENU_TRY, work="board")
async def try_from(reply: Reply, message: discord.Message) -> None:
    """Open a board to try moves on from the position of a message."""
    found = _presses(reply, message)
    puzzle = _puzzle(found)
    if puzzle is not None:
        await reply.perform(TryInPuzzle(puzzle.made, puzzle.game, puzzle.name, puzzle.path, ""))
        return
    board = await _one(reply, found, message, lambda one: TryInMatch(one.match, one.ply or 0, "", ""))
    if board is not None:
        await trying.open_board(reply, await reply.watched(board.match), board.ply)


@feature.command
@message_menu(texts.MENU_FOLLOW)
async def follow(reply: Reply, message: discord.Message) -> None:
    """Follow the match of a message."""
    found = _presses(reply, message)
    board = await _one(reply, found, message, lambda one: FollowMatch(one.match))
    if board is None:
        return
    match, matches, t = await reply.watched(board.match), reply.services.matches, reply.t
    boards.call_by_name(reply, [match])
    if match.status != "running":
        raise match.over()
    known = await matches.follows(match.id, reply.user)
    if not known:
        await matches.follow(match.id, reply.user)
    said = t(texts.FOLLOWS_ALREADY if known else texts.FOLLOWED, match=match.name)
    await reply.private(cards.more(t, match, reply.user, follows=known or "turns", lead=said))


@feature.command
@message_menu(texts.MENU_BOARD, work="board")
async def board_to_me(reply: Reply, message: discord.Message) -> None:
    """Show the board of a message to the member alone, as they like boards: of a running match as it stands now."""
    found = _presses(reply, message)
    puzzle = _puzzle(found)
    if puzzle is not None:
        await reply.perform(ShowPuzzle(puzzle.made, puzzle.game, puzzle.name, puzzle.path))
        return
    board = await _one(reply, found, message, lambda one: ShowBoard(one.match, one.version or 1))
    if board is None:
        return
    match = await reply.watched(board.match)
    if match.status == "running" or board.ply is None:
        await boards.show(reply, match)
    else:
        await boards.look_through(reply, match.id, board.ply, flip=reply.settings.flip)


def _presses(reply: Reply, message: discord.Message) -> list[Press]:
    """What the buttons and menus of a message of the bot's stand for. Raises Refused for one of somebody else."""
    if message.author.id != reply.services.gateway.me:
        raise _no_board()
    ids = (getattr(part, "custom_id", None) for part in _parts(message.components))
    return [press for one in ids if isinstance(one, str) and (press := read(one)) is not None]


def _no_board() -> Refused:
    return Refused("there’s no board on this message; use this on a post of a match or a puzzle")


def _parts(components: Iterable[object]) -> Iterator[object]:
    """The components of a message with all that is in them."""
    for part in components:
        yield part
        yield from _parts(getattr(part, "children", ()))
        if (accessory := getattr(part, "accessory", None)) is not None:
            yield accessory


def _puzzle(found: Iterable[Press]) -> PuzzlePress | None:
    return next((press for press in found if isinstance(press, PuzzlePress)), None)


def boards_of(found: Iterable[Press], files: Iterable[str]) -> list[Board]:
    """The boards on a message with such presses and files. What the picture shows is told by its name."""
    presses = [press for press in found if isinstance(press, MatchPress)]
    ids = list(dict.fromkeys(press.match for press in presses))
    read_names = (_BOARD.fullmatch(name) for name in files)
    slugs = {game.slug for game in games.catalog()}
    plies = [int(name["ply"]) for name in read_names if name is not None and name["game"] in slugs]

    def one(match: int) -> Board:
        own = [press for press in presses if press.match == match]
        looks = (press.ply for press in own if isinstance(press, LookThrough))
        version = next((press.version for press in own if isinstance(press, VersionPress)), None)
        ply = plies[0] if len(ids) == 1 and len(plies) == 1 else next(looks, None)
        return Board(match, ply, version)

    return [one(match) for match in ids]


async def _one(reply: Reply, found: list[Press], message: discord.Message, press: Chooser) -> Board | None:
    """The board that a message shows; None where the member is asked which of several. Raises Refused, NotFound."""
    shown = boards_of(found, [file.filename for file in message.attachments])
    if not shown:
        raise _no_board()
    if len(shown) == 1:
        return shown[0]
    buttons: list[Button] = []
    for board in shown[:MOST_SHOWN]:
        match: Match = await reply.watched(board.match)
        buttons.append(button(match.name, press(board)))
    await reply.private(post(text(reply.t(texts.WHICH_BOARD)), row(*buttons), colour=BLURPLE))
    return None

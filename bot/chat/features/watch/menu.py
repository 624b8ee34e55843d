"""Entries in the context menu of a message with a board."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import discord

import games
from bot.chat.board import boards
from bot.chat.board.links import (
    FollowMatch,
    LookThrough,
    PuzzlePress,
    ShowBoard,
    ShowPuzzle,
    TryInPuzzle,
    TryLines,
)
from bot.chat.board.more import more_card
from bot.chat.discord.commands import menu_entry
from bot.chat.discord.components import BLURPLE, Button, button, post, row, text
from bot.chat.discord.press import MatchPress, Press, VersionPress, read
from bot.chat.discord.reply import Reply
from bot.chat.features.watch import feature, texts
from bot.chat.language import texts as shared
from bot.domain.errors import Refused

_PICTURE = re.compile(r"(?P<game>[a-z-]+)-(?P<ply>\d{1,9})\.png", re.ASCII)
LATEST = 9_999  # decisions: more than a match has, for its current position
MOST_SHOWN = 5  # matches of one message to choose from


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board on a message.

    It is of a match at ``ply`` (None: its current position) and ``version``, if known.
    """

    match: int
    ply: int | None
    version: int | None


@feature.command
@menu_entry(shared.THINK, work="board")
async def try_from(reply: Reply, message: discord.Message) -> None:
    """Open a board to try moves from the position of a message."""
    presses = _presses(reply, message)
    puzzle = _puzzle(presses)
    if puzzle is not None:
        await reply.perform(
            TryInPuzzle(puzzle.attempt_length, puzzle.game, puzzle.name, puzzle.path, "")
        )
        return
    board = await _choose(reply, presses, message, _try_lines)
    if board is not None:
        await reply.perform(_try_lines(board))


def _try_lines(board: ShownBoard) -> TryLines:
    return TryLines(board.match, LATEST if board.ply is None else board.ply)


@feature.command
@menu_entry(shared.FOLLOW)
async def follow(reply: Reply, message: discord.Message) -> None:
    """Follow the match of a message."""
    presses = _presses(reply, message)
    board = await _choose(reply, presses, message, lambda board: FollowMatch(board.match))
    if board is None:
        return
    match = await reply.watched(board.match)
    matches = reply.services.matches
    boards.call_by_name(reply, [match])
    if match.status != "running":
        raise match.over()
    follows = await matches.follows(match.id, reply.user)
    template = texts.FOLLOWS_ALREADY
    if not follows:
        await matches.follow(match.id, reply.user)
        follows = "turns"
        template = texts.FOLLOWED
    lead = reply.t(template, match=match.name)
    await reply.private(more_card(reply.t, match, reply.user, follows=follows, lead=lead))


@feature.command
@menu_entry(shared.BOARD, work="board")
async def board_to_me(reply: Reply, message: discord.Message) -> None:
    """Show the board of a message privately in the member's look.

    Of a running match it is the current position.
    """
    presses = _presses(reply, message)
    puzzle = _puzzle(presses)
    if puzzle is not None:
        await reply.perform(
            ShowPuzzle(puzzle.attempt_length, puzzle.game, puzzle.name, puzzle.path)
        )
        return
    board = await _choose(
        reply, presses, message, lambda board: ShowBoard(board.match, board.version or 1)
    )
    if board is None:
        return
    match = await reply.watched(board.match)
    if match.status == "running" or board.ply is None:
        await boards.show(reply, match)
    else:
        await boards.look_through(reply, match.id, board.ply, flip=reply.settings.flip)


def _presses(reply: Reply, message: discord.Message) -> list[Press]:
    """The presses of the buttons and menus of a message. Raises Refused if it is not the bot's."""
    if message.author.id != reply.services.gateway.me:
        raise _no_board()
    presses = list[Press]()
    for part in _parts(message.components):
        custom_id = getattr(part, "custom_id", None)
        if isinstance(custom_id, str):
            press = read(custom_id)
            if press is not None:
                presses.append(press)
    return presses


def _no_board() -> Refused:
    return Refused("there’s no board on this message; use this on a post of a match or a puzzle")


def _parts(components: Iterable[object]) -> Iterator[object]:
    """The components of a message and all inside them."""
    for part in components:
        yield part
        yield from _parts(getattr(part, "children", ()))
        accessory = getattr(part, "accessory", None)
        if accessory is not None:
            yield accessory


def _puzzle(presses: Iterable[Press]) -> PuzzlePress | None:
    for press in presses:
        if isinstance(press, PuzzlePress):
            return press
    return None


def boards_of(presses: Iterable[Press], files: Iterable[str]) -> list[ShownBoard]:
    """The boards on a message with these presses and names of files.

    A picture's name has the ply.
    """
    by_match: dict[int, list[MatchPress]] = {}
    for press in presses:
        if isinstance(press, MatchPress):
            by_match.setdefault(press.match, []).append(press)
    file_plies = _plies(files)
    result = []
    for match, own_boards in by_match.items():
        versions = [press.version for press in own_boards if isinstance(press, VersionPress)]
        plies = [press.ply for press in own_boards if isinstance(press, LookThrough)]
        if len(by_match) == 1 and len(file_plies) == 1:
            plies = file_plies
        ply = plies[0] if plies else None
        version = versions[0] if versions else None
        result.append(ShownBoard(match, ply, version))
    return result


def _plies(files: Iterable[str]) -> list[int]:
    """The numbers of decisions in the names of pictures of boards."""
    slugs = {game.slug for game in games.catalog()}
    plies = list[int]()
    for file in files:
        name = _PICTURE.fullmatch(file)
        if name is not None and name["game"] in slugs:
            plies.append(int(name["ply"]))
    return plies


async def _choose(
    reply: Reply,
    presses: list[Press],
    message: discord.Message,
    press: Callable[[ShownBoard], Press],
) -> ShownBoard | None:
    """The board of a message; None if it has several and the member was asked which.

    Raises Refused, NotFound.
    """
    candidates = boards_of(presses, [file.filename for file in message.attachments])
    if not candidates:
        raise _no_board()
    if len(candidates) == 1:
        return candidates[0]
    buttons = list[Button]()
    for board in candidates[:MOST_SHOWN]:
        match = await reply.watched(board.match)
        buttons.append(button(match.name, press(board)))
    card = post(text(reply.t(texts.WHICH_BOARD)), row(*buttons), colour=BLURPLE)
    await reply.private(card)
    return None

"""Prepared moves: answers that a player prepares in secret while the opponent is to move, shown as
a tree.
"""

from collections.abc import Iterator
from itertools import islice

from bot.chat.board.links import OpenPrepared, TryLines
from bot.chat.discord.components import BLURPLE, Button, button, menu, picture, post, row, text
from bot.chat.discord.forms import Field, form
from bot.chat.discord.press import VersionPress
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.play import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language, Markup, bold
from bot.chat.language.typed import english_prepared
from bot.domain.explorations.tree import Tree
from games.core import State

MOST_LINES = 24


@feature.on(OpenPrepared, work="board")
async def show(reply: Reply, press: OpenPrepared) -> None:
    tree = await reply.services.prepared_moves.get(press.match, reply.user)
    await _show(reply, tree, press.match)


class WritePrepared(VersionPress, action="planadd"):
    """Write an answer to be prepared."""


class AddPrepared(VersionPress, action="planned", opened_by=WritePrepared):
    """The answer is written."""


class DropPrepared(VersionPress, action="plandrop"):
    """Drop a prepared answer and all that follows it."""


class ClearPrepared(VersionPress, action="planclear"):
    """Drop all that is prepared."""


@feature.on(WritePrepared)
async def write(reply: Reply, press: WritePrepared) -> None:
    match = await reply.watched(press.match)
    t = reply.t
    field = Field("line", t.label(texts.PLAN_FIELD, 45), _example(t, match.state), long=True)
    title = t.label(texts.PLAN_FORM, 45, match=match.name)
    await reply.form(form(title, AddPrepared(match.id, match.version), field))


@feature.on(AddPrepared, work="board")
async def add(reply: Reply, press: AddPrepared) -> None:
    line = english_prepared(reply.typed("line", long=True))
    tree = await reply.services.prepared_moves.add(press.match, reply.user, line)
    await _show(reply, tree, press.match)


@feature.on(DropPrepared, work="board")
async def drop(reply: Reply, press: DropPrepared) -> None:
    prepared_moves = reply.services.prepared_moves
    tree = await prepared_moves.get(press.match, reply.user)
    paths = [path for path, _ in _branches(tree)]
    index = reply.chosen()
    if index >= len(paths):
        raise no_such_button()
    tree = await prepared_moves.remove(press.match, reply.user, paths[index])
    await _show(reply, tree, press.match)


@feature.on(ClearPrepared, work="board")
async def clear(reply: Reply, press: ClearPrepared) -> None:
    tree = await reply.services.prepared_moves.remove(press.match, reply.user)
    await _show(reply, tree, press.match)


def _branches(tree: Tree, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every prepared answer: the opponent's turns that lead to it, and the answer."""
    for theirs, answer in tree.items():
        yield (*path, theirs), answer["reply"]
        yield from _branches(answer["answers"], (*path, theirs))


async def _show(reply: Reply, tree: Tree, number: int) -> None:
    """Show the answers prepared in a match, with buttons to add and to delete."""
    t = reply.t
    match = await reply.watched(number)
    lines = list[Markup]()
    drops = dict[int, str]()
    for number_of_line, (path, mine) in enumerate(islice(_branches(tree), MOST_LINES)):
        theirs = phrases.written(t, path[-1].split(), match.state)
        line = t(texts.PLAN_LINE, theirs=bold(theirs), mine=bold(mine))
        lines.append(Markup(_indent(len(path)) + line))
        drops[number_of_line] = t.label(texts.PLAN_LINE, 100, theirs=theirs, mine=mine)
    buttons = list[Button]()
    if match.explore:
        try_lines = TryLines(match.id, match.state.ply)
        buttons.append(button(t.label(texts.PLAN_CHOOSE), try_lines, "primary"))
    buttons.append(button(t.label(texts.PLAN_TYPE), WritePrepared(match.id, match.version)))
    if drops:
        buttons.append(button(t.label(texts.PLAN_CLEAR), ClearPrepared(match.id, match.version)))
    board = await reply.services.images.match(match, **reply.look())
    card = post(
        text(
            t(texts.PLAN_TITLE, match=match.name),
            *(lines or [t(texts.PLAN_NONE)]),
            t(texts.PLAN_HINT),
        ),
        picture(board),
        menu(t.label(texts.PLAN_DROP), DropPrepared(match.id, match.version), drops),
        row(*buttons),
        colour=BLURPLE,
    )
    await reply.private(card)


def _indent(depth: int) -> str:
    """What stands before an answer that follows ``depth`` of the opponent's turns."""
    if depth < 2:
        return ""
    return "　" * (depth - 2) + "　↳ "


def _example(t: Language, state: State) -> str:
    """An answer that could be prepared here, as an example of the notation."""
    turns = list[str]()
    for _ in range(2):
        decisions = list[str]()
        seat = state.to_move
        while state.to_move == seat is not None:
            move = state.legal_moves()[0]
            decisions.append(str(move))
            state = state.play(move)
        turns.append(" ".join(decisions))
    return t.label(texts.PLAN_EXAMPLE, 100, theirs=turns[0], mine=turns[1] or "…")

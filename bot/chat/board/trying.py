"""A board to press moves on: a position with its choices, and lines to try whose decisions the
buttons carry.

The decisions of a line are one short text, ``path`` (``games.players.puzzles.answers.path``);
nothing is stored.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, Unpack

from bot.chat.board import pickers
from bot.chat.board.choosing import Moves, decision
from bot.chat.board.pickers import Picker, picker
from bot.chat.discord.components import (
    MOST_PARTS,
    Button,
    ButtonRow,
    Item,
    Post,
    Touch,
    TouchMove,
    button,
    parts_of,
    picture,
    post,
    row,
    text,
)
from bot.chat.discord.delivery.pending import Reader
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, Markup
from bot.chat.pictures.picture import Picture
from bot.domain.errors import Refused
from bot.domain.matches.history import follow
from bot.domain.matches.turns import parse_decisions
from games.core import GameError, Move, State
from games.players.puzzles import answers
from render import Look

LONGEST_LINE = 30  # decisions of a line
LONGEST_PATH = 45  # characters of its path, which must fit in a custom id
FRAME = 3  # components of every card: the container, its text and its picture


class TriedPosition(NamedTuple):
    """A position as a card shows it.

    :param picker: None where the match is over
    :param touch: the texts of presses, and their decisions, for who touches the board itself
    """

    state: State
    picker: Picker | None
    image: Picture
    touch: Sequence[TouchMove] = ()


async def draw(
    reader: Reply | Reader,
    states: Sequence[State],
    focus: str = "",
    *,
    key: tuple[object, ...] = (),
    turns: Sequence[Moves] = (),
    picture_states: Sequence[State] = (),
    **more: Unpack[Look],
) -> TriedPosition:
    """The last of ``states``, with the choices after ``focus`` and the decisions that led through
    ``states`` drawn.

    :param key: names the position for the cache of pictures
    :param turns: are offered in place of all decisions
    :param picture_states: states to draw without choices in place of ``states``
    :param more: how it is drawn, in place of what the reader likes; without ``threats`` the buttons
        do not say what decisions would do, either
    """
    state = states[-1]
    images = reader.services.images
    look: Look = {**reader.look(), **more}
    flip = look.get("flip", False)
    choices: Picker | None = None
    if turns:
        choices = pickers.offered(state, turns, flip=flip)
    elif state.to_move is not None and images.touched:
        choices = pickers.touched(state)
    elif state.to_move is not None:
        choices = picker(state, focus, flip=flip, signs=look.get("threats", True))
    touch: Sequence[TouchMove] = ()
    if choices is not None and not picture_states:
        look["choices"] = choices.marks
        if look.get("coordinates") == "cells":
            look["coordinates"] = "edge"  # the buttons' names are on the cells
        if images.touched:
            touch = _touched_moves(state, turns)
    image_states = picture_states or states
    image = await images.board(image_states[-1], key=key, turn=image_states, **look)
    return TriedPosition(state, choices, image, touch)


def _touched_moves(state: State, turns: Sequence[Moves]) -> list[TouchMove]:
    """The decisions that are made by touching the board: all legal ones on a cell, or the turns
    that are offered in place of those.
    """
    if not turns:
        return [_touch(f"m{move}", move) for move in state.legal_moves() if move.target]
    return [
        _touch(str(number), turn[0])
        for number, turn in enumerate(turns)
        if len(turn) == 1 and turn[0].target
    ]


def _touch(text: str, move: Move) -> TouchMove:
    return TouchMove(text, move.source or "", move.target)


def card(
    t: Language,
    board: TriedPosition,
    press: Callable[[str], Press],
    words: Iterable[str | None],
    buttons: Iterable[Button],
    bottom: Item | None = None,
    colour: int | None = None,
) -> Post:
    """A board to press on.

    :param press: makes the press of a focus or decision
    :param buttons: of which those are shown for which there is room
    :param bottom: a last row or text
    :param colour: in place of that of the side to move
    """
    state = board.state
    picker = board.picker
    rows = list[ButtonRow]()
    controls = list[Button]()
    if picker is not None:
        rows = pickers.rows(t, picker, press)
        controls = pickers.controls(t, picker, press)
    controls += buttons
    components = FRAME + sum(map(parts_of, rows))
    if bottom is not None:
        components += parts_of(bottom)
    room = max(0, min(pickers.ROW, MOST_PARTS - components - 1))
    if colour is None:
        colour = phrases.colour(state.game, state.to_move)
    shown_post = post(
        text(*words),
        picture(board.image),
        *rows,
        row(*controls[:room]),
        bottom,
        colour=colour,
    )
    if not board.touch or picker is None:
        return shown_post
    first = board.touch[0].text
    prefix = str(press(first)).removesuffix(first)
    return replace(shown_post, touch=Touch(prefix, tuple(board.touch)))


class Scratch(NamedTuple):
    """A position to try moves from.

    :param fixed: how many decisions of each line are not the reader's to change
    :param press: makes the press that shows a line, of its path and of what is pressed in it
    :param title: names the position
    :param ways_back: buttons that lead back
    :param riddle: nothing shows what is threatened, or what moves do
    """

    start: State
    fixed: int
    press: Callable[[str, str], Press]
    title: str
    ways_back: tuple[Button, ...] = ()
    riddle: bool = False


async def show(
    reply: Reply, scratch: Scratch, path: str, selection: str = "", *, anew: bool = False
) -> None:
    """Show a line, after the decision, if any, that is ``selection``.

    Raises NotFound, Unplayable, Refused (too long).
    """
    try:
        states = follow(scratch.start, answers.moves_of(scratch.start, path))
        focus = selection
    except (ValueError, GameError):
        raise no_such_button() from None
    move_text = decision(selection)
    if move_text is not None:
        states = _played(states, move_text)
        focus = ""
    line = decisions(states)
    path = answers.path(scratch.start, line)
    if len(line) > LONGEST_LINE or len(path) > LONGEST_PATH:
        raise Refused("this line is as long as it can be here; undo some moves")
    board = await draw(reply, last_turn(states), focus, threats=not scratch.riddle)
    await reply.private(_scratch_card(reply.t, scratch, board, states, path), anew=anew)


def _played(states: tuple[State, ...], move_text: str) -> tuple[State, ...]:
    """A line with another decision, and with the passes it forces. Raises Unplayable."""
    if states[-1].to_move is None:
        raise no_such_button()
    line = [*states, *parse_decisions(states[-1], move_text)]
    while True:
        legal = line[-1].legal_moves()
        if len(legal) != 1 or legal[0].kind != "pass":
            return tuple(line)
        line.append(line[-1].play(legal[0]))


def decisions(states: Sequence[State]) -> tuple[str, ...]:
    """The decisions that lead from the first state to the last."""
    return tuple(str(state.last_move) for state in states[1:])


def last_turn(states: Sequence[State]) -> Sequence[State]:
    """The states of the last turn, from before its first decision."""
    first = len(states) - 1  # the state after the first decision of the turn
    while first > 1 and states[first - 1].to_move == states[first - 2].to_move:
        first -= 1
    return states[max(first - 1, 0) :]


def _scratch_card(
    t: Language, scratch: Scratch, board: TriedPosition, states: Sequence[State], path: str
) -> Post:
    state = board.state
    picker = board.picker
    line = decisions(states)
    prefix = line[: scratch.fixed]
    attempt = line[scratch.fixed :]
    words = [scratch.title]
    buttons = list[Button]()
    if attempt:
        moves = phrases.moves(t, attempt, states[scratch.fixed])
        words.append(t(texts.TRY_LINE, moves=moves))
        last_move = phrases.written(t, line[-1:], states[-2])
        previous_path = answers.path(scratch.start, _undone(states, line, scratch.fixed))
        buttons.append(
            button(t.label(texts.TRY_UNDO, move=last_move), scratch.press(previous_path, ""))
        )
    else:
        words.append(t(texts.TRY_HINT))
    if len(attempt) > 1:
        start = answers.path(scratch.start, prefix)
        buttons.append(button(t.label(texts.TRY_RESET), scratch.press(start, "")))
    if picker is None:
        words.append(ending(t, state))
    else:
        mark = Markup(phrases.mark(state.game, state.to_move or 0))
        question = pickers.question(t, picker)
        words.append(t(texts.TRY_TO_MOVE, mark=mark, question=question))
        words += pickers.legend(t, picker)
    buttons += scratch.ways_back
    return card(t, board, lambda selection: scratch.press(path, selection), words, buttons)


def _undone(states: Sequence[State], line: Sequence[str], shortest: int) -> Sequence[str]:
    """A line without its last decision and the passes that it forced."""
    end = len(line)
    while (
        end > shortest + 1 and line[end - 1] == "pass" and len(states[end - 1].legal_moves()) == 1
    ):
        end -= 1
    return line[: max(end - 1, shortest)]


def ending(t: Language, state: State) -> Markup:
    """How a match that is over ended, in words."""
    outcome = state.outcome
    if outcome is None:
        return phrases.ended(t, state, None, "")
    return phrases.ended(t, state, outcome.winner, outcome.reason)

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
    Item,
    Post,
    Touch,
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
from bot.domain.matches.turns import understood
from games.core import GameError, Move, State
from games.players.puzzles import answers
from render import Look

LONGEST_LINE = 30  # decisions of a line
LONGEST_PATH = 45  # characters of its path, which must fit in a custom id
FRAME = 3  # components of every card: the container, its text and its picture


class Board(NamedTuple):
    """A position as a card shows it; ``picker`` is None where the match is over.

    ``touch``: the texts of presses, and their decisions, for who touches the board itself.
    """

    state: State
    picker: Picker | None
    image: Picture
    touch: Sequence[tuple[str, Move]] = ()


async def draw(
    reader: Reply | Reader,
    states: Sequence[State],
    focus: str = "",
    *,
    key: tuple[object, ...] = (),
    turns: Sequence[Moves] = (),
    drawn: Sequence[State] = (),
    **more: Unpack[Look],
) -> Board:
    """The last of ``states``, with the choices after ``focus`` and the decisions that led through
    ``states`` drawn.

    ``key`` names the position for the cache of pictures; ``turns`` are offered in place of all
    decisions; ``drawn`` are states to draw without choices in place of those, ``more`` is how, in
    place of what the reader likes. Without ``threats`` the buttons do not say what decisions would
    do, either.
    """
    state = states[-1]
    look: Look = {**reader.look(), **more}
    flip = look.get("flip", False)
    shown = None
    if turns:
        shown = pickers.offered(state, turns, flip=flip)
    elif state.to_move is not None and reader.services.images.touched:
        shown = pickers.touched(state)
    elif state.to_move is not None:
        shown = picker(state, focus, flip=flip, signs=look.get("threats", True))
    if shown is not None and not drawn:
        look["choices"] = shown.marks
        if look.get("coordinates") == "cells":
            look["coordinates"] = "edge"  # the buttons' names are on the cells
    turn = drawn or states
    touch: list[tuple[str, Move]] = []
    if shown is not None and not drawn and reader.services.images.touched:
        offered = (
            [(f"m{move}", (move,)) for move in state.legal_moves()]
            if not turns
            else list(enumerate(turns))
        )
        touch = [
            (str(text), turn[0]) for text, turn in offered if len(turn) == 1 and turn[0].target
        ]
    return Board(
        state,
        shown,
        await reader.services.images.board(turn[-1], key=key, turn=turn, **look),
        touch,
    )


def card(
    t: Language,
    board: Board,
    press: Callable[[str], Press],
    words: Iterable[str | None],
    buttons: Iterable[Button],
    bottom: Item | None = None,
    colour: int | None = None,
) -> Post:
    """A board to press on: ``press`` makes the press of a focus or decision; of ``buttons`` those
    that fit are shown.

    ``bottom`` is a last row or text. ``colour``: in place of that of the side to move.
    """
    state = board.state
    shown = board.picker
    rows = [] if shown is None else pickers.rows(t, shown, press)
    used = FRAME + sum(map(parts_of, filter(None, [*rows, bottom])))
    controls = [*(() if shown is None else pickers.controls(t, shown, press)), *buttons]
    made = post(
        text(*words),
        picture(board.image),
        *rows,
        row(*controls[: max(0, min(pickers.ROW, MOST_PARTS - used - 1))]),
        bottom,
        colour=phrases.colour(state.game, state.to_move) if colour is None else colour,
    )
    if not board.touch or shown is None:
        return made
    first = board.touch[0][0]
    moves = tuple((text, move.source or "", move.target) for text, move in board.touch)
    return replace(made, touch=Touch(str(press(first)).removesuffix(first), moves))


class Scratch(NamedTuple):
    """A position to try moves from, in which the first ``given`` decisions of each line are fixed.

    ``press`` makes the press that shows a line, given its path and what is pressed in it. ``title``
    names the position, ``ways`` are buttons that lead back. ``riddle``: nothing shows what is
    threatened, or what moves do.
    """

    start: State
    given: int
    press: Callable[[str, str], Press]
    title: str
    ways: tuple[Button, ...] = ()
    riddle: bool = False


async def show(
    reply: Reply, scratch: Scratch, path: str, pressed: str = "", *, anew: bool = False
) -> None:
    """Show a line, after the decision, if any, that is ``pressed``.

    Raises NotFound, Unplayable, Refused (too long).
    """
    try:
        states = follow(scratch.start, answers.moves_of(scratch.start, path))
        focus = pressed
    except (ValueError, GameError):
        raise no_such_button() from None
    chosen = decision(pressed)
    if chosen is not None:
        states = _played(states, chosen)
        focus = ""
    made = decisions(states)
    if len(made) > LONGEST_LINE or len(path := answers.path(scratch.start, made)) > LONGEST_PATH:
        raise Refused("this line is as long as it can be here; undo some moves")
    board = await draw(reply, last_turn(states), focus, threats=not scratch.riddle)
    await reply.private(_scratch_card(reply.t, scratch, board, states, path), anew=anew)


def _played(states: tuple[State, ...], chosen: str) -> tuple[State, ...]:
    """A line with another decision, and with the passes it forces. Raises Unplayable."""
    if states[-1].to_move is None:
        raise no_such_button()
    states = (*states, *understood(states[-1], chosen))
    while len(legal := states[-1].legal_moves()) == 1 and legal[0].kind == "pass":
        states = (*states, states[-1].play(legal[0]))
    return states


def decisions(states: Sequence[State]) -> tuple[str, ...]:
    """The decisions that lead from the first state to the last."""
    return tuple(str(state.last_move) for state in states[1:])


def last_turn(states: Sequence[State]) -> Sequence[State]:
    """The states of the last turn, from before its first decision."""
    at = len(states) - 1
    while at > 1 and states[at - 1].to_move == states[at - 2].to_move:
        at -= 1
    return states[max(at - 1, 0) :]


def _scratch_card(
    t: Language, scratch: Scratch, board: Board, states: Sequence[State], path: str
) -> Post:
    state = board.state
    made = decisions(states)
    tried = made[scratch.given :]
    shown = board.picker
    before = answers.path(scratch.start, _undone(states, made, scratch.given))
    given = answers.path(scratch.start, made[: scratch.given])
    line = phrases.moves(t, tried, states[scratch.given])
    words = [scratch.title, t(texts.TRY_LINE, moves=line) if tried else t(texts.TRY_HINT)]
    if shown is None:
        words.append(ending(t, state))
    else:
        mark = Markup(phrases.mark(state.game, state.to_move or 0))
        words += [
            t(texts.TRY_TO_MOVE, mark=mark, question=pickers.question(t, shown)),
            *pickers.legend(t, shown),
        ]
    buttons = [
        *(
            [button(t.label(texts.TRY_UNDO, move=_last(t, states)), scratch.press(before, ""))]
            if tried
            else []
        ),
        *([button(t.label(texts.TRY_RESET), scratch.press(given, ""))] if len(tried) > 1 else []),
        *scratch.ways,
    ]
    return card(t, board, lambda pressed: scratch.press(path, pressed), words, buttons)


def _last(t: Language, states: Sequence[State]) -> str:
    return phrases.written(t, decisions(states)[-1:], states[-2])


def _undone(states: Sequence[State], made: Sequence[str], given: int) -> Sequence[str]:
    """A line without its last decision and the passes that it forced."""
    end = len(made)
    while end > given + 1 and made[end - 1] == "pass" and len(states[end - 1].legal_moves()) == 1:
        end -= 1
    return made[: max(end - 1, given)]


def ending(t: Language, state: State) -> Markup:
    """How a match that is over ended, in words."""
    outcome = state.outcome
    return phrases.ended(t, state, outcome and outcome.winner, outcome.reason if outcome else "")

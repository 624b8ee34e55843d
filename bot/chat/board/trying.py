"""A board to try moves on, for one member alone: nothing of it is stored, the decisions are in the buttons.

The decisions of a line are one short text, ``path`` (``games.players.puzzles.answers.path``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.chat.board import pickers
from bot.chat.board.choosing import decision
from bot.chat.board.pickers import Picker, picker
from bot.chat.discord.components import MOST_PARTS, Button, Post, button, parts_of, picture, post, row, text
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.language import endings, phrases, texts
from bot.chat.language.i18n import Language, Markup
from bot.chat.pictures.picture import Picture
from bot.domain.errors import Refused
from bot.domain.matches.history import follow
from bot.domain.matches.turns import understood
from games.core import GameError, State
from games.players.puzzles import answers
from render import Look

LONGEST_LINE = 30
"""Decisions of a line; as many fit into a button."""
LONGEST_PATH = 45
"""Characters of the text of a line."""
FRAME = 3
"""Those that are there in any case: the card, its text and its picture."""


class Scratch(NamedTuple):
    """What is tried from: a position, in which the first ``given`` decisions of each line were made already.

    ``press`` makes the press that shows a line, given its path and what is pressed in it. ``title`` says where it
    begins, ``ways`` are buttons that lead back.
    """

    start: State
    given: int
    press: Callable[[str, str], Press]
    title: str
    ways: tuple[Button, ...] = ()


async def show(reply: Reply, scratch: Scratch, path: str, pressed: str = "", *, anew: bool = False) -> None:
    """Show a line with what may be pressed after it; where ``pressed`` is a decision, it is made first.

    Raises NotFound where the line is none of this position, and Refused where it is as long as one may be.
    """
    states = _line(scratch.start, path)
    focus = pressed
    if (chosen := decision(pressed)) is not None:
        states, focus = _made(states, chosen), ""
    path = _written(scratch.start, states)
    shown = picker(states[-1], focus) if states[-1].to_move is not None else None
    look: Look = reply.look()
    if shown is not None:
        look["choices"] = shown.marks
        if look.get("coordinates") == "cells":
            look["coordinates"] = "edge"  # the names that matter now are on the plates
    image = await reply.services.images.board(states[-1], turn=_last_turn(states), **look)
    await reply.private(_card(reply.t, scratch, states, path, shown, image), anew=anew)


def _line(start: State, path: str) -> tuple[State, ...]:
    """The states of a line. Raises NotFound."""
    try:
        return follow(start, answers.moves_of(start, path))
    except (ValueError, GameError):
        raise no_such_button() from None


def _made(states: tuple[State, ...], chosen: str) -> tuple[State, ...]:
    """A line with another decision, and with the passes that are then forced. Raises Unplayable."""
    if states[-1].to_move is None:
        raise no_such_button()
    states = (*states, *understood(states[-1], chosen))
    while len(legal := states[-1].legal_moves()) == 1 and legal[0].kind == "pass":
        states = (*states, states[-1].play(legal[0]))
    return states


def _written(start: State, states: Sequence[State]) -> str:
    """The path of a line. Raises Refused."""
    made = [str(state.last_move) for state in states[1:]]
    path = answers.path(start, made) if len(made) <= LONGEST_LINE else ""
    if len(made) > LONGEST_LINE or len(path) > LONGEST_PATH:
        raise Refused("this line is as long as it can be here; undo some moves")
    return path


def _last_turn(states: Sequence[State]) -> Sequence[State]:
    """The states of the last turn, from before its first decision."""
    at = len(states) - 1
    while at > 1 and states[at - 1].to_move == states[at - 2].to_move:
        at -= 1
    return states[max(at - 1, 0) :]


def _card(
    t: Language, scratch: Scratch, states: Sequence[State], path: str, shown: Picker | None, image: Picture
) -> Post:
    state, game = states[-1], states[-1].game
    made = [str(one.last_move) for one in states[1:]]
    tried, focus = made[scratch.given :], "" if shown is None else shown.page.focus
    mark = Markup(phrases.mark(game, state.to_move or 0))

    def press(pressed: str) -> Press:
        return scratch.press(path, pressed)

    before = answers.path(scratch.start, _undone(states, made, scratch.given))
    given = answers.path(scratch.start, made[: scratch.given])
    rows = [] if shown is None else pickers.rows(shown, press)
    used = FRAME + sum(map(parts_of, rows))
    buttons = [
        *([] if shown is None else pickers.specials(t, shown, press)),
        *([button(t.label(texts.PICK_BACK), press(shown.page.back))] if shown is not None and focus else []),
        *([button(t.label(texts.TRY_UNDO, move=tried[-1]), scratch.press(before, ""))] if tried else []),
        *([button(t.label(texts.TRY_RESET), scratch.press(given, ""))] if len(tried) > 1 else []),
        *scratch.ways,
    ]
    return post(
        text(
            scratch.title,
            t(texts.TRY_LINE, moves=phrases.moves(tried)) if tried else t(texts.TRY_HINT),
            t(texts.TRY_TO_MOVE, mark=mark, question=t(pickers.question(shown))) if shown is not None else None,
            *pickers.legend(t, shown),
            None if state.outcome is None else ending(t, state),
        ),
        picture(image),
        *rows,
        row(*buttons[: min(5, MOST_PARTS - used - 1)]),
        colour=phrases.colour(game, state.to_move),
        pictures=[image],
    )


def _undone(states: Sequence[State], made: Sequence[str], given: int) -> list[str]:
    """A line without its last decision, and without the passes that this one has forced."""
    end = len(made)
    while end > given + 1 and made[end - 1] == "pass" and len(states[end - 1].legal_moves()) == 1:
        end -= 1
    return list(made[: max(end - 1, given)])


def ending(t: Language, state: State) -> Markup:
    """How a line ends in which a game is over."""
    outcome, game = state.outcome, state.game
    if outcome is None or outcome.winner is None:
        reason = "" if outcome is None else outcome.reason
        return t(texts.ENDED_DRAWN, reason=t(endings.DRAWN.get(reason, endings.DRAWN_OTHERWISE)))
    winner, score = outcome.winner, state.score or (0, 0)
    names = [phrases.seat_name(t, game, seat) for seat in (winner, 1 - winner)]
    why = t(
        endings.WON.get(outcome.reason, endings.WON_OTHERWISE),
        winner=names[0],
        loser=names[1],
        cells=", ".join(outcome.cells),
        own=score[winner],
        other=score[1 - winner],
    )
    return t(texts.ENDED, mark=phrases.mark(game, winner), winner=names[0], reason=why)

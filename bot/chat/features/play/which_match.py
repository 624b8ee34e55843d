"""The question in which match a typed move is to be played, with a button for each answer."""

from collections.abc import Sequence

import games
from bot.chat.board.links import OpenMove
from bot.chat.discord.components import BLURPLE, Button, Post, button, post, rows, text
from bot.chat.discord.press import VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.features.play import texts
from bot.chat.features.play.target import AskWhich, MoveTarget
from bot.chat.features.play.typed_move import TypedMove
from bot.chat.language import phrases
from bot.chat.language.i18n import Language
from bot.domain.matches import turns
from bot.domain.matches.lists.summary import Summary

LONGEST_TYPED = 40  # characters of typed moves that fit into a button
BUTTONS_IN_A_ROW = 5


class PlayIn(VersionPress, action="playin"):
    """Play what was typed, in this of several matches."""

    draw: bool
    moves: str


def question(reply: Reply, typed_move: TypedMove, ask: AskWhich, *, draw: bool) -> Post:
    """The question which match is meant, with buttons for each.

    :param draw: a draw is offered with the turn
    """
    t = reply.t
    title = t(texts.WHICH_MATCH)
    if typed_move.text:
        title = t(texts.WHICH, moves=typed_move.text)
    lines = [_line(t, summary, reply.user) for summary in ask.matches]
    buttons = list[Button]()
    for summary in ask.matches:
        buttons += _answers(t, summary, typed_move, ask.candidates, draw=draw)
    return post(text(title, *lines), *rows(buttons, BUTTONS_IN_A_ROW), colour=BLURPLE)


def _line(t: Language, summary: Summary, reader: int) -> str:
    """A match to choose, and against whom it is."""
    return t(
        texts.WHICH_LINE,
        match=summary.name,
        game=games.get(summary.game).name,
        who=phrases.who(t, summary.opponent(reader)),
    )


def _answers(
    t: Language,
    summary: Summary,
    typed_move: TypedMove,
    candidates: Sequence[MoveTarget],
    *,
    draw: bool,
) -> list[Button]:
    """A button for each meaning of the moves in a match, or the one that opens its board."""
    answers = list[Button]()
    for target in candidates:
        if target.match.id == summary.id and 0 < len(target.moves) <= LONGEST_TYPED:
            label = t.label(texts.PLAY_IN, moves=_as_written(t, target), match=summary.name)
            moves = typed_move.for_button(target.moves)
            play = PlayIn(summary.id, summary.version, draw, moves)
            answers.append(button(label, play, "primary"))
    if answers:
        return answers
    label = t.label(texts.NEXT_BUTTON, match=summary.name)
    return [button(label, OpenMove(summary.id, summary.version))]


def _as_written(t: Language, target: MoveTarget) -> str:
    """The moves that are meant, as they are written elsewhere."""
    _, reading = turns.read(target.match, target.moves)
    return phrases.written(t, reading.moves, target.match.state)

"""Typed moves: the choices offered meanwhile, and the match they are meant for: named, the only fit, or asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from discord.app_commands import Choice

import games
from bot.chat.board.completion import choice
from bot.chat.board.links import OpenMove
from bot.chat.discord.commands import LONGEST_CHOICE, MOST_CHOICES
from bot.chat.discord.components import BLURPLE, Button, Post, button, post, row, text
from bot.chat.discord.press import VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.features.play import texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language
from bot.domain.matches.finding import Summary
from bot.domain.matches.match import Match
from bot.domain.matches.waiting.to_move import MatchesToMove, matches_to_move
from games.core import GameError, State

MOST_ASKED = 10  # matches that are tried, and offered as buttons
LONGEST_TYPED = 40  # characters of typed moves that fit into a button
_NAMED = re.compile(r"\s*m\s?(\d{1,9})(?![\w-])[\s:·.,]*", re.IGNORECASE | re.ASCII)


class PlayIn(VersionPress, action="playin"):
    """Play what was typed, in this of several matches."""

    draw: bool
    moves: str


def split(moves: str, match: str) -> tuple[str, str]:
    """The moves and the match typed, where the match may stand before the moves: ``M3 d4-e6``."""
    prefix = None if match.strip() else _NAMED.match(moves)
    return (moves, match) if prefix is None else (moves[prefix.end() :], f"M{prefix[1]}")


def fitting(waiting: MatchesToMove, moves: str) -> list[Match]:
    """The matches waiting here in which the typed moves are a complete turn."""
    matches = map(waiting.match, waiting.here[:MOST_ASKED])
    return [match for match in matches if match.draft.state.read(moves).status == "complete"]


def ask(
    reply: Reply, waiting: Sequence[Summary], moves: str = "", fit: Sequence[Match] = (), *, draw: bool = False
) -> Post:
    """The question which match is meant, a button for each. ``fit``: those in which ``moves`` can be played."""
    t, playable = reply.t, {match.id for match in fit}
    short = 0 < len(moves) <= LONGEST_TYPED

    def answer(summary: Summary) -> Button:
        if short and summary.id in playable:
            label = t.label(texts.PLAY_IN, moves=moves, match=summary.name)
            return button(label, PlayIn(summary.id, summary.version, draw, moves), "primary")
        return button(t.label(texts.NEXT_BUTTON, match=summary.name), OpenMove(summary.id, summary.version))

    shown = [summary for summary in waiting if not playable or summary.id in playable]
    lines = [
        t(
            texts.WHICH_LINE,
            match=summary.name,
            game=games.get(summary.game).name,
            who=phrases.who(t, summary.seats[1 - summary.seats.index(reply.user)]),
        )
        for summary in shown
    ]
    buttons = [answer(summary) for summary in shown]
    return post(
        text(t(texts.WHICH, moves=moves) if moves else t(texts.WHICH_MATCH), *lines),
        *(row(*buttons[start : start + 5]) for start in range(0, len(buttons), 5)),
        colour=BLURPLE,
    )


async def moves(reply: Reply, current: str) -> list[Choice[str]]:
    """The legal moves that begin with what is typed, in the match meant; or why there are none."""
    typed, named = split(current, str(reply.interaction.namespace.match or ""))
    try:
        waiting = await matches_to_move(reply.services.matches, reply.viewer, named)
        if not named.strip() and len(waiting.here) > 1:
            return _in_several(reply, waiting, current)
        only = waiting.match(waiting.here[0]) if waiting.here else None
        meant = waiting.named(named) if named.strip() else only
        meant = meant or await reply.services.matches.resolve(reply.viewer, named, to_move=True)
    except GameError as error:
        return [choice(reply.t.label(error.sentence.template, LONGEST_CHOICE, **error.sentence.values), current)]
    if meant.mover != reply.user:
        return [choice(_waiting(reply.t, meant), current)]
    draft = meant.draft_of(reply.user)
    offered = _following(reply.t, draft.state if draft else meant.state, typed)
    return offered if typed == current else [_within(meant.name, move) for move in offered]


def _in_several(reply: Reply, waiting: MatchesToMove, current: str) -> list[Choice[str]]:
    """Some of the legal moves in each match that waits, with the name of the match before them."""
    readings = []
    for match in map(waiting.match, waiting.here[:MOST_ASKED]):
        state = match.draft.state
        readings.append((state.read(current).status, match.name, _following(reply.t, state, current)))
    able = [reading for reading in readings if reading[0] != "impossible"] or readings[:1]
    share = max(1, MOST_CHOICES // len(able))
    return [_within(match, move) for _, match, offered in able for move in offered[:share]]


def _within(match: str, offered: Choice[str]) -> Choice[str]:
    """A choice with the name of its match before it."""
    return choice(f"{match}: {offered.name}", f"{match} {offered.value}")


def _waiting(t: Language, meant: Match) -> str:
    if meant.mover is None:
        return t.label(texts.CHOICE_OVER, LONGEST_CHOICE, match=meant.name)
    mover = phrases.named(t, meant.mover, meant.names[meant.to_move or 0])
    return t.label(texts.CHOICE_NOT_YOURS, LONGEST_CHOICE, match=meant.name, who=mover)


def _following(t: Language, state: State, current: str) -> list[Choice[str]]:
    reading = state.read(current)
    if reading.status == "impossible":
        sentence = reading.sentence
        if sentence is None:
            return []
        return [choice("✗ " + t.label(sentence.template, LONGEST_CHOICE - 2, **sentence.values), current)]
    typed = " ".join(map(str, reading.moves))
    offered = []
    if reading.status == "complete":
        text = texts.COMPLETE_HINT if reading.over else texts.FIRST_MOVES_HINT
        offered.append(choice(t.label(text, LONGEST_CHOICE, move=typed), typed))
    return [*offered, *(choice(f"{typed} {move}".strip()) for move in reading.following[:MOST_CHOICES])]

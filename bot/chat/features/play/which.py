"""The match that a move is meant for: the named one, or the only one it fits; else the member is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

import games
from bot.chat.board.links import OpenMove
from bot.chat.discord.components import BLURPLE, Button, Post, button, post, row, text
from bot.chat.discord.reply import Reply
from bot.chat.features.play import texts
from bot.chat.features.play.presses import PlayIn
from bot.chat.language import phrases
from bot.domain.matches.finding import Summary
from bot.domain.matches.match import Match
from bot.domain.matches.waiting.to_move import MatchesToMove

MOST_ASKED = 10
"""Matches that are tried, and offered as buttons."""
LONGEST_TYPED = 40
"""Characters of typed moves that fit into a button."""
_NAMED = re.compile(r"\s*m\s?(\d{1,9})(?![\w-])[\s:·.,]*", re.IGNORECASE | re.ASCII)


def named(moves: str, match: str) -> tuple[str, str]:
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

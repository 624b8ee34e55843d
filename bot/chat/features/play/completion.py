"""Choices offered while a move is typed: legal moves, or why it is not one. Nothing here raises."""

from __future__ import annotations

from discord.app_commands import Choice

from bot.chat.board.completion import choice
from bot.chat.discord.commands import LONGEST_CHOICE, MOST_CHOICES
from bot.chat.discord.reply import Reply
from bot.chat.features.play import texts, which
from bot.chat.language import phrases
from bot.chat.language.i18n import Language
from bot.domain.matches.match import Match
from bot.domain.matches.waiting.to_move import MatchesToMove, matches_to_move
from games.core import GameError, State


async def moves(reply: Reply, current: str) -> list[Choice[str]]:
    """The legal moves that begin with what is typed, in the match meant; or why there are none."""
    typed, named = which.named(current, str(reply.interaction.namespace.match or ""))
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
    for match in map(waiting.match, waiting.here[: which.MOST_ASKED]):
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

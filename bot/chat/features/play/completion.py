"""What is offered while a move is typed: the legal ones that follow, or why it cannot be one. Nothing here raises."""

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
    """Legal moves of the match that is meant, following what is typed; or why it cannot be."""
    typed, named = which.named(current, str(reply.interaction.namespace.match or ""))
    try:
        waiting = await matches_to_move(reply.services.matches, reply.viewer, named)
        if not named.strip() and len(waiting.here) > 1:
            return _in_several(reply, waiting, current)
        alone = waiting.match(waiting.here[0]) if waiting.here else None
        found = waiting.named(named) if named.strip() else alone
        meant = found or await reply.services.matches.resolve(reply.viewer, named, to_move=True)
    except GameError as error:
        return [choice(reply.t.label(error.sentence.template, LONGEST_CHOICE, **error.sentence.values), current)]
    if meant.mover != reply.user:
        return [choice(_waiting(reply.t, meant), current)]
    draft = meant.draft_of(reply.user)
    offered = _following(reply.t, draft.state if draft else meant.state, typed)
    return offered if typed == current else [_within(meant.name, one) for one in offered]


def _in_several(reply: Reply, waiting: MatchesToMove, current: str) -> list[Choice[str]]:
    """What may be played in each of the matches that wait, with the match before it: some of each."""
    found = []
    for match in map(waiting.match, waiting.here[: which.MOST_ASKED]):
        state = match.draft.state
        found.append((state.read(current).status, match.name, _following(reply.t, state, current)))
    able = [one for one in found if one[0] != "impossible"] or found[:1]
    share = max(1, MOST_CHOICES // len(able))
    return [_within(match, one) for _, match, offered in able for one in offered[:share]]


def _within(match: str, offered: Choice[str]) -> Choice[str]:
    """A choice with the match that it is for before it."""
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
    found = []
    if reading.status == "complete":
        text = texts.COMPLETE_HINT if reading.over else texts.FIRST_MOVES_HINT
        found.append(choice(t.label(text, LONGEST_CHOICE, move=typed), typed))
    return [*found, *(choice(f"{typed} {move}".strip()) for move in reading.following[:MOST_CHOICES])]

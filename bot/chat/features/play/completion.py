"""What is offered while a move is typed: the legal ones that follow, or why it cannot be one. Nothing here raises."""

from __future__ import annotations

from discord.app_commands import Choice

from bot.chat.features.play import texts
from bot.chat.kit.commands import LONGEST_CHOICE, MOST_CHOICES
from bot.chat.kit.language import phrases
from bot.chat.kit.language.i18n import Language
from bot.chat.kit.match.completion import choice
from bot.chat.kit.reply import Reply
from bot.domain.errors import Ambiguous
from bot.domain.matches.match import Match
from games.core import GameError, State


async def moves(reply: Reply, current: str) -> list[Choice[str]]:
    """Legal moves of the match that is meant, following what is typed; or why it cannot be."""
    try:
        named = str(reply.interaction.namespace.match or "")
        meant = await reply.services.matches.resolve(reply.viewer, named, to_move=True)
    except Ambiguous:
        return [choice(reply.t.label(texts.SAY_WHICH, LONGEST_CHOICE), current)]
    except GameError as error:
        return [choice(reply.t.label(error.sentence.template, LONGEST_CHOICE, **error.sentence.values), current)]
    if meant.mover != reply.user:
        return [choice(_waiting(reply.t, meant), current)]
    draft = meant.draft_of(reply.user)
    return _following(reply.t, draft.state if draft else meant.state, current)


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

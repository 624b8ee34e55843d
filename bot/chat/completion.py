"""What is offered while a member types: variants, clocks, matches, and the legal moves.

What comes back may be anything all the same, so the commands read it themselves. Nothing here raises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import discord
from discord.app_commands import Choice

import games
from bot.chat.kit.measuring import offered
from bot.domain.errors import Ambiguous
from bot.domain.matches import clocks, variants
from bot.domain.matches.views import Match, Summary
from games.core import GameError, State

from . import texts, words
from .answers import Answer
from .tongue import Tongue, one_line

if TYPE_CHECKING:
    from .client import Bot

Interaction: TypeAlias = "discord.Interaction[Bot]"
MOST = 25
LONGEST = 100
CLOCKS = ("1d", "2d", "3d", "7d", "14d", "7d+12h", "3d weekends off", "none")


@offered
async def variant(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Variants of the game chosen before."""
    try:
        game = games.get(str(interaction.namespace.game or ""))
    except GameError:
        return []
    t = Answer(interaction).t
    shown = {text: variants.text(game, variants.parse(game, text), t.say) for text in variants.complete(game, "", 1000)}
    meant = set(variants.complete(game, variants.canonical(game, current, t.say), MOST))
    typed = current.casefold().strip()
    return [_choice(said, text) for text, said in shown.items() if text in meant or typed in said.casefold()][:MOST]


@offered
async def clock(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Clocks that are often used."""
    typed = current.lower().strip()
    t = Answer(interaction).t
    return [_choice(words.clock_text(t, clocks.parse(text)), text) for text in CLOCKS if text.startswith(typed)]


@offered
async def match(interaction: Interaction, current: str) -> list[Choice[str]]:
    """The member's matches that go on."""
    return await _matches(interaction, current, "running")


@offered
async def match_over(interaction: Interaction, current: str) -> list[Choice[str]]:
    """The member's matches that are over, the latest first."""
    return await _matches(interaction, current, "finished")


@offered
async def match_any(interaction: Interaction, current: str) -> list[Choice[str]]:
    """The member's matches, those that go on first."""
    return await _matches(interaction, current, "running", "finished")


@offered
async def match_to_move(interaction: Interaction, current: str) -> list[Choice[str]]:
    """The member's matches that wait for them."""
    return await _matches(interaction, current, "running", to_move=True)


async def _matches(interaction: Interaction, current: str, *statuses: str, to_move: bool = False) -> list[Choice[str]]:
    answer = Answer(interaction)
    scope = answer.scope if answer.place.guild else None
    of = answer.bot.matches.of
    found = [item for status in statuses for item in await of(answer.user, scope=scope, status=status, limit=100)]
    typed = current.strip().upper().removeprefix("M")
    return [
        Choice(name=_summary(answer.t, item, answer.user), value=item.name)
        for item in found
        if str(item.number).startswith(typed) and (not to_move or item.mover == answer.user)
    ][:MOST]


def _summary(t: Tongue, item: Summary, reader: int) -> str:
    other = 1 - item.seats.index(reader)
    text = texts.CHOICE_YOURS if item.mover == reader else texts.CHOICE_THEIRS
    return t.label(
        text,
        LONGEST,
        match=item.name,
        game=games.get(item.game).name,
        who=words.named(t, item.seats[other], item.names[other]),
    )


@offered
async def moves(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Legal moves of the match that is meant, following what is typed; or why it cannot be."""
    answer = Answer(interaction)
    service = answer.bot.matches
    try:
        named = str(interaction.namespace.match or "")
        meant = await service.resolve(answer.place, answer.user, named, to_move=True)
    except Ambiguous:
        return [_choice(answer.t.label(texts.SAY_WHICH, LONGEST), current)]
    except GameError as error:
        return [_choice(_plainly(answer.t, error), current)]
    if meant.mover != answer.user:
        return [_choice(_waiting(answer.t, meant), current)]
    draft = await service.draft(meant.id, answer.user)
    return _moves(answer.t, draft.state if draft else meant.state, current)


def _waiting(t: Tongue, meant: Match) -> str:
    if meant.mover is None:
        return t.label(texts.CHOICE_OVER, LONGEST, match=meant.name)
    seat = meant.to_move or 0
    return t.label(
        texts.CHOICE_NOT_YOURS, LONGEST, match=meant.name, who=words.named(t, meant.mover, meant.names[seat])
    )


def _moves(t: Tongue, state: State, current: str) -> list[Choice[str]]:
    reading = state.read(current)
    if reading.status == "impossible":
        sentence = reading.sentence
        return [_choice("✗ " + t.label(sentence.template, LONGEST - 2, **sentence.values), current)] if sentence else []
    typed = " ".join(map(str, reading.moves))
    found = []
    if reading.status == "complete":
        text = texts.COMPLETE_HINT if reading.over else texts.FIRST_MOVES_HINT
        found.append(_choice(t.label(text, LONGEST, move=typed), typed))
    found += [_choice(f"{typed} {move}".strip()) for move in reading.following]
    return found[:MOST]


def _plainly(t: Tongue, error: GameError) -> str:
    return t.label(error.sentence.template, LONGEST, **error.sentence.values)


def _choice(name: str, value: str | None = None) -> Choice[str]:
    value = name if value is None else value
    return Choice(name=one_line(name, LONGEST) or "…", value=value[:LONGEST].strip() or "?")

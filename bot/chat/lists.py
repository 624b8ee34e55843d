"""Answers that list things: a member's matches, the rules of a game, the help."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from bot.chat import profiles
from bot.chat.kit.components import Picture
from bot.chat.kit.images import SMALL
from bot.chat.kit.match import boards, cards
from bot.chat.kit.reply import no_such_button
from bot.domain.matches.replay import follow
from bot.domain.matches.views import Summary
from games.core import Game

from .rulebook import RULES

RULES_SIZE = 640
"""Pixels of the pictures in the rules."""

if TYPE_CHECKING:
    from bot.chat.kit.reply import Answer


async def matches(answer: Answer, owner: int, page: int = 0) -> None:
    """Show a page of somebody's running matches, and on one's own first page the open challenges."""
    service, scope = answer.bot.matches, profiles.scope_of(answer, owner)
    found = await service.of(owner, scope=scope, limit=cards.PAGE + 1, offset=page * cards.PAGE)
    lines: list[tuple[Summary, Picture]] = []
    for item in found[: cards.PAGE]:
        match = await service.get(item.id)
        image = await answer.bot.pictures.match(match, size=SMALL, coordinates="none", say=answer.t.say)
        lines.append((item, Picture(f"{item.name}.png", image.data, image.alt)))
    boards.by_name(answer, found)
    first = not page and owner == answer.user
    waiting = await service.challenges.open(answer.scope, user=answer.user, limit=cards.FEW + 1) if first else ()
    away = await service.people.away({user for item, _ in lines for user in item.seats})
    more = len(found) > cards.PAGE
    await answer.private(
        cards.matches(answer.t, lines, answer.user, owner, page=page, more=more, waiting=waiting, away=away)
    )


async def challenges(answer: Answer, page: int = 0) -> None:
    """Show a page of the open challenges of a place."""
    size = cards.PAGE_OF_CHALLENGES
    found = await answer.bot.matches.challenges.open(answer.scope, user=answer.user, limit=size + 1, offset=page * size)
    await answer.private(cards.challenges(answer.t, found[:size], answer.user, page=page, more=len(found) > size))


async def rules(answer: Answer, game: Game, number: int = 0, *, anew: bool = True) -> None:
    """Show a page of how a game is played. Raises NotFound."""
    pages = RULES[game.slug]
    if number >= len(pages):
        raise no_such_button()
    example = pages[number].example
    if example is None:
        image = await answer.bot.pictures.start(game, {}, size=RULES_SIZE, say=answer.t.say)
    else:
        states = follow(game.start(**example.options), example.moves.split())
        last = states[-1].turn
        turn = [state for state in states if state.turn == last and state.ply] or states
        image = await answer.bot.pictures.board(
            states[-1],
            key=("rules", game.slug, number),
            turn=states[-len(turn) - 1 :],
            size=RULES_SIZE,
            say=answer.t.say,
        )
    await answer.private(cards.rules(answer.t, game, number, image), anew=anew)


async def help_page(answer: Answer) -> None:
    """Show what this is and how to begin."""
    await answer.private(cards.help_card(answer.t, games.catalog(), answer.bot.commands_named()))

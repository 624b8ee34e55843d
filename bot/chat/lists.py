"""Answers that list things: a member's matches, the rules of a game, the help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import games
from bot.matches.views import Summary
from games.core import Game

from . import cards
from .layout import Picture
from .pictures import SMALL

if TYPE_CHECKING:
    from .answers import Answer


async def matches(answer: Answer, owner: int, page: int = 0) -> None:
    """Show a page of somebody's running matches, and on one's own first page the open challenges."""
    service = answer.bot.matches
    scope = answer.scope if answer.place.guild else None
    found = await service.of(owner, scope=scope, limit=cards.PAGE + 1, offset=page * cards.PAGE)
    lines: list[tuple[Summary, Picture]] = []
    for item in found[: cards.PAGE]:
        match = await service.get(item.id)
        image = await answer.bot.pictures.match(match, size=SMALL, coordinates="none")
        lines.append((item, Picture(f"{item.name}.png", image.data, image.alt)))
    offers = await service.challenges.open(answer.scope, user=answer.user, limit=5) if not page else ()
    await answer.private(
        cards.matches(answer.t, lines, answer.user, owner, page=page, more=len(found) > cards.PAGE, offers=offers)
    )


async def rules(answer: Answer, game: Game, options: Mapping[str, str] | None = None) -> None:
    """Show how a game is played, with its board as it is set up."""
    image = await answer.bot.pictures.start(game, options or {}, size=600, legal=True)
    await answer.private(cards.rules(answer.t, game, image))


async def help_page(answer: Answer) -> None:
    """Show what this is and how to begin."""
    await answer.private(cards.help_card(answer.t, games.catalog(), answer.bot.commands_named()))

"""Rated matches that are quickly over, and what is stored of ratings."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from bot.domain.matches.match import Match

from bot.domain.matches.service import Matches
from bot.domain.values import Person, Place
from bot.store.contests import changes, ratings
from tests.bot.conftest import ANN, BEN, HERE
from tests.bot.domain.matches.helpers import swept


async def ended(
    matches: Matches,
    winner: Person | None,
    loser: Person,
    *,
    game: str = "veloop-square",
    place: Place = HERE,
    rated: bool = True,
    drawn_with: Person = ANN,
) -> Match:
    """A match that ``loser`` has resigned, or with ``winner`` None agreed to draw with ``drawn_with``."""
    other = winner or drawn_with
    offered = await matches.challenges.make(place, other, game, opponent=loser, side="first", rated=rated)
    match = (await matches.challenges.accept(offered.challenge.id, loser)).match
    if winner is None:
        await matches.offer_draw(match.id, other.id)
        change = await matches.answer_draw(match.id, loser.id, True)
    else:
        change = await matches.resign(match.id, loser.id)
    await swept(matches)
    return change.match


async def kept(matches: Matches) -> dict[str, list[Any]]:
    """Every row about ratings."""
    async with matches.store.read() as connection:
        return {
            table.name: sorted(map(tuple, (await connection.execute(sa.select(table))).all()), key=str)
            for table in (ratings, changes)
        }


__all__ = ["ANN", "BEN", "HERE", "ended", "kept"]

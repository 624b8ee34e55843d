"""Rated matches that are quickly over, and what is stored of ratings."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.matches.match import Match
from bot.domain.values import Person, Place
from bot.store.tables import rating_changes, ratings
from tests.bot.conftest import ANN, BEN, HERE
from tests.bot.domain.matches.helpers import played, swept


async def ended(
    domain: Domain,
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
    offered = await domain.challenges.make(place, other, game, opponent=loser, side="first", rated=rated)
    match = (await domain.challenges.accept(offered.challenge.id, loser)).match
    await played(domain, match.id, 4 if rated else 0)
    if winner is None:
        await domain.matches.offer_draw(match.id, other.id)
        change = await domain.matches.answer_draw(match.id, loser.id, True)
    else:
        change = await domain.matches.resign(match.id, loser.id)
    await swept(domain)
    return change.match


async def kept(domain: Domain) -> dict[str, list[Any]]:
    """Every row about ratings."""
    async with domain.database.read() as connection:
        return {
            table.name: sorted(map(tuple, (await connection.execute(sa.select(table))).all()), key=str)
            for table in (ratings, rating_changes)
        }


__all__ = ["ANN", "BEN", "HERE", "ended", "kept"]

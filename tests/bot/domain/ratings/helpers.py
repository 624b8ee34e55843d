"""Rated matches that are quickly over, and what is stored of ratings."""

from collections import Counter
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.matches import agreements, endings
from bot.domain.matches.match import Match
from bot.domain.ratings.glicko import START, Strength, idle, periods, rate
from bot.domain.ratings.rating import Rating
from bot.domain.ratings.service import Ratings
from bot.domain.values import Person, Place
from bot.store.tables import matches, rating_changes, ratings
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
    """A match that ``loser`` has resigned, or with ``winner`` None agreed to draw with
    ``drawn_with``.
    """
    other = winner or drawn_with
    offered = await domain.challenges.make(
        place, other, game, opponent=loser, side="first", rated=rated
    )
    match = (await domain.challenges.accept(offered.challenge.id, loser)).match
    await played(domain, match.id, 4 if rated else 0)
    if winner is None:
        await domain.matches.act(match.id, other.id, agreements.offer_draw)
        change = await domain.matches.do(
            match.id, partial(agreements.answer, "draw", user=loser.id, yes=True)
        )
    else:
        change = await domain.matches.act(match.id, loser.id, endings.resign)
    await swept(domain)
    return change.match


async def rating_of(ratings: Ratings, user: int, game: str, scope: int) -> Rating | None:
    """A member's rating at a game; None before their first rated match."""
    return next((rating for rating in await ratings.of(user, scope) if rating.game == game), None)


async def kept(domain: Domain) -> dict[str, list[Any]]:
    """Every row about ratings."""
    async with domain.database.read() as connection:
        return {
            table.name: sorted(
                map(tuple, (await connection.execute(sa.select(table))).all()), key=str
            )
            for table in (ratings, rating_changes)
        }


async def as_played(domain: Domain, scope: int = HERE.scope) -> None:
    """The stored ratings of a server are those that follow from its matches, rated in the order of
    the ledger.
    """
    strengths: dict[tuple[str, int], tuple[Strength, datetime]] = {}
    counts: Counter[tuple[str, int, float]] = Counter()
    mine = matches.c.rated, matches.c.status == "finished", matches.c.scope == scope
    async with domain.database.read() as connection:
        order = sa.select(rating_changes.c.at).where(
            rating_changes.c.match == matches.c.id, rating_changes.c.seat == 0
        )
        query = sa.select(matches).where(*mine).order_by(order.scalar_subquery(), matches.c.id)
        for row in await connection.execute(query):
            keys = (row.game, row.seat0), (row.game, row.seat1)
            latest = [strengths.get(key, (START, row.finished_at)) for key in keys]
            before = [idle(strength, periods(at, row.finished_at)) for strength, at in latest]
            first = 0.5 if row.winner is None else 1.0 - row.winner
            for key, own, other, score in zip(
                keys, before, before[::-1], (first, 1 - first), strict=True
            ):
                strengths[key] = rate(own, [(other, score)], periods=0), row.finished_at
                counts[*key, score] += 1
        stored = (
            await connection.execute(sa.select(ratings).where(ratings.c.scope == scope))
        ).all()
    assert {(row.game, row.user) for row in stored} == strengths.keys()
    for row in stored:
        strength, at = strengths[row.game, row.user]
        assert (row.rating, row.deviation, row.volatility) == pytest.approx(strength)
        assert (row.wins, row.draws, row.losses) == tuple(
            counts[row.game, row.user, score] for score in (1, 0.5, 0)
        )
        assert abs((row.at - at).total_seconds()) < 1


async def crowd(domain: Domain, count: int, now: datetime) -> None:
    """Rated members of a server in pairs of equal rating, the first ``count`` // 2 of them no
    longer provisional.
    """
    rows = [
        {
            "scope": HERE.scope,
            "game": "veloop-square",
            "user": 5000 + number,
            "name": f"Member {number}",
            "rating": 2000.0 - number // 2,
            "deviation": 60.0 if number < count // 2 else 200.0,
            "volatility": 0.06,
            "at": now,
            "wins": 5,
            "losses": 3,
            "draws": 1,
            "settled_until": now + timedelta(days=300 if number < count // 2 else 0),
        }
        for number in range(count)
    ]
    async with domain.database.store.write() as connection:
        await connection.execute(ratings.insert(), rows)


__all__ = ["ANN", "BEN", "HERE", "as_played", "crowd", "ended", "kept", "rating_of"]

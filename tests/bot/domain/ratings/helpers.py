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
from tests.bot.conftest import ANN, HERE
from tests.bot.domain.matches.helpers import cleared, played


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
    offer = await domain.challenges.make(
        place, other, game, opponent=loser, side="first", rated=rated
    )
    match = (await domain.challenges.accept(offer.challenge.id, loser)).match
    await played(domain, match.id, 4 if rated else 0)
    if winner is None:
        await domain.matches.act(match.id, other.id, agreements.offer_draw)
        agree = partial(agreements.answer, "draw", user=loser.id, yes=True)
        change = await domain.matches.do(match.id, agree)
    else:
        change = await domain.matches.act(match.id, loser.id, endings.resign)
    await cleared(domain)
    return change.match


async def rating_of(ratings: Ratings, user: int, game: str, scope: int) -> Rating | None:
    """A member's rating at a game; None before their first rated match."""
    for rating in await ratings.of(user, scope):
        if rating.game == game:
            return rating
    return None


async def kept(domain: Domain) -> dict[str, list[Any]]:
    """Every row about ratings."""
    rows_by_table = {}
    async with domain.database.read() as connection:
        for table in (ratings, rating_changes):
            result = await connection.execute(sa.select(table))
            rows = [tuple(row) for row in result]
            rows_by_table[table.name] = sorted(rows, key=str)
    return rows_by_table


class _Replay:
    """Strengths and results of members, computed from matches in the order in which they were
    rated.
    """

    def __init__(self) -> None:
        self.strengths: dict[tuple[str, int], tuple[Strength, datetime]] = {}
        self.results: Counter[tuple[str, int, float]] = Counter()

    def strength(self, game: str, user: int, now: datetime) -> Strength:
        """The strength of a member who may have been idle."""
        strength, last = self.strengths.get((game, user), (START, now))
        return idle(strength, periods(last, now))

    def rate(self, match: sa.Row[Any]) -> None:
        """Rate a match that is over."""
        first = self.strength(match.game, match.seat0, match.finished_at)
        second = self.strength(match.game, match.seat1, match.finished_at)
        score = 0.5 if match.winner is None else 1.0 - match.winner
        self._store(match, match.seat0, rate(first, [(second, score)], periods=0), score)
        rating_of_second = rate(second, [(first, 1 - score)], periods=0)
        self._store(match, match.seat1, rating_of_second, 1 - score)

    def _store(self, match: sa.Row[Any], user: int, strength: Strength, score: float) -> None:
        self.strengths[match.game, user] = (strength, match.finished_at)
        self.results[match.game, user, score] += 1


async def as_played(domain: Domain, scope: int = HERE.scope) -> None:
    """The stored ratings of a server are those that follow from its matches, rated in the order of
    the ledger.
    """
    of_match = (rating_changes.c.match == matches.c.id, rating_changes.c.seat == 0)
    order = sa.select(rating_changes.c.at).where(*of_match).scalar_subquery()
    conditions = (matches.c.rated, matches.c.status == "finished", matches.c.scope == scope)
    query = sa.select(matches).where(*conditions).order_by(order, matches.c.id)
    replay = _Replay()
    async with domain.database.read() as connection:
        for match in await connection.execute(query):
            replay.rate(match)
        result = await connection.execute(sa.select(ratings).where(ratings.c.scope == scope))
        rows = result.all()
    assert {(row.game, row.user) for row in rows} == replay.strengths.keys()
    for row in rows:
        strength, last = replay.strengths[row.game, row.user]
        assert (row.rating, row.deviation, row.volatility) == pytest.approx(strength)
        assert row.wins == replay.results[row.game, row.user, 1]
        assert row.draws == replay.results[row.game, row.user, 0.5]
        assert row.losses == replay.results[row.game, row.user, 0]
        assert abs((row.at - last).total_seconds()) < 1


async def crowd(domain: Domain, count: int, now: datetime) -> None:
    """Rated members of a server in pairs of equal rating, the first ``count`` // 2 of them no
    longer provisional.
    """
    rows = []
    for number in range(count):
        is_settled = number < count // 2
        row = {
            "scope": HERE.scope,
            "game": "veloop-square",
            "user": 5000 + number,
            "name": f"Member {number}",
            "rating": 2000.0 - number // 2,
            "deviation": 60.0 if is_settled else 200.0,
            "volatility": 0.06,
            "at": now,
            "wins": 5,
            "losses": 3,
            "draws": 1,
            "settled_until": now + timedelta(days=300) if is_settled else now,
        }
        rows.append(row)
    async with domain.database.store.write() as connection:
        await connection.execute(ratings.insert(), rows)

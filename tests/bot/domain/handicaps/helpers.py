"""Matches with handicaps that are quickly over, and ratings that nobody has played for.

What is to be told of these matches stays in the outbox.
"""

from datetime import timedelta
from functools import partial

from bot.domain.domain import Domain
from bot.domain.matches import agreements, endings
from bot.domain.matches.match import Match
from bot.domain.values import Person, Place
from bot.store.statements import upsert
from bot.store.tables import rating_changes, ratings
from tests.bot.conftest import ANN, BEN, HERE
from tests.bot.domain.matches.helpers import after_turns

GAME = "veloop-square"


async def begun(
    domain: Domain,
    handicap: str = "",
    *,
    first: Person = ANN,
    second: Person = BEN,
    game: str = GAME,
    place: Place = HERE,
    variant: str = "",
    rated: bool = False,
) -> Match:
    """A match in which ``second`` has the handicap."""
    offer = await domain.challenges.make(
        place,
        first,
        game,
        opponent=second,
        side="first",
        handicap=handicap,
        variant=variant,
        rated=rated,
    )
    change = await domain.challenges.accept(offer.challenge.id, second)
    return change.match


async def finished(
    domain: Domain,
    handicap: str = "",
    *,
    winner: Person | None = ANN,
    turns: int = 4,
    first: Person = ANN,
    second: Person = BEN,
    game: str = GAME,
    place: Place = HERE,
    rated: bool = False,
) -> Match:
    """A match that was resigned after some turns, or agreed to be drawn."""
    match = await begun(
        domain, handicap, first=first, second=second, game=game, place=place, rated=rated
    )
    await after_turns(domain, match.id, turns)
    if winner is None:
        await domain.matches.act(match.id, first.id, agreements.offer_draw)
        agree = partial(agreements.answer, "draw", user=second.id, yes=True)
        await domain.matches.do(match.id, agree)
    else:
        loser = second if winner == first else first
        await domain.matches.act(match.id, loser.id, endings.resign)
    return await domain.matches.get(match.id)


async def rated_at(
    domain: Domain,
    points: dict[Person, float],
    *,
    scope: int = HERE.scope,
    game: str = GAME,
    settled: bool = True,
) -> None:
    """Members have ratings that no match of theirs has led to."""
    now = domain.now()
    async with domain.database.unit_of_work() as work:
        for who, rating in points.items():
            await upsert(
                work.connection,
                ratings,
                scope=scope,
                game=game,
                user=who.id,
                name=who.name,
                rating=rating,
                deviation=60.0 if settled else 250.0,
                volatility=0.06,
                at=now,
                wins=9,
                losses=9,
                draws=0,
                settled_until=now + timedelta(days=300) if settled else now,
            )


async def settled(domain: Domain, points: dict[Person, float], *, game: str = GAME) -> None:
    """Two members have ratings after a match of theirs, as sure as after many."""
    one, other = points
    match = await finished(
        domain, first=one, second=other, winner=one, game=game, rated=True, turns=6
    )
    assert match.rated
    strength = {"deviation": 60.0, "volatility": 0.06}
    async with domain.database.unit_of_work() as work:
        for who, rating in points.items():
            change = rating_changes.update().where(
                rating_changes.c.match == match.id, rating_changes.c.user == who.id
            )
            await work.connection.execute(change.values(rating=rating, **strength))
            row = ratings.update().where(
                ratings.c.scope == HERE.scope, ratings.c.game == game, ratings.c.user == who.id
            )
            settled_until = domain.now() + timedelta(days=300)
            values = {**strength, "settled_until": settled_until}
            await work.connection.execute(row.values(rating=rating, **values))

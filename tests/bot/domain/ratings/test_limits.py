"""How many rated matches the same two may begin: on a server, and over all servers together."""

from __future__ import annotations

import random

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import LimitReached
from bot.domain.values import Person, Place
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.tournaments.helpers import ORGANISER


async def begun(domain: Domain, place: Place = HERE, one: Person = ANN, other: Person = BEN) -> bool:
    """Begin a rated match, and whether it could be."""
    try:
        offered = await domain.challenges.make(place, one, "loop", opponent=other, rated=True)
        await domain.challenges.accept(offered.challenge.id, other)
    except LimitReached:
        return False
    return True


async def test_the_same_two_are_limited_over_all_servers_together(domain: Domain, clock: Clock) -> None:
    for number in range(2):
        place = Place(700 + number, 1)
        await domain.servers.change(place, rated=100, matches=100)
        for _ in range(10):
            assert await begun(domain, place)
    own = Place(702, 1)
    await domain.servers.change(own, rated=100)
    assert not await begun(domain, own)
    assert not await begun(domain, own, BEN, ANN)
    assert await begun(domain, own, ANN, CAT)
    clock.move(days=31)
    assert await begun(domain, own)


async def test_a_server_cannot_allow_more_than_its_host(domain: Domain, clock: Clock) -> None:
    await domain.servers.change(HERE, rated=100, matches=100)
    strict = Domain(domain.database.store, clock, random.Random(1), most_rated=3)
    assert [await begun(strict) for _ in range(4)] == [True, True, True, False]
    unrated = Domain(domain.database.store, clock, random.Random(1), most_rated=0)
    with pytest.raises(LimitReached, match="rated matches are off"):
        await unrated.challenges.make(HERE, ANN, "loop", opponent=CAT, rated=True)
    made = await unrated.tournaments.create(HERE, ORGANISER, "swiss", "loop", rated=True)
    assert not made.tournament.rated


async def test_matches_of_tournaments_count_too(domain: Domain) -> None:
    for _ in range(10):
        assert await begun(domain)
    await domain.servers.change(HERE, rated=10)
    made = await domain.tournaments.create(HERE, ORGANISER, "round-robin", "loop", rated=True)
    for who in (ANN, BEN):
        await domain.tournaments.join(made.tournament.id, who)
    await domain.tournaments.start(made.tournament.id, ORGANISER.id)
    (game,) = await domain.tournaments.games(made.tournament.id)
    assert not (await domain.matches.get(game.match or 0)).rated

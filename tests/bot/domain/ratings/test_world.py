"""Who belongs to the world: accounts that play among themselves gain nothing there, whatever they do."""

from __future__ import annotations

import itertools
import random
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as some

from bot import app
from bot.app import Domain
from bot.domain.ratings.glicko import START
from bot.domain.ratings.rating import BOUNDED, FULL, NONE
from bot.domain.ratings.results import Latest, Position, RatedResult, changes_by
from bot.domain.ratings.world import LATELY, MET, VOUCHES_AFTER, founders_among
from bot.domain.values import Person, Place
from bot.store import Store
from bot.store.tables import world_members
from tests.bot.conftest import ANN, BEN, Clock
from tests.bot.domain.ratings.helpers import ended

VELOOP = "veloop-square"
BOUND = 50
MEMBERS = [Person(4000 + number, f"W{number}") for number in range(4)]


@pytest.fixture
async def domain(prepared: str, clock: Clock) -> AsyncIterator[Domain]:
    """A world that begins with four founders."""
    store = await Store.open(prepared)
    yield app.domain(store, clock, random.Random(1), founders=4)
    await store.close()


async def inside(domain: Domain) -> set[int]:
    """Who belongs to the world."""
    async with domain.database.read() as connection:
        return set((await connection.execute(sa.select(world_members.c.user))).scalars())


async def founded(domain: Domain) -> None:
    """All of ``MEMBERS`` have met, and the world has begun with them."""
    for one, other in itertools.combinations(MEMBERS, 2):
        await ended(domain, one, other)
    assert await domain.ratings.world_members.grow() == 4


async def world(domain: Domain, who: Person) -> float:
    """What a member has gained in the world."""
    rating = await domain.ratings.get(who.id, VELOOP)
    return 0.0 if rating is None else rating.rating - START.rating


@settings(max_examples=60, deadline=None)
@given(
    some.lists(some.tuples(some.integers(1, 50), some.integers(1, 50), some.booleans()), max_size=300),
    some.sets(some.integers(1, 50), max_size=3),
)
def test_no_accounts_gain_fifty_points_among_themselves(
    games: list[tuple[int, int, bool]], belonging: set[int]
) -> None:
    """Also not by those of them who belong to the world, from those who do not."""
    known: dict[int, Latest] = {}

    def result(number: int, one: int, other: int, won: bool) -> RatedResult:
        effects = tuple(NONE if user in belonging else BOUNDED for user in (one, other))
        if {one, other} <= belonging:
            effects = (FULL, FULL)
        position = Position(Clock()() + timedelta(hours=number), number)
        return RatedResult(position, (one, other), (f"P{one}", f"P{other}"), float(won), (effects[0], effects[1]))

    played = [one for one in games if one[0] != one[1] and not {one[0], one[1]} <= belonging]
    list(changes_by([result(number, *one) for number, one in enumerate(played)], known, {}))
    for user, latest in known.items():
        assert abs(latest.strength.rating - START.rating) < BOUND
        assert user not in belonging or latest.strength.rating == START.rating


async def test_before_the_world_has_begun_ratings_there_stay_near_the_start(domain: Domain) -> None:
    for number in range(6):
        await ended(domain, ANN, BEN, place=Place(700 + number, 1))
    assert 0 < await world(domain, ANN) < BOUND
    rating = await domain.ratings.get(ANN.id, VELOOP)
    assert rating is not None
    assert rating.provisional
    assert (await domain.ratings.recompute()).changed == 0
    assert await domain.ratings.world_members.grow() == 0


async def test_the_world_begins_with_the_first_group_that_is_large_enough(domain: Domain) -> None:
    await founded(domain)
    assert await inside(domain) == {who.id for who in MEMBERS}
    before = await world(domain, MEMBERS[0])
    await ended(domain, MEMBERS[0], MEMBERS[1])
    assert await world(domain, MEMBERS[0]) > before + BOUND
    assert (await domain.ratings.recompute()).changed == 0


async def test_members_of_the_world_lose_nothing_to_newcomers_and_gain_nothing_from_them(domain: Domain) -> None:
    await founded(domain)
    before = [await world(domain, who) for who in MEMBERS]
    for who in MEMBERS[:2]:
        await ended(domain, ANN, who)
        await ended(domain, who, BEN)
    assert [await world(domain, who) for who in MEMBERS] == before
    assert await world(domain, ANN) < BOUND
    here = await domain.ratings.get(ANN.id, VELOOP, 900)
    assert here is not None
    assert here.rating > START.rating + BOUND, "on the server every result counts"


async def test_who_has_met_enough_members_belongs_to_it_and_vouches_after_a_while(domain: Domain, clock: Clock) -> None:
    await founded(domain)
    for who in MEMBERS[:MET]:
        assert await domain.ratings.world_members.grow() == 0
        await ended(domain, ANN, who)
    assert await domain.ratings.world_members.grow() == 1
    for other in (MEMBERS[0], MEMBERS[1], ANN):
        await ended(domain, BEN, other)
    assert await domain.ratings.world_members.grow() == 0, "Ann has not belonged to it for long"
    clock.move(days=VOUCHES_AFTER.days)
    assert await domain.ratings.world_members.grow() == 1
    assert await inside(domain) == {who.id for who in (*MEMBERS, ANN, BEN)}
    await domain.privacy.delete(BEN.id)
    assert BEN.id not in await inside(domain)
    assert (await domain.ratings.recompute()).changed == 0
    assert LATELY > VOUCHES_AFTER, "or somebody would never be looked at"


def clique(first: int, size: int) -> set[tuple[int, int]]:
    """All pairs of so many players."""
    return set(itertools.combinations(range(first, first + size), 2))


def test_founders_hang_together_by_more_than_one_of_them() -> None:
    honest, others = clique(0, 6), clique(100, 5)
    assert founders_among(honest, 6) == set(range(6))
    assert founders_among(honest, 7) == set()
    assert founders_among(honest | others, 6) == set(range(6)), "two groups are not one"
    assert founders_among(honest | others | {(0, 100)}, 7) == set(), "nor by a single match"
    by_one = {(0, other) for other in range(100, 105)}
    assert founders_among(honest | others | by_one, 6) == set(range(6)), "nor by a single person"


@given(some.sets(some.tuples(some.integers(0, 20), some.integers(21, 40)), max_size=120), some.integers(1, 30))
def test_every_founder_has_met_several_others(pairs: set[tuple[int, int]], least: int) -> None:
    found = founders_among(pairs, least)
    assert not found or len(found) >= least
    for user in found:
        assert sum(user in pair and found.issuperset(pair) for pair in pairs) >= MET

"""Who belongs to the world: accounts that play among themselves gain nothing there, whatever they do."""

from __future__ import annotations

import itertools
import random
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as some

from bot.domain.domain import Domain
from bot.domain.ratings.glicko import START
from bot.domain.ratings.rating import BOUNDED, FULL, NONE
from bot.domain.ratings.results import Latest, Position, RatedResult, changes_by
from bot.domain.ratings.world import ESTABLISHED_AFTER, LATELY, MET, effects_of, founders_among
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
    yield Domain(store, clock, random.Random(1), founders=4)
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
    some.sets(some.integers(1, 50)),
    some.integers(0, 300),
)
def test_no_accounts_gain_fifty_points_among_themselves(
    games: list[tuple[int, int, bool]], joining: set[int], when: int
) -> None:
    """Also not those of them who come to belong to the world at some time, for a month from then on."""
    known: dict[int, Latest] = {}
    begin = Clock()()

    def result(number: int, one: int, other: int, won: bool) -> RatedResult:
        at = begin + number * ESTABLISHED_AFTER / 301
        since = {user: begin + when * ESTABLISHED_AFTER / 301 for user in joining if number >= when}
        effects = effects_of((one, other), at, since)
        return RatedResult(Position(at, number), (one, other), (f"P{one}", f"P{other}"), float(won), effects)

    played = [one for one in games if one[0] != one[1]]
    list(changes_by([result(number, *one) for number, one in enumerate(played)], known, {}))
    for latest in known.values():
        assert abs(latest.strength.rating - START.rating) < BOUND


def test_a_result_counts_in_full_against_those_who_have_belonged_to_the_world_for_long() -> None:
    now = Clock()()
    since = {1: now - ESTABLISHED_AFTER, 2: now - ESTABLISHED_AFTER / 2, 3: now, 4: now - 2 * ESTABLISHED_AFTER}
    assert effects_of((1, 4), now, since) == (FULL, FULL)
    assert effects_of((1, 2), now, since) == (NONE, FULL)
    assert effects_of((2, 3), now, since) == (NONE, NONE)
    assert effects_of((5, 1), now, since) == (BOUNDED, NONE)
    assert effects_of((5, 6), now, since) == (BOUNDED, BOUNDED)


PARTNERS = [Person(5000 + number, f"P{number}") for number in range(10)]
EVE = Person(6000, "Eve")


async def farmed(domain: Domain, clock: Clock, times: int) -> None:
    """Eve wins so often against each of ten partners, in servers of her own."""
    await domain.members.change(EVE.id, global_rating=True)
    for number, partner in itertools.product(range(times), PARTNERS):
        place = Place(700 + number % 3, 1)
        await domain.servers.change(place, rated=100)
        await ended(domain, EVE, partner, place=place)
        clock.move(minutes=1)


async def placed(domain: Domain, who: Person) -> bool:
    """Whether a member has a place in the world."""
    board = await domain.ratings.board(VELOOP, user=who.id, limit=100)
    return any(row.place is not None and row.rating.user == who.id for row in board.rows)


@pytest.mark.parametrize("times", [1, pytest.param(8, marks=pytest.mark.slow)])
async def test_who_farms_ten_partners_in_servers_of_their_own_gains_less_than_fifty_points_in_the_world(
    domain: Domain, clock: Clock, times: int
) -> None:
    await founded(domain)
    await farmed(domain, clock, times)
    assert await domain.ratings.world_members.grow() == 0
    assert abs(await world(domain, EVE)) < BOUND
    assert not await placed(domain, EVE)
    assert (await domain.ratings.recompute()).changed == 0


@pytest.mark.slow
async def test_nor_for_a_month_if_all_of_them_have_first_lost_to_three_of_its_members(
    domain: Domain, clock: Clock
) -> None:
    await founded(domain)
    strangers = {who: await world(domain, who) for who in MEMBERS}
    for who, member in itertools.product((EVE, *PARTNERS), MEMBERS[:MET]):
        await ended(domain, member, who)
    assert await domain.ratings.world_members.grow() == 1 + len(PARTNERS)
    await farmed(domain, clock, 8)
    assert abs(await world(domain, EVE)) < BOUND
    assert {who: await world(domain, who) for who in MEMBERS} == strangers
    clock.move(days=ESTABLISHED_AFTER.days)
    await farmed(domain, clock, 4)
    assert await world(domain, EVE) > BOUND, "what an army can do a month later …"
    assert not await placed(domain, EVE), "… gets nobody a place, as long as it has met few others"
    assert len(await domain.ratings.circles()) == 1
    assert await domain.ratings.undo_circle(EVE.id) == 12 * len(PARTNERS)


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
    clock.move(days=ESTABLISHED_AFTER.days)
    assert await domain.ratings.world_members.grow() == 1
    assert await inside(domain) == {who.id for who in (*MEMBERS, ANN, BEN)}
    await domain.privacy.delete(BEN.id)
    assert BEN.id not in await inside(domain)
    assert (await domain.ratings.recompute()).changed == 0
    assert LATELY > ESTABLISHED_AFTER, "or somebody would never be looked at"


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

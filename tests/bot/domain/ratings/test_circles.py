"""Ratings that rest on few partners who play few others: no place in the world, and undone for a host."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.engine import make_url

from bot.domain.domain import Domain
from bot.domain.ratings.circles import OTHERS, Against, apart, circle
from bot.domain.values import Person, Place
from bot.ops.circles import circles
from bot.ops.commands import _parser
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock
from tests.bot.domain.matches.helpers import played, started
from tests.bot.domain.ratings.helpers import ended

VELOOP = "veloop-square"


async def farmed(domain: Domain, clock: Clock) -> None:
    """Ann, listed in the world, has gained from Ben and Cat, who play nobody else, until her rating is settled."""
    await domain.members.change(ANN.id, global_rating=True)
    for number in range(7):
        for other in (BEN, CAT):
            place = Place(900 + number % 2, 1)
            await ended(domain, ANN, other, place=place)
            if number < 5:
                await ended(domain, other, ANN, place=place)
            clock.move(minutes=1)


async def test_who_gains_from_few_who_play_few_others_has_no_place(domain: Domain, clock: Clock) -> None:
    await farmed(domain, clock)
    own = await domain.ratings.get(ANN.id, VELOOP)
    assert own is not None
    assert not own.provisional
    assert own.apart
    board = await domain.ratings.board(VELOOP, user=ANN.id)
    assert (board.rows, board.own and board.own.place) == ((), None)
    here = await domain.ratings.board(VELOOP, 900)
    assert here.rows[0].rating.user == ANN.id, "on the server everybody knows whom they play"


@pytest.mark.slow
async def test_once_their_partners_have_met_as_many_others_they_have_a_place(domain: Domain, clock: Clock) -> None:
    await farmed(domain, clock)
    for number, loser in enumerate((BEN, CAT)):
        for other in range(12):
            await ended(domain, Person(3000 + number * 100 + other, "other"), loser)
    await ended(domain, ANN, DAN)
    own = await domain.ratings.get(ANN.id, VELOOP)
    assert own is not None
    assert not own.apart


async def test_the_results_of_a_circle_are_undone_and_the_points_given_back(domain: Domain, clock: Clock) -> None:
    await farmed(domain, clock)
    (found,) = await domain.ratings.circles()
    assert (found.user, found.partners) == (ANN.id, (BEN.id, CAT.id))
    assert await domain.ratings.undo_circle(DAN.id) == 0
    assert await domain.ratings.undo_circle(ANN.id) == 24
    for who in (ANN, BEN, CAT):
        for pool in (0, HERE.scope):
            assert await domain.ratings.of(who.id, pool) == ()
    assert await domain.ratings.circles() == ()


async def test_a_host_undoes_whom_they_suspect_though_they_are_not_set_apart(domain: Domain) -> None:
    for winner, loser in ((ANN, BEN), (ANN, CAT), (DAN, ANN)):
        await ended(domain, winner, loser)
    assert await domain.ratings.circles() == ()
    assert await domain.ratings.undo_circle(ANN.id) == 2
    own = await domain.ratings.get(ANN.id, VELOOP)
    assert own is not None
    assert (own.wins, own.losses) == (0, 1)
    assert await domain.ratings.of(BEN.id) == ()
    assert (await domain.ratings.recompute()).changed == 0


@pytest.mark.slow
async def test_the_host_lists_circles_and_undoes_them_by_command(prepared: str, domain: Domain, clock: Clock) -> None:
    url = make_url(prepared)
    assert await circles(url) == "nobody is set apart"
    await farmed(domain, clock)
    listed = await circles(url)
    assert listed.startswith(f"{VELOOP}: member {ANN.id} has gained ")
    assert listed.endswith(f"points from {BEN.id}, {CAT.id}")
    undone = await circles(url, _parser().parse_args(["circles", "--undo", str(ANN.id)]).undo, founders=0)
    assert undone == "24 results count for ratings no longer; points are given back"
    await domain.ratings.recounting.work()
    assert await domain.ratings.of(ANN.id) == ()
    assert await circles(url) == "nobody is set apart"


async def test_what_says_nothing_of_strength_does_not_count_for_the_world(domain: Domain, clock: Clock) -> None:
    match = await played(domain, (await started(domain, rated=True)).id, 4)
    await domain.matches.player_left(HERE.scope, BEN.id)
    clock.move(days=2)
    await domain.matches.claim(match.id, ANN.id, "win")
    assert len(await domain.ratings.of(ANN.id, HERE.scope)) == 1
    assert await domain.ratings.of(ANN.id) == ()
    assert (await domain.ratings.recompute()).changed == 0


@given(st.dictionaries(st.integers(1, 10), st.tuples(st.floats(1, 100), st.integers(1, 40)), min_size=1), st.data())
def test_no_ten_partners_who_keep_to_themselves_get_anybody_a_place(
    found: dict[int, tuple[float, int]], data: st.DataObject
) -> None:
    against = {one: Against(*came_to) for one, came_to in found.items()}
    met = {
        one: {0, *against} | {100 + other for other in range(data.draw(st.integers(0, max(OTHERS, matches) - 1)))}
        for one, (_, matches) in against.items()
    }
    assert apart(0, against, met)
    assert circle(against) == set(against)

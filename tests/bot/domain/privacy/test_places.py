"""A private channel stays while others use it when one of its members deletes their data; else it is hidden or goes."""

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.domain.tournaments import organising
from bot.domain.tournaments.tournament import Terms
from bot.domain.values import Person, Place
from bot.store.tables import matches, scopes
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock
from tests.bot.domain.matches.helpers import played

GROUP = Place(scope=555, channel=555, guild=False)


async def numbers(domain: Domain) -> list[int]:
    """The numbers under which private channels are stored."""
    return [row.id for row in await domain.database.store.fetch(sa.select(scopes.c.id))]


async def begun(domain: Domain, first: Person, second: Person) -> int:
    """A match in the private channel."""
    offered = await domain.challenges.make(GROUP, first, "loop", opponent=second)
    return (await domain.challenges.accept(offered.challenge.id, second)).match.id


async def finished(domain: Domain, first: Person, second: Person) -> int:
    """A match that was played and resigned in the private channel."""
    match = await played(domain, await begun(domain, first, second), 4)
    await domain.matches.act(match.id, match.seats[0], endings.resign)
    return match.id


@pytest.mark.parametrize("use", ["match", "open challenge", "challenge to another", "tournament"])
async def test_a_channel_that_others_use_keeps_its_number(domain: Domain, use: str) -> None:
    await finished(domain, ANN, BEN)
    if use == "match":
        await begun(domain, BEN, CAT)
    elif use == "tournament":
        await domain.tournaments.create(GROUP, BEN, "round-robin", "loop", Terms(4), title="a cup")
    else:
        await domain.challenges.make(GROUP, BEN, "loop", opponent=None if use == "open challenge" else CAT)
    await domain.privacy.delete(ANN.id)
    assert await numbers(domain) == [GROUP.scope]


@pytest.mark.parametrize("use", ["nothing", "own challenge", "challenge to oneself", "withdrawn challenge"])
async def test_a_channel_in_which_others_only_have_finished_matches_is_hidden(domain: Domain, use: str) -> None:
    match = await finished(domain, BEN, CAT)
    await finished(domain, ANN, BEN)
    await domain.challenges.play_computer(HERE, BEN, "loop", 1)
    await domain.challenges.make(HERE, BEN, "loop")
    await domain.tournaments.create(HERE, BEN, "swiss", "loop")
    if use == "own challenge":
        await domain.challenges.make(GROUP, ANN, "loop")
    elif use == "challenge to oneself":
        await domain.challenges.make(GROUP, DAN, "loop", opponent=ANN)
    elif use == "withdrawn challenge":
        made = await domain.challenges.make(GROUP, DAN, "loop")
        await domain.challenges.withdraw(made.challenge.id, DAN)
    await domain.privacy.delete(ANN.id)
    number, here = sorted(await numbers(domain))
    assert number < -1
    assert here == HERE.scope
    [row] = await domain.database.store.fetch(sa.select(matches.c.scope).where(matches.c.id == match))
    assert row.scope == number


async def test_a_channel_where_nothing_is_begun_or_open_for_half_a_year_goes(domain: Domain, clock: Clock) -> None:
    places = {number: Place(number, number, guild=False) for number in range(701, 708)}
    ids = {n: (await domain.challenges.play_computer(places[n], ANN, "loop", 1)).match.id for n in (701, 704, 707)}
    await domain.matches.act(ids[701], ANN.id, endings.resign)
    await domain.challenges.make(places[702], ANN, "loop")
    over, _ = [await domain.tournaments.create(places[n], ANN, "swiss", "loop") for n in (703, 705)]
    await domain.tournaments.do(over.tournament.id, organising.cancel, ANN.id)
    await domain.servers.change(HERE, days=3)
    clock.move(days=200)
    await domain.matches.act(ids[707], ANN.id, endings.resign)
    await domain.challenges.make(places[706], ANN, "loop")
    assert await domain.privacy.purge_unused_places() == 3
    assert sorted(await numbers(domain)) == [704, 705, 706, 707, HERE.scope]


async def test_a_channel_of_nobody_else_goes(domain: Domain) -> None:
    await domain.challenges.play_computer(GROUP, ANN, "loop", 1)
    await domain.privacy.delete(ANN.id)
    assert await numbers(domain) == []

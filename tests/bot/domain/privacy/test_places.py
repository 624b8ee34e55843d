"""A private channel stays while others use it when one of its members deletes their data; else it
is hidden or goes.
"""

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.domain.tournaments import organising
from bot.domain.tournaments.tournament import TournamentTerms
from bot.domain.values import Person, Place
from bot.store.tables import matches, scopes
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock
from tests.bot.domain.matches.helpers import swept


async def numbers(domain: Domain) -> list[int]:
    """The numbers under which private channels are stored."""
    return [row.id for row in await domain.database.store.fetch(sa.select(scopes.c.id))]


async def begun(domain: Domain, place: Place, first: Person, second: Person) -> int:
    """A match in a private channel."""
    offer = await domain.challenges.make(place, first, "loop", opponent=second)
    return (await domain.challenges.accept(offer.challenge.id, second)).match.id


async def finished(domain: Domain, place: Place, first: Person, second: Person) -> int:
    """A match that was resigned in a private channel."""
    match = await domain.matches.get(await begun(domain, place, first, second))
    await domain.matches.act(match.id, match.seats[0], endings.resign)
    return match.id


async def test_channels_that_others_use_keep_their_numbers(domain: Domain) -> None:
    places = [Place(scope=scope, channel=scope, guild=False) for scope in (551, 552, 553, 554)]
    for place in places:
        await finished(domain, place, ANN, BEN)
    await begun(domain, places[0], BEN, CAT)
    await domain.tournaments.create(
        places[1], BEN, "round-robin", "loop", TournamentTerms(4), title="a cup"
    )
    await domain.challenges.make(places[2], BEN, "loop")
    await domain.challenges.make(places[3], BEN, "loop", opponent=CAT)
    await domain.privacy.delete(ANN.id)
    assert sorted(await numbers(domain)) == [place.scope for place in places]


@pytest.mark.slow
@pytest.mark.mutants
async def test_channels_in_which_others_only_have_finished_matches_are_hidden(
    domain: Domain,
) -> None:
    places = [Place(scope=scope, channel=scope, guild=False) for scope in (551, 552, 553, 554)]
    ids = [await finished(domain, place, BEN, CAT) for place in places]
    for place in places:
        await finished(domain, place, ANN, BEN)
    await domain.challenges.play_computer(HERE, BEN, "loop", 1)
    await domain.challenges.make(HERE, BEN, "loop")
    await domain.tournaments.create(HERE, BEN, "swiss", "loop")
    await domain.challenges.make(places[1], ANN, "loop")
    await domain.challenges.make(places[2], DAN, "loop", opponent=ANN)
    offer = await domain.challenges.make(places[3], DAN, "loop")
    await domain.challenges.withdraw(offer.challenge.id, DAN)
    await domain.privacy.delete(ANN.id)
    *former, open_scope = sorted(await numbers(domain))
    assert (len(former), max(former) < -1, open_scope) == (4, True, HERE.scope)
    query = sa.select(matches.c.scope).where(matches.c.id.in_(ids))
    rows = await domain.database.store.fetch(query)
    assert {row.scope for row in rows} == {*former}


async def test_a_channel_where_nothing_is_begun_or_open_for_half_a_year_goes(
    domain: Domain, clock: Clock
) -> None:
    places = {number: Place(number, number, guild=False) for number in range(701, 708)}
    ids = {}
    for channel in (701, 704, 707):
        change = await domain.challenges.play_computer(places[channel], ANN, "loop", 1)
        ids[channel] = change.match.id
    await domain.matches.act(ids[701], ANN.id, endings.resign)
    await domain.challenges.make(places[702], ANN, "loop")
    tournament, _ = [
        await domain.tournaments.create(places[n], ANN, "swiss", "loop") for n in (703, 705)
    ]
    await domain.tournaments.do(tournament.tournament.id, organising.cancel, ANN.id)
    await domain.servers.change(HERE, days=3)
    clock.move(days=180)
    await domain.matches.act(ids[707], ANN.id, endings.resign)
    await domain.challenges.make(places[706], ANN, "loop")
    for seconds, places_left in ((0, {701, 704, 705, 706, 707}), (1, {704, 705, 706, 707})):
        clock.move(seconds=seconds)
        await domain.privacy.purge_unused_places()
        assert {*await numbers(domain)} >= places_left
    assert sorted(await numbers(domain)) == [704, 705, 706, 707, HERE.scope]


async def test_with_a_channel_go_its_notices_and_no_others(domain: Domain) -> None:
    for place in (Place(701, 701, guild=False), HERE):
        await domain.challenges.make(place, ANN, "loop", opponent=BEN)
        await domain.challenges.make(place, CAT, "loop", opponent=DAN)
    await domain.challenges.make(Place(702, 702, guild=False), ANN, "loop", opponent=BEN)
    await domain.privacy.delete(ANN.id)
    assert {notice.scope for notice in await swept(domain)} == {701, HERE.scope}

"""How many rated matches the same two may begin on a server in a month."""

from bot.domain.domain import Domain
from bot.domain.errors import LimitReached
from bot.domain.tournaments import organising
from bot.domain.values import Person, Place
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.tournaments.helpers import ORGANISER


async def begun(domain: Domain, place: Place = HERE, one: Person = ANN, other: Person = BEN) -> bool:
    """Begin a rated match; whether that was allowed."""
    try:
        offered = await domain.challenges.make(place, one, "loop", opponent=other, rated=True)
        await domain.challenges.accept(offered.challenge.id, other)
    except LimitReached:
        return False
    return True


async def test_the_same_two_are_limited_on_each_server_whichever_of_them_asks(domain: Domain, clock: Clock) -> None:
    for number in range(2):
        place = Place(700 + number, 1)
        await domain.servers.change(place, rated=3)
        assert [await begun(domain, place) for _ in range(4)] == [True, True, True, False]
        assert not await begun(domain, place, BEN, ANN)
        assert await begun(domain, place, ANN, CAT)
    clock.move(days=31)
    assert await begun(domain, place)


async def test_a_server_without_rated_matches_announces_no_rated_tournament(domain: Domain) -> None:
    for rated in (0, 1):
        await domain.servers.change(HERE, rated=rated)
        made = await domain.tournaments.create(HERE, ORGANISER, "swiss", "loop", rated=True)
        assert made.tournament.rated == bool(rated)


async def test_matches_of_tournaments_count_too(domain: Domain) -> None:
    for _ in range(10):
        assert await begun(domain)
    made = await domain.tournaments.create(HERE, ORGANISER, "round-robin", "loop", rated=True)
    for who in (ANN, BEN):
        await domain.tournaments.do(made.tournament.id, organising.join, who)
    await domain.tournaments.do(made.tournament.id, organising.start, ORGANISER.id)
    (game,) = await domain.tournaments.games(made.tournament.id)
    assert not (await domain.matches.get(game.match or 0)).rated

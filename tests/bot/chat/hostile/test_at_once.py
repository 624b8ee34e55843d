"""Abusing offers, pairing, leagues and team matches across servers twenty times at once gains
nothing.
"""

import asyncio
from collections.abc import Awaitable, Iterable

import pytest

from bot.domain.challenges.offers import TakerConditions
from bot.domain.challenges.seekers import REPEAT_AFTER
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotFound, NotYours, Refused
from bot.domain.explorations.tree import Spot
from bot.domain.matches import endings
from bot.domain.teams.service import MOST_OWN
from bot.domain.teams.team import Side, Team
from bot.domain.values import WORLD, Person, Place, Via
from games.core import GameError
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, viewer
from tests.bot.domain.challenges.helpers import stored_team_offer

pytestmark = pytest.mark.slow

TIMES = 20
THERE = Place(800, 801)
CROWD = [Person(7000 + number, f"eve{number}") for number in range(TIMES)]
VIA = Via(1, "token", 2)


async def at_once(acts: Iterable[Awaitable[object]]) -> list[type]:
    """Do everything at once; the classes of what was refused. What fails otherwise is raised."""
    done = await asyncio.gather(*acts, return_exceptions=True)
    for error in done:
        if isinstance(error, BaseException) and not isinstance(error, GameError):
            raise error
    return [type(error) for error in done if isinstance(error, GameError)]


@pytest.fixture
async def world(domain: Domain) -> Domain:
    """Two servers that play across servers, and members who do."""
    for place in (HERE, THERE):
        await domain.servers.change(place, across=True)
    for who in (ANN, BEN, CAT, DAN, *CROWD):
        await domain.members.change(who.id, across="named")
    return domain


async def test_an_offer_is_taken_no_more_than_its_maker_likes(world: Domain) -> None:
    lobby = world.lobby
    offer = await lobby.make(
        HERE,
        ANN,
        "snipsnip",
        clock="3d",
        across_servers=True,
        at_once=2,
        conditions=TakerConditions(days_between=14),
    )
    assert (
        await at_once(lobby.take(offer.id, ANN, place=THERE) for _ in range(TIMES))
        == [NotFound] * TIMES
    ), "one’s own"
    assert await at_once(lobby.take(offer.id, BEN, place=THERE) for _ in range(TIMES)) == [
        Refused
    ] * (TIMES - 1)
    assert (
        len(await at_once(lobby.take(offer.id, who, place=THERE) for who in CROWD)) == TIMES - 1
    ), "up to two at a time"
    assert len(await world.matches.of(ANN.id)) == 2
    for match in await world.matches.of(ANN.id):
        await world.matches.act(match.id, ANN.id, endings.resign)
    await world.servers.change(HERE, across=False)
    assert (
        await at_once(lobby.take(offer.id, who, place=THERE) for who in CROWD) == [NotFound] * TIMES
    )
    assert await at_once(lobby.withdraw(offer.id, who) for who in CROWD) == [NotYours] * TIMES
    assert await world.ratings.of(BEN.id, WORLD) == ()


async def test_an_offer_for_teams_that_is_still_stored_begins_nothing(world: Domain) -> None:
    offer = await stored_team_offer(world, HERE, ANN)
    for who in (*CROWD, ANN):
        assert await world.lobby.listed(viewer(who, THERE)) == []
    takes = [world.lobby.take(offer, who, place=THERE) for who in CROWD]
    assert await at_once(takes) == [NotFound] * TIMES
    assert (
        await at_once(world.lobby.withdraw(offer, who, moderator=True) for who in CROWD)
        == [NotFound] * TIMES
    )
    assert await world.matches.of(ANN.id) == ()


async def test_who_looks_twenty_times_plays_as_if_once(world: Domain, clock: Clock) -> None:
    pairing = world.pairing
    for place, who in ((HERE, ANN), (THERE, BEN)):
        assert not await at_once(pairing.seek(place, who, "snipsnip") for _ in range(TIMES))
        assert len(await pairing.of(who.id)) == 1
    assert not await at_once(pairing.pair() for _ in range(TIMES))
    (match,) = await world.matches.of(ANN.id)
    await world.matches.act(match.id, ANN.id, endings.resign)
    again = (
        pairing.stop(ANN.id),
        pairing.seek(HERE, ANN, "snipsnip"),
        pairing.seek(THERE, ANN, "snipsnip", "7d"),
    )
    assert not await at_once(act for act in (*again, *(pairing.pair() for _ in range(TIMES))))
    assert await world.matches.of(ANN.id) == (), (
        "not the same two again so soon, by whatever server and clock"
    )
    await pairing.seek(HERE, ANN, "snipsnip")
    clock.move(days=REPEAT_AFTER.days)
    await world.blocks.block(BEN.id, ANN)
    await at_once(pairing.pair() for _ in range(TIMES))
    assert await world.matches.of(ANN.id) == ()


async def test_a_league_counts_a_member_once_and_draws_a_season_once(
    domain: Domain, clock: Clock
) -> None:
    leagues = domain.leagues
    for who in (ANN, BEN, CAT):
        assert not await at_once(leagues.join(HERE, who, "loop", 1) for _ in range(TIMES))
    assert (await leagues.season(HERE.scope)).next is None, (
        "three members who joined twenty times are three"
    )
    both = [leagues.join(HERE, DAN, "loop"), leagues.leave(HERE.scope, DAN.id)]
    assert not await at_once([*both, *(leagues.join(HERE, DAN, "loop") for _ in range(TIMES))])
    await leagues.join(HERE, DAN, "loop")
    await domain.exclusions.ban(HERE, ANN.id, Person(CROWD[0].id, "eve"))
    await leagues.join(HERE, CROWD[0], "loop")
    clock.move(days=8)
    assert not await at_once(leagues.work() for _ in range(TIMES))
    season = await leagues.season(HERE.scope)
    (division,) = season.divisions["loop"]
    assert season.season == 1
    assert sorted(entrant.user for entrant in division.tournament.entrants) == [
        ANN.id,
        BEN.id,
        CAT.id,
        DAN.id,
    ]


async def test_a_member_of_a_team_has_one_side_and_one_vote(domain: Domain, clock: Clock) -> None:
    teams = domain.teams
    everyone = Side((), HERE.scope, False)
    match = (await teams.start(HERE, ANN, "loop", [everyone, everyone], "", "", "", VIA)).match

    def join(who: Person, seat: int) -> Awaitable[None]:
        return teams.join(match.id, seat, who, {HERE.scope})

    async def sides() -> tuple[Team, ...]:
        return await teams.of(await domain.matches.get(match.id))

    refused = await at_once(join(BEN, number % 2) for number in range(TIMES))
    assert refused == [Refused] * (TIMES // 2)
    assert sum(BEN.id in team.people for team in await sides()) == 1
    await join(CAT, 0)
    await join(DAN, 1)
    spots = [
        await domain.explorations.walk(match.id, CAT.id, Spot(0), str(move))
        for move in match.state.legal_moves()[:9]
    ]
    refused = await at_once(
        teams.propose(match.id, CAT, spots[number % 9].spot) for number in range(TIMES)
    )
    lines = (await sides())[0].lines
    assert (set(refused), len(lines)) == ({LimitReached}, MOST_OWN)
    with pytest.raises(GameError):
        await domain.explorations.walk(match.id, CAT.id, Spot(0), "9z9")
    with pytest.raises(NotYours, match="on neither side"):
        await teams.propose(match.id, CROWD[0], spots[0].spot)
    for other in (DAN, CROWD[0]):
        steals = (
            teams.mark(match.id, lines[0].id, other.id, how)
            for how in ("open", "vote", "veto")
            for _ in range(7)
        )
        assert {*await at_once(steals)} <= {type(match.stale()), NotYours}, "of the other side"
    assert not [line for line in lines if DAN.id in line.readers]
    for line in lines:
        await teams.mark(match.id, line.id, CAT.id, "open")
    await teams.leave(match.id, CAT.id)
    assert not [line for line in (await sides())[0].lines if line.votes]
    await join(CAT, 0)
    assert not await at_once(
        teams.mark(match.id, lines[n % len(lines)].id, CAT.id, "vote") for n in range(TIMES)
    )
    assert sum(len(line.votes) for line in (await sides())[0].lines) == 1, "after coming back, too"
    resigns = [teams.act(match.id, CAT, "resign", match.version, VIA) for _ in range(TIMES + 1)]
    await at_once(resigns)
    assert (await domain.matches.get(match.id)).status == "running", "nobody resigns alone"
    clock.move(days=1, seconds=1)
    await at_once(teams.work() for _ in range(TIMES))
    played = await domain.matches.get(match.id)
    assert (played.state.ply, played.version) == (1, match.version + 1)
    late = await at_once(teams.mark(match.id, line.id, CAT.id, "vote") for line in lines)
    assert late == [type(match.stale())] * len(lines), "after the end of the vote"

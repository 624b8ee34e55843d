"""Abusing offers, pairing, leagues and team matches across servers twenty times at once gains
nothing.
"""

import asyncio
from collections.abc import Awaitable, Iterable, Sequence

import pytest

from bot.domain.challenges.offers import TakerConditions
from bot.domain.challenges.seekers import REPEAT_AFTER
from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotFound, NotYours, Refused
from bot.domain.explorations.tree import Spot
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.teams.service import MOST_OWN
from bot.domain.teams.team import ProposedLine, Team, TeamSide
from bot.domain.values import WORLD, InteractionRef, Person, Place
from games.core import GameError
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock, viewer
from tests.bot.domain.challenges.helpers import stored_team_offer

pytestmark = pytest.mark.slow

TIMES = 20
THERE = Place(800, 801)
CROWD = [Person(7000 + number, f"eve{number}") for number in range(TIMES)]
INTERACTION = InteractionRef(1, "token", 2)


async def at_once(acts: Iterable[Awaitable[object]]) -> list[type]:
    """Do everything at once; the classes of what was refused. What fails otherwise is raised."""
    results = await asyncio.gather(*acts, return_exceptions=True)
    refusals = []
    for result in results:
        if isinstance(result, GameError):
            refusals.append(type(result))
        elif isinstance(result, BaseException):
            raise result
    return refusals


@pytest.fixture
async def world(domain: Domain) -> Domain:
    """Two servers that play across servers, and members who do."""
    for place in (HERE, THERE):
        await domain.servers.change(place, across=True)
    for person in (ANN, BEN, CAT, DAN, *CROWD):
        await domain.members.change(person.id, across="named")
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
    refusals = await at_once(lobby.take(offer.id, ANN, place=THERE) for _ in range(TIMES))
    assert refusals == [NotFound] * TIMES, "one’s own"
    refusals = await at_once(lobby.take(offer.id, BEN, place=THERE) for _ in range(TIMES))
    assert refusals == [Refused] * (TIMES - 1)
    refusals = await at_once(lobby.take(offer.id, person, place=THERE) for person in CROWD)
    assert len(refusals) == TIMES - 1, "up to two at a time"
    matches = await world.matches.of(ANN.id)
    assert len(matches) == 2

    for match in matches:
        await world.matches.act(match.id, ANN.id, endings.resign)
    await world.servers.change(HERE, across=False)
    refusals = await at_once(lobby.take(offer.id, person, place=THERE) for person in CROWD)
    assert refusals == [NotFound] * TIMES
    refusals = await at_once(lobby.withdraw(offer.id, person) for person in CROWD)
    assert refusals == [NotYours] * TIMES
    assert await world.ratings.of(BEN.id, WORLD) == ()


async def test_an_offer_for_teams_that_is_still_stored_begins_nothing(world: Domain) -> None:
    lobby = world.lobby
    offer = await stored_team_offer(world, HERE, ANN)
    for person in (*CROWD, ANN):
        assert await lobby.listed(viewer(person, THERE)) == []
    refusals = await at_once(lobby.take(offer, person, place=THERE) for person in CROWD)
    assert refusals == [NotFound] * TIMES
    refusals = await at_once(lobby.withdraw(offer, person, moderator=True) for person in CROWD)
    assert refusals == [NotFound] * TIMES
    assert await world.matches.of(ANN.id) == ()


async def test_who_looks_twenty_times_plays_as_if_once(world: Domain, clock: Clock) -> None:
    pairing = world.pairing
    for place, person in ((HERE, ANN), (THERE, BEN)):
        assert not await at_once(pairing.seek(place, person, "snipsnip") for _ in range(TIMES))
        assert len(await pairing.of(person.id)) == 1
    assert not await at_once(pairing.pair() for _ in range(TIMES))
    (match,) = await world.matches.of(ANN.id)

    await world.matches.act(match.id, ANN.id, endings.resign)
    new_search = [
        pairing.stop(ANN.id),
        pairing.seek(HERE, ANN, "snipsnip"),
        pairing.seek(THERE, ANN, "snipsnip", "7d"),
    ]
    pairings = [pairing.pair() for _ in range(TIMES)]
    assert not await at_once([*new_search, *pairings])
    matches = await world.matches.of(ANN.id)
    assert matches == (), "not the same two again so soon, by whatever server and clock"

    await pairing.seek(HERE, ANN, "snipsnip")
    clock.move(days=REPEAT_AFTER.days)
    await world.blocks.block(BEN.id, ANN)
    await at_once(pairing.pair() for _ in range(TIMES))
    assert await world.matches.of(ANN.id) == ()


async def test_a_league_counts_a_member_once_and_draws_a_season_once(
    domain: Domain, clock: Clock
) -> None:
    leagues = domain.leagues
    for person in (ANN, BEN, CAT):
        assert not await at_once(leagues.join(HERE, person, "loop", 1) for _ in range(TIMES))
    season = await leagues.season(HERE.scope)
    assert season.next is None, "three members who joined twenty times are three"

    acts = [leagues.join(HERE, DAN, "loop"), leagues.leave(HERE.scope, DAN.id)]
    acts += [leagues.join(HERE, DAN, "loop") for _ in range(TIMES)]
    assert not await at_once(acts)
    await leagues.join(HERE, DAN, "loop")
    await domain.exclusions.ban(HERE, ANN.id, Person(CROWD[0].id, "eve"))
    await leagues.join(HERE, CROWD[0], "loop")

    clock.move(days=8)
    assert not await at_once(leagues.work() for _ in range(TIMES))
    season = await leagues.season(HERE.scope)
    assert season.season == 1
    (division,) = season.divisions["loop"]
    users = [entrant.user for entrant in division.tournament.entrants]
    assert sorted(users) == [ANN.id, BEN.id, CAT.id, DAN.id]


class TeamMatch:
    """A match in which everybody of a server may join either side."""

    def __init__(self, domain: Domain, match: Match) -> None:
        self.domain = domain
        self.teams = domain.teams
        self.start = match
        self.id = match.id

    @classmethod
    async def begin(cls, domain: Domain) -> "TeamMatch":
        everyone = TeamSide((), HERE.scope, False)
        result = await domain.teams.start(
            HERE, ANN, "loop", [everyone, everyone], "", "", "", INTERACTION
        )
        return cls(domain, result.match)

    def join(self, person: Person, seat: int) -> Awaitable[object]:
        return self.teams.join(self.id, seat, person, {HERE.scope})

    def mark(self, line: ProposedLine, person: Person, act: str) -> Awaitable[object]:
        """Open a line, vote for it, or veto it."""
        return self.teams.mark(self.id, line.id, person.id, act)

    async def sides(self) -> tuple[Team, ...]:
        return await self.teams.of(await self.domain.matches.get(self.id))

    async def lines(self) -> Sequence[ProposedLine]:
        """The lines of the first side."""
        return (await self.sides())[0].lines

    async def spots(self, person: Person) -> list[Spot]:
        """What a member has tried: nine first decisions."""
        spots = []
        for move in self.start.state.legal_moves()[:9]:
            walk = await self.domain.explorations.walk(self.id, person.id, Spot(0), str(move))
            spots.append(walk.spot)
        return spots

    async def propose_many(self, person: Person) -> list[type]:
        """Propose lines twenty times at once; gives the classes of what was refused."""
        spots = await self.spots(person)
        return await at_once(
            self.teams.propose(self.id, person, spots[number % 9]) for number in range(TIMES)
        )


@pytest.fixture
async def team_match(domain: Domain) -> TeamMatch:
    """A match that ann has begun, with ben and cat on the first side, and dan on the other."""
    match = await TeamMatch.begin(domain)
    await match.join(BEN, 0)
    await match.join(CAT, 0)
    await match.join(DAN, 1)
    return match


async def test_a_member_of_a_team_has_one_side(domain: Domain) -> None:
    match = await TeamMatch.begin(domain)
    refusals = await at_once(match.join(BEN, number % 2) for number in range(TIMES))
    assert refusals == [Refused] * (TIMES // 2)
    sides_of_ben = [team for team in await match.sides() if BEN.id in team.people]
    assert len(sides_of_ben) == 1


async def test_lines_of_a_team_are_few_and_those_of_its_members(team_match: TeamMatch) -> None:
    refusals = await team_match.propose_many(CAT)
    assert set(refusals) == {LimitReached}
    assert len(await team_match.lines()) == MOST_OWN
    with pytest.raises(GameError):
        await team_match.domain.explorations.walk(team_match.id, CAT.id, Spot(0), "9z9")
    spots = await team_match.spots(CAT)
    with pytest.raises(NotYours, match="on neither side"):
        await team_match.teams.propose(team_match.id, CROWD[0], spots[0])


async def test_only_members_of_a_team_open_its_lines_and_vote(team_match: TeamMatch) -> None:
    await team_match.propose_many(CAT)
    line = (await team_match.lines())[0]
    for stranger in (DAN, CROWD[0]):
        acts = []
        for act in ("open", "vote", "veto"):
            acts += [team_match.mark(line, stranger, act) for _ in range(7)]
        refusals = await at_once(acts)
        assert len(refusals) == len(acts)
        assert set(refusals) <= {type(team_match.start.stale()), NotYours}, "of the other side"
    for line in await team_match.lines():
        assert DAN.id not in line.readers


async def test_a_member_of_a_team_has_one_vote(team_match: TeamMatch) -> None:
    await team_match.propose_many(CAT)
    lines = await team_match.lines()
    for line in lines:
        await team_match.mark(line, CAT, "open")
    await team_match.teams.leave(team_match.id, CAT.id)
    assert count_votes(await team_match.lines()) == 0

    await team_match.join(CAT, 0)
    votes = [team_match.mark(lines[number % len(lines)], CAT, "vote") for number in range(TIMES)]
    assert not await at_once(votes)
    assert count_votes(await team_match.lines()) == 1, "after coming back, too"


def count_votes(lines: Iterable[ProposedLine]) -> int:
    return sum(len(line.votes) for line in lines)


async def test_nobody_resigns_alone_for_a_team(team_match: TeamMatch) -> None:
    version = team_match.start.version
    await at_once(
        team_match.teams.act(team_match.id, CAT, "resign", version, INTERACTION)
        for _ in range(TIMES + 1)
    )
    match = await team_match.domain.matches.get(team_match.id)
    assert match.status == "running"


async def test_a_team_plays_one_turn_at_the_end_of_its_vote(
    team_match: TeamMatch, clock: Clock
) -> None:
    await team_match.propose_many(CAT)
    lines = await team_match.lines()
    for line in lines:
        await team_match.mark(line, CAT, "open")
    clock.move(days=1, seconds=1)
    await at_once(team_match.teams.work() for _ in range(TIMES))
    match = await team_match.domain.matches.get(team_match.id)
    assert match.state.ply == 1
    assert match.version == team_match.start.version + 1
    refusals = await at_once(team_match.mark(line, CAT, "vote") for line in lines)
    assert refusals == [type(match.stale())] * len(lines), "after the end of the vote"

"""Leagues that run by themselves: who is drawn where, who is out, the cup, and four seasons of
dozens of members.
"""

import random
from collections import Counter
from datetime import timedelta
from typing import TypeVar

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import NotYours, Refused
from bot.domain.events import DomainEvent, Notice
from bot.domain.matches import endings
from bot.domain.tournaments import organising
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.league import (
    AT_ONCE,
    FIRST,
    SEASON,
    Division,
    LeagueClosed,
    LeagueSeason,
    LeagueStarted,
)
from bot.domain.tournaments.tournament import Pairing, Standing, Tournament
from bot.domain.values import Person
from tests.bot.conftest import HERE, Clock, viewer
from tests.bot.domain.matches.helpers import swept
from tests.bot.domain.ratings.helpers import ended

DAY = timedelta(days=1)
E = TypeVar("E", bound=DomainEvent)


class Club:
    """Members of a server who play with a strength of their own, the higher id the stronger;
    ``silent`` never move.
    """

    def __init__(self, domain: Domain, clock: Clock, seed: int = 1) -> None:
        self.domain = domain
        self.clock = clock
        self.rng = random.Random(seed)
        self.silent = set[int]()
        self.notices = list[Notice[DomainEvent]]()

    async def day(self) -> None:
        """A day of play and upkeep: after two turns each the weaker member mostly resigns."""
        self.clock.move(days=1)
        await self.work()
        pairings: list[Pairing] = []
        for division in self.divisions:
            if division.tournament.entrants:
                games = await self.domain.tournaments.games(division.tournament.id)
                pairings += [pairing for pairing in games if pairing.game is not None]
        for pairing in pairings:
            mover = pairing.game.seats[pairing.game.to_move]
            if mover not in self.silent and self.rng.random() >= 0.1:
                await self.play(pairing.match, mover)
        await self.work()

    async def play(self, id: int, mover: int) -> None:
        """A turn of a member, or the end of the match."""
        match = await self.domain.matches.get(id)
        if match.status != "running" or match.mover != mover:
            return
        if match.state.turn > 4:
            loser = min(match.seats) if self.rng.random() < 0.8 else max(match.seats)
            if loser not in self.silent:
                await self.domain.matches.act(id, loser, endings.resign)
                return
        move = str(match.state.legal_moves()[0])
        await self.domain.matches.play(id, mover, move)

    async def work(self) -> None:
        """Upkeep."""
        await self.domain.leagues.work()
        await self.domain.tournaments.work()
        await self.domain.leagues.work()
        self.notices += await swept(self.domain)
        self.season = await self.domain.leagues.season(HERE.scope)
        self.divisions = all_divisions(self.season)

    def events(self, kind: type[E]) -> list[E]:
        """All events of a kind that members were told of."""
        return [notice.event for notice in self.notices if isinstance(notice.event, kind)]


def all_divisions(season: LeagueSeason) -> list[Division]:
    """The divisions of all games of a season."""
    divisions: list[Division] = []
    for of_game in season.divisions.values():
        divisions += of_game
    return divisions


def member(number: int) -> Person:
    """A member by number."""
    return Person(5000 + number, f"member {number}")


def users(order: tuple[Standing, ...]) -> list[int]:
    """The ids of the entrants, the best first."""
    return [standing.entrant.user for standing in order]


async def test_a_season_starts_a_week_after_the_fourth_member_and_leaving_is_for_the_next(
    domain: Domain, clock: Clock
) -> None:
    club = Club(domain, clock)
    for number in range(3):
        assert await domain.leagues.join(HERE, member(number), "loop") is None
    with pytest.raises(Refused, match="you can play 1, 2, 3, 5 matches at a time"):
        await domain.leagues.join(HERE, member(3), "loop", 4)
    assert await domain.leagues.join(HERE, member(3), "loop", 1) == clock() + FIRST
    await club.work()
    assert club.season.season == 0
    assert club.season.members == {"loop": tuple(member(n).id for n in range(4))}
    clock.move(days=7)
    await club.work()
    (division,) = club.season.divisions["loop"]
    games = await domain.tournaments.games(division.tournament.id)
    assert len(games) == 6
    counts: Counter[int] = Counter()
    for game in games:
        if game.match:
            counts.update(game.slots)
    assert max(counts.values()) == 2
    assert counts[4] == 1, "as many at a time as each likes"
    assert len(club.events(LeagueStarted)) == 1
    assert await domain.tournaments.of(viewer(member(0))) == (), (
        "divisions are no tournaments that somebody organises"
    )
    with pytest.raises(NotYours, match="only Loophole, who organises"):
        await domain.tournaments.settle(division.tournament.id, member(0).id, games[0].id, "1-0")
    assert await domain.leagues.leave(HERE.scope, member(0).id)
    assert not await domain.leagues.leave(HERE.scope, member(0).id)
    for game in games:
        await domain.tournaments.settle(division.tournament.id, 0, game.id, "1-0", moderator=True)
    await club.work()
    clock.moment = club.season.next or clock()
    for _ in range(3):
        await club.day()
    assert club.season.season == 1, "three are too few"
    assert club.season.next is None


async def test_members_who_block_each_other_do_not_meet(domain: Domain, clock: Clock) -> None:
    club = Club(domain, clock)
    for number in range(4):
        await domain.leagues.join(HERE, member(number), "loop")
    await domain.blocks.block(member(1).id, member(0))
    clock.move(days=8)
    await club.work()
    tournament = club.divisions[0].tournament
    pairs = []
    for game in await domain.tournaments.games(tournament.id):
        first, second = game.slots
        pairs.append({tournament.slot(first).user, tournament.slot(second).user})
    assert len(pairs) == 5
    assert {member(0).id, member(1).id} not in pairs


FIRST_DIVISION = (0, 1, 2, 3, 4, 5, 6)
SECOND_DIVISION = (7, 8, 9, 10, 11, 12)


async def club_of_two_divisions(domain: Domain, clock: Clock) -> Club:
    """A club whose first season has begun, with members in the order of their numbers."""
    club = Club(domain, clock)
    for number in (*FIRST_DIVISION, *SECOND_DIVISION):
        await domain.leagues.join(HERE, member(number), "loop", AT_ONCE[number % 4])
        clock.move(seconds=1)
    clock.move(days=8)
    await club.work()
    return club


def numbers_of(tournament: Tournament) -> list[int]:
    """The numbers of the members who are entrants."""
    return [entrant.user - 5000 for entrant in tournament.entrants]


async def win_by_lower_number(club: Club, tournament: Tournament) -> None:
    """End all games of a division; who has the lower number wins."""
    service = club.domain.tournaments
    for game in await service.games(tournament.id):
        first, second = game.slots
        first_wins = tournament.slot(first).user < tournament.slot(second).user
        result = "1-0" if first_wins else "0-1"
        await service.settle(tournament.id, 0, game.id, result, moderator=True)
    await club.work()


@pytest.mark.slow
@pytest.mark.mutants
async def test_divisions_of_a_season_are_rated_tournaments_of_its_length(
    domain: Domain, clock: Clock
) -> None:
    club = await club_of_two_divisions(domain, clock)
    assert club.season.next == clock() + SEASON
    assert club.season.cup == ()
    first, second = club.divisions
    assert (first.number, first.tournament.title) == (1, "Loop 1.1")
    assert (second.number, second.tournament.title) == (2, "Loop 1.2")
    assert numbers_of(first.tournament) == [*FIRST_DIVISION]
    assert numbers_of(second.tournament) == [*SECOND_DIVISION]
    for division in club.divisions:
        tournament = division.tournament
        assert str(tournament.clock) == "3d"
        assert tournament.rated
        assert tournament.ends == clock() + 84 * DAY
        terms = tournament.terms
        assert terms.players == len(tournament.entrants)
        assert (terms.days, terms.together, terms.pairs) == (84, True, False)


@pytest.mark.slow
@pytest.mark.mutants
async def test_after_a_season_two_go_up_and_down_who_went_out_is_dropped_and_newcomers_are_last(
    domain: Domain, clock: Clock
) -> None:
    club = await club_of_two_divisions(domain, clock)
    first, second = club.divisions
    await domain.tournaments.do(second.tournament.id, organising.leave, member(12).id)
    await domain.leagues.leave(HERE.scope, member(3).id, "loop")
    await ended(domain, member(21), member(20), game="loop")
    for number in (20, 21):
        await domain.leagues.join(HERE, member(number), "loop")
    for division in (first, second):
        await win_by_lower_number(club, division.tournament)

    [end] = [notice for notice in club.notices if isinstance(notice.event, LeagueClosed)]
    assert (end.event.season, end.scope, end.channel) == (1, HERE.scope, HERE.channel)
    cup = [(member(n).id, f"member {n}", 12 - n) for n in range(13)]
    assert club.season.cup == tuple(cup)

    clock.move(days=91)
    await club.work()
    assert club.season.season == 2
    first, second = club.divisions
    assert numbers_of(first.tournament) == [0, 1, 2, 4, 7, 8, 5]
    assert numbers_of(second.tournament) == [6, 9, 10, 11, 21, 20]
    first_season = await domain.leagues.season(HERE.scope, 1)
    assert first_season.divisions["loop"][0].number == 1


SILENT = {1, 5, 44}
"""The numbers of members who play no more after the first season."""


async def club_of(domain: Domain, clock: Clock, count: int) -> Club:
    """A club of so many members whose first season begins, in a sixth of them of two games."""
    club = Club(domain, clock)
    for number in range(count):
        await domain.leagues.join(HERE, member(number), "loop", AT_ONCE[number % 4])
        if number % (count // 6) == 0:
            await domain.leagues.join(HERE, member(number), "snipsnip", 2)
    clock.move(days=8)
    await club.work()
    return club


async def live_through_seasons(club: Club) -> dict[int, LeagueSeason]:
    """Four seasons, in which some fall silent, one leaves and one deletes their data, and the bot
    is away for a week; each season as it closed.
    """
    domain = club.domain
    seasons: dict[int, LeagueSeason] = {}
    have_left = False
    for day in range(4 * SEASON.days + 14):
        if club.season.season == 2:
            club.silent = {member(number).id for number in SILENT}
        if club.season.season == 3 and not have_left:
            have_left = True
            await domain.leagues.leave(HERE.scope, member(3).id)
            await domain.privacy.delete(member(7).id)
        if day == 150:
            await domain.heartbeat.beat((0,), 1)
            club.clock.move(days=7)  # the bot is away
            await domain.heartbeat.beat((0,), 1)
        await club.day()
        ends = club.events(LeagueClosed)
        if len(ends) > len(seasons):
            number = ends[-1].season
            seasons[number] = await domain.leagues.season(HERE.scope, number)
        if len(seasons) == 4:
            return seasons
    raise AssertionError("the seasons do not end")


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize(
    ("engine", "count"),
    [
        ("sqlite", 24),
        pytest.param("postgres", 12, marks=pytest.mark.exhaustive),
        pytest.param("sqlite", 60, marks=pytest.mark.exhaustive),
    ],
    indirect=["engine"],
)
async def test_four_seasons_need_no_organiser(domain: Domain, clock: Clock, count: int) -> None:
    """With four divisions, of which two are neither the first nor the last; what is different on
    PostgreSQL shows with two.
    """
    club = await club_of(domain, clock, count)
    seasons = await live_through_seasons(club)
    assert sorted(seasons) == [1, 2, 3, 4]
    # Seasons as they closed are from before somebody deleted their data, by which ties may be
    # broken otherwise.
    for number in seasons:
        season_now = await domain.leagues.season(HERE.scope, number)
        for division in all_divisions(season_now):
            assert division.tournament.status == "finished"
            assert division.standings == await _recounted(domain, division.tournament.id)

    first_season = seasons[1].divisions["loop"]
    second_season = seasons[2].divisions["loop"]
    assert len(first_season) == count // 6
    upper = users(first_season[0].standings)
    lower = users(first_season[1].standings)
    assert set(lower[:2]) <= set(users(second_season[0].standings)), "two go up"
    assert set(upper[-2:]) <= set(users(second_season[1].standings)), "two go down"
    assert seasons[1].cup[0][2] > len(upper)

    last_members: set[int] = set()
    for division in seasons[4].divisions["loop"]:
        last_members.update(users(division.standings))
    members_left = set(range(count)) - SILENT - {3, 7}
    assert last_members == {member(number).id for number in members_left}
    starts = [event.season for event in club.events(LeagueStarted)]
    assert starts == list(range(1, len(starts) + 1))


async def _recounted(domain: Domain, tournament: int) -> tuple[Standing, ...]:
    """The standings from the matches alone: results of pairings that had a match are those of that
    match.
    """
    item = await domain.tournaments.get(tournament)
    pairings = list(await domain.tournaments.games(tournament))
    for pairing in pairings:
        if pairing.match is not None and pairing.result != "0-0":
            match = await domain.matches.get(pairing.match)
            result = "1/2" if match.winner is None else ("1-0", "0-1")[match.winner]
            assert pairing.result == result
    contest = Contest(item, pairings, domain.now())
    return contest.kind.standings(item.entrants, contest.meetings)

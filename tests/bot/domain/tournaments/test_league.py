"""Leagues that run by themselves: who is drawn where, who is out, the cup, and four seasons of
sixty members.
"""

import random
from datetime import timedelta

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.domain.events import Event, Notice
from bot.domain.matches import endings
from bot.domain.tournaments import organising
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.league import (
    AT_ONCE,
    FIRST,
    SEASON,
    LeagueClosed,
    LeagueSeason,
    LeagueStarted,
)
from bot.domain.tournaments.tournament import Standing
from bot.domain.values import Person
from tests.bot.conftest import HERE, Clock, viewer
from tests.bot.domain.matches.helpers import swept
from tests.bot.domain.ratings.helpers import ended
from tests.bot.postgres import Server

DAY = timedelta(days=1)


class Club:
    """Members of a server who play with a strength of their own, the higher id the stronger;
    ``silent`` never move.
    """

    def __init__(self, domain: Domain, clock: Clock, seed: int = 1) -> None:
        self.domain = domain
        self.clock = clock
        self.rng = random.Random(seed)
        self.silent = set[int]()
        self.notices = list[Notice[Event]]()
        self.ends = dict[int, timedelta]()

    async def day(self) -> None:
        """A day of play and upkeep: after two turns each the weaker member mostly resigns."""
        self.clock.move(days=1)
        await self.work()
        running = []
        for division in self.divisions:
            tournament = division.tournament
            if not tournament.entrants:
                continue
            for match in await self.domain.tournaments.games(tournament.id):
                if match.game is not None:
                    running.append((match, tournament))
        for pairing, _ in running:
            assert pairing.match is not None
            assert pairing.game is not None
            seats = pairing.game.seats
            mover = seats[pairing.game.to_move]
            if mover in self.silent or self.rng.random() < 0.1:
                continue
            match = await self.domain.matches.get(pairing.match)
            if match.status != "running" or match.mover != mover:
                continue
            if match.state.turn > 4:
                weaker = min(seats) if self.rng.random() < 0.8 else max(seats)
                if weaker not in self.silent:
                    await self.domain.matches.act(match.id, weaker, endings.resign)
                    continue
            await self.domain.matches.play(match.id, mover, str(match.state.legal_moves()[0]))
        await self.work()

    async def work(self) -> None:
        await self.domain.leagues.work()
        await self.domain.tournaments.work()
        await self.domain.leagues.work()
        self.notices += await swept(self.domain)
        self.season = await self.domain.leagues.season(HERE.scope)
        self.divisions = [one for order in self.season.divisions.values() for one in order]


def member(number: int) -> Person:
    return Person(5000 + number, f"member {number}")


def users(order: tuple[Standing, ...]) -> list[int]:
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
    assert club.season.joined == {"loop": tuple(member(n).id for n in range(4))}
    clock.move(days=7)
    await club.work()
    (division,) = club.season.divisions["loop"]
    games = await domain.tournaments.games(division.tournament.id)
    assert len(games) == 6
    playing = [slot for game in games if game.match for slot in game.slots]
    assert max(playing.count(slot) for slot in playing) == 2
    assert playing.count(4) == 1, "as many at a time as each likes"
    assert [
        type(notice.event) for notice in club.notices if isinstance(notice.event, LeagueStarted)
    ] == [LeagueStarted]
    assert await domain.tournaments.of(viewer(member(0))) == (), (
        "divisions are no tournaments that somebody organises"
    )
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
    slots = [
        set(game.slots) for game in await domain.tournaments.games(club.divisions[0].tournament.id)
    ]
    users = {entrant.slot: entrant.user for entrant in club.divisions[0].tournament.entrants}
    met = [{users[slot or 0] for slot in pair} for pair in slots]
    assert len(met) == 5
    assert {member(0).id, member(1).id} not in met


@pytest.mark.slow
@pytest.mark.mutants
async def test_after_a_season_two_go_up_and_down_who_went_out_is_dropped_and_newcomers_are_last(
    domain: Domain, clock: Clock
) -> None:
    club = Club(domain, clock)
    first = [0, 1, 2, 3, 4, 5, 6]
    second = [7, 8, 9, 10, 11, 12]
    for number in (*first, *second):
        await domain.leagues.join(HERE, member(number), "loop", AT_ONCE[number % 4])
        clock.move(seconds=1)
    clock.move(days=8)
    await club.work()
    assert (club.season.next, club.season.cup) == (clock() + SEASON, ())
    assert [(one.number, one.tournament.title) for one in club.divisions] == [
        (1, "Loop 1.1"),
        (2, "Loop 1.2"),
    ]
    for one, numbers in zip(club.divisions, (first, second), strict=True):
        tournament = one.tournament
        terms = one.tournament.terms
        assert [entrant.user for entrant in tournament.entrants] == [
            member(number).id for number in numbers
        ]
        assert (terms.players, terms.days, terms.together, terms.pairs) == (
            len(numbers),
            84,
            True,
            False,
        )
        assert (str(tournament.clock), tournament.rated, tournament.ends) == (
            "3d",
            True,
            clock() + 84 * DAY,
        )
    await domain.tournaments.do(club.divisions[1].tournament.id, organising.leave, member(12).id)
    await domain.leagues.leave(HERE.scope, member(3).id, "loop")
    await ended(domain, member(21), member(20), game="loop")
    for number in (20, 21):
        await domain.leagues.join(HERE, member(number), "loop")
    for one in club.divisions:
        users = {entrant.slot: entrant.user for entrant in one.tournament.entrants}
        for game in await domain.tournaments.games(one.tournament.id):
            better = "1-0" if users[game.slots[0]] < users[game.slots[1] or 0] else "0-1"
            await domain.tournaments.settle(one.tournament.id, 0, game.id, better, moderator=True)
        await club.work()
    (end,) = [notice for notice in club.notices if isinstance(notice.event, LeagueClosed)]
    assert (end.event.season, end.scope, end.channel) == (1, HERE.scope, HERE.channel)
    assert club.season.cup == tuple((member(n).id, f"member {n}", 12 - n) for n in range(13))
    clock.move(days=91)
    await club.work()
    numbers_of = [
        [entrant.user - 5000 for entrant in one.tournament.entrants] for one in club.divisions
    ]
    assert numbers_of == [[0, 1, 2, 4, 7, 8, 5], [6, 9, 10, 11, 21, 20]]
    assert (
        club.season.season,
        (await domain.leagues.season(HERE.scope, 1)).divisions["loop"][0].number,
    ) == (2, 1)


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("count", [12, 60])
async def test_four_seasons_need_no_organiser(
    domain: Domain, clock: Clock, count: int, engine: Server | None
) -> None:
    if engine is not None and count == 60:
        pytest.skip("what is different on PostgreSQL shows with twelve, too")
    club = Club(domain, clock)
    everyone = [member(number) for number in range(count)]
    for number, who in enumerate(everyone):
        await domain.leagues.join(HERE, who, "loop", AT_ONCE[number % 4])
        if number % (count // 6) == 0:
            await domain.leagues.join(HERE, who, "snipsnip", 2)
    clock.move(days=8)
    await club.work()
    seasons = dict[int, LeagueSeason]()
    silent = {1, 5} | ({44} if count > 44 else set())
    absent = {3, 7}
    days = 0
    while len(seasons) < 4:
        if club.season.season == 2:
            club.silent = {member(number).id for number in silent}
        if club.season.season == 3 and absent:
            await domain.leagues.leave(HERE.scope, member(absent.pop()).id)
            await domain.privacy.delete(member(absent.pop()).id)
        if days == 150:
            await domain.heartbeat.beat((0,), 1)
            clock.move(days=7)  # the bot is away
            await domain.heartbeat.beat((0,), 1)
        await club.day()
        days += 1
        assert days < 4 * SEASON.days + 14
        ends = [note.event.season for note in club.notices if isinstance(note.event, LeagueClosed)]
        if len(ends) > len(seasons):
            seasons[ends[-1]] = await domain.leagues.season(HERE.scope, ends[-1])
    assert sorted(seasons) == [1, 2, 3, 4]
    # As they closed, before somebody deleted their data, by which ties may be broken otherwise; and
    # as they are now.
    end_count = seasons
    seasons = {number: await domain.leagues.season(HERE.scope, number) for number in seasons}
    for season in seasons.values():
        for one in [one for order in season.divisions.values() for one in order]:
            assert one.tournament.status == "finished"
            assert one.standings == await _recounted(domain, one.tournament.id)
    assert len(seasons[1].divisions["loop"]) == count // 6
    first, second = (end_count[n].divisions["loop"] for n in (1, 2))
    assert set(users(first[1].standings)[:2]) <= set(users(second[0].standings)), "two go up"
    assert set(users(first[0].standings)[-2:]) <= set(users(second[1].standings)), "two go down"
    last = {user for one in seasons[4].divisions["loop"] for user in users(one.standings)}
    assert last == {who.id for number, who in enumerate(everyone) if number not in silent | {3, 7}}
    starts = [note.event.season for note in club.notices if isinstance(note.event, LeagueStarted)]
    assert starts == list(range(1, len(starts) + 1))
    assert seasons[1].cup[0][2] > len(users(first[0].standings))


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

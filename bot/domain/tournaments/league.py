"""A server's leagues: seasons that draw, start, settle and close by themselves; divisions are round
robins.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import clocks
from bot.domain.blocks.repository import blocks_between, recognise
from bot.domain.errors import Refused
from bot.domain.events import DomainEvent
from bot.domain.matches.beginning import name_of
from bot.domain.outbox.enqueue import enqueue
from bot.domain.ratings.repository import strengths
from bot.domain.servers import repository as servers
from bot.domain.tournaments import league_repository as repository, repository as tournaments
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.league_repository import LeagueMember, StoredLeagues
from bot.domain.tournaments.tournament import (
    Entrant,
    Pairing,
    Standing,
    Tournament,
    TournamentTerms,
)
from bot.domain.tournaments.upkeep import save_and_enqueue
from bot.domain.unit_of_work import Service, UnitOfWork, retried
from bot.domain.values import COMPUTER, Person, Place
from bot.store.personal import Plain
from games.core import Game

FEWEST = 4  # members with whom the league of a game is played
SIZE = 6  # members of a division, about
MOVES = 2  # members who go up from a division, and down from it, after a season
AT_ONCE = (1, 2, 3, 5)
FIRST = timedelta(days=7)  # the time from the fourth member to the first season
SEASON = timedelta(days=91)  # the time from the start of a season to that of the next
PLAY_DAYS = 84
CLOCK = "3d"


class LeagueStarted(DomainEvent, kind="league", what="started"):
    """The divisions of ``season`` are drawn."""

    season: Plain[int]


class LeagueClosed(DomainEvent, kind="league", what="closed"):
    """All divisions of ``season`` are over."""

    season: Plain[int]


@dataclass(frozen=True, slots=True)
class Division:
    """A division with its standings.

    :param number: from 1, the strongest
    """

    number: int
    tournament: Tournament
    standings: tuple[Standing, ...]


class CupPlace(NamedTuple):
    """A member in the cup: one point for each member of a league they are ahead of."""

    user: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class LeagueSeason:
    """A season of a server's leagues.

    :param season: 0: none yet
    :param next: when the next season starts
    :param divisions: by game, the strongest first
    :param cup: members over all games, the most points first
    :param members: members of each game's league, the coming season included
    :param channel: whose readers may see it
    """

    season: int
    next: datetime | None
    divisions: Mapping[str, tuple[Division, ...]]
    cup: tuple[CupPlace, ...]
    members: Mapping[str, tuple[int, ...]]
    channel: int = 0


class Leagues(Service):
    """The leagues of servers."""

    @retried
    async def join(
        self, place: Place, who: Person, game: str, at_once: int = 2, *, moves: bool = False
    ) -> datetime | None:
        """Take part in each season of a game until leaving; returns when the next starts, if that
        is known.

        Raises Refused.

        :param at_once: matches of a season at the same time; may be changed by joining again
        :param moves: the leagues go on in this place, as their channel was deleted
        """
        kind = games.get(game)
        if at_once not in AT_ONCE:
            raise Refused("you can play {choices} matches at a time", choices=tuple(AT_ONCE))
        async with self._database.unit_of_work() as work:
            await servers.ensure(work, place)
            await recognise(work.connection, who.id)
            await repository.ensure(work, place)
            leagues = await repository.locked(work, place.scope)
            if moves:
                await repository.move(work, place)
            member = Person(who.id, name_of(who))
            await repository.join(work, place.scope, kind.slug, member, at_once)
            if leagues.starts is not None:
                return leagues.starts
            members = await repository.members(work.connection, place.scope)
            if not _playable(members):
                return None
            starts = work.now + FIRST
            await repository.set_start(work, place.scope, starts)
            return starts

    async def leave(self, scope: int, user: int, game: str | None = None) -> bool:
        """Take part in no further season of a game, or of all (None); False where the member was in
        none.
        """
        return bool(await self._database.run(repository.leave(scope, user, game)))

    async def season(self, scope: int, number: int | None = None) -> LeagueSeason:
        """A season of a server, or the latest (None)."""
        async with self._database.read() as connection:
            leagues = await repository.get(connection, scope)
            members = await repository.members(connection, scope)
            users_by_game = {game: tuple(users) for game, users in members.items()}
            if leagues is None:
                return LeagueSeason(0, None, {}, (), users_by_game)
            season = leagues.season if number is None else number
            divisions = await _divisions(connection, scope, season, self._database.now())
        return LeagueSeason(
            season, leagues.starts, divisions, cup(divisions), users_by_game, leagues.channel
        )

    async def work(self) -> int:
        """Close seasons that are over and start those that are due; returns their number."""
        rows = await self._database.store.fetch(repository.due_query(self._database.now()))
        for (scope,) in rows:
            await self._close_or_start(scope)
        return len(rows)

    @retried
    async def _close_or_start(self, scope: int) -> None:
        """Close the season of a server, all of whose divisions are over; or start the next one when
        it is due.
        """
        async with self._database.unit_of_work() as work:
            leagues = await repository.locked(work, scope)
            divisions = await _divisions(work.connection, scope, leagues.season, work.now)
            if _any_goes_on(divisions):
                return  # another process was quicker
            if leagues.closed_season < leagues.season:
                await _close(work, scope, leagues, divisions)
            elif leagues.starts is not None and leagues.starts <= work.now:
                await _start(work, scope, leagues)


async def _close(
    work: UnitOfWork,
    scope: int,
    leagues: StoredLeagues,
    divisions: Mapping[str, Sequence[Division]],
) -> None:
    """Store the order of the next season in each game, and announce that this one is over."""
    for game, by_strength in divisions.items():
        order = places_after(by_strength)
        standings = [standing for division in by_strength for standing in division.standings]
        leavers = {standing.entrant.user for standing in standings}.difference(order)
        await repository.store_order(work, scope, game, order, leavers)
    await repository.close_season(work, scope, leagues.season)
    event = LeagueClosed(leagues.season)
    await enqueue(work, event, scope=scope, channel=leagues.channel)


async def _start(work: UnitOfWork, scope: int, leagues: StoredLeagues) -> None:
    """Draw the next season of all games with enough members; with none, nothing starts."""
    playable = _playable(await repository.members(work.connection, scope))
    if not playable:
        await repository.set_start(work, scope, None)
        return
    season = leagues.season + 1
    place = Place(scope, leagues.channel)
    for game in playable:
        await _draw(work, place, games.get(game), season)
    await repository.begin_season(work, scope, season, work.now + SEASON)
    await enqueue(work, LeagueStarted(season), scope=scope, channel=leagues.channel)


async def _draw(work: UnitOfWork, place: Place, game: Game, season: int) -> None:
    """Draw and start the divisions of a game: those who were in one first, then newcomers by
    rating.
    """
    members = await repository.members_of(work.connection, place.scope, game.slug)
    users = [member.user for member in members]
    ratings = await strengths(work.connection, place.scope, game.slug, users)
    members.sort(key=lambda member: _draw_order(member, ratings))
    for number, division in enumerate(split_into_divisions(members), 1):
        await _start_division(work, place, game, season, number, division)


def _draw_order(
    member: LeagueMember, ratings: Mapping[int, float]
) -> tuple[bool, int, float, datetime, int]:
    rating = ratings.get(member.user, 0.0)
    return member.place == 0, member.place, -rating, member.joined_at, member.user


def split_into_divisions(members: Sequence[LeagueMember]) -> list[Sequence[LeagueMember]]:
    """Members in the order of their strength, in divisions of about SIZE.

    Where they differ in size the upper ones are larger, so that nobody who went up is left below.
    """
    count = max(1, round(len(members) / SIZE))
    bounds = [-(-len(members) * number // count) for number in range(count + 1)]
    return [members[bounds[number] : bounds[number + 1]] for number in range(count)]


async def _start_division(
    work: UnitOfWork,
    place: Place,
    game: Game,
    season: int,
    number: int,
    members: Sequence[LeagueMember],
) -> None:
    """Begin the tournament of a division, in which only who has blocked nobody meets."""
    connection = work.connection
    settings = await servers.ensure(work, place)
    await tournaments.going_by_creator(connection, place.scope)
    division = _new_division(place, game, season, number, len(members))
    tournament = await tournaments.add(connection, replace(division, rated=settings.rated > 0))
    contest = Contest(tournament, [], work.now)
    contest.tournament = replace(tournament, entrants=_entrants(members, work.now))
    pairings = list[Pairing]()
    for pairing in contest.kind.draw(contest.tournament, [], 1):
        if await _may_meet(connection, members, pairing):
            pairings.append(pairing)
    contest.pair(pairings)
    rounds = contest.kind.rounds(len(members), tournament.terms)
    contest.tournament = replace(
        contest.tournament,
        status="running",
        round=rounds,
        rounds=rounds,
        ends=contest.round_ends(),
        wake=work.now,
    )
    await save_and_enqueue(work, contest)
    await repository.add_division(work, place.scope, game.slug, season, number, tournament.id)


def _new_division(place: Place, game: Game, season: int, number: int, players: int) -> Tournament:
    """The tournament of a division, for so many players."""
    options = game.complete({})
    plays_pairs = game.leader(options) is not None  # both sides, where one is ahead
    return Tournament(
        scope=place.scope,
        channel=place.channel,
        title=f"{game.name} {season}.{number}",
        organiser=Person(COMPUTER, "Loophole"),
        kind="round-robin",
        game=game,
        options=options,
        clock=clocks.parse(CLOCK),
        rated=False,
        terms=TournamentTerms(
            players, days=PLAY_DAYS, together=True, pairs=plays_pairs, league=True
        ),
        status="signup",
    )


def _entrants(members: Sequence[LeagueMember], now: datetime) -> tuple[Entrant, ...]:
    """The members of a division as entrants, the strongest with slot and seed 1."""
    return tuple(
        Entrant(seed, member.user, member.name, "in", checked=True, seed=seed, joined_at=now)
        for seed, member in enumerate(members, 1)
    )


async def _may_meet(
    connection: AsyncConnection, members: Sequence[LeagueMember], pairing: Pairing
) -> bool:
    """Whether neither of the two members of a pairing has blocked the other."""
    first, second = pairing.slots
    assert second is not None
    user = members[first - 1].user
    other = members[second - 1].user
    return not await blocks_between(connection, user, (other,))


def cup(divisions: Mapping[str, Sequence[Division]]) -> tuple[CupPlace, ...]:
    """The members over all games, the most points first."""
    points = defaultdict[int, int](int)
    names = dict[int, str]()
    for by_strength in divisions.values():
        standings = [standing for division in by_strength for standing in division.standings]
        if not any(standing.wins or standing.draws for standing in standings):
            continue  # by now they are in the order of their seeds
        for place, standing in enumerate(standings, 1):
            entrant = standing.entrant
            names[entrant.user] = entrant.name
            points[entrant.user] += 0 if entrant.gone else len(standings) - place
    users = sorted(points, key=lambda user: (-points[user], user))
    return tuple(CupPlace(user, names[user], points[user]) for user in users if user > COMPUTER)


def places_after(divisions: Sequence[Division]) -> list[int]:
    """User ids in the order of the next season: MOVES go up from each division, as many down; who
    is out is not.
    """
    keys = list[tuple[int, int, int, int]]()
    for division in divisions:
        entrants = [standing.entrant for standing in division.standings]
        active_entrants = [entrant for entrant in entrants if not entrant.gone]
        for index, entrant in enumerate(active_entrants):
            is_promoted = index < MOVES and division.number > 1
            is_relegated = index >= len(active_entrants) - MOVES and division.number < len(
                divisions
            )
            # In a division those come first who come down, then who stay, then who come up.
            arrival = 1
            if is_promoted:
                arrival = 2
            elif is_relegated:
                arrival = 0
            keys.append(
                (division.number - is_promoted + is_relegated, arrival, index, entrant.user)
            )
    return [user for *_, user in sorted(keys)]


def _playable(members: Mapping[str, Sequence[int]]) -> list[str]:
    """The games whose leagues have enough members."""
    return [game for game, users in members.items() if len(users) >= FEWEST]


def _any_goes_on(divisions: Mapping[str, Sequence[Division]]) -> bool:
    for by_strength in divisions.values():
        if any(division.tournament.finished is None for division in by_strength):
            return True
    return False


async def _divisions(
    connection: AsyncConnection, scope: int, season: int, now: datetime
) -> dict[str, tuple[Division, ...]]:
    """The divisions of a season by game, in the catalogue's order."""
    by_game: dict[str, list[Division]] = {}
    for row in await repository.divisions(connection, scope, season):
        contest = await tournaments.load(connection, row.tournament, now)
        standings = contest.kind.standings(contest.tournament.entrants, contest.meetings)
        division = Division(row.number, contest.tournament, standings)
        by_game.setdefault(row.game, []).append(division)
    slugs = [game.slug for game in games.catalog() if game.slug in by_game]
    return {slug: tuple(by_game[slug]) for slug in slugs}

"""A server's leagues: seasons that draw, start, settle and close by themselves; divisions are round
robins.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import clocks
from bot.domain.blocks.repository import blocks_between, recognise
from bot.domain.errors import Refused
from bot.domain.events import Event
from bot.domain.matches.beginning import name_of
from bot.domain.outbox import enqueue
from bot.domain.ratings.repository import strengths
from bot.domain.servers import repository as servers
from bot.domain.tournaments import repository
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.kinds import KINDS
from bot.domain.tournaments.tournament import Entrant, Pairing, Standing, Terms, Tournament
from bot.domain.tournaments.upkeep import save_and_enqueue
from bot.domain.unit_of_work import Service, UnitOfWork, retried
from bot.domain.values import COMPUTER, Person, Place
from bot.store import insert_new
from bot.store.personal import Plain
from bot.store.tables import bans, league_divisions, league_members, leagues, scopes, tournaments
from games.core import Game

FEWEST = 4  # members with whom the league of a game is played
SIZE = 6  # members of a division, about
MOVES = 2  # members who go up from a division, and down from it, after a season
AT_ONCE = (1, 2, 3, 5)
FIRST = timedelta(days=7)  # the time from the fourth member to the first season
SEASON = timedelta(days=91)  # the time from the start of a season to that of the next
PLAY_DAYS = 84
CLOCK = "3d"


class LeagueStarted(Event, kind="league", what="started"):
    """The divisions of ``season`` are drawn."""

    season: Plain[int]


class LeagueClosed(Event, kind="league", what="closed"):
    """All divisions of ``season`` are over."""

    season: Plain[int]


@dataclass(frozen=True, slots=True)
class Division:
    """A division with its standings; ``number`` counts from 1, the strongest."""

    number: int
    tournament: Tournament
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class LeagueSeason:
    """A season of a server's leagues (0: none yet): its divisions by game; ``next``: when the next
    one starts.

    ``cup``: points of members over all games, the most first: one for each member of a league they
    are ahead of. ``joined``: members of each game's league, the coming season included.
    ``channel``: whose readers may see it.
    """

    season: int
    next: datetime | None
    divisions: dict[str, tuple[Division, ...]]
    cup: tuple[tuple[int, str, int], ...]
    joined: dict[str, tuple[int, ...]]
    channel: int = 0


class Leagues(Service):
    """The leagues of servers."""

    @retried
    async def join(self, place: Place, who: Person, game: str, at_once: int = 2) -> datetime | None:
        """Take part in each season of a game until leaving; gives when the next starts, if that is
        known.

        ``at_once``: matches of a season at the same time; may be changed by joining again. Raises
        Refused.
        """
        kind = games.get(game)
        if at_once not in AT_ONCE:
            raise Refused("you can play {choices} matches at a time", choices=tuple(AT_ONCE))
        async with self._database.unit_of_work() as work:
            connection = work.connection
            await servers.ensure(work, place)
            await recognise(connection, who.id)
            await insert_new(
                connection, leagues, scope=place.scope, channel=place.channel, season=0, told=0
            )
            row = await _locked(work, place.scope)
            mine = {"scope": place.scope, "game": kind.slug, "user": who.id}
            same = [league_members.c[name] == value for name, value in mine.items()]
            values = {"name": name_of(who), "at_once": at_once}
            changed = await connection.execute(league_members.update().where(*same).values(values))
            if not changed.rowcount:
                new = {**mine, **values, "place": 0, "joined_at": work.now}
                await connection.execute(league_members.insert(), new)
            starts: datetime | None = row.starts_at
            joined = await _members(connection, place.scope)
            if starts is None and any(len(users) >= FEWEST for users in joined.values()):
                starts = work.now + FIRST
                await _update(connection, place.scope, starts_at=starts)
            return starts

    async def leave(self, scope: int, user: int, game: str | None = None) -> bool:
        """Take part in no further season of a game, or of all (None); False where the member was in
        none.
        """
        own = league_members.c.scope == scope, league_members.c.user == user
        left = league_members.delete().where(*own)
        return bool(
            await self._database.run(
                left if game is None else left.where(league_members.c.game == game)
            )
        )

    async def season(self, scope: int, number: int | None = None) -> LeagueSeason:
        """A season of a server, or the latest (None)."""
        async with self._database.read() as connection:
            row = (
                await connection.execute(sa.select(leagues).where(leagues.c.scope == scope))
            ).one_or_none()
            joined = {
                game: tuple(users) for game, users in (await _members(connection, scope)).items()
            }
            if row is None:
                return LeagueSeason(0, None, {}, (), joined)
            season = row.season if number is None else number
            divisions = await _divisions(connection, scope, season, self._database.now())
            return LeagueSeason(
                season, row.starts_at, divisions, cup(divisions), joined, row.channel
            )

    async def work(self) -> int:
        """Close seasons that are over and start those that are due; returns their number."""
        running = (
            sa.select(league_divisions.c.tournament)
            .join(tournaments)
            .where(league_divisions.c.scope == leagues.c.scope, tournaments.c.finished_at.is_(None))
        )
        due = (leagues.c.starts_at <= self._database.now()) | (leagues.c.told < leagues.c.season)
        query = sa.select(leagues.c.scope).join(scopes, scopes.c.id == leagues.c.scope)
        query = query.where(due, ~running.exists(), scopes.c.removed_at.is_(None)).limit(20)
        rows = await self._database.store.fetch(query)
        for (scope,) in rows:
            await self._turn(scope)
        return len(rows)

    @retried
    async def _turn(self, scope: int) -> None:
        """Close the season of a server, all of whose divisions are over; or start the next one when
        it is due.
        """
        async with self._database.unit_of_work() as work:
            row = await _locked(work, scope)
            divisions = await _divisions(work.connection, scope, row.season, work.now)
            if any(
                each.tournament.finished is None for all_of in divisions.values() for each in all_of
            ):
                return  # another process was quicker
            to = {"scope": scope, "channel": row.channel}
            if row.told < row.season:
                for game, order in divisions.items():
                    await _move(work.connection, scope, game, order)
                await _update(work.connection, scope, told=row.season)
                await enqueue(work, LeagueClosed(row.season), **to)
            elif row.starts_at is not None and row.starts_at <= work.now:
                known = await _members(work.connection, scope)
                playing = {game: users for game, users in known.items() if len(users) >= FEWEST}
                if not playing:
                    await _update(work.connection, scope, starts_at=None)
                    return
                for game in playing:
                    await self._draw(
                        work, Place(scope, row.channel), games.get(game), row.season + 1
                    )
                await _update(
                    work.connection, scope, season=row.season + 1, starts_at=work.now + SEASON
                )
                await enqueue(work, LeagueStarted(row.season + 1), **to)

    async def _draw(self, work: UnitOfWork, place: Place, game: Game, season: int) -> None:
        """Draw and start the divisions of a game: those who were in one first, then newcomers by
        rating.
        """
        connection = work.connection
        scope = place.scope
        own = league_members.c.scope == scope, league_members.c.game == game.slug, _admitted(scope)
        rows = [*await connection.execute(sa.select(league_members).where(*own))]
        known = await strengths(connection, scope, game.slug, [row.user for row in rows])
        rows.sort(
            key=lambda row: (
                not row.place,
                row.place,
                -known.get(row.user, 0.0),
                row.joined_at,
                row.user,
            )
        )
        settings = await servers.ensure(work, place)
        options = game.complete({})
        pairs = game.leader(options) is not None  # both sides, where one is ahead
        count = max(1, round(len(rows) / SIZE))
        # Where they differ in size the upper ones are larger, so that nobody who went up is left
        # below.
        bounds = [-(-len(rows) * number // count) for number in range(count + 1)]
        for number in range(count):
            part = rows[bounds[number] : bounds[number + 1]]
            await repository.going_by_creator(connection, scope)
            new = Tournament(
                scope=scope,
                channel=place.channel,
                title=f"{game.name} {season}.{number + 1}",
                organiser=Person(COMPUTER, "Loophole"),
                kind="round-robin",
                game=game,
                options=options,
                clock=clocks.parse(CLOCK),
                rated=settings.rated > 0,
                terms=Terms(len(part), days=PLAY_DAYS, together=True, pairs=pairs, league=True),
                status="signup",
            )
            made = await repository.add(connection, new)
            contest = Contest(made, [], work.now)
            kind = KINDS[made.kind]
            places = tuple(
                Entrant(at, row.user, row.name, "in", True, at, work.now)
                for at, row in enumerate(part, 1)
            )
            contest.tournament = replace(made, entrants=places)
            contest.pair(
                [
                    game
                    for game in kind.draw(contest.tournament, [], 1)
                    if await _meet(connection, part, game)
                ]
            )
            rounds = kind.rounds(len(part), made.terms)
            begun = replace(contest.tournament, status="running", round=rounds, rounds=rounds)
            contest.tournament = replace(begun, ends=contest.round_ends(), wake=work.now)
            await save_and_enqueue(work, contest)
            added = {
                "tournament": made.id,
                "scope": scope,
                "game": game.slug,
                "season": season,
                "division": number + 1,
            }
            await connection.execute(league_divisions.insert(), added)


def cup(divisions: dict[str, tuple[Division, ...]]) -> tuple[tuple[int, str, int], ...]:
    """Points of members over all games: (user id, name, points), the most points first."""
    points = defaultdict[int, int](int)
    names = dict[int, str]()
    for order in divisions.values():
        if not any(
            standing.wins or standing.draws for each in order for standing in each.standings
        ):
            continue  # by now they are in the order of their seeds
        placed = [standing.entrant for each in order for standing in each.standings]
        for at, entrant in enumerate(placed, 1):
            points[entrant.user] += len(placed) - at if not entrant.gone else 0
            names[entrant.user] = entrant.name
    ordered = sorted(points, key=lambda user: (-points[user], user))
    return tuple((user, names[user], points[user]) for user in ordered if user > COMPUTER)


def places_after(divisions: Sequence[Division]) -> list[int]:
    """User ids in the order of the next season: MOVES go up from each division, as many down; who
    is out is not.
    """
    keys = list[tuple[int, int, int, int]]()
    for each in divisions:
        there = [standing.entrant for standing in each.standings if not standing.entrant.gone]
        for at, entrant in enumerate(there):
            up = at < MOVES and each.number > 1
            down = at >= len(there) - MOVES and each.number < len(divisions)
            target = each.number - up + down
            # In a division those come first who come down, then who stay, then who come up.
            keys.append((target, 2 if up else 0 if down else 1, at, entrant.user))
    return [user for *_, user in sorted(keys)]


async def _move(
    connection: AsyncConnection, scope: int, game: str, divisions: Sequence[Division]
) -> None:
    """Store the order of the next season, and drop those who went out; those who have left since
    stay away.
    """
    order = places_after(divisions)
    members = league_members.c.scope == scope, league_members.c.game == game
    out = {s.entrant.user for each in divisions for s in each.standings} - set(order)
    await connection.execute(
        league_members.delete().where(*members, league_members.c.user.in_(out))
    )
    for at, user in enumerate(order, 1):
        moved = league_members.update().where(*members, league_members.c.user == user)
        await connection.execute(moved.values(place=at))


async def _divisions(
    connection: AsyncConnection, scope: int, season: int, now: datetime
) -> dict[str, tuple[Division, ...]]:
    table = league_divisions.c
    query = sa.select(table.game, table.division, table.tournament).where(
        table.scope == scope, table.season == season
    )
    by_game: dict[str, list[Division]] = {}
    for game, number, tournament in (
        await connection.execute(query.order_by(table.game, table.division))
    ).all():
        contest = await repository.load(connection, tournament, now)
        standings = contest.kind.standings(contest.tournament.entrants, contest.meetings)
        by_game.setdefault(game, []).append(Division(number, contest.tournament, standings))
    return {
        game.slug: tuple(by_game[game.slug]) for game in games.catalog() if game.slug in by_game
    }


async def _members(connection: AsyncConnection, scope: int) -> dict[str, list[int]]:
    """The members of each game's league who are not banned."""
    query = sa.select(league_members.c.game, league_members.c.user).where(
        league_members.c.scope == scope
    )
    by_game: dict[str, list[int]] = {}
    for game, user in await connection.execute(query.where(_admitted(scope))):
        by_game.setdefault(game, []).append(user)
    return by_game


async def _meet(
    connection: AsyncConnection, part: Sequence[sa.Row[*tuple[object, ...]]], pairing: Pairing
) -> bool:
    """Whether neither of the two members of a pairing, by slot the rows of ``part``, has blocked
    the other.
    """
    first, second = (part[(slot or 0) - 1].user for slot in pairing.slots)
    return not await blocks_between(connection, first, (second,))


def _admitted(scope: int) -> sa.ColumnElement[bool]:
    return league_members.c.user.not_in(sa.select(bans.c.user).where(bans.c.scope == scope))


async def _locked(work: UnitOfWork, scope: int) -> sa.Row[*tuple[object, ...]]:
    return (
        await work.connection.execute(
            sa.select(leagues).where(leagues.c.scope == scope).with_for_update()
        )
    ).one()


async def _update(connection: AsyncConnection, scope: int, **values: object) -> None:
    await connection.execute(leagues.update().where(leagues.c.scope == scope).values(**values))

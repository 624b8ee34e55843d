"""The rows of leagues: their seasons, members and divisions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import Person, Place
from bot.store import insert_new
from bot.store.tables import (
    bans,
    league_divisions,
    league_members,
    leagues,
    scopes,
    tournaments,
)

Statement = TypeVar("Statement", sa.Update, sa.Delete)

MOST_DUE = 20  # servers that are found at once


@dataclass(frozen=True, slots=True)
class StoredLeagues:
    """The leagues of a server.

    :param season: the latest; 0: none yet
    :param closed_season: the latest season that is closed
    :param starts: when the next season starts, if that is known
    """

    channel: int
    season: int
    closed_season: int
    starts: datetime | None


@dataclass(frozen=True, slots=True)
class LeagueMember:
    """A member of the league of a game.

    :param place: in the order of the next season; 0: new
    """

    user: int
    name: str
    place: int
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class StoredDivision:
    """A division of a season, with the id of its tournament."""

    game: str
    number: int
    tournament: int


async def get(connection: AsyncConnection, scope: int) -> StoredLeagues | None:
    """The leagues of a server; None before its first member joined."""
    query = sa.select(leagues).where(leagues.c.scope == scope)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else _read(row)


async def ensure(work: UnitOfWork, place: Place) -> None:
    """Store the leagues of a server, if they are new."""
    await insert_new(
        work.connection, leagues, scope=place.scope, channel=place.channel, season=0, told=0
    )


async def locked(work: UnitOfWork, scope: int) -> StoredLeagues:
    """The leagues of a server, locked until commit."""
    query = sa.select(leagues).where(leagues.c.scope == scope)
    return _read((await work.connection.execute(query.with_for_update())).one())


async def move(work: UnitOfWork, place: Place) -> None:
    """Store that the leagues of a server go on in another channel."""
    await _update(work, place.scope, channel=place.channel)


async def set_start(work: UnitOfWork, scope: int, starts: datetime | None) -> None:
    """Store when the next season starts."""
    await _update(work, scope, starts_at=starts)


async def begin_season(work: UnitOfWork, scope: int, season: int, next_start: datetime) -> None:
    """Store that a season has begun, and when the one after it starts."""
    await _update(work, scope, season=season, starts_at=next_start)


async def close_season(work: UnitOfWork, scope: int, season: int) -> None:
    """Store that a season is closed."""
    await _update(work, scope, told=season)


async def join(work: UnitOfWork, scope: int, game: str, who: Person, at_once: int) -> None:
    """Store that a member takes part, or how many matches they now like to play at a time."""
    values = {"name": who.name, "at_once": at_once}
    row = _of_game(league_members.update(), scope, game).where(league_members.c.user == who.id)
    result = await work.connection.execute(row.values(values))
    if result.rowcount:
        return
    new_row = {"scope": scope, "game": game, "user": who.id, "place": 0, "joined_at": work.now}
    await work.connection.execute(league_members.insert(), {**new_row, **values})


def leave(scope: int, user: int, game: str | None) -> sa.Delete:
    """The statement by which a member leaves the league of a game, or all of a server (None)."""
    is_own = (league_members.c.scope == scope, league_members.c.user == user)
    rows = league_members.delete().where(*is_own)
    return rows if game is None else rows.where(league_members.c.game == game)


async def members(connection: AsyncConnection, scope: int) -> dict[str, list[int]]:
    """The members of each game's league who are not banned."""
    query = sa.select(league_members.c.game, league_members.c.user)
    query = query.where(league_members.c.scope == scope, _admitted(scope))
    by_game: dict[str, list[int]] = {}
    for row in await connection.execute(query):
        by_game.setdefault(row.game, []).append(row.user)
    return by_game


async def members_of(connection: AsyncConnection, scope: int, game: str) -> list[LeagueMember]:
    """The members of the league of a game who are not banned."""
    of_league = (league_members.c.scope == scope, league_members.c.game == game)
    query = sa.select(league_members).where(*of_league, _admitted(scope))
    rows = await connection.execute(query)
    return [LeagueMember(row.user, row.name, row.place, row.joined_at) for row in rows]


async def at_once(connection: AsyncConnection, scope: int, game: str) -> Mapping[int, int]:
    """How many matches of a division the members like to play at a time, by user id."""
    of_league = (league_members.c.scope == scope, league_members.c.game == game)
    query = sa.select(league_members.c.user, league_members.c.at_once).where(*of_league)
    return {row.user: row.at_once for row in await connection.execute(query)}


async def store_order(
    work: UnitOfWork, scope: int, game: str, order: Sequence[int], leavers: Collection[int]
) -> None:
    """Store the order of the next season, and drop those who are out.

    Who has left since is no member and stays away.
    """
    deletion = _of_game(league_members.delete(), scope, game)
    await work.connection.execute(deletion.where(league_members.c.user.in_(leavers)))
    for place, user in enumerate(order, 1):
        update = _of_game(league_members.update(), scope, game)
        update = update.where(league_members.c.user == user)
        await work.connection.execute(update.values(place=place))


async def add_division(
    work: UnitOfWork, scope: int, game: str, season: int, number: int, tournament: int
) -> None:
    """Store which tournament is a division of a season."""
    values = {
        "tournament": tournament,
        "scope": scope,
        "game": game,
        "season": season,
        "division": number,
    }
    await work.connection.execute(league_divisions.insert(), values)


async def divisions(connection: AsyncConnection, scope: int, season: int) -> list[StoredDivision]:
    """The divisions of a season, by game, the strongest first."""
    game = league_divisions.c.game
    number = league_divisions.c.division
    query = sa.select(game, number, league_divisions.c.tournament).order_by(game, number)
    query = query.where(league_divisions.c.scope == scope, league_divisions.c.season == season)
    rows = await connection.execute(query)
    return [StoredDivision(row.game, row.division, row.tournament) for row in rows]


def due_query(now: datetime) -> sa.Select[int]:
    """Gives the servers in which a season may be closed or started: no division of theirs goes
    on.
    """
    own_division = league_divisions.c.scope == leagues.c.scope
    going_on = sa.select(league_divisions.c.tournament).join(tournaments)
    going_on = going_on.where(own_division, tournaments.c.finished_at.is_(None))
    is_due = (leagues.c.starts_at <= now) | (leagues.c.told < leagues.c.season)
    query = sa.select(leagues.c.scope).join(scopes, scopes.c.id == leagues.c.scope)
    query = query.where(is_due, ~going_on.exists(), scopes.c.removed_at.is_(None))
    return query.limit(MOST_DUE)


def _of_game(statement: Statement, scope: int, game: str) -> Statement:
    return statement.where(league_members.c.scope == scope, league_members.c.game == game)


def _admitted(scope: int) -> sa.ColumnElement[bool]:
    ban_query = sa.select(bans.c.user).where(bans.c.scope == scope)
    return league_members.c.user.not_in(ban_query)


async def _update(work: UnitOfWork, scope: int, **values: object) -> None:
    row = leagues.update().where(leagues.c.scope == scope)
    await work.connection.execute(row.values(**values))


def _read(row: sa.Row[*tuple[object, ...]]) -> StoredLeagues:
    return StoredLeagues(row.channel, row.season, row.told, row.starts_at)

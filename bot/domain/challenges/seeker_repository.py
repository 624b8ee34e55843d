"""The rows of members who look for an opponent, and what the matches of late say about them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.challenges.seekers import ACROSS, REPEAT_AFTER, Seeker
from bot.domain.ratings.glicko import START
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import HIDDEN, WORLD, Person, Place
from bot.store.tables import bans, matches, members, ratings, scopes, seekers, shut_outs

ANY = sa.select(seekers.c.user)
"""A query with a row for each member who looks for an opponent."""
_NAME_SETTING = members.c.settings["across"].as_string()
_WORLD_RATING = sa.and_(
    ratings.c.scope == WORLD,
    ratings.c.user == seekers.c.user,
    ratings.c.game == seekers.c.game,
)
_RATING = sa.func.coalesce(ratings.c.rating, START.rating).label("rating")
_PLAYS_ACROSS = (
    scopes.c.removed_at.is_(None),
    scopes.c.settings["across"].as_boolean(),
    _NAME_SETTING.in_(ACROSS),
)
_SEEKERS = (
    sa.select(seekers, _RATING, _NAME_SETTING.label("name_setting"))
    .join(scopes, scopes.c.id == seekers.c.scope)
    .join(members, members.c.id == seekers.c.user)
    .outerjoin(ratings, _WORLD_RATING)
    .where(*_PLAYS_ACROSS)
)
_PAIRED = (matches.c.home0.is_not(None), matches.c.arranged.is_(False))
"""Conditions for the matches that the bot has paired."""
_SAME = ("user", "game", "clock", "rating")
"""Columns that are attributes of a seeker under the same name."""


@dataclass(frozen=True, slots=True)
class EarlierPairing:
    """Whom a member was paired with, and when."""

    other: int
    paired_at: datetime


async def replace(
    work: UnitOfWork, place: Place, who: Person, name: str, game: str, clock: str
) -> None:
    """Store that a member looks for opponents at a game, at this clock and no other."""
    earlier_rows = seekers.delete().where(seekers.c.user == who.id, seekers.c.game == game)
    await work.connection.execute(earlier_rows)
    values = {
        "scope": place.scope,
        "channel": place.channel,
        "user": who.id,
        "name": name,
        "game": game,
        "clock": clock,
        "since": work.now,
    }
    await work.connection.execute(seekers.insert().values(values))


def delete_of(user: int) -> sa.Delete:
    """The statement by which a member looks for opponents no longer."""
    return seekers.delete().where(seekers.c.user == user)


async def sample(connection: AsyncConnection, limit: int) -> Sequence[int]:
    """Some members who look for opponents, drawn by lot."""
    query = sa.select(seekers.c.user).group_by(seekers.c.user).order_by(sa.func.random())
    return (await connection.execute(query.limit(limit))).scalars().all()


async def meetings(work: UnitOfWork, user: int) -> list[EarlierPairing]:
    """Those with whom a member was paired in the time in which no two are paired again."""
    all_meetings = list[EarlierPairing]()
    for seat in (0, 1):
        own = matches.c[f"seat{seat}"]
        other = matches.c[f"seat{1 - seat}"]
        query = sa.select(other.label("other"), matches.c.created_at)
        query = query.where(*_PAIRED, own == user, other > 0, _is_recent(work.now))
        for row in await work.connection.execute(query):
            all_meetings.append(EarlierPairing(row.other, row.created_at))
    return all_meetings


def _is_recent(now: datetime) -> sa.ColumnElement[bool]:
    """The condition that the players of a match are not paired again yet."""
    return matches.c.created_at > now - REPEAT_AFTER


async def are_barred(
    connection: AsyncConnection, people: Sequence[int], servers: Sequence[int]
) -> bool:
    """Whether some of some members may not use the bot in some of some servers."""
    query = sa.select(barred(people, servers))
    return bool((await connection.execute(query)).scalar_one())


def barred(people: Sequence[object], servers: Sequence[object]) -> sa.ColumnElement[bool]:
    """The condition that some of ``people`` may not use the bot in some of ``servers``.

    Both are ids, or columns of them.
    """
    is_banned = sa.exists().where(bans.c.scope.in_(servers), bans.c.user.in_(people))
    by_host = sa.or_(shut_outs.c.user.in_(people), shut_outs.c.server.in_(servers))
    return is_banned | sa.exists().where(by_host)


async def looking(connection: AsyncConnection, now: datetime, users: Sequence[int]) -> list[Seeker]:
    """Those of some members who look for opponents.

    Left out is who is away, may not play across servers, or has let a match run out since they
    began to look. Only matches that the bot has paired count.
    """
    record = _records(users)
    of_seeker = (record.c.user == seekers.c.user) & (record.c.game == seekers.c.game)
    present = members.c.vacation_until.is_(None) | (members.c.vacation_until <= now)
    in_time = record.c.late.is_(None) | (record.c.late < seekers.c.since)
    query = _SEEKERS.add_columns(
        record.c.begun, record.c.ended, record.c.finished, record.c.latest, record.c.late
    )
    query = query.outerjoin(record, of_seeker)
    query = query.where(present, in_time, seekers.c.user.in_(users))
    opponents = await _recent_opponents(connection, now, users)
    return [_read(row, opponents[row.user]) for row in await connection.execute(query)]


async def _recent_opponents(
    connection: AsyncConnection, now: datetime, users: Sequence[int]
) -> defaultdict[int, set[int]]:
    """The opponents with whom some members were paired of late."""
    opponents = defaultdict[int, set[int]](set)
    for seat in (0, 1):
        own = matches.c[f"seat{seat}"]
        other = matches.c[f"seat{1 - seat}"]
        query = sa.select(own, other).where(*_PAIRED, own.in_(users), _is_recent(now))
        for user, opponent in await connection.execute(query):
            opponents[user].add(opponent)
    return opponents


def _records(users: Sequence[int]) -> sa.Subquery:
    """What came of the matches of some members whom the bot has paired, by member and game.

    ``begun``, ``ended`` and ``finished`` count matches; ``latest`` is the end of the last one, and
    ``late`` of the last one that the member has let run out.
    """
    by_seat = list[sa.Select[*tuple[object, ...]]]()
    for seat in (0, 1):
        own = matches.c[f"seat{seat}"]
        ran_out = matches.c.reason.in_(("time", "left"))
        lost_late = ran_out & matches.c.winner.is_distinct_from(seat)
        query = sa.select(
            own.label("user"),
            matches.c.game,
            matches.c.status,
            matches.c.finished_at,
            sa.case((lost_late, matches.c.finished_at)).label("late"),
        )
        by_seat.append(query.where(*_PAIRED, own.in_(users)))
    match = sa.union_all(*by_seat).subquery().c
    is_finished = sa.case((match.status == "finished", 1))
    query = sa.select(
        match.user,
        match.game,
        sa.func.count().label("begun"),
        sa.func.count(match.finished_at).label("ended"),
        sa.func.count(is_finished).label("finished"),
        sa.func.max(match.finished_at).label("latest"),
        sa.func.max(match.late).label("late"),
    )
    return query.group_by(match.user, match.game).subquery()


def _read(row: sa.Row[*tuple[object, ...]], recent_opponents: set[int]) -> Seeker:
    columns = row._mapping
    values = {name: columns[name] for name in _SAME}
    running_count = (row.begun or 0) - (row.ended or 0)
    return Seeker(
        **values,
        name=row.name if row.name_setting == "named" else HIDDEN,
        place=Place(row.scope, row.channel),
        wait_start=max(row.since, row.latest or row.since),
        running=running_count,
        finished_matches=row.finished or 0,
        met=frozenset(recent_opponents),
    )

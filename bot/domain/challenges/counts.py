"""What limits count: the open challenges and the matches of members."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.domain.unit_of_work import UnitOfWork
from bot.store.tables import challenges, matches

REJECTED = ("declined", "withdrawn", "expired")


@dataclass(frozen=True, slots=True)
class SentChallenge:
    """A challenge to one member, and when it was made."""

    maker: int
    target: int
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class BegunMatch:
    """A match, with what limits look at."""

    scope: int
    seats: tuple[int, int]
    rated: bool
    status: str
    begun_at: datetime


@dataclass(frozen=True, slots=True)
class ChallengeOutcome:
    """What became of a challenge, and when it was made."""

    status: str
    asked_at: datetime


async def open_challenges(work: UnitOfWork, scope: int, maker: int) -> int:
    """How many open challenges a member has in a place."""
    query = sa.select(sa.func.count()).where(
        challenges.c.maker == maker,
        challenges.c.scope == scope,
        challenges.c.open_until > work.now,
    )
    return (await work.connection.execute(query)).scalar_one()


async def answers(
    work: UnitOfWork, maker: int, target: int, start_time: datetime
) -> list[ChallengeOutcome]:
    """The challenges of a member to another since a moment, in order."""
    asked_at = challenges.c.created_at
    query = sa.select(challenges.c.status, asked_at).order_by(asked_at)
    query = query.where(challenges.c.maker == maker, challenges.c.target == target)
    rows = await work.connection.execute(query.where(asked_at > start_time))
    return [ChallengeOutcome(row.status, row.created_at) for row in rows]


async def asked(work: UnitOfWork, user: int, start_time: datetime) -> list[SentChallenge]:
    """The challenges by a member, or to them, since a moment that have not become a match."""
    maker = challenges.c.maker
    target = challenges.c.target
    asked_at = challenges.c.created_at
    query = sa.select(maker, target, asked_at).where(
        (maker == user) | (target == user),
        target.is_not(None),
        asked_at > start_time,
        challenges.c.status.in_(("open", *REJECTED)),
    )
    rows = await work.connection.execute(query)
    return [SentChallenge(row.maker, row.target, row.created_at) for row in rows]


async def called_off(
    work: UnitOfWork, one: int, other: int, start_time: datetime
) -> Sequence[datetime]:
    """When the matches of two began that were begun and called off since a moment."""
    by_seats = []
    for first, second in ((one, other), (other, one)):
        query = sa.select(matches.c.created_at).where(
            *_played_by(first, second),
            matches.c.status == "aborted",
            matches.c.finished_at > start_time,
            matches.c.created_at > start_time,
        )
        by_seats.append(query)
    return (await work.connection.execute(sa.union_all(*by_seats))).scalars().all()


def _played_by(first: int, second: int) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions for the matches in which two have these seats."""
    return matches.c.seat0 == first, matches.c.seat1 == second


async def scopes_of_running(work: UnitOfWork, user: int) -> Sequence[int]:
    """The scope of each running match of a member."""
    is_running = matches.c.finished_at.is_(None)
    by_seat = []
    for seat in (matches.c.seat0, matches.c.seat1):
        by_seat.append(sa.select(matches.c.scope).where(seat == user, is_running))
    return (await work.connection.execute(sa.union_all(*by_seat))).scalars().all()


async def rated(work: UnitOfWork, scope: int, one: int, other: int, start_time: datetime) -> int:
    """How many rated matches of two in a scope have begun since a moment and were not called
    off.
    """
    # No such match has ended before that moment; said so that an index serves either half.
    endings = (matches.c.finished_at.is_(None), matches.c.finished_at >= start_time)
    conditions = (
        matches.c.scope == scope,
        matches.c.rated,
        matches.c.status != "aborted",
        matches.c.created_at >= start_time,
    )
    parts = []
    for first, second in ((one, other), (other, one)):
        for ending in endings:
            query = sa.select(matches.c.id)
            parts.append(query.where(*_played_by(first, second), *conditions, ending))
    count = sa.select(sa.func.count()).select_from(sa.union_all(*parts).subquery())
    return (await work.connection.execute(count)).scalar_one()


async def begun(work: UnitOfWork, user: int, start_time: datetime) -> list[BegunMatch]:
    """The matches of a member that have begun since a moment."""
    plays = (matches.c.seat0 == user) | (matches.c.seat1 == user)
    query = sa.select(
        matches.c.scope,
        matches.c.seat0,
        matches.c.seat1,
        matches.c.rated,
        matches.c.status,
        matches.c.created_at,
    )
    rows = await work.connection.execute(query.where(plays, matches.c.created_at > start_time))
    matches_begun = list[BegunMatch]()
    for row in rows:
        seats = (row.seat0, row.seat1)
        matches_begun.append(BegunMatch(row.scope, seats, row.rated, row.status, row.created_at))
    return matches_begun

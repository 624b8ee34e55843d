"""Limits on open challenges, running matches, rated matches of the same two members, and pings of one another.

A count stays true until the transaction ends only under ``UnitOfWork.lock_members``.
"""

from datetime import timedelta
from math import ceil

import sqlalchemy as sa

from bot.domain.blocks.service import require_none
from bot.domain.errors import LimitReached, Refused
from bot.domain.members import repository as members
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, Person, named
from bot.store.tables import challenges, matches

MOST_CHALLENGES = 10  # open challenges of a member in one place
MOST_MATCHES = 200  # running matches of a member in all places together
PERIOD = timedelta(days=1)  # the time in which challenges to the same member are counted
MOST_REJECTED = 3  # challenges to the same member that may be declined, withdrawn or expire in a PERIOD
MOST_PINGS = 5  # challenges to the same member that may ping that member in a PERIOD without becoming a match
_REJECTED = ("declined", "withdrawn", "expired")


async def challenge_room(work: UnitOfWork, scope: int, maker: Person) -> None:
    """Raises LimitReached where a member may open no more challenges in a place."""
    query = sa.select(sa.func.count()).where(
        challenges.c.maker == maker.id, challenges.c.scope == scope, challenges.c.open_until > work.now
    )
    if (await work.connection.execute(query)).scalar_one() >= MOST_CHALLENGES:
        raise LimitReached(
            "you’ve reached the limit of {most} open challenges here; withdraw one first", most=MOST_CHALLENGES
        )


async def may_ask(work: UnitOfWork, who: Person, other: Person) -> None:
    """Raises Refused where ``other`` takes no challenges, in the same words whether from anyone or from ``who``."""
    closed = Refused("{other} isn’t taking challenges right now", other=other.name)
    await require_none(work, who, other, closed)
    if other.id != COMPUTER and not (await members.member(work.connection, other.id)).settings.challenges:
        raise closed


async def may_approach(work: UnitOfWork, maker: Person, target: Person) -> bool:
    """Whether a new challenge may ping the member challenged. Raises LimitReached after too many rejected ones."""
    query = (
        sa.select(challenges.c.status, challenges.c.created_at)
        .where(challenges.c.maker == maker.id, challenges.c.created_at > work.now - PERIOD)
        .where(challenges.c.target == target.id)
        .order_by(challenges.c.created_at)
    )
    made = (await work.connection.execute(query)).all()
    rejected = [row.created_at for row in made if row.status in _REJECTED]
    if len(rejected) >= MOST_REJECTED:
        wait = rejected[-MOST_REJECTED] + PERIOD - work.now
        raise LimitReached(
            "{name} hasn’t taken your last {count} challenges; try again in {hours} h",
            count=len(rejected),
            name=target.name,
            hours=ceil(wait / timedelta(hours=1)),
        )
    return sum(row.status in ("open", *_REJECTED) for row in made) < MOST_PINGS


async def match_room(
    work: UnitOfWork, scope: int, who: Person, most: int, *, new: int = 1, other: bool = False
) -> None:
    """Raises LimitReached where a member may not begin ``new`` matches: ``most`` in a place, MOST_MATCHES in all.
    ``other``: the error is for the other player."""
    if who.id == COMPUTER:
        return
    running = [
        sa.select(matches.c.scope).where(seat == who.id, matches.c.finished_at.is_(None))
        for seat in (matches.c.seat0, matches.c.seat1)
    ]
    scopes = (await work.connection.execute(sa.union_all(*running))).scalars().all()
    here = scopes.count(scope)
    if len(scopes) + new <= MOST_MATCHES and here + new <= most:
        return
    count = most if here + new > most else MOST_MATCHES
    if other:
        raise LimitReached("{name} has reached the limit of {count} running matches", name=named(who.name), count=count)
    raise LimitReached("you’ve reached the limit of {count} running matches; finish one first", count=count)


async def rated_left(work: UnitOfWork, scope: int, first: int, second: int, most: int) -> int:
    """How many of ``most`` rated matches two members may still begin in a scope this month (UTC)."""
    month = work.now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    begun = [
        sa.select(matches.c.id).where(
            matches.c.scope == scope,
            matches.c.seat0 == seat0,
            matches.c.seat1 == seat1,
            matches.c.rated,
            matches.c.status != "aborted",
            matches.c.created_at >= month,
            ended,
        )
        for seat0, seat1 in ((first, second), (second, first))
        # A match begun this month has not ended before it; said so that an index serves either part.
        for ended in (matches.c.finished_at.is_(None), matches.c.finished_at >= month)
    ]
    count = sa.select(sa.func.count()).select_from(sa.union_all(*begun).subquery())
    return max(most - (await work.connection.execute(count)).scalar_one(), 0)


async def rated_room(work: UnitOfWork, scope: int, first: Person, second: Person, most: int, new: int) -> None:
    """Raises LimitReached where two may not begin ``new`` rated matches this month; Refused for the computer."""
    if COMPUTER in (first.id, second.id):
        raise Refused("matches against the computer are never rated")
    if await rated_left(work, scope, first.id, second.id, most) >= new:
        return
    if not most:
        raise LimitReached("rated matches are off on this server; play an unrated one")
    raise LimitReached(
        "{one} and {other} have reached this month’s limit of {most} rated matches here; play an unrated one",
        one=first.name,
        other=second.name,
        most=most,
    )

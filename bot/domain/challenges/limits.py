"""How much a member may have on the go: challenges, matches, rated matches of the same two, and pings of one another.

What is counted here is true for the whole transaction only under ``UnitOfWork.lock_members``.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from math import ceil

import sqlalchemy as sa

from bot.domain.blocks.repository import require_none
from bot.domain.errors import LimitReached, Refused
from bot.domain.members.repository import settings_of
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, Person
from bot.store.tables import challenges, matches

MOST_CHALLENGES = 10
"""How many open challenges a member may have in one place."""
MOST_RATED = 20
"""How many rated matches two members may begin in a month unless the host sets another number."""
MOST_MATCHES = 200
"""How many running matches a member may have in all places together."""
A_WHILE = timedelta(days=1)
MOST_IN_VAIN = 3
"""How many challenges to the same member may come to nothing in a while: declined, withdrawn or run out."""
MOST_PINGS = 5
"""How many challenges to the same member that have not become a match may ping that member in a while."""
_IN_VAIN = ("declined", "withdrawn", "expired")


async def challenge_room(work: UnitOfWork, scope: int, maker: Person) -> None:
    """Raises LimitReached when a member has as many open challenges in a place as one may have."""
    query = sa.select(sa.func.count()).where(
        challenges.c.maker == maker.id, challenges.c.scope == scope, challenges.c.open_until > work.now
    )
    if (await work.connection.execute(query)).scalar_one() >= MOST_CHALLENGES:
        raise LimitReached(
            "you’ve reached the limit of {most} open challenges here; withdraw one first", most=MOST_CHALLENGES
        )


async def may_ask(work: UnitOfWork, who: Person, other: Person) -> None:
    """Raises Refused where somebody takes no challenges, from anyone or from ``who``: they are told the same."""
    closed = Refused("{other} takes no challenges at the moment", other=other.name)
    await require_none(work, who, other, closed)
    if other.id != COMPUTER and not (await settings_of(work.connection, other.id)).challenges:
        raise closed


async def may_approach(work: UnitOfWork, maker: Person, target: Person) -> bool:
    """Whether a challenge to somebody may ping them, after those that the same member has made to them lately.

    Raises LimitReached when too many have come to nothing.
    """
    query = (
        sa.select(challenges.c.status, challenges.c.created_at)
        .where(challenges.c.maker == maker.id, challenges.c.created_at > work.now - A_WHILE)
        .where(challenges.c.target == target.id)
        .order_by(challenges.c.created_at)
    )
    made = (await work.connection.execute(query)).all()
    vain = [row.created_at for row in made if row.status in _IN_VAIN]
    if len(vain) >= MOST_IN_VAIN:
        left = vain[-MOST_IN_VAIN] + A_WHILE - work.now
        raise LimitReached(
            "{count} of your challenges to {name} have come to nothing lately; "
            "hours until you can challenge them again: {hours}",
            count=len(vain),
            name=target.name,
            hours=max(ceil(left / timedelta(hours=1)), 1),
        )
    return sum(row.status in ("open", *_IN_VAIN) for row in made) < MOST_PINGS


async def match_room(work: UnitOfWork, scope: int, who: Person, most: int, *, other: bool = False) -> None:
    """Raises LimitReached when a member has as many matches running as one may have: ``most`` in a place.

    ``other``: it is not the member who is told.
    """
    if who.id == COMPUTER:
        return
    running = [
        sa.select(matches.c.scope).where(seat == who.id, matches.c.finished_at.is_(None))
        for seat in (matches.c.seat0, matches.c.seat1)
    ]
    found = (await work.connection.execute(sa.union_all(*running))).scalars().all()
    here = found.count(scope)
    if len(found) < MOST_MATCHES and here < most:
        return
    count = here if here >= most else len(found)
    if other:
        raise LimitReached("{name} has reached the limit of {count} running matches", name=who.name, count=count)
    raise LimitReached("you’ve reached the limit of {count} running matches; finish one first", count=count)


async def rated_begun(work: UnitOfWork, one: int, other: int) -> Counter[int]:
    """How many rated matches two members have begun against each other in this month (UTC), by scope."""
    month = work.now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    begun = [
        sa.select(matches.c.scope).where(
            mine == one,
            theirs == other,
            matches.c.rated,
            matches.c.status != "aborted",
            matches.c.created_at >= month,
            ended,
        )
        for mine, theirs in ((matches.c.seat0, matches.c.seat1), (matches.c.seat1, matches.c.seat0))
        # What has begun this month has not ended before it; said so that an index serves either part.
        for ended in (matches.c.finished_at.is_(None), matches.c.finished_at >= month)
    ]
    return Counter((await work.connection.execute(sa.union_all(*begun))).scalars())


async def rated_left(work: UnitOfWork, scope: int, one: int, other: int, most: int, ceiling: int) -> int:
    """How many rated matches two members may still begin this month in a scope.

    ``most`` is what its server allows. ``ceiling``, which the host sets, stands above that, and holds over all servers
    together too: each of these matches counts for the world.
    """
    begun = await rated_begun(work, one, other)
    return max(min(most - begun[scope], ceiling - begun.total()), 0)


async def rated_room(work: UnitOfWork, scope: int, one: Person, other: Person, most: int, ceiling: int) -> None:
    """Raises LimitReached when two members have begun as many rated matches this month as they may."""
    if COMPUTER in (one.id, other.id):
        raise Refused("matches against the computer are never rated")
    if await rated_left(work, scope, one.id, other.id, most, ceiling):
        return
    if not min(most, ceiling):
        raise LimitReached("rated matches are off on this server; play an unrated one")
    raise LimitReached(
        "{one} and {other} have reached this month’s limit of {most} rated matches here; play an unrated one",
        one=one.name,
        other=other.name,
        most=min(most, ceiling),
    )

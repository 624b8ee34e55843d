"""Limits on open challenges, running matches, and rated matches of the same two members.

How often one may ask another is in ``bot.domain.approaches``. A count stays true until the
transaction ends only under ``UnitOfWork.lock_quotas``.
"""

from datetime import datetime, timedelta
from math import ceil

import sqlalchemy as sa

from bot.domain import tallies
from bot.domain.approaches import MOST_PINGS as MOST_PINGS, PERIOD, REJECTED
from bot.domain.errors import LimitReached, Refused
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, Person, named
from bot.store.tables import challenges, matches

MOST_CHALLENGES = 10  # open challenges of a member in one place
MOST_MATCHES = 200  # running matches of a member in all places together
MOST_CALLED_OFF = (
    # matches with the same member that may be called off in a PERIOD before an offer of theirs is
    # taken
    3
)


async def challenge_room(work: UnitOfWork, scope: int, maker: Person) -> None:
    """Raises LimitReached where a member may open no more challenges in a place."""
    query = sa.select(sa.func.count()).where(
        challenges.c.maker == maker.id,
        challenges.c.scope == scope,
        challenges.c.open_until > work.now,
    )
    if (await work.connection.execute(query)).scalar_one() >= MOST_CHALLENGES:
        raise LimitReached(
            "you’ve reached the limit of {most} open challenges here; withdraw one first",
            most=MOST_CHALLENGES,
        )


async def called_off(work: UnitOfWork, one: int, other: int) -> tuple[int, datetime | None]:
    """How many matches of two were called off in a PERIOD, and when they may begin another one that
    neither has asked the other for; None: now.

    Each of them pings both, or one of them, whatever the other one wants.
    """
    since = work.now - PERIOD
    off = [
        sa.select(matches.c.created_at).where(
            matches.c.seat0 == seat0,
            matches.c.seat1 == seat1,
            matches.c.status == "aborted",
            matches.c.finished_at > since,
            matches.c.created_at > since,
        )
        for seat0, seat1 in ((one, other), (other, one))
    ]
    begun = (await work.connection.execute(sa.union_all(*off))).scalars().all()
    counted = await tallies.noted(work, "off", *tallies.pair(one, other))
    all_off = sorted([*begun, *counted])
    if len(all_off) < MOST_CALLED_OFF:
        return len(all_off), None
    return len(all_off), all_off[-MOST_CALLED_OFF] + PERIOD


async def may_take(work: UnitOfWork, who: Person, maker: Person) -> None:
    """Raises LimitReached where a member may not take an offer since the two have called off too
    many matches.
    """
    count, again = await called_off(work, who.id, maker.id)
    if again is not None:
        raise LimitReached(
            "you and {other} have called off {count} matches; try again in {hours} h",
            other=named(maker.name),
            count=count,
            hours=ceil((again - work.now) / timedelta(hours=1)),
        )


async def match_room(
    work: UnitOfWork, scope: int, who: Person, most: int, *, new: int = 1, other: bool = False
) -> None:
    """Raises LimitReached where a member may not begin ``new`` matches: ``most`` in a place,
    MOST_MATCHES in all.

    ``other``: the error is for the other player.
    """
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
        raise LimitReached(
            "{name} has reached the limit of {count} running matches",
            name=named(who.name),
            count=count,
        )
    raise LimitReached(
        "you’ve reached the limit of {count} running matches; finish one first", count=count
    )


def month_of(moment: datetime) -> datetime:
    """When a moment's month (UTC) began."""
    return moment.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


async def rated_left(work: UnitOfWork, scope: int, first: int, second: int, most: int) -> int:
    """How many of ``most`` rated matches two members may still begin in a scope this month
    (UTC).
    """
    month = month_of(work.now)
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
        # A match begun this month has not ended before it; said so that an index serves either
        # part.
        for ended in (matches.c.finished_at.is_(None), matches.c.finished_at >= month)
    ]
    count = sa.select(sa.func.count()).select_from(sa.union_all(*begun).subquery())
    counted = await tallies.noted(work, "rated", scope, *tallies.pair(first, second))
    return max(most - (await work.connection.execute(count)).scalar_one() - len(counted), 0)


async def rated_room(
    work: UnitOfWork, scope: int, first: Person, second: Person, most: int, new: int
) -> None:
    """Raises LimitReached where two may not begin ``new`` rated matches this month; Refused for the
    computer.
    """
    if COMPUTER in (first.id, second.id):
        raise Refused("matches against the computer are never rated")
    if await rated_left(work, scope, first.id, second.id, most) >= new:
        return
    if not most:
        raise LimitReached("rated matches are off on this server; play an unrated one")
    raise LimitReached(
        (
            "{one} and {other} have reached this month’s limit of {most} rated matches here; "
            "play an "
            "unrated one"
        ),
        one=first.name,
        other=second.name,
        most=most,
    )


async def keep_counting(work: UnitOfWork, user: int) -> None:
    """Go on counting what somebody did who deletes their data, and what was done towards them:
    challenges in vain, rated matches, and matches that were called off.
    """
    since = work.now - PERIOD
    tried = sa.select(challenges.c.maker, challenges.c.target, challenges.c.created_at).where(
        (challenges.c.maker == user) | (challenges.c.target == user),
        challenges.c.target.is_not(None),
        challenges.c.created_at > since,
        challenges.c.status.in_(("open", *REJECTED)),
    )
    for maker, target, at in (await work.connection.execute(tried)).all():
        await tallies.note(work, "asked", maker, target, at=at, until=at + PERIOD)
    month = month_of(work.now)
    next_month = month_of(month + timedelta(days=32))
    columns = matches.c.scope, matches.c.seat0, matches.c.seat1, matches.c.rated, matches.c.status
    mine = (matches.c.seat0 == user) | (matches.c.seat1 == user)
    begun = sa.select(*columns, matches.c.created_at).where(
        mine, matches.c.created_at > min(month, since)
    )
    for row in (await work.connection.execute(begun)).all():
        both = tallies.pair(row.seat0, row.seat1)
        if both[0] <= COMPUTER:
            continue
        if row.status == "aborted" and row.created_at > since:
            await tallies.note(work, "off", *both, at=row.created_at, until=row.created_at + PERIOD)
        if row.status != "aborted" and row.rated and row.created_at >= month:
            await tallies.note(work, "rated", row.scope, *both, at=row.created_at, until=next_month)

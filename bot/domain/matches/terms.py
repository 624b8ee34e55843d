"""What two members may agree on: rated matches between people only, and not too many of them in a month."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import LimitReached, Refused
from bot.domain.matches.views import COMPUTER, Person
from bot.store.tables import matches


async def rated_begun(connection: AsyncConnection, now: datetime, scope: int, one: int, other: int) -> int:
    """How many rated matches two members have begun against each other in the month of ``now`` (UTC)."""
    month = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    begun = [
        sa.select(matches.c.id).where(
            matches.c[mine] == one,
            matches.c[theirs] == other,
            matches.c.scope == scope,
            matches.c.rated,
            matches.c.status != "aborted",
            matches.c.created_at >= month,
            ended,
        )
        for mine, theirs in (("seat0", "seat1"), ("seat1", "seat0"))
        # What has begun this month has not ended before it; said so that an index serves either part.
        for ended in (matches.c.finished_at.is_(None), matches.c.finished_at >= month)
    ]
    query = sa.select(sa.func.count()).select_from(sa.union_all(*begun).subquery())
    return int((await connection.execute(query)).scalar_one())


async def rated_room(
    connection: AsyncConnection, now: datetime, scope: int, one: Person, other: Person, most: int
) -> None:
    """Raises LimitReached when two members have begun as many rated matches this month as they may."""
    if COMPUTER in (one.id, other.id):
        raise Refused("a match against the computer is never rated")
    if await rated_begun(connection, now, scope, one.id, other.id) < most:
        return
    if not most:
        raise LimitReached("matches are not rated here; play an unrated one")
    raise LimitReached(
        "{one} and {other} have begun {most} rated matches this month, which is the most here; play an unrated one",
        one=one.name,
        other=other.name,
        most=most,
    )

"""Who follows matches of others: they are sent what happens in them."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import LimitReached
from bot.domain.unit_of_work import UnitOfWork
from bot.store import insert_new
from bot.store.tables import followers

MOST_FOLLOWED = 25
"""How many matches a member may follow."""
MOST_FOLLOWERS = 50
"""How many members may follow a match."""


async def of(connection: AsyncConnection, match: int) -> Sequence[int]:
    """Who follows a match."""
    return (await connection.execute(sa.select(followers.c.user).where(followers.c.match == match))).scalars().all()


async def follows(connection: AsyncConnection, match: int, user: int) -> bool:
    """Whether a member follows a match."""
    query = sa.select(followers).where(followers.c.match == match, followers.c.user == user)
    return (await connection.execute(query)).first() is not None


async def followed(connection: AsyncConnection, user: int) -> Sequence[int]:
    """The matches that a member follows."""
    return (await connection.execute(sa.select(followers.c.match).where(followers.c.user == user))).scalars().all()


async def add(work: UnitOfWork, match: int, user: int) -> None:
    """Let a member follow a match, whose row is locked. Raises LimitReached."""
    await work.lock_members(user)
    connection = work.connection
    if await follows(connection, match, user):
        return
    if len(await followed(connection, user)) >= MOST_FOLLOWED:
        raise LimitReached("you’ve reached the limit of {most} followed matches", most=MOST_FOLLOWED)
    if len(await of(connection, match)) >= MOST_FOLLOWERS:
        raise LimitReached("this match has reached the limit of {most} followers", most=MOST_FOLLOWERS)
    await insert_new(connection, followers, match=match, user=user)


async def remove(connection: AsyncConnection, user: int, match: int | None = None) -> None:
    """Let a member follow a match, or all of them, no longer."""
    mine = followers.c.user == user
    which = mine if match is None else sa.and_(mine, followers.c.match == match)
    await connection.execute(followers.delete().where(which))

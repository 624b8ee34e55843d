"""The rows of blocks, and checks of them within the transactions that bring two members together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import Refused
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, Person
from bot.store import insert_new
from bot.store.tables import blocks, challenges


class Blocked(NamedTuple):
    """A blocked member, under the name they had then."""

    user: int
    name: str
    at: datetime


async def has_blocked(connection: AsyncConnection, user: int, other: int) -> bool:
    """Whether ``user`` has blocked ``other``."""
    query = sa.select(blocks.c.user).where(blocks.c.user == user, blocks.c.other == other)
    return (await connection.execute(query)).first() is not None


async def blocks_between(connection: AsyncConnection, user: int, others: Collection[int]) -> bool:
    """Whether a member has blocked any of some others, or one of them the member."""
    own = (blocks.c.user == user) & blocks.c.other.in_(others)
    theirs = (blocks.c.other == user) & blocks.c.user.in_(others)
    return (await connection.execute(sa.select(blocks.c.user).where(own | theirs).limit(1))).first() is not None


def no_block_between(user: int, column: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """The condition that neither ``user`` has blocked the member in a column, nor that member ``user``."""
    own = (blocks.c.user == user) & (blocks.c.other == column)
    theirs = (blocks.c.other == user) & (blocks.c.user == column)
    return ~sa.select(blocks.c.user).where(own | theirs).correlate_except(blocks).exists()


async def require_none(work: UnitOfWork, who: Person, other: Person, hidden: Refused) -> None:
    """Raises Refused where ``who`` has blocked ``other``, and ``hidden`` where ``other`` has blocked ``who``.

    ``hidden`` is a refusal that has other reasons, too, so that it does not disclose this one.
    """
    if COMPUTER in (who.id, other.id):
        return
    if await has_blocked(work.connection, other.id, who.id):
        raise hidden
    if await has_blocked(work.connection, who.id, other.id):
        raise Refused("you’ve blocked {other}; unblock them in /settings first", other=other.name)


async def blocked_by(connection: AsyncConnection, user: int) -> Sequence[Blocked]:
    """The members that ``user`` has blocked, the latest first."""
    query = sa.select(blocks.c.other, blocks.c.name, blocks.c.at).where(blocks.c.user == user)
    rows = await connection.execute(query.order_by(blocks.c.at.desc(), blocks.c.other))
    return [Blocked(*row) for row in rows]


async def add(work: UnitOfWork, user: int, other: Person) -> None:
    """Store a block, and close the open challenges between the two, as expired and without a notice."""
    await insert_new(work.connection, blocks, user=user, other=other.id, name=other.name, at=work.now)
    own, theirs = (
        (challenges.c.maker == maker) & (challenges.c.target == target)
        for maker, target in ((user, other.id), (other.id, user))
    )
    closed = challenges.update().where(own | theirs, challenges.c.status == "open")
    await work.connection.execute(closed.values(status="expired", open_until=None))


async def lift(connection: AsyncConnection, user: int, other: int) -> None:
    """Delete a block."""
    await connection.execute(blocks.delete().where(blocks.c.user == user, blocks.c.other == other))

"""The rows of blocks, and what is asked of them inside the transactions that bring two members together."""

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
from bot.store.tables import blocks


class Blocked(NamedTuple):
    """Somebody who is blocked, under the name they had then."""

    user: int
    name: str
    at: datetime


async def blocks_any(connection: AsyncConnection, user: int, other: int) -> bool:
    """Whether a member has blocked another one."""
    query = sa.select(blocks.c.user).where(blocks.c.user == user, blocks.c.other == other)
    return (await connection.execute(query)).first() is not None


async def blocks_between(connection: AsyncConnection, user: int, others: Collection[int]) -> bool:
    """Whether a member has blocked one of some others, or one of them the member."""
    theirs = (blocks.c.user == user) & blocks.c.other.in_(others), (blocks.c.other == user) & blocks.c.user.in_(others)
    return (await connection.execute(sa.select(blocks.c.user).where(sa.or_(*theirs)).limit(1))).first() is not None


async def blocked_by(connection: AsyncConnection, user: int) -> Sequence[Blocked]:
    """Whom a member has blocked, the latest first."""
    query = sa.select(blocks.c.other, blocks.c.name, blocks.c.at).where(blocks.c.user == user)
    rows = await connection.execute(query.order_by(blocks.c.at.desc(), blocks.c.other))
    return [Blocked(*row) for row in rows]


def apart_from(user: int, column: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """The condition that neither a member has blocked the one in a column, nor the other way round."""
    either = ((blocks.c.user == user) & (blocks.c.other == column)) | (
        (blocks.c.other == user) & (blocks.c.user == column)
    )
    return ~sa.select(blocks.c.user).where(either).correlate_except(blocks).exists()


async def require_none(work: UnitOfWork, who: Person, other: Person, hidden: Refused) -> None:
    """Raises Refused where ``who`` would begin something with somebody whom they have blocked.

    Raises ``hidden`` where it is the other way round: a refusal that has other reasons too, and does not tell this one.
    """
    if COMPUTER in (who.id, other.id):
        return
    if await blocks_any(work.connection, other.id, who.id):
        raise hidden
    if await blocks_any(work.connection, who.id, other.id):
        raise Refused("you’ve blocked {other}; unblock them in /settings first", other=other.name)


async def add(work: UnitOfWork, user: int, other: Person) -> None:
    """Store a block, unless there is one."""
    await insert_new(work.connection, blocks, user=user, other=other.id, name=other.name, at=work.now)


async def lift(connection: AsyncConnection, user: int, other: int) -> None:
    """Delete a block."""
    await connection.execute(blocks.delete().where(blocks.c.user == user, blocks.c.other == other))

"""The rows of exclusions: members banned in servers, and who is shut out by the host."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import Person
from bot.store import insert_new
from bot.store.tables import bans, shut_outs


class Banned(NamedTuple):
    """A member who is banned in a server, under the name they had then."""

    user: int
    name: str
    banned_at: datetime


class ShutOut(NamedTuple):
    """A user or a server that the host has shut out; the other id is NONE."""

    user: int
    server: int
    shut_out_at: datetime


def _summary(table: sa.Table) -> list[sa.ScalarSelect[object]]:
    """What changes with each row of a table that is added or deleted."""
    values = (sa.func.count(), sa.func.max(table.c.at), sa.func.sum(table.c.user % 1_000_003))
    return [sa.select(value).select_from(table).scalar_subquery() for value in values]


STATE = sa.select(*_summary(bans), *_summary(shut_outs))
"""Gives one row that changes with each exclusion that is made or lifted."""
_PAIRS = sa.union_all(
    sa.select(bans.c.scope, bans.c.user), sa.select(shut_outs.c.server, shut_outs.c.user)
)
PAIRS = sa.select(_PAIRS.subquery())
"""Gives pairs of a server and a user; NONE for all of them."""


async def count_banned(work: UnitOfWork, scope: int) -> int:
    """How many members are banned in a server."""
    query = sa.select(sa.func.count()).where(bans.c.scope == scope)
    return (await work.connection.execute(query)).scalar_one()


async def add_ban(work: UnitOfWork, scope: int, who: Person) -> None:
    """Store a ban."""
    await insert_new(work.connection, bans, scope=scope, user=who.id, name=who.name, at=work.now)


async def delete_ban(work: UnitOfWork, scope: int, user: int) -> bool:
    """Delete a ban; False where there is none."""
    ban = bans.delete().where(bans.c.scope == scope, bans.c.user == user)
    return bool((await work.connection.execute(ban)).rowcount)


async def banned(connection: AsyncConnection, scope: int) -> Sequence[Banned]:
    """The members banned in a server, the latest first."""
    query = sa.select(bans.c.user, bans.c.name, bans.c.at).where(bans.c.scope == scope)
    query = query.order_by(bans.c.at.desc(), bans.c.user)
    rows = await connection.execute(query)
    return [Banned(row.user, row.name, row.at) for row in rows]


async def shut_out(work: UnitOfWork, user: int, server: int) -> bool:
    """Store that a user or a server is shut out; False if it was stored before."""
    query = sa.select(shut_outs).where(*_of(user, server))
    if (await work.connection.execute(query)).first() is not None:
        return False
    await insert_new(work.connection, shut_outs, user=user, server=server, at=work.now)
    return True


async def let_in(work: UnitOfWork, user: int, server: int) -> bool:
    """Store that a user or a server is shut out no longer; False if they were not."""
    entry = shut_outs.delete().where(*_of(user, server))
    return bool((await work.connection.execute(entry)).rowcount)


def _of(user: int, server: int) -> tuple[sa.ColumnElement[bool], ...]:
    return shut_outs.c.user == user, shut_outs.c.server == server


async def by_host(connection: AsyncConnection) -> Sequence[ShutOut]:
    """The users and servers that the host has shut out, the latest first."""
    user = shut_outs.c.user
    server = shut_outs.c.server
    query = sa.select(user, server, shut_outs.c.at)
    query = query.order_by(shut_outs.c.at.desc(), user, server)
    rows = await connection.execute(query)
    return [ShutOut(row.user, row.server, row.at) for row in rows]

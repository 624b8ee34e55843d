"""The rows of exclusions: members banned in a server, and users and servers that the host has shut out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import UnitOfWork
from bot.store import insert_new
from bot.store.tables import bans, shut_outs

NONE = 0
"""The id that stands for no user, or no server."""
STATE = sa.select(
    *(
        sa.select(value).select_from(table).scalar_subquery()
        for table in (bans, shut_outs)
        for value in (sa.func.count(), sa.func.max(table.c.at), sa.func.sum(table.c.user % 1_000_003))
    )
)
"""One row that changes with each exclusion that is made or lifted."""
BANS = sa.select(bans.c.scope, bans.c.user)
SHUT_OUTS = sa.select(shut_outs.c.server, shut_outs.c.user)


class Banned(NamedTuple):
    """A member who is banned in a server, under the name they had then."""

    user: int
    name: str
    at: datetime


class ShutOut(NamedTuple):
    """A user or a server that the host has shut out; the other id is NONE."""

    user: int
    server: int
    at: datetime


async def banned_in(connection: AsyncConnection, scope: int) -> Sequence[Banned]:
    """The members banned in a server, the latest first."""
    query = sa.select(bans.c.user, bans.c.name, bans.c.at).where(bans.c.scope == scope)
    return [Banned(*row) for row in await connection.execute(query.order_by(bans.c.at.desc(), bans.c.user))]


async def ban(work: UnitOfWork, scope: int, user: int, name: str) -> None:
    """Store a ban, unless there is one."""
    await insert_new(work.connection, bans, scope=scope, user=user, name=name, at=work.now)


async def unban(connection: AsyncConnection, scope: int, user: int) -> bool:
    """Delete a ban; False if there was none."""
    ban = bans.delete().where(bans.c.scope == scope, bans.c.user == user)
    return bool((await connection.execute(ban)).rowcount)


async def all_shut_out(connection: AsyncConnection) -> Sequence[ShutOut]:
    """The users and servers that the host has shut out, the latest first."""
    columns = shut_outs.c.user, shut_outs.c.server, shut_outs.c.at
    query = sa.select(*columns).order_by(shut_outs.c.at.desc(), *columns[:2])
    return [ShutOut(*row) for row in await connection.execute(query)]


async def shut_out(work: UnitOfWork, user: int, server: int) -> None:
    """Store that a user or a server is shut out, unless it is."""
    await insert_new(work.connection, shut_outs, user=user, server=server, at=work.now)


async def let_in(connection: AsyncConnection, user: int, server: int) -> bool:
    """Delete that a user or a server is shut out; False if it was not."""
    exclusion = shut_outs.delete().where(shut_outs.c.user == user, shut_outs.c.server == server)
    return bool((await connection.execute(exclusion)).rowcount)

"""The rows of exclusions: a user in a server, a user everywhere (scope 0), or everybody in a server (user 0)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.events import JSON
from bot.domain.privacy import DELETED_NAME, plain
from bot.domain.unit_of_work import UnitOfWork
from bot.store import insert_new
from bot.store.tables import exclusions

EVERYWHERE = 0
EVERYBODY = 0
STATE = sa.select(sa.func.count(), sa.func.max(exclusions.c.at)).select_from(exclusions)
"""Differs from what it was once exclusions have been added or lifted."""
ALL = sa.select(exclusions.c.scope, exclusions.c.user)


class Excluded(NamedTuple):
    """Somebody, or a server, that is kept from using the bot."""

    scope: int
    user: int
    name: str
    at: datetime


async def in_scope(connection: AsyncConnection, scope: int) -> Sequence[Excluded]:
    """The members kept from using the bot in a server, the latest first."""
    return await _read(connection, exclusions.c.scope == scope, exclusions.c.user != EVERYBODY)


async def by_host(connection: AsyncConnection) -> Sequence[Excluded]:
    """The users and servers that the host has shut out."""
    return await _read(connection, sa.or_(exclusions.c.scope == EVERYWHERE, exclusions.c.user == EVERYBODY))


async def _read(connection: AsyncConnection, *which: sa.ColumnElement[bool]) -> Sequence[Excluded]:
    columns = (exclusions.c.scope, exclusions.c.user, exclusions.c.name, exclusions.c.at)
    query = sa.select(*columns).where(*which).order_by(exclusions.c.at.desc(), exclusions.c.scope, exclusions.c.user)
    return [Excluded(*row) for row in await connection.execute(query)]


async def add(work: UnitOfWork, scope: int, user: int, name: str = "") -> None:
    """Store an exclusion, unless there is one."""
    await insert_new(work.connection, exclusions, scope=scope, user=user, name=name, at=work.now)


async def lift(connection: AsyncConnection, scope: int, user: int) -> bool:
    """Delete an exclusion; False if there was none."""
    meant = exclusions.c.scope == scope, exclusions.c.user == user
    return bool((await connection.execute(exclusions.delete().where(*meant))).rowcount)


async def exported(connection: AsyncConnection, user: int) -> list[JSON]:
    """Where a person is kept from using the bot, as JSON."""
    rows = (await connection.execute(sa.select(exclusions).where(exclusions.c.user == user))).mappings()
    return [plain(row) for row in rows]


async def forget(connection: AsyncConnection, user: int) -> None:
    """Take a person's name off; that they are kept out stays, or deleting one's data would lift it."""
    await connection.execute(exclusions.update().where(exclusions.c.user == user).values(name=DELETED_NAME))


async def purge(connection: AsyncConnection, scope: int) -> None:
    """Delete those that a server's managers have made."""
    await connection.execute(exclusions.delete().where(exclusions.c.scope == scope, exclusions.c.user != EVERYBODY))

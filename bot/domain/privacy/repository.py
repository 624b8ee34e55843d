"""The rows about deletions: which were made, of which servers, and whether the file of the database
may still hold what was deleted.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import UnitOfWork
from bot.store.tables import deletions, key_values, scopes

REMAINS = "remains"
"""Under what name it is remembered that something was deleted which the file of the database may
still hold.
"""


async def tokens(connection: AsyncConnection) -> set[str]:
    """The tokens of the deletions that were made in this database."""
    return set((await connection.execute(sa.select(deletions.c.token))).scalars())


async def note_made(work: UnitOfWork, token: str | None) -> None:
    """Note that a deletion is made, and that the database's file may still hold what was deleted.

    :param token: of the deletion in the journal; None where there is no journal
    """
    if token is not None:
        await work.connection.execute(deletions.insert().values(token=token, at=work.now))
    await work.connection.execute(key_values.delete().where(key_values.c.name == REMAINS))
    mark = secrets.token_hex(8)
    await work.connection.execute(key_values.insert().values(name=REMAINS, value=mark))


def forget_before(moment: datetime) -> sa.Delete:
    """The statement that forgets which deletions were made before a moment."""
    return deletions.delete().where(deletions.c.at < moment)


async def remains_mark(connection: AsyncConnection) -> str | None:
    """The mark of the latest deletion of which the file may still hold something."""
    query = sa.select(key_values.c.value).where(key_values.c.name == REMAINS)
    return (await connection.execute(query)).scalar_one_or_none()


def forget_remains(mark: str) -> sa.Delete:
    """The statement by which nothing remains, unless something was deleted since ``mark``."""
    return key_values.delete().where(key_values.c.name == REMAINS, key_values.c.value == mark)


async def scope_ids(connection: AsyncConnection) -> Sequence[int]:
    """The ids of all servers and private channels."""
    return (await connection.execute(sa.select(scopes.c.id))).scalars().all()


async def left_before(connection: AsyncConnection, moment: datetime, limit: int) -> Sequence[int]:
    """Some servers from which the bot was removed before a moment."""
    query = sa.select(scopes.c.id).where(scopes.c.removed_at <= moment).limit(limit)
    return (await connection.execute(query)).scalars().all()


async def lock_removed(work: UnitOfWork, scope: int) -> datetime | None:
    """When the bot was removed from a server, which is locked until commit; None if it is there."""
    query = sa.select(scopes.c.removed_at).where(scopes.c.id == scope).with_for_update()
    removal_time: datetime | None = (await work.connection.execute(query)).scalar_one_or_none()
    return removal_time


async def lock_scope(work: UnitOfWork, scope: int) -> None:
    """Lock a server or private channel until commit."""
    query = sa.select(scopes.c.id).where(scopes.c.id == scope).with_for_update()
    await work.connection.execute(query)


async def set_removed(work: UnitOfWork, scope: int, removal_time: datetime) -> None:
    """Store when the bot was removed from a server, unless that is known."""
    row = scopes.update().where(scopes.c.id == scope, scopes.c.removed_at.is_(None))
    await work.connection.execute(row.values(removed_at=removal_time))


async def delete_scope(work: UnitOfWork, scope: int) -> None:
    """Delete the row of a server or private channel to which nothing refers any more."""
    await work.connection.execute(scopes.delete().where(scopes.c.id == scope))

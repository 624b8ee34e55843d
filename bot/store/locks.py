"""Locks on what has no row of its own, so that what was counted in a transaction stays true until
it is over.

All is locked in one order, so that no two transactions wait for each other: everything, which units
of work share and a deletion excludes (``Store.write``); the row of a match, of a challenge, of a
tournament; members; the row of a scope; what has come of a head start; the ratings of a game in a
scope; rows of ratings and of the outbox. Where that cannot be kept, the database notices and the
unit of work is done again (``bot.domain.unit_of_work.retried``). SQLite has one writer: nothing is
locked.
"""

from hashlib import blake2b

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection


async def lock(connection: AsyncConnection, *names: str) -> None:
    """Take locks of one kind, in the order of their names, until the transaction is over."""
    if connection.dialect.name != "postgresql" or not names:
        return
    locks = [sa.func.pg_advisory_xact_lock(_key(name)) for name in sorted(set(names))]
    await connection.execute(sa.select(*locks))


def _key(name: str) -> sa.ColumnElement[int]:
    """The number under which PostgreSQL keeps the lock of a name."""
    digest = blake2b(name.encode(), digest_size=8).digest()
    number = int.from_bytes(digest, "big", signed=True)
    return sa.cast(number, sa.BigInteger)

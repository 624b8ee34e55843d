"""Locks on what has no row of its own, held until a transaction is over, so that what was counted in it stays true.

Everything is locked in one order, so that no two transactions wait for each other:

0. everything, which all units of work share, but for a deletion, which is alone (``Store.write``);
1. the row of a match, 2. that of a challenge, 3. that of a tournament, 4. members (``member``), 5. the row of a scope,
6. the ratings of a game in a scope (``pool``), 7. rows of ratings and of the outbox.

Of one kind, several are locked at once by ``lock``, which sorts them. Where the order cannot be kept, the database
notices and the unit of work is done again
(``bot.domain.unit_of_work.retried``). SQLite has one writer at a time, so nothing needs to be locked there.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection


class Lock(NamedTuple):
    """Something to lock: ``rank`` is its place in the order."""

    rank: int
    name: str

    @property
    def key(self) -> int:
        """The number by which PostgreSQL knows it, 64 bits with a sign."""
        digest = blake2b(f"{self.rank} {self.name}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big", signed=True)


def member(user: int) -> Lock:
    """A member's quotas: challenges, matches, rated matches, pending answers, followed matches."""
    return Lock(4, str(user))


def pool(scope: int, game: str) -> Lock:
    """The ratings of a game in a scope."""
    return Lock(6, f"{scope} {game}")


async def lock(connection: AsyncConnection, *locks: Lock) -> None:
    """Take locks, in their order, until the transaction is over."""
    if connection.dialect.name != "postgresql" or not locks:
        return
    taken = [sa.func.pg_advisory_xact_lock(sa.cast(needed.key, sa.BigInteger)) for needed in sorted(set(locks))]
    await connection.execute(sa.select(*taken))

"""Blocks: made, listed and lifted by the member who wants to be left alone, and checked where two
members meet.
"""

import hashlib
import hmac
import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import LimitReached, Refused
from bot.domain.unit_of_work import Service, UnitOfWork, retried
from bot.domain.values import COMPUTER, Person, named
from bot.store import insert_new
from bot.store.personal import DELETED_NAME
from bot.store.tables import blocks, challenges, key_values

MOST_BLOCKED = 100  # members that one member may have blocked
KEY = "blocks"  # the name under which the key of hashes of deleted members is stored
FIRST_HASH = 2**62  # hashes are at least this large; ids of Discord's are smaller until 2050


class Blocked(NamedTuple):
    """A blocked member, under the name they had then."""

    user: int
    name: str
    at: datetime


class Blocks(Service):
    """Members who take no challenge, match or ping from certain others."""

    @retried
    async def block(self, user: int, other: Person) -> None:
        """Block a member without a notice; challenges between the two expire.

        Raises Refused, LimitReached.
        """
        if other.id == user:
            raise Refused("you can’t block yourself")
        if other.id <= COMPUTER:
            raise Refused("only people can be blocked")
        async with self._database.unit_of_work() as work:
            # for the limit, and so that no challenge is made at this moment
            await work.lock_quotas(user, other.id)
            await recognise(work.connection, other.id)
            known = [row.other for row in await work.connection.execute(_blocked_by(user))]
            if other.id in known:
                return
            if len(known) >= MOST_BLOCKED:
                raise LimitReached(
                    "you’ve reached the limit of {most} blocked members", most=MOST_BLOCKED
                )
            await insert_new(
                work.connection, blocks, user=user, other=other.id, name=other.name, at=work.now
            )
            own, theirs = (
                (challenges.c.maker == maker) & (challenges.c.target == target)
                for maker, target in ((user, other.id), (other.id, user))
            )
            closed = challenges.update().where(own | theirs, challenges.c.status == "open")
            await work.connection.execute(closed.values(status="expired", open_until=None))

    async def lift(self, user: int, other: int) -> None:
        """Unblock a member; does nothing if they were not blocked."""
        await self._database.run(
            blocks.delete().where(blocks.c.user == user, blocks.c.other == other)
        )

    async def between(self, user: int, others: Collection[int]) -> bool:
        """Whether a member has blocked any of the others, or one of them the member."""
        async with self._database.read() as connection:
            return await blocks_between(connection, user, others)

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Put a keyed hash in place of a user in the blocks of others, which hold if the user comes
        back.
        """
        connection = work.connection
        named = blocks.c.other == user
        if not (await connection.execute(sa.select(blocks.c.user).where(named).limit(1))).first():
            return 0
        await recognise(connection, user)
        if await _key(connection) is None:
            await connection.execute(
                key_values.insert().values(name=KEY, value=secrets.token_hex(32))
            )
        values = {"other": await _hash(connection, user), "name": DELETED_NAME}
        await connection.execute(blocks.update().where(named).values(values))
        return 0

    async def of(self, user: int) -> Sequence[Blocked]:
        """The members that ``user`` has blocked, the latest first; for ``user`` only."""
        return [Blocked(*row) for row in await self._database.store.fetch(_blocked_by(user))]


def _blocked_by(user: int) -> sa.Select[int, str, datetime]:
    query = sa.select(blocks.c.other, blocks.c.name, blocks.c.at).where(blocks.c.user == user)
    return query.order_by(blocks.c.at.desc(), blocks.c.other)


_KEY = sa.select(key_values.c.value).where(key_values.c.name == KEY)


async def _key(connection: AsyncConnection) -> str | None:
    return (await connection.execute(_KEY)).scalar_one_or_none()


def _hashed(key: str, user: int) -> int:
    digest = hmac.new(bytes.fromhex(key), str(user).encode(), hashlib.sha256).digest()
    return FIRST_HASH + int.from_bytes(digest[:8]) % FIRST_HASH


async def _hash(connection: AsyncConnection, user: int) -> int | None:
    """What stands for a member who has deleted their data; None while nobody has who was
    blocked.
    """
    return None if (key := await _key(connection)) is None else _hashed(key, user)


async def recognise(connection: AsyncConnection, user: int) -> None:
    """Put the id of a member back into blocks who has deleted their data and now uses the bot
    again.
    """
    hashed = await _hash(connection, user)
    if hashed is not None:
        known = sa.select(blocks.c.user).where(blocks.c.other == user)
        await connection.execute(
            blocks.delete().where(blocks.c.other == hashed, blocks.c.user.in_(known))
        )
        await connection.execute(blocks.update().where(blocks.c.other == hashed).values(other=user))


async def _known_as(connection: AsyncConnection, *users: int) -> list[int]:
    """The ids of members, with the hashes that may stand for them in blocks."""
    hashes = [await _hash(connection, user) for user in users]
    return [*users, *(hashed for hashed in hashes if hashed is not None)]


async def has_blocked(connection: AsyncConnection, user: int, other: int) -> bool:
    """Whether ``user`` has blocked ``other``."""
    query = sa.select(blocks.c.other, _KEY.scalar_subquery()).where(blocks.c.user == user)
    rows = await connection.execute(query)
    return any(
        blocked == other or (key and blocked == _hashed(key, other)) for blocked, key in rows
    )


async def blocks_between(connection: AsyncConnection, user: int, others: Collection[int]) -> bool:
    """Whether a member has blocked any of some others, or one of them the member."""
    own = (blocks.c.user == user) & blocks.c.other.in_(await _known_as(connection, *others))
    theirs = blocks.c.other.in_(await _known_as(connection, user)) & blocks.c.user.in_(others)
    return (
        await connection.execute(sa.select(blocks.c.user).where(own | theirs).limit(1))
    ).first() is not None


async def no_block_between(
    connection: AsyncConnection, user: int, column: sa.ColumnElement[int]
) -> sa.ColumnElement[bool]:
    """The condition that neither ``user`` has blocked the member in a column, nor that member
    ``user``.
    """
    own = (blocks.c.user == user) & (blocks.c.other == column)
    theirs = blocks.c.other.in_(await _known_as(connection, user)) & (blocks.c.user == column)
    return ~sa.select(blocks.c.user).where(own | theirs).correlate_except(blocks).exists()


async def require_none(work: UnitOfWork, who: Person, other: Person, hidden: Refused) -> None:
    """Raises Refused where ``who`` has blocked ``other``; ``hidden``, which has other reasons too,
    the other way.
    """
    if COMPUTER in (who.id, other.id):
        return
    if await has_blocked(work.connection, other.id, who.id):
        raise hidden
    if await has_blocked(work.connection, who.id, other.id):
        raise Refused(
            "you’ve blocked {other}; unblock them in /settings first", other=named(other.name)
        )

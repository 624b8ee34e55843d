"""The rows of blocks.

A keyed hash stands for a member who has deleted their data in the blocks of others, so that those
hold if the member comes back.
"""

import hashlib
import hmac
import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import Person
from bot.store import insert_new
from bot.store.personal import DELETED_NAME
from bot.store.tables import blocks, challenges, key_values

KEY = "blocks"  # the name under which the key of hashes of deleted members is stored
FIRST_HASH = 2**62  # hashes are at least this large; ids of Discord's are smaller until 2050
_KEY = sa.select(key_values.c.value).where(key_values.c.name == KEY)


class Blocked(NamedTuple):
    """A blocked member, under the name they had then."""

    user: int
    name: str
    blocked_at: datetime


async def blocked_by(connection: AsyncConnection, user: int) -> Sequence[Blocked]:
    """The members that ``user`` has blocked, the latest first."""
    query = sa.select(blocks.c.other, blocks.c.name, blocks.c.at).where(blocks.c.user == user)
    query = query.order_by(blocks.c.at.desc(), blocks.c.other)
    rows = await connection.execute(query)
    return [Blocked(row.other, row.name, row.at) for row in rows]


async def add(work: UnitOfWork, user: int, other: Person) -> None:
    """Store that ``user`` has blocked ``other``."""
    await insert_new(
        work.connection, blocks, user=user, other=other.id, name=other.name, at=work.now
    )


def delete(user: int, other: int) -> sa.Delete:
    """The statement by which ``user`` no longer blocks ``other``."""
    return blocks.delete().where(blocks.c.user == user, blocks.c.other == other)


async def expire_challenges(work: UnitOfWork, user: int, other: int) -> None:
    """End the open challenges between two members, as expired and without a notice."""
    by_one = (challenges.c.maker == user) & (challenges.c.target == other)
    by_other = (challenges.c.maker == other) & (challenges.c.target == user)
    still_open = challenges.update().where(by_one | by_other, challenges.c.status == "open")
    await work.connection.execute(still_open.values(status="expired", open_until=None))


async def has_blocked(connection: AsyncConnection, user: int, other: int) -> bool:
    """Whether ``user`` has blocked ``other``."""
    query = sa.select(blocks.c.other, _KEY.scalar_subquery()).where(blocks.c.user == user)
    for blocked_id, key in await connection.execute(query):
        if blocked_id == other:
            return True
        if key and blocked_id == _hash(key, other):
            return True
    return False


async def blocks_between(connection: AsyncConnection, user: int, others: Collection[int]) -> bool:
    """Whether a member has blocked any of some others, or one of them the member."""
    keys_of_others = await _known_as(connection, *others)
    keys_of_user = await _known_as(connection, user)
    own = (blocks.c.user == user) & blocks.c.other.in_(keys_of_others)
    theirs = blocks.c.user.in_(others) & blocks.c.other.in_(keys_of_user)
    query = sa.select(blocks.c.user).where(own | theirs).limit(1)
    return (await connection.execute(query)).first() is not None


async def no_block_between(
    connection: AsyncConnection, user: int, column: sa.ColumnElement[int]
) -> sa.ColumnElement[bool]:
    """The condition that neither ``user`` has blocked the member in a column, nor that member
    ``user``.
    """
    keys_of_user = await _known_as(connection, user)
    own = (blocks.c.user == user) & (blocks.c.other == column)
    theirs = (blocks.c.user == column) & blocks.c.other.in_(keys_of_user)
    block = sa.select(blocks.c.user).where(own | theirs)
    return ~block.correlate_except(blocks).exists()


async def recognise(connection: AsyncConnection, user: int) -> None:
    """Put the id of a member back into blocks who has deleted their data and now uses the bot
    again.
    """
    key = await _key(connection)
    if key is None:
        return
    by_hash = blocks.c.other == _hash(key, user)
    blocked_again = sa.select(blocks.c.user).where(blocks.c.other == user)
    doubles = blocks.delete().where(by_hash, blocks.c.user.in_(blocked_again))
    await connection.execute(doubles)
    await connection.execute(blocks.update().where(by_hash).values(other=user))


async def is_blocked(connection: AsyncConnection, user: int) -> bool:
    """Whether anybody has blocked a member, under their id."""
    query = sa.select(blocks.c.user).where(blocks.c.other == user).limit(1)
    return (await connection.execute(query)).first() is not None


async def hash_out(connection: AsyncConnection, user: int) -> None:
    """Put a keyed hash in place of a member in the blocks of others."""
    key = await _key(connection)
    if key is None:
        key = secrets.token_hex(32)
        await connection.execute(key_values.insert().values(name=KEY, value=key))
    by_others = blocks.update().where(blocks.c.other == user)
    await connection.execute(by_others.values(other=_hash(key, user), name=DELETED_NAME))


async def _key(connection: AsyncConnection) -> str | None:
    """The key of the hashes; None while nobody has deleted their data who was blocked."""
    return (await connection.execute(_KEY)).scalar_one_or_none()


def _hash(key: str, user: int) -> int:
    """What stands for a member who has deleted their data."""
    digest = hmac.new(bytes.fromhex(key), str(user).encode(), hashlib.sha256).digest()
    return FIRST_HASH + int.from_bytes(digest[:8]) % FIRST_HASH


async def _known_as(connection: AsyncConnection, *users: int) -> list[int]:
    """The ids of members, with the hashes that may stand for them in blocks."""
    key = await _key(connection)
    if key is None:
        return [*users]
    return [*users, *(_hash(key, user) for user in users)]

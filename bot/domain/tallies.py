"""What limits still have to count once the rows are gone that told it: who was asked, played or
met, and when.

A tally is a keyed hash of what is counted and of all the ids that it is about, with a moment. It
names nobody: without the key, no list of ids leads back to it, and tallies of different things
cannot be told to be of one member. The key is made of the bot's secret and of a random number in
the database. A tally is deleted once no limit looks back on it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import Service, UnitOfWork
from bot.store import insert_new
from bot.store.tables import key_values, tallies

KEY = "tallies"  # the name under which the random part of the key is stored
# hashes that stand for an id are at least this large; ids of Discord's are smaller until 2050
FIRST_NUMBER = 2**62

Counted: TypeAlias = Literal[
    "asked",
    "place",
    "rated",
    "off",
    "met",
    "offer",
    "ladder",
    "vacation",
    "team",
    "creator",
    "handicap",
    "even",
    "even here",
]
"""What is counted, and of which ids:

``asked``: a member challenged another one, or invited them to a team (maker, target). ``place``:
asked them to take a place in a tournament, to play on a ladder or to organise (asker, other).
``rated``: a rated match began (scope, one, other). ``off``: a match was called off (one, other).
``met``: the bot paired two (one, other). ``offer``: an offer was taken (offer, taker). ``ladder``:
two played on a ladder (tournament, one, other). ``vacation``: of a member. ``team``: a member began
to lead a side. ``creator``: a member announced a tournament (scope, member). ``handicap``: one was
offered to two unasked, or declined by one of them (game, one, other). ``even``: a match with a head
start has told what that is worth (head start, one, other). ``even here``: the same (head start,
scope).
"""


async def note(
    work: UnitOfWork, what: Counted, *ids: int, expiry: datetime, time: datetime | None = None
) -> None:
    """Count something at a ``time``, by default now; after ``expiry`` no limit looks back on it."""
    if expiry <= work.now:
        return
    key = await _key(work.connection, work.secret) or await _new_key(work)
    values = {"subject": _subject(key, what, ids), "at": time or work.now, "until": expiry}
    await work.connection.execute(tallies.insert().values(values))


async def spans(
    connection: AsyncConnection, secret: bytes, now: datetime, what: Counted, *ids: int
) -> Sequence[tuple[datetime, datetime]]:
    """When something was counted on which limits still look back, and until when they do, in
    order.
    """
    key = await _key(connection, secret)
    if key is None:
        return ()
    subject = _subject(key, what, ids)
    query = (
        sa.select(tallies.c.at, tallies.c.until)
        .where(tallies.c.subject == subject, tallies.c.until > now)
        .order_by(tallies.c.at)
    )
    return [(row.at, row.until) for row in await connection.execute(query)]


async def times(
    connection: AsyncConnection, secret: bytes, now: datetime, what: Counted, *ids: int
) -> Sequence[datetime]:
    """When something was counted on which limits still look back, in order."""
    return [time for time, _ in await spans(connection, secret, now, what, *ids)]


async def noted(work: UnitOfWork, what: Counted, *ids: int) -> Sequence[datetime]:
    """The same as ``times``, in a unit of work."""
    return await times(work.connection, work.secret, work.now, what, *ids)


async def forget_all(work: UnitOfWork, what: Counted, *ids: int) -> None:
    """Count something no longer: it is counted elsewhere again."""
    key = await _key(work.connection, work.secret)
    if key:
        subject = _subject(key, what, ids)
        await work.connection.execute(tallies.delete().where(tallies.c.subject == subject))


async def forget_latest(work: UnitOfWork, what: Counted, *ids: int) -> None:
    """Count the latest of something no longer: it was taken up."""
    key = await _key(work.connection, work.secret)
    if key:
        is_own = tallies.c.subject == _subject(key, what, ids)
        latest_id = sa.select(sa.func.max(tallies.c.id)).where(is_own).scalar_subquery()
        await work.connection.execute(tallies.delete().where(tallies.c.id == latest_id))


async def number(work: UnitOfWork, what: Counted, *ids: int, make: bool = False) -> int | None:
    """A number that stands for ids in a column that holds one; None where there is no key yet,
    unless to ``make``.
    """
    key = await _key(work.connection, work.secret)
    if key is None and make:
        key = await _new_key(work)
    if key is None:
        return None
    return FIRST_NUMBER + int(_subject(key, what, ids)[:16], 16) % FIRST_NUMBER


def number_of_text(text: str) -> int:
    """A number that stands for a text among the ids that a tally is about."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


class Tallies(Service):
    """The upkeep of what is counted."""

    async def prune(self) -> int:
        """Delete what no limit looks back on any more; how many."""
        expired_rows = tallies.delete().where(tallies.c.until <= self._database.now())
        return await self._database.run(expired_rows)


async def _key(connection: AsyncConnection, secret: bytes) -> bytes | None:
    """The key of the hashes; None while nothing was counted."""
    query = sa.select(key_values.c.value).where(key_values.c.name == KEY)
    random_part = (await connection.execute(query)).scalar_one_or_none()
    return (
        None if random_part is None else hmac.digest(secret, bytes.fromhex(random_part), "sha256")
    )


async def _new_key(work: UnitOfWork) -> bytes:
    """The key, made now unless another process was quicker."""
    await insert_new(work.connection, key_values, name=KEY, value=secrets.token_hex(32))
    key = await _key(work.connection, work.secret)
    assert key is not None
    return key


def _subject(key: bytes, what: Counted, ids: tuple[int, ...]) -> str:
    text = " ".join([what, *map(str, ids)])
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()[:32]


def pair(one: int, other: int) -> tuple[int, int]:
    """Two members, whoever is named first."""
    return min(one, other), max(one, other)

"""Rows and challenges: read with the scope they belong to, and written while they are open."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import clocks
from bot.domain.blocks.repository import apart_from
from bot.domain.challenges.challenge import Challenge
from bot.domain.errors import NotFound, Over
from bot.domain.unit_of_work import UnitOfWork, key_of
from bot.domain.values import Person
from bot.store.tables import challenges, matches, scopes

CHALLENGE = sa.select(challenges, scopes.c.guild).join(scopes, scopes.c.id == challenges.c.scope)


def no_such_challenge() -> NotFound:
    """What somebody is told of a challenge that there is not, and of one that is not theirs to see."""
    return NotFound("that challenge no longer exists")


async def get(connection: AsyncConnection, challenge: int, now: datetime) -> Challenge:
    """A challenge by its id. Raises NotFound."""
    return _one(await connection.execute(CHALLENGE.where(challenges.c.id == challenge)), now)


async def locked(work: UnitOfWork, challenge: int) -> Challenge:
    """A challenge that nobody else changes until the unit of work is over. Raises NotFound."""
    found = await get(work.connection, challenge, work.now)
    if work.connection.dialect.name != "postgresql":
        return found
    if found.rematch_of is not None:
        # The row of a match comes before that of a challenge.
        first = sa.select(matches.c.id).where(matches.c.id == found.rematch_of).with_for_update()
        await work.connection.execute(first)
    query = CHALLENGE.where(challenges.c.id == challenge).with_for_update(of=challenges)
    return _one(await work.connection.execute(query), work.now)


async def found(connection: AsyncConnection, query: sa.Select[*tuple[object, ...]]) -> list[Challenge]:
    """The challenges that a query of ``CHALLENGE`` finds."""
    return [_read(row) for row in await connection.execute(query)]


async def rematch_offer(work: UnitOfWork, match: int) -> Challenge | None:
    """The open challenge to play a match again, which nobody else changes until the unit of work is over."""
    query = CHALLENGE.where(challenges.c.rematch_of == match, challenges.c.open_until > work.now)
    query = query.with_for_update(of=challenges)
    row = (await work.connection.execute(query)).one_or_none()
    return None if row is None else _read(row)


def expired(now: datetime) -> sa.Select[int]:
    """The open challenges whose time is over."""
    return sa.select(challenges.c.id).where(*_expired(now))


async def take_expired(work: UnitOfWork, limit: int) -> Sequence[Challenge]:
    """Open challenges whose time is over, locked."""
    query = CHALLENGE.where(*_expired(work.now)).order_by(challenges.c.id).limit(limit)
    return await found(work.connection, query.with_for_update(of=challenges, skip_locked=True))


async def add(work: UnitOfWork, challenge: Challenge) -> Challenge:
    """Store a new challenge, which is open; it is given its id."""
    target = challenge.target
    values = {
        "scope": challenge.scope,
        "channel": challenge.channel,
        "maker": challenge.maker.id,
        "maker_name": challenge.maker.name,
        "target": None if target is None else target.id,
        "target_name": None if target is None else target.name,
        "game": challenge.game.slug,
        "options": dict(challenge.options),
        "side": challenge.side,
        "clock": str(challenge.clock),
        "rated": challenge.rated,
        "note": challenge.note,
        "explore": challenge.explore,
        "status": challenge.status,
        "match": challenge.match,
        "rematch_of": challenge.rematch_of,
        "created_at": challenge.created,
        "expires_at": challenge.expires,
        "open_until": challenge.expires,
    }
    return replace(challenge, id=key_of(await work.connection.execute(challenges.insert(), values)))


async def close_between(work: UnitOfWork, one: int, other: int) -> None:
    """End the open challenges between two members, as if their time were over."""
    between = sa.or_(
        (challenges.c.maker == one) & (challenges.c.target == other),
        (challenges.c.maker == other) & (challenges.c.target == one),
    )
    await _close(work, between)


async def close_of(work: UnitOfWork, scope: int, user: int) -> None:
    """End the open challenges by and to a member in a server, as if their time were over."""
    await _close(work, challenges.c.scope == scope, _by_or_to(user))


async def _close(work: UnitOfWork, *which: sa.ColumnElement[bool]) -> None:
    closed = challenges.update().where(*which, challenges.c.status == "open")
    await work.connection.execute(closed.values(status="expired", open_until=None))


async def clear_notes(work: UnitOfWork, scope: int, user: int) -> int:
    """Take the notes off a member's open challenges in a server; how many there were."""
    own = (
        challenges.c.scope == scope,
        challenges.c.maker == user,
        challenges.c.status == "open",
        challenges.c.note != "",
    )
    return (await work.connection.execute(challenges.update().where(*own).values(note=""))).rowcount


async def end(work: UnitOfWork, challenge: Challenge) -> None:
    """Store what has become of a challenge that was open. Raises Over: of two who try one is refused."""
    still = challenges.update().where(challenges.c.id == challenge.id, challenges.c.status == "open")
    columns = {"status": challenge.status, "match": challenge.match, "open_until": None}
    if (await work.connection.execute(still.values(columns))).rowcount != 1:
        raise Over("this challenge is no longer open")


async def channels_of_open(connection: AsyncConnection, scope: int, now: datetime) -> Collection[int]:
    """The channels in which challenges are open to anyone."""
    query = sa.select(challenges.c.channel).where(
        challenges.c.scope == scope, challenges.c.open_until > now, challenges.c.target.is_(None)
    )
    return set((await connection.execute(query.distinct())).scalars())


def listed(
    scope: int, now: datetime, user: int, channels: Collection[int], limit: int, offset: int
) -> sa.Select[*tuple[object, ...]]:
    """Open challenges of a place, newest first: to or by a user, and in some channels to anyone."""
    anyone = challenges.c.target.is_(None) & challenges.c.channel.in_(channels)
    return (
        CHALLENGE.where(challenges.c.scope == scope, challenges.c.open_until > now)
        .where(sa.or_(anyone, _by_or_to(user)), apart_from(user, challenges.c.maker))
        .order_by(challenges.c.id.desc())
        .limit(limit)
        .offset(offset)
    )


def _by_or_to(user: int) -> sa.ColumnElement[bool]:
    return sa.or_(challenges.c.maker == user, challenges.c.target == user)


def _expired(now: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return challenges.c.open_until.is_not(None), challenges.c.open_until <= now


def _one(result: sa.CursorResult[*tuple[object, ...]], now: datetime) -> Challenge:
    """The challenge that a query has found, as it is at a moment. Raises NotFound."""
    row = result.one_or_none()
    if row is None:
        raise no_such_challenge()
    return _read(row).at(now)


def _read(row: sa.Row[*tuple[object, ...]]) -> Challenge:
    return Challenge(
        id=row.id,
        scope=row.scope,
        guild=row.guild,
        channel=row.channel,
        maker=Person(row.maker, row.maker_name),
        target=None if row.target is None else Person(row.target, row.target_name),
        game=games.get(row.game),
        options=row.options,
        side=row.side,
        clock=clocks.parse(row.clock),
        rated=row.rated,
        note=row.note,
        status=row.status,
        match=row.match,
        rematch_of=row.rematch_of,
        created=row.created_at,
        expires=row.expires_at,
        explore=row.explore,
    )


async def name_of_match(connection: AsyncConnection, match: int) -> str:
    """The short name of a match."""
    number = (await connection.execute(sa.select(matches.c.number).where(matches.c.id == match))).scalar_one_or_none()
    return f"M{number}"


async def note_rematch(work: UnitOfWork, match: int, rematch: int) -> None:
    """Store that a match is played again."""
    values = {"rematch": rematch, "revision": matches.c.revision + 1}
    await work.connection.execute(matches.update().where(matches.c.id == match).values(values))

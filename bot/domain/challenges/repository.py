"""The rows of challenges."""

from collections.abc import Collection, Sequence, Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import clocks
from bot.domain.blocks.repository import no_block_between
from bot.domain.challenges.challenge import Challenge
from bot.domain.errors import NotFound, Over
from bot.domain.unit_of_work import RowSource, UnitOfWork
from bot.domain.values import Person, Place
from bot.store import key_of
from bot.store.tables import challenges, matches, offers, scopes

_SAME = ("side", "rated", "note", "explore", "rematch_of", "counters")
"""Columns that are attributes of a challenge under the same name."""
CHALLENGE = sa.select(challenges, scopes.c.guild).join(scopes, scopes.c.id == challenges.c.scope)


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """Whom an open challenge is by and to, and in which place.

    :param target: None: it is to anyone
    """

    id: int
    maker: int
    target: int | None
    scope: int

    def concerns(self, user: int, scope: int) -> bool:
        """Whether it is by or to a user, or to anyone in a place."""
        is_to_anyone = self.target is None and self.scope == scope
        return is_to_anyone or user in (self.maker, self.target)


def no_such_challenge() -> NotFound:
    """Error for a challenge that does not exist or may not be seen."""
    return NotFound("that challenge no longer exists")


async def get(connection: AsyncConnection, challenge: int, now: datetime) -> Challenge:
    """A challenge by its id. Raises NotFound."""
    query = CHALLENGE.where(challenges.c.id == challenge)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        raise no_such_challenge()
    return _read(row, now)


async def locked(work: UnitOfWork, challenge: int) -> Challenge:
    """A challenge, locked until the unit of work ends. Raises NotFound."""
    rematch_of = (await get(work.connection, challenge, work.now)).rematch_of
    if rematch_of is not None:  # the row of a match is locked before that of a challenge
        match_row = sa.select(matches.c.id).where(matches.c.id == rematch_of)
        await work.connection.execute(match_row.with_for_update())
    row = sa.select(challenges.c.id).where(challenges.c.id == challenge)
    await work.connection.execute(row.with_for_update())
    return await get(work.connection, challenge, work.now)


async def rematch_offer(
    connection: AsyncConnection, match: int, now: datetime, *, lock: bool = False
) -> Challenge | None:
    """The open challenge to play a match or its pair again.

    :param lock: until the unit of work ends
    """
    is_rematch = challenges.c.rematch_of.in_(_halves(match))
    query = CHALLENGE.where(is_rematch, challenges.c.open_until > now)
    if lock:
        query = query.with_for_update(of=challenges)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else _read(row, now)


def expired_query(now: datetime) -> sa.Select[int]:
    """Gives the challenges whose time is over and that are not closed yet."""
    return sa.select(challenges.c.id).where(challenges.c.open_until <= now)


async def take_expired(work: UnitOfWork, limit: int) -> list[Challenge]:
    """Challenges whose time is over and that are not closed yet, locked until the unit of work
    ends.
    """
    query = CHALLENGE.where(challenges.c.open_until <= work.now)
    query = query.order_by(challenges.c.id).limit(limit)
    query = query.with_for_update(of=challenges, skip_locked=True)
    rows = await work.connection.execute(query)
    return [_read(row, work.now) for row in rows]


async def add(work: UnitOfWork, challenge: Challenge) -> Challenge:
    """Store a new, open challenge; returns it with its id."""
    place = challenge.place
    maker = challenge.maker
    target = challenge.target
    values = {name: getattr(challenge, name) for name in _SAME}
    values |= {
        "scope": place.scope,
        "channel": place.channel,
        "maker": maker.id,
        "maker_name": maker.name,
        "target": None if target is None else target.id,
        "target_name": None if target is None else target.name,
        "game": challenge.game.slug,
        "options": dict(challenge.options),
        "clock": str(challenge.clock),
        "status": challenge.status,
        "created_at": challenge.created_at,
        "expires_at": challenge.expires,
        "open_until": challenge.expires,
    }
    key = key_of(await work.connection.execute(challenges.insert(), values))
    return replace(challenge, id=key)


async def close_of(work: UnitOfWork, scope: int, user: int) -> None:
    """Close the open challenges by and to a member in a server, as expired and without a notice,
    and their offers.
    """
    own_offers = offers.delete().where(offers.c.scope == scope, offers.c.maker == user)
    await work.connection.execute(own_offers)
    open_challenges = challenges.update().where(
        challenges.c.scope == scope, _by_or_to(user), challenges.c.status == "open"
    )
    await work.connection.execute(open_challenges.values(status="expired", open_until=None))


async def clear_notes(work: UnitOfWork, scope: int, user: int) -> int:
    """Delete the notes of a member's open challenges in a server; returns how many there were."""
    with_note = challenges.update().where(
        challenges.c.scope == scope,
        challenges.c.maker == user,
        challenges.c.status == "open",
        challenges.c.note != "",
    )
    return (await work.connection.execute(with_note.values(note=""))).rowcount


async def end(work: UnitOfWork, challenge: Challenge) -> None:
    """Store the final status of a challenge.

    Raises Over where another transaction has ended it first.
    """
    update = _if_open(challenge.id).values(
        status=challenge.status, match=challenge.match, open_until=None
    )
    result = await work.connection.execute(update)
    if result.rowcount != 1:
        raise Over("this challenge is no longer open")


def _if_open(challenge: int) -> sa.Update:
    """A statement that changes a challenge if it is still open."""
    return challenges.update().where(challenges.c.id == challenge, challenges.c.status == "open")


async def close_countered(work: UnitOfWork, challenge: int, match: int) -> None:
    """Close an open challenge, if it still is, once a counter-offer to it has become a match."""
    update = _if_open(challenge).values(status="countered", match=match, open_until=None)
    await work.connection.execute(update)


async def listed(
    connection: AsyncConnection,
    scope: int,
    now: datetime,
    user: int,
    channels: Collection[int],
    limit: int,
    offset: int,
) -> list[Challenge]:
    """Open challenges of a place, newest first: by or to a user, and those open to anyone in some
    channels.
    """
    to_anyone = challenges.c.target.is_(None) & challenges.c.channel.in_(channels)
    no_block = await no_block_between(connection, user, challenges.c.maker)
    query = CHALLENGE.where(challenges.c.scope == scope, challenges.c.open_until > now)
    query = query.where(to_anyone | _by_or_to(user), no_block)
    query = query.order_by(challenges.c.id.desc()).limit(limit).offset(offset)
    rows = await connection.execute(query)
    return [_read(row, now) for row in rows]


async def concerning(
    connection: AsyncConnection, now: datetime, user: int, limit: int
) -> list[Challenge]:
    """Open challenges by or to a user, wherever they were made, newest first."""
    no_block = await no_block_between(connection, user, challenges.c.maker)
    query = (
        CHALLENGE.where(challenges.c.open_until > now)
        .where(_by_or_to(user), no_block)
        .order_by(challenges.c.id.desc())
    )
    rows = await connection.execute(query.limit(limit))
    return [_read(row, now) for row in rows]


async def open_to(
    reader: RowSource, now: datetime, users: Collection[int], scopes: Collection[int]
) -> Sequence[OpenChallenge]:
    """Open challenges by or to some users, and to anyone in some places."""
    is_theirs = challenges.c.maker.in_(users) | challenges.c.target.in_(users)
    to_anyone = challenges.c.scope.in_(scopes) & challenges.c.target.is_(None)
    query = sa.select(challenges.c.id, challenges.c.maker, challenges.c.target, challenges.c.scope)
    query = query.where(challenges.c.open_until > now, is_theirs | to_anyone)
    rows = await reader.fetch(query.order_by(challenges.c.id))
    return [OpenChallenge(row.id, row.maker, row.target, row.scope) for row in rows]


async def open_channels(connection: AsyncConnection, scope: int, now: datetime) -> AbstractSet[int]:
    """The channels of a place in which open challenges to anyone stand."""
    query = sa.select(challenges.c.channel).where(
        challenges.c.scope == scope,
        challenges.c.open_until > now,
        challenges.c.target.is_(None),
    )
    return set((await connection.execute(query.distinct())).scalars())


def _by_or_to(user: int) -> sa.ColumnElement[bool]:
    return (challenges.c.maker == user) | (challenges.c.target == user)


def _read(row: sa.Row[*tuple[object, ...]], now: datetime) -> Challenge:
    """The challenge of a row as it is now: an open one may have expired."""
    columns = row._mapping
    values = {name: columns[name] for name in ("id", "options", "match", *_SAME)}
    target = None
    if row.target is not None:
        target = Person(row.target, row.target_name)
    status = row.status
    if status == "open" and row.expires_at <= now:
        status = "expired"
    return Challenge(
        **values,
        place=Place(row.scope, row.channel, row.guild),
        maker=Person(row.maker, row.maker_name),
        target=target,
        game=games.get(row.game),
        clock=clocks.parse(row.clock),
        status=status,
        created_at=row.created_at,
        expires=row.expires_at,
    )


async def running_half(work: UnitOfWork, match: int) -> str | None:
    """The name of a match of the pair of ``match`` that still runs; None if neither does."""
    is_running = matches.c.finished_at.is_(None)
    query = sa.select(matches.c.number).where(matches.c.id.in_(_halves(match)), is_running)
    number = (await work.connection.execute(query)).scalar()
    return None if number is None else f"M{number}"


async def match_name(work: UnitOfWork, match: int) -> str:
    """The name of a match of a server."""
    query = sa.select(matches.c.number).where(matches.c.id == match)
    number = (await work.connection.execute(query)).scalar_one_or_none()
    return f"M{number}"


async def note_rematch(work: UnitOfWork, match: int, rematch: int) -> None:
    """Store that a match, or the pair that it is of, is played again."""
    halves = matches.update().where(matches.c.id.in_(_halves(match)))
    new_revision = matches.c.revision + 1
    await work.connection.execute(halves.values(rematch=rematch, revision=new_revision))


def _halves(match: int) -> sa.Select[int]:
    """The id of a match, and of the other one of its pair."""
    first_match = matches.alias()
    half = matches.alias()
    same_or_other = sa.or_(half.c.id == first_match.c.id, half.c.number == first_match.c.pair)
    of_pair = sa.and_(half.c.scope == first_match.c.scope, same_or_other)
    return sa.select(half.c.id).join(first_match, of_pair).where(first_match.c.id == match)

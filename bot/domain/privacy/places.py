"""Private channels, which lead to those who are in them: left when a person deletes their data, and
when unused.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.privacy import rows
from bot.domain.values import COMPUTER, NOBODY, WORLD
from bot.store.tables import challenges, matches, outbox, pending_answers, scopes, tournaments

SLICE = 500


async def leave(connection: AsyncConnection, user: int) -> None:
    """Take a person, whose matches have ended, out of the private channels in which they played.

    What nobody else has taken part in is deleted. A channel in which others go on playing stays;
    else the matches of others stay under a number that leads nowhere.
    """
    for scope in await _of(connection, user):
        here = matches.c.scope == scope
        mine = [seat.in_((user, COMPUTER, NOBODY)) for seat in (matches.c.seat0, matches.c.seat1)]
        own = sa.or_(matches.c.imported.is_(None), matches.c.imported == user)
        await connection.execute(matches.delete().where(here, *mine, own))
        if await _used_by_others(connection, scope, user):
            continue
        if (
            await connection.execute(sa.select(matches.c.id).where(here).limit(1))
        ).first() is not None:
            await _hide(connection, scope)
        else:
            await connection.execute(outbox.delete().where(outbox.c.scope == scope))
            while await rows.purge(connection, scope, SLICE):
                pass
        await connection.execute(scopes.delete().where(scopes.c.id == scope))


async def unused(
    connection: AsyncConnection, since: datetime, limit: int, *where: sa.ColumnElement[bool]
) -> Sequence[int]:
    """Private channels in which nothing is going on, and nothing has since a moment."""
    busy = [
        sa.exists().where(matches.c.scope == scopes.c.id, matches.c.finished_at.is_(None)),
        sa.exists().where(matches.c.scope == scopes.c.id, matches.c.finished_at >= since),
        sa.exists().where(challenges.c.scope == scopes.c.id, challenges.c.created_at >= since),
        sa.exists().where(tournaments.c.scope == scopes.c.id, tournaments.c.finished_at.is_(None)),
    ]
    private = scopes.c.guild.is_(False), scopes.c.id != WORLD
    query = sa.select(scopes.c.id).where(*private, ~sa.or_(*busy), *where).limit(limit)
    return (await connection.execute(query)).scalars().all()


async def _of(connection: AsyncConnection, user: int) -> Sequence[int]:
    """The private channels in which a person has played, challenged or asked something."""
    columns = (
        (matches.c.scope, matches.c.seat0),
        (matches.c.scope, matches.c.seat1),
        (matches.c.scope, matches.c.imported),
        (challenges.c.scope, challenges.c.maker),
        (challenges.c.scope, challenges.c.target),
        (pending_answers.c.scope, pending_answers.c.user),
    )
    theirs = sa.union(*(sa.select(scope).where(person == user) for scope, person in columns))
    private = scopes.c.guild.is_(False), scopes.c.id != WORLD
    query = sa.select(scopes.c.id).where(*private, scopes.c.id.in_(theirs)).order_by(scopes.c.id)
    return (await connection.execute(query)).scalars().all()


async def _used_by_others(connection: AsyncConnection, scope: int, user: int) -> bool:
    """Whether somebody else plays in a channel, or could begin to at any moment."""
    running = sa.select(matches.c.id).where(
        matches.c.scope == scope, matches.c.finished_at.is_(None)
    )
    others = (
        sa.or_(challenges.c.target.is_(None), challenges.c.target != user),
        challenges.c.maker != user,
    )
    here = challenges.c.scope == scope, challenges.c.open_until.is_not(None)
    opened = sa.select(challenges.c.id).where(*here, *others)
    going = sa.select(tournaments.c.id).where(
        tournaments.c.scope == scope, tournaments.c.finished_at.is_(None)
    )
    for query in (running, opened, going):
        if (await connection.execute(query.limit(1))).first() is not None:
            return True
    return False


async def _hide(connection: AsyncConnection, scope: int) -> None:
    """Keep what is left of a private channel under a number that leads nowhere."""
    hidden = -2 - secrets.randbelow(2**62)
    query = sa.select(scopes).where(scopes.c.id == scope)
    row = dict((await connection.execute(query)).one()._mapping)
    await connection.execute(scopes.insert().values({**row, "id": hidden}))
    await rows.rename_place(connection, scope, hidden)

"""Private channels, which lead to those who are in them: left when a person deletes their data, and
when unused.
"""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.privacy import rows
from bot.domain.values import COMPUTER, NOBODY, WORLD
from bot.store.tables import challenges, matches, pending_answers, scopes, tournaments

SLICE = 500
_PRIVATE = (scopes.c.guild.is_(False), scopes.c.id != WORLD)


async def leave(connection: AsyncConnection, user: int) -> None:
    """Take a person, whose matches have ended, out of the private channels in which they played.

    What nobody else has taken part in is deleted. A channel in which others go on playing stays;
    else the matches of others stay under a number that leads nowhere.
    """
    for scope in await _of(connection, user):
        await _delete_own_matches(connection, scope, user)
        if await _used_by_others(connection, scope, user):
            continue
        any_match = sa.select(matches.c.id).where(matches.c.scope == scope)
        if await _has_rows(connection, any_match):
            await _hide(connection, scope)
        else:
            await _purge(connection, scope)
        await connection.execute(scopes.delete().where(scopes.c.id == scope))


async def _has_rows(connection: AsyncConnection, query: sa.Select[int]) -> bool:
    return (await connection.execute(query.limit(1))).first() is not None


async def unused(
    connection: AsyncConnection,
    cutoff: datetime,
    limit: int,
    candidates: Collection[int] | None = None,
) -> Sequence[int]:
    """Private channels in which nothing is going on, and nothing has since a moment.

    :param candidates: only these; None: all
    """
    match_end = matches.c.finished_at
    a_match = sa.or_(match_end.is_(None), match_end >= cutoff)
    a_challenge = challenges.c.created_at >= cutoff
    a_tournament = tournaments.c.finished_at.is_(None)
    busy = (
        sa.exists().where(matches.c.scope == scopes.c.id, a_match),
        sa.exists().where(challenges.c.scope == scopes.c.id, a_challenge),
        sa.exists().where(tournaments.c.scope == scopes.c.id, a_tournament),
    )
    query = sa.select(scopes.c.id).where(*_PRIVATE, ~sa.or_(*busy)).limit(limit)
    if candidates is not None:
        query = query.where(scopes.c.id.in_(candidates))
    return (await connection.execute(query)).scalars().all()


async def _delete_own_matches(connection: AsyncConnection, scope: int, user: int) -> None:
    """Delete the matches of a channel in which nobody else took part."""
    nobody_else = (user, COMPUTER, NOBODY)
    imported_by = matches.c.imported
    deletion = matches.delete().where(
        matches.c.scope == scope,
        matches.c.seat0.in_(nobody_else),
        matches.c.seat1.in_(nobody_else),
        sa.or_(imported_by.is_(None), imported_by == user),
    )
    await connection.execute(deletion)


async def _purge(connection: AsyncConnection, scope: int) -> None:
    """Delete all that is left of a channel but its own row."""
    while await rows.purge(connection, scope, SLICE):
        pass


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
    ids = sa.union(*(sa.select(scope).where(person == user) for scope, person in columns))
    query = sa.select(scopes.c.id).where(*_PRIVATE, scopes.c.id.in_(ids))
    return (await connection.execute(query.order_by(scopes.c.id))).scalars().all()


async def _used_by_others(connection: AsyncConnection, scope: int, user: int) -> bool:
    """Whether somebody else plays in a channel, or could begin to at any moment."""
    running_matches = sa.select(matches.c.id)
    running_matches = running_matches.where(
        matches.c.scope == scope, matches.c.finished_at.is_(None)
    )
    target = challenges.c.target
    challenge = sa.select(challenges.c.id).where(
        challenges.c.scope == scope,
        challenges.c.open_until.is_not(None),
        sa.or_(target.is_(None), target != user),
        challenges.c.maker != user,
    )
    contest = sa.select(tournaments.c.id)
    contest = contest.where(tournaments.c.scope == scope, tournaments.c.finished_at.is_(None))
    for query in (running_matches, challenge, contest):
        if await _has_rows(connection, query):
            return True
    return False


async def _hide(connection: AsyncConnection, scope: int) -> None:
    """Keep what is left of a private channel under a number that leads nowhere."""
    number = -2 - secrets.randbelow(2**62)
    query = sa.select(scopes).where(scopes.c.id == scope)
    row = (await connection.execute(query)).one()._asdict()
    await connection.execute(scopes.insert().values({**row, "id": number}))
    await rows.rename_place(connection, scope, number)

"""Who follows matches of others: they are sent what happens in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import LimitReached
from bot.domain.hours import tell_at
from bot.domain.matches.events import MatchFinished, TurnPlayed
from bot.domain.matches.match import Match
from bot.domain.members.settings import MemberSettings
from bot.domain.outbox import enqueue_for_followers
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.store import insert_new
from bot.store.tables import followers, members

Follows: TypeAlias = Literal["turns", "highlights"]
"""What somebody who follows a match is sent: every turn, or threats to win and the end alone."""

MOST_FOLLOWED = 25
"""How many matches a member may follow."""
MOST_FOLLOWERS = 50
"""How many members may follow a match."""


async def of(connection: AsyncConnection, match: int) -> Sequence[int]:
    """Who follows a match."""
    return (await connection.execute(sa.select(followers.c.user).where(followers.c.match == match))).scalars().all()


async def tell(work: UnitOfWork, match: Match, event: TurnPlayed | MatchFinished) -> None:
    """Put what has happened into the outbox for each of those who follow a match, to be sent in their waking hours.

    Who wants only highlights is sent turns that threaten to win, and the end.
    """
    query = (
        sa.select(followers.c.user, followers.c.highlights, members.c.settings, members.c.moves)
        .select_from(followers.outerjoin(members, members.c.id == followers.c.user))
        .where(followers.c.match == match.id)
    )
    rows = (await work.connection.execute(query)).all()
    if not isinstance(event, MatchFinished) and any(row.highlights for row in rows) and not match.state.threatens_win:
        rows = [row for row in rows if not row.highlights]
    hours = {row.user: MemberSettings.read(row.settings or {}).waking(row.moves or ()) for row in rows}
    told = {user: tell_at(awake, work.now) for user, awake in hours.items()}
    await enqueue_for_followers(work, event, told, scope=match.scope, match=match.id)


async def follows(connection: AsyncConnection, match: int, user: int) -> Follows | None:
    """What a member is sent of a match; None if they do not follow it."""
    query = sa.select(followers.c.highlights).where(followers.c.match == match, followers.c.user == user)
    row = (await connection.execute(query)).first()
    return None if row is None else "highlights" if row.highlights else "turns"


async def followed(connection: AsyncConnection, user: int) -> Sequence[int]:
    """The matches that a member follows."""
    return (await connection.execute(sa.select(followers.c.match).where(followers.c.user == user))).scalars().all()


async def add(work: UnitOfWork, match: int, user: int, highlights: bool) -> None:
    """Let a member follow a match, whose row is locked, or be sent other things of it. Raises LimitReached."""
    await work.lock_members(user)
    connection = work.connection
    if await follows(connection, match, user):
        mine = followers.c.match == match, followers.c.user == user
        await connection.execute(followers.update().where(*mine).values(highlights=highlights))
        return
    if len(await followed(connection, user)) >= MOST_FOLLOWED:
        raise LimitReached("you’ve reached the limit of {most} followed matches", most=MOST_FOLLOWED)
    if len(await of(connection, match)) >= MOST_FOLLOWERS:
        raise LimitReached("this match has reached the limit of {most} followers", most=MOST_FOLLOWERS)
    await insert_new(connection, followers, match=match, user=user, highlights=highlights)


async def remove(connection: AsyncConnection, user: int, match: int | None = None) -> None:
    """Let a member follow a match, or all of them, no longer."""
    mine = followers.c.user == user
    which = mine if match is None else sa.and_(mine, followers.c.match == match)
    await connection.execute(followers.delete().where(which))


class Following:
    """The part of the service that looks after those who follow matches."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def follows(self, match: int, user: int) -> Follows | None:
        """What a member is sent of a match; None if they do not follow it."""
        async with self.database.read() as connection:
            return await follows(connection, match, user)

    async def followed(self, user: int) -> Sequence[int]:
        """The ids of the matches that a member follows."""
        async with self.database.read() as connection:
            return await followed(connection, user)

    @retried
    async def unfollow(self, match: int, user: int) -> None:
        """Follow a match no longer."""
        async with self.database.unit_of_work() as work:
            await remove(work.connection, user, match)

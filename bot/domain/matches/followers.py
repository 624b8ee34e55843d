"""Members who follow matches of others and get direct messages about them."""

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
from bot.domain.unit_of_work import Database, UnitOfWork
from bot.store import insert_new
from bot.store.tables import followers, members

Follows: TypeAlias = Literal["turns", "highlights"]
"""What a follower gets: every turn, or only threats to win and the end."""

MOST_FOLLOWED = 25  # matches that a member may follow
MOST_FOLLOWERS = 50  # followers of a match


async def notify(work: UnitOfWork, match: Match, event: TurnPlayed | MatchFinished) -> None:
    """Enqueue an event for all followers, in their waking hours; highlights are threats to win and
    the end.
    """
    query = (
        sa.select(followers.c.user, followers.c.highlights, members.c.settings, members.c.moves)
        .select_from(followers.outerjoin(members, members.c.id == followers.c.user))
        .where(followers.c.match == match.id)
    )
    rows = (await work.connection.execute(query)).all()
    highlight = isinstance(event, MatchFinished) or (
        any(row.highlights for row in rows) and match.state.threatens_win
    )
    hours = {
        row.user: MemberSettings.read(row.settings or {}).waking(row.moves or ())
        for row in rows
        if highlight or not row.highlights
    }
    at = {user: tell_at(awake, work.now) for user, awake in hours.items()}
    await enqueue_for_followers(work, event, at, scope=match.scope, match=match.id)


async def _follows(connection: AsyncConnection, match: int, user: int) -> Follows | None:
    query = sa.select(followers.c.highlights).where(
        followers.c.match == match, followers.c.user == user
    )
    row = (await connection.execute(query)).first()
    return None if row is None else "highlights" if row.highlights else "turns"


async def add(work: UnitOfWork, match: int, user: int, highlights: bool) -> None:
    """Let a member follow a match, whose row is locked, or change what they get.

    Raises LimitReached.
    """
    await work.lock_members(user)
    connection = work.connection
    if await _follows(connection, match, user):
        mine = followers.c.match == match, followers.c.user == user
        await connection.execute(followers.update().where(*mine).values(highlights=highlights))
        return
    count = sa.select(sa.func.count())
    if (
        await connection.execute(count.where(followers.c.user == user))
    ).scalar_one() >= MOST_FOLLOWED:
        raise LimitReached(
            "you’ve reached the limit of {most} followed matches", most=MOST_FOLLOWED
        )
    if (
        await connection.execute(count.where(followers.c.match == match))
    ).scalar_one() >= MOST_FOLLOWERS:
        raise LimitReached(
            "this match has reached the limit of {most} followers", most=MOST_FOLLOWERS
        )
    await insert_new(connection, followers, match=match, user=user, highlights=highlights)


class Following:
    """The part of the match service about followers."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def follows(self, match: int, user: int) -> Follows | None:
        """What a member gets of a match; None if they do not follow it."""
        async with self.database.read() as connection:
            return await _follows(connection, match, user)

    async def followed(self, user: int) -> Sequence[int]:
        """The ids of the matches that a member follows."""
        rows = await self.database.store.fetch(
            sa.select(followers.c.match).where(followers.c.user == user)
        )
        return [row.match for row in rows]

    async def unfollow(self, match: int, user: int) -> None:
        """Stop following a match."""
        await self.database.run(
            followers.delete().where(followers.c.match == match, followers.c.user == user)
        )

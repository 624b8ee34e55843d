"""The members whose daily cards are due, and the matches that wait for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches.lists.repository import played
from bot.domain.matches.lists.summary import Summary, summaries
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import UnitOfWork
from bot.store.tables import members, scopes


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A running match of a member, with its place.

    :param channel: whose readers may see the match
    """

    match: Summary
    scope: int
    guild: bool
    settings: ServerSettings
    channel: int
    thread: int | None


def due_query(now: datetime) -> sa.Select[int]:
    """Gives the members whose cards are due."""
    return sa.select(members.c.id).where(members.c.daily_at <= now)


async def locked_due(work: UnitOfWork, limit: int) -> Sequence[int]:
    """The members whose cards are due, the longest due first, locked until commit."""
    query = due_query(work.now).order_by(members.c.daily_at).limit(limit)
    locking_query = query.with_for_update(skip_locked=True)
    return (await work.connection.execute(locking_query)).scalars().all()


async def running_matches(
    connection: AsyncConnection, user: int, now: datetime
) -> list[RunningMatch]:
    """The running matches of a member in servers in which the bot is."""
    own_matches = sa.union_all(*played(is_running=True)).subquery()
    query = (
        sa.select(own_matches, scopes.c.guild, scopes.c.settings)
        .join(scopes, scopes.c.id == own_matches.c.scope)
        .where(scopes.c.removed_at.is_(None))
    )
    rows = (await connection.execute(query, {"user": user})).all()
    matches = list[RunningMatch]()
    for row, match in zip(rows, summaries(rows, now), strict=True):
        settings = ServerSettings.read(row.settings)
        matches.append(RunningMatch(match, row.scope, row.guild, settings, row.channel, row.thread))
    return matches

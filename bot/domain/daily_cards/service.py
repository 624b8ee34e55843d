"""What waits for a member, and the daily card of it: put out once on its day, by whichever process is first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain import outbox
from bot.domain.events import Event
from bot.domain.matches.finding import SHORT, Summary, summaries
from bot.domain.members import daily, repository
from bot.domain.members.repository import Member
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.store.personal import Plain, UserId
from bot.store.tables import matches, members, scopes

BATCH = 100
SAME_AGAIN = ((timedelta(days=7), timedelta(days=1)), (timedelta(days=21), timedelta(days=3)))
"""A card of matches without clocks, of which the latest has waited for less than the first time, comes again no sooner
than after the second one."""
SELDOM = timedelta(days=7)
"""How far apart such cards are later on."""
SLACK = timedelta(hours=12)
"""Cards of neighbouring days may be less than a day apart, where the time on weekends is another."""


class DailyCard(Event, kind="digest"):
    """What waits for a ``user`` is to be shown to them: of all places, of one ``server``, or of ``private`` ones.

    What an earlier version has stored under this kind was for a whole server, and calls nobody.
    """

    user: UserId = 0
    of: Plain[str] = "all"
    since: Plain[int] = 0
    """When the card before was put out (unix seconds); 0: there was none."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that waits for a member, and where: in a server (``guild``) with these settings."""

    match: Summary
    scope: int
    guild: bool
    place: int
    """The channel whose readers may see it."""
    channel: int
    """The channel or thread in which it is played."""
    settings: ServerSettings


class DailyCards:
    """What waits for members, and the cards that tell them of it once a day."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def waiting(self, user: int) -> list[Waiting]:
        """The matches that wait for a member and are not snoozed, in the order of need."""
        async with self._database.read() as connection:
            return await _waiting(connection, user, self._database)

    async def told(self, user: int) -> int:
        """When the latest card of a member was put out (unix seconds); 0: never."""
        async with self._database.read() as connection:
            told = (await repository.member(connection, user)).daily_told
        return 0 if told is None else int(told.timestamp())

    @retried
    async def work(self) -> int:
        """Put out the cards that are due, of a hundred members at most; how many members they are.

        A card that is hours late, because the bot was down, is left out, as is one of a member who is on vacation or
        for whom nothing waits.
        """
        if not await self._database.holds(sa.select(members.c.id).where(members.c.daily_at <= self._database.now())):
            return 0
        async with self._database.unit_of_work() as work:
            query = sa.select(members.c.id).where(members.c.daily_at <= work.now).order_by(members.c.daily_at)
            ids = (await work.connection.execute(query.limit(BATCH).with_for_update(skip_locked=True))).scalars().all()
            for user in ids:
                await self._put_out(work, user)
            return len(ids)

    async def _put_out(self, work: UnitOfWork, user: int) -> None:
        member, now = await repository.member(work.connection, user, lock=True), work.now
        settings, moves, told = member.settings, member.rhythm.moves, member.daily_told
        timely = member.daily_at is not None and now - member.daily_at <= daily.LATE
        if timely and settings.waking(moves).awake(now) and member.away_until(now) is None:
            found = await _waiting(work.connection, user, self._database)
            if found and (told is None or now - told >= _apart(found, told, now) - SLACK):
                await _owe(work, user, member, found)
                told = now
        following = daily.due(settings, moves, now, told)
        await repository.store(work.connection, user, replace(member, daily_at=following, daily_told=told))


def _apart(found: list[Waiting], told: datetime, now: datetime) -> timedelta:
    """How long after the card before the next one comes, so that nobody reads the same every day for weeks."""
    latest = max(waiting.match.moved for waiting in found)
    if latest > told or any(waiting.match.due is not None and not waiting.match.paused for waiting in found):
        return timedelta(0)
    return next((apart for less, apart in SAME_AGAIN if now - latest < less), SELDOM)


async def _owe(work: UnitOfWork, user: int, member: Member, found: list[Waiting]) -> None:
    """Owe a card by direct message; or one to a channel of each server, and one of what is played outside of them."""
    since = 0 if member.daily_told is None else int(member.daily_told.timestamp())
    direct = member.settings.daily == "dm"
    first: dict[int, Waiting] = {}
    for waiting in found:
        first.setdefault(0 if direct or not waiting.guild else waiting.scope, waiting)
    for scope, waiting in first.items():
        of = "server" if scope else "all" if direct else "private"
        await outbox.enqueue(
            work,
            DailyCard(user, of, since),
            scope=waiting.scope,
            channel=waiting.settings.digest or waiting.channel,
            ping=user,
            public=False,
            notices="channel" if scope else "dm",
            alone_at=work.now,
        )


async def _waiting(connection: AsyncConnection, user: int, database: Database) -> list[Waiting]:
    query = (
        sa.select(*SHORT, scopes.c.guild, scopes.c.settings)
        .join(scopes, scopes.c.id == matches.c.scope)
        .where(sa.or_(matches.c.seat0 == user, matches.c.seat1 == user))
        .where(matches.c.finished_at.is_(None), scopes.c.removed_at.is_(None))
    )
    rows, now = (await connection.execute(query)).all(), database.now()
    found = [
        Waiting(match, row.scope, row.guild, row.channel, row.thread or row.channel, ServerSettings.read(row.settings))
        for row, match in zip(rows, summaries(rows, now), strict=True)
        if match.waits_for(user) and not match.snoozed_by(user)
    ]
    return sorted(found, key=lambda waiting: waiting.match.need)

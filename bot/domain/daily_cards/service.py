"""The daily card of the matches that wait for a member: sent once a day, by whichever process looks
first.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain import outbox
from bot.domain.challenges.lobby import fresh_servers
from bot.domain.challenges.offers import LobbyCard
from bot.domain.events import Event
from bot.domain.matches.lists.repository import played
from bot.domain.matches.lists.summary import Summary, summaries
from bot.domain.members import daily, repository
from bot.domain.outbox import Address
from bot.domain.servers.settings import InUse, ServerSettings, as_made
from bot.domain.unit_of_work import Database, Service, UnitOfWork, retried
from bot.store.personal import Plain, UserId
from bot.store.tables import members, scopes

BATCH = 100
REPEAT_GAPS = ((timedelta(days=7), timedelta(days=1)), (timedelta(days=21), timedelta(days=3)))
"""A card that shows nothing new: while the latest move is younger than the first time, the second
one between cards.
"""
LONGEST_GAP = timedelta(days=7)  # the time between such cards later on
SLACK = timedelta(hours=12)
"""Allowed below these times: cards of neighbouring days may be less than 24 hours after each other,
as on weekends.
"""


class DailyCard(Event, kind="daily_card"):
    """The matches that wait for ``user`` are to be shown: all of them, those of one ``server``, or
    ``private`` ones.
    """

    user: UserId
    of: Plain[str]
    since: Plain[int]  # when the previous card was sent (unix seconds); 0: never


class WaitingMatch(NamedTuple):
    """A match that waits for a member."""

    match: Summary
    scope: int
    guild: bool
    channel: int  # the channel whose readers may see the match
    card_channel: int  # the channel or thread for a card about the match


class DailyCards(Service):
    """The matches that wait for members, and the daily cards about them.

    in_use: what of a server's settings is followed.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.in_use: InUse = as_made

    async def waiting(self, user: int) -> list[WaitingMatch]:
        """The matches that wait for a member and are not snoozed, the most urgent first."""
        async with self._database.read() as connection:
            return await _waiting(connection, user, self._database.now(), self.in_use)

    @retried
    async def work(self) -> int:
        """Send the cards that are due, of at most 100 members; returns how many members were due.

        A card that is hours late, because the bot was down, is skipped, as is that for a member who
        is on vacation or for whom nothing waits.
        """
        if not await self._database.has(
            sa.select(members.c.id).where(members.c.daily_at <= self._database.now())
        ):
            return 0
        async with self._database.unit_of_work() as work:
            query = (
                sa.select(members.c.id)
                .where(members.c.daily_at <= work.now)
                .order_by(members.c.daily_at)
            )
            users = (
                await work.connection.execute(query.limit(BATCH).with_for_update(skip_locked=True))
            ).scalars()
            due = users.all()
            for user in due:
                await _send(work, user, self.in_use)
            return len(due)


async def _send(work: UnitOfWork, user: int, in_use: InUse) -> None:
    """Send a member's card where it is of use, and set when the next card is due."""
    member = await repository.member(work.connection, user, lock=True)
    now = work.now
    sent = before = member.daily_told
    in_time = member.daily_at is not None and now - member.daily_at <= daily.MAX_DELAY
    if in_time and member.hours.awake(now) and member.away_until(now) is None:
        waiting = (
            await _waiting(work.connection, user, now, in_use)
            if member.settings.daily != "none"
            else []
        )
        last = sent or now - timedelta(days=1) - SLACK
        for scope, channel in await fresh_servers(
            work.connection, user, member.settings.lobby, last
        ):
            to: Address = {"scope": scope, "channel": channel, "ping": user, "public": False}
            to |= {"notices": "dm", "alone_at": now}
            await outbox.enqueue(work, LobbyCard(user, int(last.timestamp())), **to)
            sent = now
        if waiting and (before is None or now - before >= _gap(waiting, before, now) - SLACK):
            await _enqueue(
                work, user, waiting, direct=member.settings.daily == "dm", since=member.last_card
            )
            sent = now
    following = daily.due(member.settings, member.rhythm.moves, now, sent)
    await repository.store(
        work.connection, user, replace(member, daily_at=following, daily_told=sent)
    )


def _gap(waiting: Sequence[WaitingMatch], sent: datetime, now: datetime) -> timedelta:
    """The least time between the previous card and this one: the longer nothing has changed, the
    longer.
    """
    summaries = [item.match for item in waiting]
    latest = max(match.moved for match in summaries)
    if latest > sent or any(match.until is not None and not match.paused for match in summaries):
        return timedelta(0)
    return next((gap for age, gap in REPEAT_GAPS if now - latest < age), LONGEST_GAP)


async def _enqueue(
    work: UnitOfWork, user: int, waiting: Sequence[WaitingMatch], *, direct: bool, since: int
) -> None:
    """Enqueue a card by direct message; else for a channel of each server, and another for all
    private matches.
    """
    first: dict[int, WaitingMatch] = {}
    for item in waiting:
        first.setdefault(0 if direct or not item.guild else item.scope, item)
    for scope, item in first.items():
        of = "server" if scope else "all" if direct else "private"
        await outbox.enqueue(
            work,
            DailyCard(user, of, since),
            scope=item.scope,
            channel=item.card_channel,
            ping=user,
            public=False,
            notices="channel" if scope else "dm",
            alone_at=work.now,
        )


async def _waiting(
    connection: AsyncConnection, user: int, now: datetime, in_use: InUse
) -> list[WaitingMatch]:
    mine = sa.union_all(*played(running=True)).subquery()
    query = sa.select(mine, scopes.c.guild, scopes.c.settings).join(
        scopes, scopes.c.id == mine.c.scope
    )
    rows = (
        await connection.execute(query.where(scopes.c.removed_at.is_(None)), {"user": user})
    ).all()
    cards = [
        in_use(row.scope, ServerSettings.read(row.settings)).digest or row.thread or row.channel
        for row in rows
    ]
    waiting = [
        WaitingMatch(match, row.scope, row.guild, row.channel, card)
        for row, match, card in zip(rows, summaries(rows, now), cards, strict=True)
        if match.waits_for(user) and not match.snoozed_by(user)
    ]
    return sorted(waiting, key=lambda item: (item.match.need, item.match.id))

"""The daily card of the matches that wait for a member: sent once a day, by whichever process looks
first.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.challenges.lobby import fresh_servers
from bot.domain.challenges.offers import LobbyCard
from bot.domain.daily_cards import repository
from bot.domain.events import DomainEvent
from bot.domain.matches.lists.summary import Summary
from bot.domain.members import daily, repository as members
from bot.domain.members.repository import Member
from bot.domain.outbox.enqueue import enqueue
from bot.domain.servers.settings import InUse, as_made
from bot.domain.unit_of_work import Database, Service, UnitOfWork, retried
from bot.store.personal import Plain, UserId

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


class DailyCard(DomainEvent, kind="daily_card"):
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

    :param in_use: what of a server's settings is followed
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
        if not await self._database.has(repository.due_query(self._database.now())):
            return 0
        async with self._database.unit_of_work() as work:
            due = await repository.locked_due(work, BATCH)
            for user in due:
                await _send(work, user, self.in_use)
            return len(due)


async def _send(work: UnitOfWork, user: int, in_use: InUse) -> None:
    """Send a member's card where it is of use, and set when the next card is due."""
    member = await members.member(work.connection, user, lock=True)
    now = work.now
    latest_card = member.daily_told
    if _may_be_sent(member, now):
        sent_lobby = await _send_lobby_cards(work, user, member)
        sent_daily = await _send_daily_card(work, user, member, in_use)
        if sent_lobby or sent_daily:
            latest_card = now
    next_due = daily.due(member.settings, member.rhythm.moves, now, latest_card)
    member = replace(member, daily_at=next_due, daily_told=latest_card)
    await members.store(work.connection, user, member)


def _may_be_sent(member: Member, now: datetime) -> bool:
    """Whether a card is in time, and the member awake and not on vacation."""
    in_time = member.daily_at is not None and now - member.daily_at <= daily.MAX_DELAY
    return in_time and member.hours.awake(now) and member.away_until(now) is None


async def _send_lobby_cards(work: UnitOfWork, user: int, member: Member) -> bool:
    """Send a card for each server with new offers; whether there was one."""
    start_time = member.daily_told or work.now - timedelta(days=1) - SLACK
    event = LobbyCard(user, int(start_time.timestamp()))
    fresh = await fresh_servers(work.connection, user, member.settings.lobby, start_time)
    for scope, channel in fresh:
        await enqueue(
            work,
            event,
            scope=scope,
            channel=channel,
            ping=user,
            public=False,
            notices="dm",
            alone_at=work.now,
        )
    return bool(fresh)


async def _send_daily_card(work: UnitOfWork, user: int, member: Member, in_use: InUse) -> bool:
    """Send the card of the matches that wait, unless it would show nothing new; whether it was."""
    if member.settings.daily == "none":
        return False
    matches = await _waiting(work.connection, user, work.now, in_use)
    if not matches:
        return False
    previous_card = member.daily_told
    if (
        previous_card is not None
        and work.now - previous_card < _gap(matches, previous_card, work.now) - SLACK
    ):
        return False
    direct = member.settings.daily == "dm"
    await _enqueue(work, user, matches, direct=direct, previous_card=member.last_card)
    return True


def _gap(matches: Sequence[WaitingMatch], previous_card: datetime, now: datetime) -> timedelta:
    """The least time between the previous card and this one: the longer nothing has changed, the
    longer.
    """
    summaries = [item.match for item in matches]
    latest_move = max(match.moved_at for match in summaries)
    if latest_move > previous_card or any(
        match.deadline is not None and not match.paused for match in summaries
    ):
        return timedelta(0)
    return next((gap for age, gap in REPEAT_GAPS if now - latest_move < age), LONGEST_GAP)


async def _enqueue(
    work: UnitOfWork,
    user: int,
    matches: Sequence[WaitingMatch],
    *,
    direct: bool,
    previous_card: int,
) -> None:
    """Enqueue a card by direct message; else for a channel of each server, and another for all
    private matches.
    """
    first: dict[int, WaitingMatch] = {}
    for item in matches:
        first.setdefault(0 if direct or not item.guild else item.scope, item)
    for scope, item in first.items():
        event = DailyCard(user, _matches_of(scope, direct=direct), previous_card)
        await enqueue(
            work,
            event,
            scope=item.scope,
            channel=item.card_channel,
            ping=user,
            public=False,
            notices="channel" if scope else "dm",
            alone_at=work.now,
        )


def _matches_of(scope: int, *, direct: bool) -> str:
    """Which matches a card shows, as ``DailyCard`` says it."""
    if scope:
        return "server"
    return "all" if direct else "private"


async def _waiting(
    connection: AsyncConnection, user: int, now: datetime, in_use: InUse
) -> list[WaitingMatch]:
    """The matches that wait for a member and are not snoozed, the most urgent first."""
    matches = list[WaitingMatch]()
    for item in await repository.running_matches(connection, user, now):
        if item.match.waits_for(user) and not item.match.snoozed_by(user):
            settings = in_use(item.scope, item.settings)
            card_channel = settings.digest or item.thread or item.channel
            matches.append(
                WaitingMatch(item.match, item.scope, item.guild, item.channel, card_channel)
            )
    return sorted(matches, key=lambda item: (item.match.need, item.match.id))

"""The outbox: notices that are still to be sent.

A notice is written in the transaction that causes it. A sender first claims it for a minute, which
counts an attempt, then sends it and deletes the row. If ``attempts`` is above one, an earlier
sender may have sent it and stopped before deleting it, so look first.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Required, TypedDict, TypeVar, Unpack

import sqlalchemy as sa

from bot.domain.events import JSON, Event, Notice, read_event
from bot.domain.hours import LAST_WORD, tell_at
from bot.domain.members import repository
from bot.domain.members.repository import Member
from bot.domain.shards import Shards
from bot.domain.unit_of_work import Row, Service, UnitOfWork, retried
from bot.domain.values import COMPUTER, Via
from bot.store import key_of
from bot.store.tables import matches, outbox

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)  # how long a worker owns a claimed notice
ELSEWHERE = timedelta(seconds=60)
"""How long a notice waits for the process that has its server's shard, and knows its channels and
language; then any process sends it.
"""
EXPIRES_AFTER = timedelta(days=14)  # the age at which unsent notices are deleted
# seconds to wait after the first, second … failed attempt; the last for all later ones
BACK_OFF = (5, 15, 60, 300)
_COLUMNS = ("scope", "channel", "dm", "ping", "match", "challenge", "attempts", "followed")
"""Columns that notices have as they are."""

E = TypeVar("E", bound=Event)
_INSERT = outbox.insert()
_RETRY_SOON = (
    outbox.update()
    .where(outbox.c.id == sa.bindparam("notice"), outbox.c.attempts == sa.bindparam("tries"))
    .where(outbox.c.next_try > sa.bindparam("at"))
    .values(next_try=sa.bindparam("at"))
)
_DELETE = outbox.delete().where(outbox.c.id == sa.bindparam("notice"))


class Address(TypedDict, total=False):
    """Where a notice goes, whom it pings and what it is about.

    In a channel it is posted at once, without a sound while the pinged member is asleep.

    :param public: by default, it has a post in the channel; otherwise it is only for that member,
        by direct message if they prefer that, or not at all.
    :param notices: the pinged member's setting; looked up if missing.
    :param language: the server's; looked up if missing.
    :param not_before: the earliest time to send it.
    :param alone_at: the earliest for that member alone; by default in their waking hours.
    """

    scope: Required[int]
    channel: Required[int]
    ping: int | None
    match: int | None
    challenge: int | None
    via: Via | None
    public: bool
    notices: str | None
    language: str | None
    not_before: datetime | None
    alone_at: datetime | None


async def enqueue(work: UnitOfWork, event: E, **to: Unpack[Address]) -> Notice[E] | None:
    """Enqueue an event as its member wants.

    Returns the channel's notice, claimed for the caller of an interaction; None if there is none.
    """
    now = work.now
    via = to.get("via")
    ping = to.get("ping")
    if ping is not None and ping <= COMPUTER:
        ping = None  # no person
    notices = to.get("notices")
    alone_at = to.get("alone_at")
    if ping is None:
        notices = "channel"
    elif notices is None or alone_at is None:
        member = await repository.member(work.connection, ping)
        notices = notices or _wanted_notices(member, to)
        alone_at = alone_at or _alone_at(member, event, now)
    public = to.get("public", True)
    not_before = max(now, to.get("not_before") or now)
    alone_at = max(not_before, alone_at or now)
    notice = Notice(
        id=0,
        event=event,
        scope=to["scope"],
        channel=to["channel"],
        dm=None,
        ping=ping if notices in ("channel", "both") else None,
        match=to.get("match"),
        challenge=to.get("challenge"),
        via=via,
        created=now,
        attempts=0 if via is None else 1,
        language=to.get("language"),
    )
    if ping is not None and notices in ("dm", "both"):
        direct = replace(notice, channel=None, dm=ping, ping=ping, via=None, attempts=0)
        await _insert(work, direct, alone_at)
    if not public and notices in ("dm", "none"):
        return None
    if via is not None:
        next_try = now + LEASE
    elif public:
        next_try = not_before
    else:
        next_try = alone_at
    return replace(notice, id=await _insert(work, notice, next_try))


async def _insert(work: UnitOfWork, notice: Notice[Event], next_try: datetime) -> int:
    """Store a notice; its id."""
    row = {name: getattr(notice, name) for name in _COLUMNS}
    row |= {
        "kind": notice.event.kind,
        "payload": notice.event.payload(),
        "named": notice.event.named,
        "created_at": notice.created,
        "next_try": next_try,
    }
    for name in ("interaction", "application", "token"):
        row[name] = getattr(notice.via, name, None)
    return key_of(await work.connection.execute(_INSERT, row))


def _wanted_notices(member: Member, to: Address) -> str:
    """How a member wants to be notified of what is addressed to them."""
    notices = member.settings.notices
    # A challenge has a setting of its own: who turned notices of turns off is still asked.
    is_challenge = to.get("challenge") is not None and to.get("public", True)
    return "channel" if is_challenge and notices == "none" else notices


def _alone_at(member: Member, event: Event, now: datetime) -> datetime:
    """When to send an event to a member alone."""
    if event.calls_to_move and not member.settings.hold_dms:
        return now
    awake = member.settings.waking(member.rhythm.moves)
    return tell_at(awake, now, deadline=event.ends and event.ends - LAST_WORD)


async def enqueue_for_followers(
    work: UnitOfWork, event: Event, users: Mapping[int, datetime], *, scope: int, match: int
) -> None:
    """Write a direct message to each follower of a match, not to be sent before their time, in
    place of one that still waits: who only watches is told how the match stands, not how it stood.
    """
    if not users:
        return
    waiting = outbox.delete().where(
        outbox.c.match == match,
        outbox.c.followed,
        outbox.c.attempts == 0,
        outbox.c.dm.in_(list(users)),
    )
    await work.connection.execute(waiting)
    notice = {
        "kind": event.kind,
        "scope": scope,
        "match": match,
        "payload": event.payload(),
        "named": event.named,
        "followed": True,
        "created_at": work.now,
    }
    rows = [notice | {"dm": user, "ping": user, "next_try": at} for user, at in users.items()]
    await work.connection.execute(outbox.insert(), rows)


def _due(notices: sa.FromClause, now: datetime) -> sa.ColumnElement[bool]:
    """Whether the time of a notice has come, also if the clock was set back since it was stored: it
    was to be sent at once when it was written, or its next try is further away than any lease or
    wait.
    """
    next_try = notices.c.next_try
    longest = now + timedelta(seconds=BACK_OFF[-1])
    at_once = next_try <= notices.c.created_at
    clock_set_back = sa.case((notices.c.attempts == 0, at_once), else_=next_try > longest)
    return sa.or_(next_try <= now, clock_set_back)


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is still to be sent: how many notices, and how long the one that has waited longest is
    overdue.

    A notice that is held until its member's morning is not overdue before that; one that was tried
    counts from its beginning.
    """

    notices: int
    overdue: timedelta


def _claimable(now: datetime, shards: Shards | None) -> sa.ColumnElement[bool]:
    """Whether a notice is to be sent by a process with these shards, None: by one that has the
    database to itself.
    """
    if shards is None:
        return _due(outbox, now)
    own = outbox.c.scope.in_(shards.scopes())
    return sa.and_(_due(outbox, now), sa.or_(own, outbox.c.next_try <= now - ELSEWHERE))


async def _next(
    work: UnitOfWork, but: Collection[int], limit: int, shards: Shards | None, *, followed: bool
) -> Sequence[int]:
    """The ids of notices for followers, or for all others, that are next to be sent, locked until
    commit.
    """
    if limit <= 0:
        return ()
    claimable = _claimable(work.now, shards)
    place = sa.func.row_number().over(partition_by=outbox.c.scope, order_by=outbox.c.id)
    queue = (
        sa.select(outbox.c.id, place.label("place"))
        .where(claimable, outbox.c.id.not_in(but), outbox.c.followed.is_(followed))
        .where(~_has_to_wait(work.now))
        .subquery()
    )
    ready = (
        sa.select(outbox.c.id)
        .join(queue, queue.c.id == outbox.c.id)
        # Asked again of the row itself, which another process may have claimed meanwhile.
        .where(claimable)
        .order_by(queue.c.place, outbox.c.id)
        .limit(limit)
        .with_for_update(of=outbox, skip_locked=True)
    )
    return [row.id for row in await work.fetch(ready)]


def _has_to_wait(now: datetime) -> sa.ColumnElement[bool]:
    """Whether an earlier notice of the same match and to the same place is to be sent first."""
    earlier = outbox.alias("earlier")
    same_member = sa.func.coalesce(earlier.c.dm, 0) == sa.func.coalesce(outbox.c.dm, 0)
    same_place = sa.and_(earlier.c.scope == outbox.c.scope, same_member)
    # A notice that waits for waking hours, and was not tried yet, blocks nothing.
    ready = sa.or_(earlier.c.attempts > 0, _due(earlier, now))
    before = earlier.c.id < outbox.c.id
    query = sa.select(earlier.c.id)
    return query.where(earlier.c.match == outbox.c.match, same_place, before, ready).exists()


class Outbox(Service):
    """The notices that are still to be sent, for their senders."""

    @retried
    async def claim(
        self,
        limit: int = 20,
        but: Collection[int] = (),
        *,
        followed: int | None = None,
        shards: Shards | None = None,
    ) -> list[Notice[Event]]:
        """Notices to send now, claimed for LEASE; unknown events are deleted.

        Those for players come first. Each server has its turn before any has its next one; its own
        are taken oldest first. Of one match, and of one direct message, only the oldest is
        returned, so that turns arrive in order.

        :param but: ids to leave out.
        :param followed: how many may be for followers; None: as many as there is room for.
        :param shards: those of other ones only if nobody has claimed them for a while.
        """
        now = self._database.now()
        waiting = sa.select(outbox.c.id).where(_claimable(now, shards), outbox.c.id.not_in(but))
        if not await self._database.has(waiting):
            return []
        async with self._database.unit_of_work() as work:
            ids = [*await _next(work, but, limit, shards, followed=False)]
            room = limit - len(ids)
            room_for_followers = room if followed is None else min(room, followed)
            ids += await _next(work, but, room_for_followers, shards, followed=True)
            if not ids:
                return []
            claimed = outbox.update().where(outbox.c.id.in_(ids)).returning(outbox)
            claimed = claimed.values(next_try=now + LEASE, attempts=outbox.c.attempts + 1)
            rows = (await work.connection.execute(claimed)).all()
            notices = {row.id: _notice(row) for row in rows}
            unknown = [id for id, notice in notices.items() if notice is None]
            if unknown:
                await work.connection.execute(outbox.delete().where(outbox.c.id.in_(unknown)))
        return [notice for _, notice in sorted(notices.items()) if notice is not None]

    async def postpone(self, notice: Notice[Event]) -> bool:
        """Release a notice until its member's waking hours; False if it cannot wait, or they are
        awake.

        It was timed when it was written, but an outage may have passed since, or settings may have
        changed.
        """
        user = notice.ping if notice.ping is not None else notice.dm
        if user is None or not (notice.event.waits or notice.followed):
            return False
        rows = await self._database.fetch(repository.hours_query((user,)))
        now = self._database.now()
        awake_at = tell_at(repository.hours(rows, (user,))[user], now)
        if awake_at <= now:
            return False
        own = outbox.update().where(outbox.c.id == notice.id, outbox.c.attempts == notice.attempts)
        await self._database.run(own.values(next_try=awake_at, attempts=0))
        return True

    async def extend_lease(self, notice: int, *, attempts: int | None = None) -> bool:
        """Keep a notice that takes long to send; False if it was deleted, or claimed by others
        since ``attempts``.
        """
        own = outbox.update().where(outbox.c.id == notice)
        if attempts is not None:
            own = own.where(outbox.c.attempts == attempts)
        return bool(await self._database.run(own.values(next_try=self._database.now() + LEASE)))

    async def done(self, notice: int) -> None:
        """Delete a notice that was sent, or never can be. May be called again."""
        await self._database.store.execute(_DELETE, {"notice": notice})

    async def retry(self, notice: int, *, after: float | None = None) -> None:
        """Release a notice that could not be sent.

        :param after: seconds to wait, at most the last of BACK_OFF; None: by BACK_OFF.
        """
        async with self._database.unit_of_work() as work:
            rows = await work.fetch(sa.select(outbox.c.attempts).where(outbox.c.id == notice))
            if not rows:
                return
            if after is None:
                after = BACK_OFF[min(rows[0].attempts, len(BACK_OFF)) - 1]
            next_try = work.now + timedelta(seconds=min(after, BACK_OFF[-1]))
            own = outbox.update().where(outbox.c.id == notice)
            await work.connection.execute(own.values(next_try=next_try))

    async def retry_soon(self, waits: Mapping[tuple[int, int], float]) -> None:
        """Shorten the waits of notices, unless others have tried them since.

        :param waits: seconds, by id and attempts.
        """
        async with self._database.unit_of_work() as work:
            rows = [
                {"notice": notice, "tries": tries, "at": work.now + timedelta(seconds=seconds)}
                for (notice, tries), seconds in waits.items()
            ]
            await work.connection.execute(_RETRY_SOON, rows)

    async def still_waiting(self, notices: Collection[int]) -> set[int]:
        """Those of some notices that are still to be sent."""
        query = sa.select(outbox.c.id).where(outbox.c.id.in_(notices))
        return {row.id for row in await self._database.fetch(query)}

    async def later(self, notice: Notice[E]) -> list[E]:
        """The events of its kind that are to be told after a notice, of its match and in the same
        place.
        """
        query = sa.select(outbox.c.kind, outbox.c.payload).where(
            outbox.c.match == notice.match,
            outbox.c.scope == notice.scope,
            outbox.c.kind == notice.event.kind,
            sa.func.coalesce(outbox.c.dm, 0) == (notice.dm or 0),
            outbox.c.id > notice.id,
        )
        rows = await self._database.fetch(query)
        events = [read_event(row.kind, row.payload) for row in rows]
        return [event for event in events if isinstance(event, type(notice.event))]

    async def fall_back_to_channel(self, notice: int) -> None:
        """Send a refused direct message to the channel of its match instead, at once."""
        async with self._database.unit_of_work() as work:
            direct = outbox.delete().where(outbox.c.id == notice).returning(outbox)
            row = (await work.connection.execute(direct)).mappings().one_or_none()
            if row is None or row["match"] is None:
                return
            own = sa.case((matches.c.seat1 == row["dm"], matches.c.room1), else_=matches.c.room0)
            channel = sa.func.coalesce(own, matches.c.thread, matches.c.channel)
            query = sa.select(channel.label("channel")).where(matches.c.id == row["match"])
            rows = await work.fetch(query)
            if not rows or rows[0].channel is None:
                return
            values = {name: value for name, value in row.items() if name != "id"}
            values["channel"] = rows[0].channel
            values["dm"] = None
            values["attempts"] = 0
            values["next_try"] = row["created_at"]
            await work.connection.execute(outbox.insert(), values)

    async def expire(self) -> int:
        """Delete notices that are older than EXPIRES_AFTER, which are lost; how many."""
        old = self._database.now() - EXPIRES_AFTER
        expired = outbox.delete().where(outbox.c.created_at < old).returning(outbox)
        async with self._database.unit_of_work() as work:
            rows = (await work.connection.execute(expired)).all()
        for row in rows:
            log.warning(
                "notice %s (%s) of match %s is lost: it is too old", row.id, row.kind, row.match
            )
        return len(rows)

    async def release(self) -> None:
        """Release all claimed notices.

        Only for the single process of a database, when it starts.
        """
        now = self._database.now()
        claimed = outbox.update().where(
            outbox.c.next_try > now, outbox.c.next_try <= now + LEASE, outbox.c.attempts > 0
        )
        await self._database.run(claimed.values(next_try=now))

    async def depth(self) -> int:
        """The number of notices."""
        return (await self.backlog()).notices

    async def backlog(self) -> Backlog:
        """What is still to be sent. Raises Unavailable."""
        now = self._database.now()
        waiting_since = sa.case(
            (outbox.c.attempts == 0, outbox.c.next_try), else_=outbox.c.created_at
        )
        overdue_since = sa.case((waiting_since <= now, waiting_since))
        query = sa.select(
            sa.func.count().label("notices"), sa.func.min(overdue_since).label("oldest")
        ).select_from(outbox)
        [row] = await self._database.fetch(query)
        return Backlog(row.notices, timedelta(0) if row.oldest is None else now - row.oldest)


def _notice(row: Row) -> Notice[Event] | None:
    """The notice of a row; None if its event is unknown to this version."""
    payload: Mapping[str, JSON] = row.payload
    event = read_event(row.kind, payload)
    if event is None:
        log.error(
            "notice %s is of the kind %r, which this version does not know; it is dropped",
            row.id,
            row.kind,
        )
        return None
    via = None
    if row.interaction is not None:
        via = Via(row.interaction, row.token, row.application)
    columns = {name: getattr(row, name) for name in _COLUMNS}
    return Notice(
        id=row.id,
        event=event,
        via=via,
        created=row.created_at,
        **columns,
    )

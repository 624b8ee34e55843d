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
from bot.domain.unit_of_work import Service, UnitOfWork, retried
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
_HURRY = (
    outbox.update()
    .where(outbox.c.id == sa.bindparam("notice"), outbox.c.attempts == sa.bindparam("tries"))
    .where(outbox.c.next_try > sa.bindparam("at"))
    .values(next_try=sa.bindparam("at"))
)
_DELETE = outbox.delete().where(outbox.c.id == sa.bindparam("notice"))


class Address(TypedDict, total=False):
    """Where a notice goes, whom it pings and what it is about.

    ``notices``: the pinged member's setting; ``language``: the server's; looked up if missing.
    ``public`` (default): it has a post in the channel; otherwise it is only for that member, by
    direct message if they prefer that, or not at all. ``not_before``: the earliest time to send it;
    ``alone_at``: the earliest for that member alone, by default their waking hours. In a channel it
    is posted at once, without a sound while they are asleep.
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
    return tell_at(
        member.settings.waking(member.rhythm.moves),
        now,
        until=event.ends and event.ends - LAST_WORD,
    )


async def enqueue_for_followers(
    work: UnitOfWork, event: Event, users: Mapping[int, datetime], *, scope: int, match: int
) -> None:
    """Write a direct message to each follower of a match, not to be sent before their time, in
    place of one that still waits: who only watches is told how the match stands, not how it stood.
    """
    if not users:
        return
    waiting = (
        outbox.c.match == match,
        outbox.c.followed,
        outbox.c.attempts == 0,
        outbox.c.dm.in_(list(users)),
    )
    await work.connection.execute(outbox.delete().where(*waiting))
    row = {
        "kind": event.kind,
        "scope": scope,
        "match": match,
        "payload": event.payload(),
        "created_at": work.now,
    }
    row["followed"] = True
    row["named"] = event.named
    rows = [row | {"dm": user, "ping": user, "next_try": at} for user, at in users.items()]
    await work.connection.execute(outbox.insert(), rows)


def _due(notices: sa.FromClause, now: datetime) -> sa.ColumnElement[bool]:
    """Whether the time of a notice has come, also if the clock was set back since it was stored: it
    was to be sent at once when it was written, or its next try is further away than any lease or
    wait.
    """
    row = notices.c
    longest = now + timedelta(seconds=BACK_OFF[-1])
    set_back = sa.case(
        (row.attempts == 0, row.next_try <= row.created_at), else_=row.next_try > longest
    )
    return sa.or_(row.next_try <= now, set_back)


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
    earlier = outbox.alias("earlier")
    blocked = (
        sa.select(earlier.c.id)
        .where(
            earlier.c.match == outbox.c.match,
            earlier.c.scope == outbox.c.scope,
            sa.func.coalesce(earlier.c.dm, 0) == sa.func.coalesce(outbox.c.dm, 0),
            earlier.c.id < outbox.c.id,
            # A notice that waits for waking hours, and was not tried yet, blocks nothing.
            sa.or_(earlier.c.attempts > 0, _due(earlier, work.now)),
        )
        .exists()
    )
    claimable = _claimable(work.now, shards)
    ready = claimable, outbox.c.id.not_in(but), outbox.c.followed.is_(followed), ~blocked
    place = sa.func.row_number().over(partition_by=outbox.c.scope, order_by=outbox.c.id)
    queue = sa.select(outbox.c.id, place.label("place")).where(*ready).subquery()
    # Asked again of the row itself, which another process may have claimed meanwhile.
    due = sa.select(outbox.c.id).join(queue, queue.c.id == outbox.c.id).where(claimable)
    due = due.order_by(queue.c.place, outbox.c.id).limit(limit)
    return (
        (await work.connection.execute(due.with_for_update(of=outbox, skip_locked=True)))
        .scalars()
        .all()
    )


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
        """Notices to send now except these ids, claimed for LEASE; unknown events are deleted.

        With ``shards``, those of other ones only if nobody has claimed them for a while.

        Those for players come first, then at most ``followed`` for followers (None: as many as
        there is room for). Each server has its turn before any has its next one; its own are taken
        oldest first. Of one match, and of one direct message, only the oldest is returned, so that
        turns arrive in order.
        """
        now = self._database.now()
        claimable = _claimable(now, shards)
        if not await self._database.has(
            sa.select(outbox.c.id).where(claimable, outbox.c.id.not_in(but))
        ):
            return []
        async with self._database.unit_of_work() as work:
            ids = [*await _next(work, but, limit, shards, followed=False)]
            room = limit - len(ids)
            room_to_followers = room if followed is None else min(room, followed)
            ids += await _next(work, but, room_to_followers, shards, followed=True)
            if not ids:
                return []
            claimed = outbox.update().where(outbox.c.id.in_(ids)).returning(outbox)
            claimed = claimed.values(next_try=now + LEASE, attempts=outbox.c.attempts + 1)
            notices = {
                row.id: _notice(row) for row in (await work.connection.execute(claimed)).all()
            }
            unknown = [id for id, notice in notices.items() if notice is None]
            if unknown:
                await work.connection.execute(outbox.delete().where(outbox.c.id.in_(unknown)))
        return [notice for _, notice in sorted(notices.items()) if notice is not None]

    async def put_off(self, notice: Notice[Event]) -> bool:
        """Release a notice until its member's waking hours, if it can wait and they are asleep;
        whether it was.

        It was timed when it was written, but an outage may have passed since, or settings may have
        changed.
        """
        user = notice.ping if notice.ping is not None else notice.dm
        if user is None or not (notice.event.waits or notice.followed):
            return False
        rows = await self._database.store.fetch(repository.hours_query((user,)))
        now = self._database.now()
        awake = tell_at(repository.hours(rows, (user,))[user], now)
        if awake <= now:
            return False
        mine = outbox.update().where(outbox.c.id == notice.id, outbox.c.attempts == notice.attempts)
        await self._database.run(mine.values(next_try=awake, attempts=0))
        return True

    async def hold(self, notice: int, *, attempts: int | None = None) -> bool:
        """Keep a notice that takes long to send; False if it was deleted, or claimed by others
        since ``attempts``.
        """
        mine = outbox.update().where(outbox.c.id == notice)
        if attempts is not None:
            mine = mine.where(outbox.c.attempts == attempts)
        return bool(await self._database.run(mine.values(next_try=self._database.now() + LEASE)))

    async def done(self, notice: int) -> None:
        """Delete a notice that was sent, or never can be. May be called again."""
        await self._database.store.execute(_DELETE, {"notice": notice})

    async def retry(self, notice: int, *, after: float | None = None) -> None:
        """Release a notice that could not be sent, for ``after`` seconds or by BACK_OFF, at most
        its last.
        """
        async with self._database.unit_of_work() as work:
            query = sa.select(outbox.c.attempts).where(outbox.c.id == notice)
            attempts = (await work.connection.execute(query)).scalar_one_or_none()
            if attempts is None:
                return
            wait = (
                BACK_OFF[min(attempts, len(BACK_OFF)) - 1]
                if after is None
                else min(after, BACK_OFF[-1])
            )
            until = work.now + timedelta(seconds=wait)
            await work.connection.execute(
                outbox.update().where(outbox.c.id == notice).values(next_try=until)
            )

    async def hurry(self, waits: Mapping[tuple[int, int], float]) -> None:
        """Shorten the waits of notices, in seconds by id and attempts, unless others have tried
        them since.
        """
        async with self._database.unit_of_work() as work:
            at = {key: work.now + timedelta(seconds=wait) for key, wait in waits.items()}
            rows = [
                {"notice": notice, "tries": tries, "at": moment}
                for (notice, tries), moment in at.items()
            ]
            await work.connection.execute(_HURRY, rows)

    async def still_waiting(self, notices: Collection[int]) -> set[int]:
        """Those of some notices that are still to be sent."""
        rows = await self._database.store.fetch(
            sa.select(outbox.c.id).where(outbox.c.id.in_(notices))
        )
        return {row.id for row in rows}

    async def later(self, notice: Notice[E]) -> list[E]:
        """The events of its kind that are to be told after a notice, of its match and in the same
        place.
        """
        same = (
            outbox.c.match == notice.match,
            outbox.c.scope == notice.scope,
            outbox.c.kind == notice.event.kind,
        )
        there = sa.func.coalesce(outbox.c.dm, 0) == (notice.dm or 0)
        query = sa.select(outbox.c.kind, outbox.c.payload).where(
            *same, there, outbox.c.id > notice.id
        )
        events = (
            read_event(row.kind, row.payload) for row in await self._database.store.fetch(query)
        )
        return [event for event in events if isinstance(event, type(notice.event))]

    async def to_channel(self, notice: int) -> None:
        """Send a refused direct message to the channel of its match instead, at once."""
        async with self._database.unit_of_work() as work:
            connection = work.connection
            removed = await connection.execute(
                outbox.delete().where(outbox.c.id == notice).returning(outbox)
            )
            row = removed.mappings().one_or_none()
            if row is None or row["match"] is None:
                return
            own = sa.case((matches.c.seat1 == row["dm"], matches.c.room1), else_=matches.c.room0)
            query = sa.select(sa.func.coalesce(own, matches.c.thread, matches.c.channel))
            query = query.where(matches.c.id == row["match"])
            channel = (await connection.execute(query)).scalar_one_or_none()
            if channel is not None:
                values = {name: value for name, value in row.items() if name != "id"}
                values |= {
                    "channel": channel,
                    "dm": None,
                    "attempts": 0,
                    "next_try": row["created_at"],
                }
                await connection.execute(outbox.insert(), values)

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
        claimed = outbox.c.next_try > now, outbox.c.next_try <= now + LEASE, outbox.c.attempts > 0
        await self._database.run(outbox.update().where(*claimed).values(next_try=now))

    async def depth(self) -> int:
        """The number of notices."""
        return (await self.backlog()).notices

    async def backlog(self) -> Backlog:
        """What is still to be sent. Raises Unavailable."""
        now = self._database.now()
        waiting_since = sa.case(
            (outbox.c.attempts == 0, outbox.c.next_try), else_=outbox.c.created_at
        )
        oldest = sa.func.min(sa.case((waiting_since <= now, waiting_since))).label("oldest")
        query = sa.select(sa.func.count().label("notices"), oldest).select_from(outbox)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one()
        return Backlog(row.notices, timedelta(0) if row.oldest is None else now - row.oldest)


def _notice(row: sa.Row[*tuple[object, ...]]) -> Notice[Event] | None:
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
    return Notice(
        id=row.id,
        event=event,
        via=None if row.interaction is None else Via(row.interaction, row.token, row.application),
        created=row.created_at,
        **{name: getattr(row, name) for name in _COLUMNS},
    )

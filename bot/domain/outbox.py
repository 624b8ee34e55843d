"""The outbox: notices that are still to be sent, claimed by one sender at a time, and deleted once they have been sent.

A notice is written in the transaction that causes it. To send one is to hold it for a while first (``attempts`` goes up
in the database before anything leaves), then to send, then to strike it off. Whoever finds ``attempts`` above one knows
that somebody may have sent it and stopped before striking it off, and looks before sending again.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, Required, TypedDict, TypeVar, Unpack

import sqlalchemy as sa

from bot.domain.events import JSON, Event, Notice, read_event
from bot.domain.hours import LAST_WORD, tell_at
from bot.domain.members import repository
from bot.domain.members.repository import Member
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import COMPUTER, Via
from bot.store import Step
from bot.store.tables import matches, outbox

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
"""How long a worker owns a claimed notice."""
EXPIRES_AFTER = timedelta(days=14)
"""How old a notice may be that was not sent; older ones are struck off."""
BACK_OFF = (5, 15, 60, 300, 900, 3600)
"""Seconds to wait after the first, second … failed attempt; the last for all later ones."""
_FOLLOWED = "followed"
"""Marks in a payload what goes to somebody who follows the match."""

E = TypeVar("E", bound=Event)
_INSERT = outbox.insert()
_DELETE = outbox.delete().where(outbox.c.id == sa.bindparam("notice"))


class Address(TypedDict, total=False):
    """Where a notice goes, whom it calls and what it is about.

    ``notices`` is how the member who is called wants to be told, ``language`` what the server has set, where these are
    known. Events that are not ``public`` (they are if nothing is said) are for that member alone: without a post in the
    channel if they want direct messages, or none at all. ``not_before``: when it may be sent at the earliest;
    ``alone_at``: when what is for that member alone may, if that is known; else it waits for their hours, unless it is
    that they are to move. In a channel it comes at once, without a sound while they are asleep.
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


class PreparedNotice(NamedTuple, Generic[E]):
    """The steps that put an event into the outbox. The last one gives the id of ``notice``, where there is one."""

    steps: list[Step]
    notice: Notice[E] | None


async def enqueue(work: UnitOfWork, event: E, **to: Unpack[Address]) -> Notice[E] | None:
    """Put a post about an event into the outbox, as its member wants it: in the channel, by direct message, or both.

    The post in the channel is returned, leased to the caller if it goes by an interaction.
    """
    ping = to.get("ping")
    if ping is not None and ping > COMPUTER and (to.get("notices") is None or to.get("alone_at") is None):
        member = await repository.member(work.connection, ping)
        to["notices"] = to.get("notices") or member.settings.notices
        to["alone_at"] = to.get("alone_at") or _alone_at(member, event, work.now)
    steps, notice = prepare_notice(event, work.now, to)
    key = 0
    for step in steps:
        key = await work.run(step)
    return None if notice is None else replace(notice, id=key)


def prepare_notice(event: E, now: datetime, to: Address) -> PreparedNotice[E]:
    """What ``owe`` does, where it is known how the member who is called wants to be told."""
    via, ping = to.get("via"), to.get("ping")
    if ping is not None and ping <= COMPUTER:
        ping = None  # nobody to be told
    notices = "channel" if ping is None else to.get("notices")
    public, not_before = to.get("public", True), max(now, to.get("not_before") or now)
    alone = max(not_before, to.get("alone_at") or now)
    row = {
        "kind": event.kind,
        "scope": to["scope"],
        "channel": to["channel"],
        "dm": None,
        "ping": ping if notices in ("channel", "both") else None,
        "match": to.get("match"),
        "challenge": to.get("challenge"),
        "payload": event.payload(),
        "interaction": via.interaction if via is not None else None,
        "application": via.application if via is not None else None,
        "token": via.token if via is not None else None,
        "created_at": now,
        "attempts": 0 if via is None else 1,
        "next_try": now + LEASE if via is not None else not_before if public else alone,
    }
    steps = []
    if ping is not None and notices in ("dm", "both"):
        nobody = {"interaction": None, "application": None, "token": None}
        privately = {"channel": None, "dm": ping, "ping": ping, "attempts": 0}
        steps.append(Step(_INSERT, row | nobody | privately | {"next_try": alone}))
    if not public and notices in ("dm", "none"):
        return PreparedNotice(steps, None)
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
    return PreparedNotice([*steps, Step(_INSERT, row)], notice)


def _alone_at(member: Member, event: Event, now: datetime) -> datetime:
    """When a member is told of an event by a message to them alone."""
    if event.calls_to_move and not member.settings.hold_dms:
        return now
    return tell_at(member.settings.waking(member.rhythm.moves), now, until=event.ends and event.ends - LAST_WORD)


async def enqueue_for_followers(
    work: UnitOfWork, event: Event, users: Mapping[int, datetime], *, scope: int, match: int
) -> None:
    """Put a direct message to each of those who follow a match into the outbox; to each not before a moment."""
    if not users:
        return
    payload = event.payload() | {_FOLLOWED: True}
    shared = {"kind": event.kind, "scope": scope, "match": match, "payload": payload}
    shared |= {"created_at": work.now}
    rows = [shared | {"dm": user, "ping": user, "next_try": at} for user, at in users.items()]
    await work.connection.execute(outbox.insert(), rows)


class Outbox:
    """The notices that are still to be sent, for those who send them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @retried
    async def claim(self, limit: int = 20) -> list[Notice[Event]]:
        """Notices to send now, oldest first, held by the caller for a minute.

        Of one match, in one place, only the oldest is given, so that turns are told in order. What this version
        knows no event for is struck off.
        """
        now = self._database.now()
        if not await self._database.holds(sa.select(outbox.c.id).where(outbox.c.next_try <= now)):
            return []
        earlier = outbox.alias("earlier")
        blocked = (
            sa.select(earlier.c.id)
            .where(
                earlier.c.match == outbox.c.match,
                sa.func.coalesce(earlier.c.dm, 0) == sa.func.coalesce(outbox.c.dm, 0),
                earlier.c.id < outbox.c.id,
                # What waits for somebody's morning, and was not tried yet, holds nothing up.
                sa.or_(earlier.c.attempts > 0, earlier.c.next_try <= now),
            )
            .exists()
        )
        due = (
            sa.select(outbox.c.id)
            .where(outbox.c.next_try <= now, ~blocked)
            .order_by(outbox.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        async with self._database.unit_of_work() as work:
            ids = (await work.connection.execute(due)).scalars().all()
            if not ids:
                return []
            held = (
                outbox.update()
                .where(outbox.c.id.in_(ids))
                .values(next_try=now + LEASE, attempts=outbox.c.attempts + 1)
                .returning(outbox)
            )
            rows = (await work.connection.execute(held)).all()
            found = [_notice(row) for row in rows]
            known = [notice for notice in found if notice is not None]
            if len(known) < len(found):
                unknown = {row.id for row in rows} - {notice.id for notice in known}
                await work.connection.execute(outbox.delete().where(outbox.c.id.in_(unknown)))
        return sorted(known, key=lambda notice: notice.id)

    async def put_off(self, notice: Notice[Event]) -> bool:
        """Let go of a notice that can wait until its member's waking hours, where they are asleep; whether they are.

        Such notices are written for those hours, but an outage may have passed since, and settings may have changed.
        """
        called = notice.ping if notice.ping is not None else notice.dm
        if called is None or not (notice.event.waits or notice.followed):
            return False
        async with self._database.read() as connection:
            now = self._database.now()
            awake = tell_at((await repository.hours(connection, (called,)))[called], now)
        if awake <= now:
            return False
        async with self._database.unit_of_work() as work:
            held = outbox.update().where(outbox.c.id == notice.id, outbox.c.attempts == notice.attempts)
            await work.connection.execute(held.values(next_try=awake, attempts=0))
        return True

    async def hold(self, notice: int, seconds: float = LEASE.total_seconds(), *, attempts: int | None = None) -> bool:
        """Go on holding a notice that takes long to send.

        False if it has been struck off, or taken by somebody else since: ``attempts`` is what they were for the caller.
        """
        held = outbox.update().where(outbox.c.id == notice)
        if attempts is not None:
            held = held.where(outbox.c.attempts == attempts)
        async with self._database.unit_of_work() as work:
            until = work.now + timedelta(seconds=seconds)
            return bool((await work.connection.execute(held.values(next_try=until))).rowcount)

    async def done(self, notice: int) -> None:
        """Strike off a notice that has been sent. May be called again."""
        await self._database.store.execute(_DELETE, {"notice": notice})

    async def drop(self, notice: int) -> None:
        """Strike off a notice that can never be sent."""
        await self.done(notice)

    async def retry(self, notice: int, *, after: float | None = None) -> None:
        """Let go of a notice that could not be sent; it is due again after so many seconds, or by the back-off."""
        async with self._database.unit_of_work() as work:
            query = sa.select(outbox.c.attempts).where(outbox.c.id == notice)
            attempts = (await work.connection.execute(query)).scalar_one_or_none()
            if attempts is None:
                return
            wait = BACK_OFF[min(attempts, len(BACK_OFF)) - 1] if after is None else after
            until = work.now + timedelta(seconds=wait)
            await work.connection.execute(outbox.update().where(outbox.c.id == notice).values(next_try=until))

    async def to_channel(self, notice: int) -> None:
        """Send a notice, whose direct message was refused, to the channel of its match instead, at once."""
        async with self._database.unit_of_work() as work:
            connection = work.connection
            query = sa.select(outbox).where(outbox.c.id == notice)
            row = (await connection.execute(query)).mappings().one_or_none()
            await connection.execute(outbox.delete().where(outbox.c.id == notice))
            if row is None or row["match"] is None:
                return
            query = sa.select(sa.func.coalesce(matches.c.thread, matches.c.channel)).where(matches.c.id == row["match"])
            channel = (await connection.execute(query)).scalar_one_or_none()
            if channel is not None:
                values = {name: value for name, value in row.items() if name != "id"}
                values |= {"channel": channel, "dm": None, "attempts": 0, "next_try": work.now}
                await connection.execute(outbox.insert(), values)

    async def expire(self) -> int:
        """Strike off what could not be sent in two weeks; how many notices it were."""
        async with self._database.unit_of_work() as work:
            old = outbox.delete().where(outbox.c.created_at < work.now - EXPIRES_AFTER)
            return (await work.connection.execute(old)).rowcount

    async def release(self) -> None:
        """Make due what a process that is gone was holding. Only for a process that has the database to itself."""
        async with self._database.unit_of_work() as work:
            held = (outbox.c.next_try > work.now, outbox.c.next_try <= work.now + LEASE, outbox.c.attempts > 0)
            await work.connection.execute(outbox.update().where(*held).values(next_try=work.now))

    async def depth(self) -> int:
        """How many notices are still to be sent."""
        async with self._database.read() as connection:
            return int((await connection.execute(sa.select(sa.func.count()).select_from(outbox))).scalar_one())


def _notice(row: sa.Row[*tuple[object, ...]]) -> Notice[Event] | None:
    """A row of the outbox; None if this version does not know what it is about."""
    payload: Mapping[str, JSON] = row.payload
    event = read_event(row.kind, payload)
    if event is None:
        log.error("notice %s is of the kind %r, which this version does not know; it is dropped", row.id, row.kind)
        return None
    return Notice(
        id=row.id,
        event=event,
        scope=row.scope,
        channel=row.channel,
        dm=row.dm,
        ping=row.ping,
        match=row.match,
        challenge=row.challenge,
        via=None if row.interaction is None else Via(row.interaction, row.token, row.application),
        created=row.created_at,
        attempts=row.attempts,
        followed=bool(payload.get(_FOLLOWED)),
    )

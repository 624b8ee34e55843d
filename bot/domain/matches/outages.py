"""Time that counts for nobody: while the bot was away, or not in a server, or the player to move on vacation."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

import sqlalchemy as sa

from bot.domain.matches.repository import clock_columns, clock_of, update_of
from bot.domain.matches.timing import MatchClock
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.store import insert_new
from bot.store.tables import heartbeat, matches, scopes

log = logging.getLogger(__name__)

OUTAGE = timedelta(minutes=3)
"""How long a gap between two heartbeats is at least that was an outage."""
ALIVE = 0
"""The row of ``heartbeat`` that tells that a process is at work, connected or not; those of shards follow it."""


class OutageListener(Protocol):
    """Another part of the domain in which time runs, told of an outage within the unit of work that notes it."""

    async def time_lost(self, work: UnitOfWork, start: datetime, scopes: sa.Select[int] | None) -> None:
        """The time since ``start`` is to count for nobody; in these ``scopes`` only, if any are given."""


_BEAT = (
    heartbeat.update()
    .where(heartbeat.c.id.in_(sa.bindparam("ids", expanding=True)), heartbeat.c.at >= sa.bindparam("since"))
    .values(at=sa.bindparam("moment", type_=heartbeat.c.at.type))
)
"""Notes the moment of what was there lately."""


class Heartbeat:
    """Notes that the bot is alive, and by that how long it was not."""

    def __init__(self, database: Database, *listeners: OutageListener) -> None:
        self._database = database
        self._listeners = listeners

    @retried
    async def beat(self, shards: Collection[int] = (0,), count: int = 1) -> timedelta:
        """Note that the bot is alive and connected with ``shards``, of ``count`` in all.

        After an outage nobody has lost the time. How long the longest was, zero if there was none.
        """
        longest = timedelta(0)
        ids = [ALIVE, *(shard + 1 for shard in shards)]
        moment = self._database.now()
        lately = {"ids": ids, "moment": moment, "since": moment - OUTAGE}
        if await self._database.store.execute(_BEAT, lately) == len(ids):
            return longest  # as nearly always
        async with self._database.unit_of_work() as work:
            connection, now = work.connection, work.now
            own = heartbeat.c.id.in_(ids)
            rows = (await connection.execute(sa.select(heartbeat).where(own).with_for_update())).all()
            last = {row.id: row.at for row in rows}
            await connection.execute(heartbeat.update().where(own).values(at=now))
            for new in sorted({*ids} - {*last}):
                # Servers come to a new shard from others, when there are more of them than before.
                query = sa.select(sa.func.max(heartbeat.c.at)).where(heartbeat.c.id != ALIVE)
                latest = (await connection.execute(query)).scalar_one_or_none()
                last[new] = latest if latest is not None else now
                await insert_new(connection, heartbeat, id=new, at=now)
            del last[ALIVE]
            for number, at in last.items():
                if now - at > OUTAGE:
                    log.warning("shard %s was away for %s; that time counts for nobody", number - 1, now - at)
                    inside = sa.select(scopes.c.id).where(*within((number - 1,), count))
                    await credit(work, at, *([matches.c.scope.in_(inside)] if count > 1 else ()))
                    for listener in self._listeners:
                        await listener.time_lost(work, at, inside if count > 1 else None)
                    longest = max(longest, now - at)
        return longest

    async def skip(self) -> None:
        """Take the time since the last beat as if the bot had been there: where time is moved by hand."""
        async with self._database.unit_of_work() as work:
            await work.connection.execute(heartbeat.update().values(at=work.now))


def within(shards: Collection[int], count: int) -> tuple[sa.ColumnElement[bool], ...]:
    """Which rows of ``scopes`` belong to ``shards``, of ``count`` in all: private channels to the first one."""
    if count == 1 and 0 in shards:
        return ()
    return (sa.case((scopes.c.guild, scopes.c.id // (1 << 22) % count), else_=0).in_(shards),)


async def shift_for_vacation(work: UnitOfWork, user: int, old: datetime | None, until: datetime) -> None:
    """Stop the clocks that run for a player until then. ``old``: when the vacation under way was to end."""
    mine = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    for stored in await _running(work, mine, matches.c.mover == user, matches.c.due_at > work.now):
        await _save(work, stored, stored.time.away(stored.to_move, work.now, old, until))


@dataclass(frozen=True, slots=True)
class _Stored:
    """The clock of a match that is not needed otherwise."""

    id: int
    revision: int
    to_move: int
    time: MatchClock


_RUNNING = (matches.c.finished_at.is_(None), matches.c.paused_at.is_(None))
_NAMES = ("id", "revision", "to_move", "clock", "turn_at", "due_at", "bank0", "bank1", "wake_at", "told", "paused_at")


async def _running(work: UnitOfWork, *where: sa.ColumnElement[bool]) -> list[_Stored]:
    """The clocks that run in some matches; nobody else changes them until the unit of work is over."""
    query = sa.select(*(matches.c[name] for name in _NAMES)).where(*_RUNNING, *where)
    rows = await work.connection.execute(query.order_by(matches.c.id).with_for_update())
    return [_Stored(row.id, row.revision, row.to_move, clock_of(row)) for row in rows]


async def _save(work: UnitOfWork, stored: _Stored, time: MatchClock) -> None:
    """Store how the clock of a match stands now."""
    columns = {**clock_columns(time), "revision": stored.revision + 1}
    guard = {"of": stored.id, "seen": stored.revision}
    await work.connection.execute(update_of(tuple(columns)), columns | guard)


async def credit(work: UnitOfWork, start: datetime, *where: sa.ColumnElement[bool]) -> None:
    """Let the time since ``start`` not count in running matches whose time was not out before."""
    touched = (matches.c.due_at > start, matches.c.turn_at < work.now, *where)
    simple = (~matches.c.clock.contains("weekends"), matches.c.turn_at <= start)
    others = await _running(work, *touched, sa.not_(sa.and_(*simple)))
    span = (work.now - start) // timedelta(milliseconds=1)
    later = {name: sa.type_coerce(matches.c[name], sa.BigInteger) + span for name in ("turn_at", "due_at", "wake_at")}
    update = matches.update().where(*_RUNNING, *touched, *simple)
    await work.connection.execute(update.values(**later, revision=matches.c.revision + 1))
    for stored in others:
        await _save(work, stored, stored.time.shifted(start, work.now))

"""What falls due as time goes by: reminders, ends of time, of pauses and of challenges, daily lists, old data."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches import Matches, timing
from bot.domain.matches import outages as standstill
from bot.domain.matches.base import Open
from bot.domain.members.people import next_digest
from bot.domain.members.preferences import ServerSettings
from bot.store import insert_new
from bot.store.tables import heartbeat, matches, scopes

log = logging.getLogger(__name__)

OUTAGE = timedelta(minutes=3)
"""A gap between two heartbeats longer than this was an outage; that time counts for nobody."""
ALIVE = 0
"""The row of ``heartbeat`` that tells that a process is at work, connected or not; those of shards follow it."""
BATCH = 100


async def work(service: Matches, shards: Collection[int] = (0,), count: int = 1) -> int:
    """Do all that is due, at most a hundred of each kind; how many notices and changes there were.

    Call it every minute or oftener. Several processes may do so on one database: everything is done once. ``shards``
    are those, of ``count`` in all, that are connected with Discord: in the servers of others nobody can move, so their
    matches are let alone.
    """
    await beat(service, shards, count)
    done = 0
    for match in await _due(service, shards, count):
        done += await _wake(service, match)
    now = service.now()
    async with service.store.read() as connection:
        query = sa.select(sa.func.count()).select_from(scopes).where(scopes.c.digest_at <= now)
        digests = (await connection.execute(query)).scalar_one()
    if digests:
        async with service.store.write() as connection:
            done += await _digests(service, connection)
    done += await service.challenges.expire(BATCH)
    done += await service.people.purge()
    return done


async def beat(service: Matches, shards: Collection[int] = (0,), count: int = 1) -> timedelta:
    """Note that the bot is alive and connected with ``shards``, of ``count`` in all.

    After an outage nobody has lost the time. How long the longest was, zero if there was none.
    """
    now, longest = service.now(), timedelta(0)
    ids = [ALIVE, *(shard + 1 for shard in shards)]
    async with service.store.write() as connection:
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
                inside = sa.select(scopes.c.id).where(*_within((number - 1,), count))
                await standstill.credit(connection, at, now, *([matches.c.scope.in_(inside)] if count > 1 else ()))
                longest = max(longest, now - at)
    return longest


def _within(shards: Collection[int], count: int) -> tuple[sa.ColumnElement[bool], ...]:
    """Which rows of ``scopes`` belong to ``shards``, of ``count`` in all: private channels to the first one."""
    if count == 1 and 0 in shards:
        return ()
    return (sa.case((scopes.c.guild, scopes.c.id // (1 << 22) % count), else_=0).in_(shards),)


async def _due(service: Matches, shards: Collection[int], count: int) -> list[int]:
    """Matches in which something is to be told, the longest due first; not those of servers without the bot."""
    query = (
        sa.select(matches.c.id)
        .join(scopes, scopes.c.id == matches.c.scope)
        .where(matches.c.wake_at.is_not(None), matches.c.wake_at <= service.now(), scopes.c.removed_at.is_(None))
        .where(*_within(shards, count))
        .order_by(matches.c.wake_at)
        .limit(BATCH)
    )
    async with service.store.read() as connection:
        return list((await connection.execute(query)).scalars())


async def _wake(service: Matches, match: int) -> int:
    """Remind the player to move, tell the other one that time is out, or end a pause. 0 if it was not due after all."""
    async with service.change(match, replayed=False) as opened:
        row = opened.row
        if row["wake_at"] is None or row["wake_at"] > opened.now:
            return 0
        if row["paused_at"] is not None:
            await _go_on(service, opened)
            return 1
        kind, columns = timing.next_wake(row, opened.now)
        await opened.set(**columns)
        mover = opened.user(row["to_move"])
        payload = {"due": int(row["due_at"].timestamp()), "by": mover}
        if kind == "reminder":
            await service.tell_match(opened, kind, ping=mover, payload=payload, public=False)
        else:
            other = opened.user(1 - row["to_move"])
            await service.tell_match(opened, kind, ping=other, payload=payload)
        return 1


async def _go_on(service: Matches, opened: Open) -> None:
    asked = opened.row["pause_asked"]
    await service.resume(opened)
    payload = {"what": "resume", "yes": True, "by": opened.user(asked) if asked is not None else None}
    await service.tell_match(opened, "answered", ping=opened.row["mover"], payload=payload)


async def _digests(service: Matches, connection: AsyncConnection) -> int:
    """Owe each server that wants it its daily list of running matches."""
    now = service.now()
    query = sa.select(scopes.c.id, scopes.c.settings).where(scopes.c.digest_at <= now, scopes.c.removed_at.is_(None))
    rows = (await connection.execute(query.limit(BATCH).with_for_update())).all()
    for row in rows:
        channel = ServerSettings.read(row.settings).digest
        following = next_digest(now) if channel else None
        await connection.execute(scopes.update().where(scopes.c.id == row.id).values(digest_at=following))
        if channel:
            await service.tell(connection, "digest", scope=row.id, channel=channel)
    return len(rows)

"""The outbox: what is owed to people, taken out by one sender at a time, and struck off once it has been sent.

A notice is written in the transaction that causes it. To send one is to hold it for a while first (``attempts`` goes up
in the database before anything leaves), then to send, then to strike it off. Whoever finds ``attempts`` above one knows
that somebody may have sent it and stopped before striking it off, and looks before sending again.
"""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa

from bot.domain.matches.base import LEASE, Base, notice
from bot.domain.matches.views import Notice
from bot.store import Prepared
from bot.store.tables import matches, outbox

BACK_OFF = (5, 15, 60, 300, 900, 3600)
"""Seconds to wait after the first, second … failed attempt; the last for all later ones."""
_STRIKE = Prepared(outbox.delete().where(outbox.c.id == sa.bindparam("notice")).returning(outbox.c.id))


class Outbox:
    """The part of the service that senders take notices from."""

    def __init__(self, base: Base) -> None:
        self._base = base

    async def claim(self, limit: int = 20) -> list[Notice]:
        """Notices to send now, oldest first, held by the caller for a minute.

        Of one match, in one place, only the oldest is given, so that turns are told in order.
        """
        now = self._base.now()
        earlier = outbox.alias("earlier")
        blocked = (
            sa.select(earlier.c.id)
            .where(
                earlier.c.match == outbox.c.match,
                sa.func.coalesce(earlier.c.dm, 0) == sa.func.coalesce(outbox.c.dm, 0),
                earlier.c.id < outbox.c.id,
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
        async with self._base.store.read() as connection:
            # Looking first without the lock that writers share: most of the time there is nothing.
            if not (await connection.execute(sa.select(outbox.c.id).where(outbox.c.next_try <= now).limit(1))).first():
                return []
        async with self._base.store.write() as connection:
            ids = (await connection.execute(due)).scalars().all()
            if not ids:
                return []
            held = (
                outbox.update()
                .where(outbox.c.id.in_(ids))
                .values(next_try=now + LEASE, attempts=outbox.c.attempts + 1)
                .returning(outbox)
            )
            rows = (await connection.execute(held)).mappings().all()
        return sorted((notice(row) for row in rows), key=lambda found: found.id)

    async def hold(self, notice: int, seconds: float = LEASE.total_seconds(), *, attempts: int | None = None) -> bool:
        """Go on holding a notice that takes long to send.

        False if it has been struck off, or taken by somebody else since: ``attempts`` is what they were for the caller.
        """
        until = self._base.now() + timedelta(seconds=seconds)
        held = outbox.update().where(outbox.c.id == notice)
        if attempts is not None:
            held = held.where(outbox.c.attempts == attempts)
        async with self._base.store.write() as connection:
            return bool((await connection.execute(held.values(next_try=until))).rowcount)

    async def done(self, notice: int) -> None:
        """Strike off a notice that has been sent. May be called again."""
        async with self._base.store.write() as connection:
            await _STRIKE.rows(connection, notice=notice)

    async def drop(self, notice: int) -> None:
        """Strike off a notice that can never be sent."""
        await self.done(notice)

    async def retry(self, notice: int, *, after: float | None = None) -> None:
        """Let go of a notice that could not be sent; it is due again after so many seconds, or by the back-off."""
        async with self._base.store.write() as connection:
            query = sa.select(outbox.c.attempts).where(outbox.c.id == notice)
            attempts = (await connection.execute(query)).scalar_one_or_none()
            if attempts is None:
                return
            wait = BACK_OFF[min(attempts, len(BACK_OFF)) - 1] if after is None else after
            until = self._base.now() + timedelta(seconds=wait)
            await connection.execute(outbox.update().where(outbox.c.id == notice).values(next_try=until))

    async def to_channel(self, notice: int) -> None:
        """Send a notice, whose direct message was refused, to the channel of its match instead, at once."""
        async with self._base.store.write() as connection:
            row = (await connection.execute(sa.select(outbox).where(outbox.c.id == notice))).mappings().one_or_none()
            if row is None or row["match"] is None:
                await connection.execute(outbox.delete().where(outbox.c.id == notice))
                return
            query = sa.select(sa.func.coalesce(matches.c.thread, matches.c.channel)).where(matches.c.id == row["match"])
            channel = (await connection.execute(query)).scalar_one_or_none()
            await connection.execute(outbox.delete().where(outbox.c.id == notice))
            if channel is not None:
                values = {name: value for name, value in row.items() if name != "id"}
                values |= {"channel": channel, "dm": None, "attempts": 0, "next_try": self._base.now()}
                await connection.execute(outbox.insert().values(**values))

    async def release(self) -> None:
        """Make due what a process that is gone was holding. Only for a process that has the database to itself."""
        async with self._base.store.write() as connection:
            now = self._base.now()
            held = sa.and_(outbox.c.next_try > now, outbox.c.next_try <= now + LEASE, outbox.c.attempts > 0)
            await connection.execute(outbox.update().where(held).values(next_try=now))

    async def depth(self) -> int:
        """How many notices are owed."""
        async with self._base.store.read() as connection:
            return int((await connection.execute(sa.select(sa.func.count()).select_from(outbox))).scalar_one())

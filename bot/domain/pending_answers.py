"""What members have asked the computer and wait for: kept until they have been told, so that a restart goes on with it.

Knows no Discord. Whoever thinks about an errand holds it for a while, and longer if need be; one that nobody holds, for
its process is gone, is taken up by another.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches import MemberSettings
from bot.domain.matches.base import Base, Open
from bot.domain.matches.views import Place, Via
from bot.store.practice import errands

LEASE = timedelta(seconds=60)
"""For so long an errand belongs to whoever has begun it, unless it is kept longer."""
MOST_TRIES = 5
"""An errand that was begun so often and never told is given up: it may be what stops the bot."""
KEPT = timedelta(days=1)
"""After so long nobody waits any more."""


class Wanted(NamedTuple):
    """An errand: its ``kind``, the member who asks, what it is ``about`` as JSON values, where and how it was asked."""

    id: int
    kind: str
    user: int
    about: Mapping[str, Any]
    channel: int
    locale: str
    via: Via


class Waiting:
    """The errands of members."""

    def __init__(self, base: Base) -> None:
        self._base = base
        base.listeners.append(self)

    async def ask(self, kind: str, user: int, about: Mapping[str, Any], place: Place, locale: str, via: Via) -> Wanted:
        """Keep an errand, held by the caller."""
        now = self._base.now()
        row = {
            "kind": kind,
            "user": user,
            "about": dict(about),
            "scope": place.scope,
            "channel": place.channel,
            "locale": locale,
            "interaction": via.interaction,
            "application": via.application,
            "token": via.token,
            "created_at": now,
            "held_until": now + LEASE,
            "tries": 1,
        }
        async with self._base.store.write() as connection:
            result = await connection.execute(errands.insert().values(**row).returning(errands.c.id))
            return Wanted(result.scalar_one(), kind, user, about, place.channel, locale, via)

    async def take(self, but: Collection[int] = ()) -> list[Wanted]:
        """Errands that nobody holds, oldest first, from now on held by the caller; not those of these ids."""
        now = self._base.now()
        free = (errands.c.held_until <= now, errands.c.id.not_in(but))
        async with self._base.store.read() as connection:
            if (await connection.execute(sa.select(errands.c.id).where(*free).limit(1))).first() is None:
                return []
        async with self._base.store.write() as connection:
            hopeless = sa.or_(errands.c.tries >= MOST_TRIES, errands.c.created_at <= now - KEPT)
            await connection.execute(errands.delete().where(*free, hopeless))
            query = sa.select(errands).where(*free).order_by(errands.c.id).with_for_update(skip_locked=True)
            rows = (await connection.execute(query)).all()
            held = errands.update().where(errands.c.id.in_([row.id for row in rows]))
            await connection.execute(held.values(held_until=now + LEASE, tries=errands.c.tries + 1))
        return [_wanted(row) for row in rows]

    async def keep(self, held: Collection[int]) -> None:
        """Hold errands longer."""
        await self._hold(errands.c.id.in_(held), self._base.now() + LEASE)

    async def put_back(self, held: Collection[int] | None = None) -> None:
        """Let others take up errands at once. None: all there are, which a process may do that has the database."""
        await self._hold(sa.true() if held is None else errands.c.id.in_(held), self._base.now())

    async def _hold(self, which: sa.ColumnElement[bool], until: datetime) -> None:
        async with self._base.store.write() as connection:
            await connection.execute(errands.update().where(which).values(held_until=until))

    async def told(self, errand: int) -> None:
        """Strike off an errand: its member knows, or cannot be told."""
        async with self._base.store.write() as connection:
            await connection.execute(errands.delete().where(errands.c.id == errand))

    # ------------------------------------------------------------------------------ told by the match service

    async def finished(self, opened: Open) -> None:
        """Matches that end do not concern errands."""

    async def annulling(self, opened: Open) -> None:
        """Nor do results taken back."""

    async def preferred(self, connection: AsyncConnection, user: int, settings: MemberSettings) -> None:
        """Nor do settings."""

    async def exported(self, connection: AsyncConnection, user: int) -> dict[str, Any]:
        """What a person waits for, as JSON values."""
        query = sa.select(errands.c.kind, errands.c.about, errands.c.created_at).where(errands.c.user == user)
        rows = (await connection.execute(query)).all()
        return {
            "errands": [{"kind": row.kind, "about": row.about, "created": row.created_at.isoformat()} for row in rows]
        }

    async def forgotten(self, connection: AsyncConnection, user: int) -> None:
        """Delete what a person waits for."""
        await connection.execute(errands.delete().where(errands.c.user == user))

    async def purged(self, connection: AsyncConnection, scope: int) -> None:
        """Delete what was asked in a server."""
        await connection.execute(errands.delete().where(errands.c.scope == scope))


def _wanted(row: Any) -> Wanted:
    via = Via(row.interaction, row.token, row.application)
    return Wanted(row.id, row.kind, row.user, row.about, row.channel, row.locale, via)

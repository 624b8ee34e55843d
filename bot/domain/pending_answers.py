"""What members have asked the computer and wait for, stored until they have been told, so that it outlives a restart.

A process leases an answer that it works on, and renews the lease if need be. An answer whose lease has run out is taken
up by another process.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.domain.errors import LimitReached
from bot.domain.events import JSON
from bot.domain.unit_of_work import Database, retried
from bot.domain.values import Place, Via
from bot.store.tables import pending_answers

LEASE = timedelta(seconds=60)
"""How long a process owns an answer that it works on, unless it renews the lease."""
MOST_PENDING = 3
"""How many answers a member may be waiting for."""
MOST_TRIES = 5
"""How often an answer is begun before it is given up: it may be what stops the bot."""
EXPIRES_AFTER = timedelta(days=1)
"""How old an answer may be that was not given; older ones are deleted."""


@dataclass(frozen=True, slots=True)
class PendingAnswer:
    """What a member waits for: its ``kind``, what it is ``about`` as JSON values, where and how it was asked."""

    id: int
    kind: str
    user: int
    about: Mapping[str, JSON]
    channel: int
    locale: str
    via: Via


def check_pending(count: int) -> None:
    """Raises LimitReached for a member who waits for so many answers and asks for another."""
    if count >= MOST_PENDING:
        raise LimitReached("you’re already waiting for {most} answers; wait for one of them", most=MOST_PENDING)


class PendingAnswers:
    """The answers that members wait for."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @retried
    async def ask(
        self, kind: str, user: int, about: Mapping[str, JSON], place: Place, locale: str, via: Via
    ) -> PendingAnswer:
        """Store what a member asks, leased to the caller. Raises LimitReached, also for presses at the same time."""
        async with self._database.unit_of_work() as work:
            await work.lock_members(user)
            query = sa.select(sa.func.count()).where(pending_answers.c.user == user)
            check_pending((await work.connection.execute(query)).scalar_one())
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
                "created_at": work.now,
                "held_until": work.now + LEASE,
                "tries": 1,
            }
            result = await work.connection.execute(pending_answers.insert().values(row).returning(pending_answers.c.id))
            return PendingAnswer(result.scalar_one(), kind, user, about, place.channel, locale, via)

    @retried
    async def take(self, but: Collection[int] = ()) -> list[PendingAnswer]:
        """The answers whose lease has run out, oldest first, leased to the caller; without those of these ids."""
        table, now = pending_answers, self._database.now()
        free = (table.c.held_until <= now, table.c.id.not_in(but))
        if not await self._database.holds(sa.select(table.c.id).where(*free)):
            return []
        async with self._database.unit_of_work() as work:
            hopeless = sa.or_(table.c.tries >= MOST_TRIES, table.c.created_at <= now - EXPIRES_AFTER)
            await work.connection.execute(table.delete().where(*free, hopeless))
            query = sa.select(table).where(*free).order_by(table.c.id).with_for_update(skip_locked=True)
            taken = [
                PendingAnswer(
                    row.id,
                    row.kind,
                    row.user,
                    row.about,
                    row.channel,
                    row.locale,
                    Via(row.interaction, row.token, row.application),
                )
                for row in await work.connection.execute(query)
            ]
            held = table.update().where(table.c.id.in_([answer.id for answer in taken]))
            await work.connection.execute(held.values(held_until=now + LEASE, tries=table.c.tries + 1))
        return taken

    async def keep(self, held: Collection[int]) -> None:
        """Renew the lease of answers."""
        await self._hold(pending_answers.c.id.in_(held), self._database.now() + LEASE)

    async def put_back(self, held: Collection[int] | None = None) -> None:
        """End the lease of answers, or of all (None), which only a process may do that has the database to itself."""
        await self._hold(sa.true() if held is None else pending_answers.c.id.in_(held), self._database.now())

    @retried
    async def _hold(self, which: sa.ColumnElement[bool], until: datetime) -> None:
        async with self._database.unit_of_work() as work:
            await work.connection.execute(pending_answers.update().where(which).values(held_until=until))

    @retried
    async def told(self, answer: int) -> None:
        """Delete an answer: its member knows it, or cannot be told."""
        async with self._database.unit_of_work() as work:
            await work.connection.execute(pending_answers.delete().where(pending_answers.c.id == answer))

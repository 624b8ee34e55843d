"""Questions of members that the computer thinks about, stored until they are answered, so that they
outlive a restart.

A process leases a question while it works on it, and renews the lease. After a lease has run out
another process takes the question up.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.domain.errors import LimitReached
from bot.domain.events import JSON
from bot.domain.unit_of_work import Service, retried
from bot.domain.values import Place, Via
from bot.store.tables import pending_answers as table

LEASE = timedelta(seconds=60)
MOST_PENDING = 3  # answers that a member may wait for at a time
# how often an answer is begun before it is dropped, as it may be what ends the process
MOST_TRIES = 5
EXPIRES_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PendingAnswer:
    """What a member waits for: its ``kind``, what it is ``about`` as JSON values, where and how it
    was asked.
    """

    id: int
    kind: str
    user: int
    about: Mapping[str, JSON]
    channel: int
    locale: str
    via: Via


def check_pending(count: int) -> None:
    """Raises LimitReached for a member who asks another question while waiting for this many
    answers.
    """
    if count >= MOST_PENDING:
        raise LimitReached(
            "you’re already waiting for {most} answers; wait for one of them", most=MOST_PENDING
        )


class PendingAnswers(Service):
    """The answers that members wait for."""

    @retried
    async def ask(
        self, kind: str, user: int, about: Mapping[str, JSON], place: Place, locale: str, via: Via
    ) -> PendingAnswer:
        """Store a question, leased to the caller.

        Raises LimitReached, also for presses at the same time.
        """
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(user)
            count = sa.select(sa.func.count()).where(table.c.user == user)
            check_pending((await work.connection.execute(count)).scalar_one())
            insert = table.insert().values(
                kind=kind,
                user=user,
                about=dict(about),
                scope=place.scope,
                channel=place.channel,
                locale=locale,
                interaction=via.interaction,
                application=via.application,
                token=via.token,
                created_at=work.now,
                held_until=work.now + LEASE,
                tries=1,
            )
            result = await work.connection.execute(insert.returning(table.c.id))
            return PendingAnswer(result.scalar_one(), kind, user, about, place.channel, locale, via)

    @retried
    async def take(self, but: Collection[int] = ()) -> list[PendingAnswer]:
        """Lease the answers whose lease has run out, except these ids, oldest first; delete those
        tried too often.
        """
        now = self._database.now()
        # No lease is longer: one that is was made before the clock was set back.
        over = sa.or_(table.c.held_until <= now, table.c.held_until > now + LEASE)
        free = (over, table.c.id.not_in(but))
        if not await self._database.has(sa.select(table.c.id).where(*free)):
            return []
        async with self._database.unit_of_work() as work:
            hopeless = sa.or_(
                table.c.tries >= MOST_TRIES, table.c.created_at <= now - EXPIRES_AFTER
            )
            await work.connection.execute(table.delete().where(*free, hopeless))
            query = (
                sa.select(table).where(*free).order_by(table.c.id).with_for_update(skip_locked=True)
            )
            rows = (await work.connection.execute(query)).all()
            leased = table.update().where(table.c.id.in_([row.id for row in rows]))
            await work.connection.execute(
                leased.values(held_until=now + LEASE, tries=table.c.tries + 1)
            )
        return [
            PendingAnswer(
                *(row.id, row.kind, row.user, row.about, row.channel, row.locale),
                via=Via(row.interaction, row.token, row.application),
            )
            for row in rows
        ]

    async def keep(self, ids: Collection[int]) -> None:
        """Renew the lease of answers."""
        await self._lease(table.c.id.in_(ids), self._database.now() + LEASE)

    async def put_back(self, ids: Collection[int] | None = None) -> None:
        """End the lease of answers; None: of all, allowed only to a process that has the database
        to itself.
        """
        await self._lease(sa.true() if ids is None else table.c.id.in_(ids), self._database.now())

    async def _lease(self, which: sa.ColumnElement[bool], until: datetime) -> None:
        await self._database.run(table.update().where(which).values(held_until=until))

    async def done(self, answer: int) -> None:
        """Delete an answer that was given, or cannot be."""
        await self._database.run(table.delete().where(table.c.id == answer))

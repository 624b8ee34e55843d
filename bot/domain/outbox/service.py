"""The outbox as its senders see it: they claim notices, and say what has become of them."""

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from bot.domain.events import DomainEvent, Notice, read_event
from bot.domain.hours import tell_at
from bot.domain.members import repository as members
from bot.domain.outbox import queue, repository
from bot.domain.outbox.queue import BACK_OFF
from bot.domain.outbox.repository import LEASE, Lease
from bot.domain.shards import Shards
from bot.domain.unit_of_work import Service, retried

log = logging.getLogger(__name__)

EXPIRES_AFTER = timedelta(days=14)  # the age at which unsent notices are deleted

E = TypeVar("E", bound=DomainEvent)


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is still to be sent: how many notices, and how long the one that has waited longest is
    overdue.

    A notice that is held until its member's morning is not overdue before that; one that was tried
    counts from its beginning.
    """

    notices: int
    overdue: timedelta


class Outbox(Service):
    """The notices that are still to be sent, for their senders."""

    # ------------------------------------------------------------------------------------- claiming

    @retried
    async def claim(
        self,
        limit: int = 20,
        exclude: Collection[int] = (),
        *,
        most_to_followers: int | None = None,
        shards: Shards | None = None,
    ) -> list[Notice[DomainEvent]]:
        """Notices to send now, claimed for LEASE; unknown events are deleted.

        Those for players come first. Each server has its turn before any has its next one; its own
        are taken oldest first. Of one match, and of one direct message, only the oldest is
        returned, so that turns arrive in order.

        :param exclude: ids to leave out.
        :param most_to_followers: how many may be for followers; None: as many as there is room for.
        :param shards: those of other ones only if nobody has claimed them for a while.
        """
        values = queue.values_at(self._database.now(), exclude)
        if not await self._database.has(queue.claimable_query(shards), values):
            return []
        async with self._database.unit_of_work() as work:
            ids = await queue.lock_next(work, exclude, limit, shards, follows=False)
            room = limit - len(ids)
            if most_to_followers is not None:
                room = min(room, most_to_followers)
            ids += await queue.lock_next(work, exclude, room, shards, follows=True)
            if not ids:
                return []
            notices = list[Notice[DomainEvent]]()
            unknown_ids = list[int]()
            for row in await repository.lease(work, ids):
                notice = repository.read(row)
                if notice is None:
                    unknown_ids.append(row.id)
                else:
                    notices.append(notice)
            if unknown_ids:
                await repository.delete(work, unknown_ids)
        return sorted(notices, key=lambda notice: notice.id)

    async def extend_lease(self, notice: int, *, attempts: int | None = None) -> bool:
        """Keep a notice that takes long to send; False if it was deleted, or claimed by others
        since ``attempts``.
        """
        lease_end = self._database.now() + LEASE
        update = repository.extend_lease(notice, attempts, lease_end)
        return bool(await self._database.run(update))

    async def release(self) -> None:
        """Release all claimed notices.

        Only for the single process of a database, when it starts.
        """
        await self._database.run(repository.release_all(self._database.now()))

    # --------------------------------------------------------------------- what became of a notice

    async def done(self, notice: int) -> None:
        """Delete a notice that was sent, or never can be. May be called again."""
        await self._database.store.execute(repository.DELETE, {"notice": notice})

    async def postpone(self, notice: Notice[DomainEvent]) -> bool:
        """Release a notice until its member's waking hours; False if it cannot wait, or they are
        awake.

        It was timed when it was written, but an outage may have passed since, or settings may have
        changed.
        """
        user = notice.ping if notice.ping is not None else notice.dm
        if user is None or not (notice.event.waits or notice.followed):
            return False
        rows = await self._database.fetch(members.hours_query((user,)))
        hours = members.hours(rows, (user,))[user]
        now = self._database.now()
        waking_time = tell_at(hours, now)
        if waking_time <= now:
            return False
        await self._database.run(repository.release_lease(Lease.of(notice), waking_time))
        return True

    async def retry(self, notice: int, *, wait: float | None = None) -> None:
        """Release a notice that could not be sent.

        :param wait: seconds until the next try, at most the last of BACK_OFF; None: by BACK_OFF.
        """
        async with self._database.unit_of_work() as work:
            attempts = await repository.attempts_of(work, notice)
            if attempts is None:
                return
            if wait is None:
                wait = BACK_OFF[min(attempts, len(BACK_OFF)) - 1]
            seconds = min(wait, BACK_OFF[-1])
            await repository.set_next_try(work, notice, work.now + timedelta(seconds=seconds))

    async def retry_soon(self, waits: Mapping[Lease, float]) -> None:
        """Shorten the waits of notices, unless others have tried them since.

        :param waits: seconds, by the leases under which they were tried.
        """
        async with self._database.unit_of_work() as work:
            times = {lease: work.now + timedelta(seconds=wait) for lease, wait in waits.items()}
            await repository.shorten_waits(work, times)

    async def fall_back_to_channel(self, notice: int) -> bool:
        """Send a refused direct message to the channel of its match or challenge instead, at once;
        False where there is none.
        """
        async with self._database.unit_of_work() as work:
            return await repository.move_to_channel(work, notice)

    async def expire(self) -> int:
        """Delete notices that are older than EXPIRES_AFTER, which are lost; how many."""
        async with self._database.unit_of_work() as work:
            rows = await repository.delete_older(work, work.now - EXPIRES_AFTER)
        for row in rows:
            level = logging.WARNING if row.followed else logging.ERROR
            why = "it is too old"
            log.log(
                level, "notice %s (%s) of match %s is lost: %s", row.id, row.kind, row.match, why
            )
        return len(rows)

    # -------------------------------------------------------------------------- what is still to be

    async def still_waiting(self, notices: Collection[int]) -> set[int]:
        """Those of some notices that are still to be sent."""
        rows = await self._database.fetch(repository.among_query(notices))
        return {row.id for row in rows}

    async def has_turn_to_post(self, notice: Notice[DomainEvent]) -> bool:
        """Whether the post of a turn or of the end of a notice's match is still to be sent to its
        channel.
        """
        if notice.match is None:
            return False
        query = repository.turns_query(notice.match, notice.scope)
        return await self._database.has(query)

    async def tried(self) -> list[Notice[DomainEvent]]:
        """The notices of matches that were tried before and are still to be sent, but for those to
        followers.
        """
        rows = await self._database.fetch(repository.tried_query())
        notices = [repository.read(row) for row in rows]
        return [notice for notice in notices if notice is not None]

    async def later(self, notice: Notice[E]) -> list[E]:
        """The events of its kind that are to be told after a notice, of its match and in the same
        place.
        """
        rows = await self._database.fetch(repository.later_query(notice))
        events = [read_event(row.kind, row.payload) for row in rows]
        return [event for event in events if isinstance(event, type(notice.event))]

    async def depth(self) -> int:
        """The number of notices."""
        return (await self.backlog()).notices

    async def backlog(self) -> Backlog:
        """What is still to be sent. Raises Unavailable."""
        now = self._database.now()
        [row] = await self._database.fetch(repository.backlog_query(now))
        overdue = timedelta(0) if row.oldest is None else now - row.oldest
        return Backlog(row.notices, overdue)

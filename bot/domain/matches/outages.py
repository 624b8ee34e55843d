"""Time that clocks do not count: outages of the bot, and vacations of the player to move."""

import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.domain.matches import clock_repository as repository
from bot.domain.matches.timing import MatchClock
from bot.domain.members.repository import vacations_after
from bot.domain.shards import Shards
from bot.domain.unit_of_work import Database, Row, UnitOfWork, retried
from bot.store.tables import matches

log = logging.getLogger(__name__)

OUTAGE = timedelta(minutes=3)  # a longer gap between two heartbeats is an outage
# the row of ``heartbeat`` for a running process, connected or not; those of shards: ``_layout``
ALIVE = 0
LAYOUT = 100_000  # more than the shards that there may be
MOST_LAYOUTS = 20_000  # layouts that are told apart, by how many shards they have


class Heartbeat:
    """Notes that the bot is alive, and credits outages.

    :param time_lost: credits an outage elsewhere: in a unit of work, the time since a moment, in
        some scopes or all.
    """

    def __init__(
        self,
        database: Database,
        time_lost: Callable[[UnitOfWork, datetime, sa.Select[int] | None], Awaitable[None]],
    ) -> None:
        self._database = database
        self._time_lost = time_lost
        self.longest_gap = OUTAGE  # between two heartbeats; simulations beat less often

    @retried
    async def beat(self, shards: Collection[int] = (0,), count: int = 1) -> timedelta:
        """Note that the bot is connected with ``shards``, of ``count``.

        Returns how long the longest outage was that has ended; zero if there was none.
        """
        layout = _layout(count)
        ids = [ALIVE, *(layout[shard] for shard in shards)]
        now = self._database.now()
        if await repository.beat(self._database, ids, now, now - self.longest_gap):
            return timedelta(0)
        async with self._database.unit_of_work() as work:
            latest_beat = await repository.set_beats(work, ids)
            # While there were more or fewer shards, the servers of each were served by others.
            elsewhere = await repository.latest_beat_of_others(work, ALIVE, layout)
            new_ids = {*ids} - {*latest_beat}
            await repository.add_beats(work, new_ids)
            for id in sorted(new_ids):
                latest_beat[id] = work.now if elsewhere is None else elsewhere
            del latest_beat[ALIVE]
            outages = [timedelta(0)]
            for id, beat in latest_beat.items():
                start = beat if elsewhere is None else max(beat, elsewhere)
                if work.now - start > self.longest_gap:
                    await self._credit_outage(work, id - layout.start, count, start)
                    outages.append(work.now - start)
        return max(outages)

    async def _credit_outage(
        self, work: UnitOfWork, shard: int, count: int, start: datetime
    ) -> None:
        log.warning(
            "shard %s was away for %s; that time counts for nobody", shard, work.now - start
        )
        if count == 1:
            await credit(work, start)
            await self._time_lost(work, start, None)
        else:
            scopes = Shards((shard,), count).scopes()
            await credit(work, start, matches.c.scope.in_(scopes))
            await self._time_lost(work, start, scopes)

    async def skip(self) -> None:
        """Count the time since the last beat after all; for tests and the sandbox, which move the
        clock by hand.
        """
        await repository.reset_beats(self._database)


def _layout(count: int) -> range:
    """The rows of ``heartbeat`` of the shards, of ``count``: others where there are more or fewer
    shards.
    """
    start = min(count, MOST_LAYOUTS) * LAYOUT
    return range(start, start + LAYOUT)


async def shift_for_vacation(
    work: UnitOfWork, user: int, old: datetime | None, vacation_end: datetime
) -> None:
    """Stop the clocks of a player to move until then.

    :param old: the end of the vacation that this one replaces.
    """

    def away(row: Row, time: MatchClock) -> MatchClock:
        return time.away(row.to_move, work.now, old, vacation_end)

    await repository.change_clocks(work, away, *repository.waits_for(user, work.now))


async def credit(work: UnitOfWork, start: datetime, *where: sa.ColumnElement[bool]) -> None:
    """Do not count the time since ``start`` in running matches that were not overdue before."""
    vacations = await vacations_after(work.connection, start)

    def shifted(row: Row, time: MatchClock) -> MatchClock:
        return time.shifted(start, work.now, vacations.get(row.mover, ()))

    runs = (*repository.runs_at(start, work.now), *where)
    counts_plainly = repository.counts_plainly(start)
    await repository.change_clocks(work, shifted, *runs, sa.not_(counts_plainly))
    await repository.move_clocks(work, work.now - start, *runs, counts_plainly)

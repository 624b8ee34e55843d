"""Time that clocks do not count: outages of the bot, and vacations of the player to move."""

import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.domain.matches.repository import Row, clock_columns, clock_of, update_of
from bot.domain.matches.timing import MatchClock
from bot.domain.members.repository import vacations_after
from bot.domain.shards import within
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.store import insert_new
from bot.store.tables import heartbeat, matches, members, scopes

log = logging.getLogger(__name__)

OUTAGE = timedelta(minutes=3)  # a longer gap between two heartbeats is an outage
# the row of ``heartbeat`` for a running process, connected or not; those of shards: ``_row``
ALIVE = 0
LAYOUT = 100_000  # more than the shards that there may be
MOST_LAYOUTS = 20_000  # layouts that are told apart, by how many shards they have


_BEAT = (
    heartbeat.update()
    .where(
        heartbeat.c.id.in_(sa.bindparam("ids", expanding=True)),
        heartbeat.c.at >= sa.bindparam("since"),
    )
    .values(at=sa.bindparam("moment", type_=heartbeat.c.at.type))
)


class Heartbeat:
    """Notes that the bot is alive; credits outages: ``time_lost`` does so in a unit of work, in
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
        """Note that the bot is connected with ``shards``, of ``count``; the longest outage that has
        ended, or zero.
        """
        longest = timedelta(0)
        layout = _row(0, count)
        ids = [ALIVE, *(layout + shard for shard in shards)]
        moment = self._database.now()
        lately = {"ids": ids, "moment": moment, "since": moment - self.longest_gap}
        if await self._database.store.execute(_BEAT, lately) == len(ids):
            return longest
        async with self._database.unit_of_work() as work:
            connection = work.connection
            now = work.now
            own = heartbeat.c.id.in_(ids)
            rows = (
                await connection.execute(sa.select(heartbeat).where(own).with_for_update())
            ).all()
            last = {row.id: row.at for row in rows}
            await connection.execute(heartbeat.update().where(own).values(at=now))
            # While there were more or fewer shards, the servers of each were served by others.
            others = heartbeat.c.id != ALIVE, ~heartbeat.c.id.between(layout, layout + LAYOUT - 1)
            query = sa.select(sa.func.max(heartbeat.c.at)).where(*others)
            elsewhere = (await connection.execute(query)).scalar_one_or_none()
            for new in sorted({*ids} - {*last}):
                last[new] = elsewhere if elsewhere is not None else now
                await insert_new(connection, heartbeat, id=new, at=now)
            del last[ALIVE]
            for row, then in last.items():
                number = row - layout
                at = then if elsewhere is None else max(then, elsewhere)
                if now - at > self.longest_gap:
                    log.warning(
                        "shard %s was away for %s; that time counts for nobody", number, now - at
                    )
                    inside = sa.select(scopes.c.id).where(*within((number,), count))
                    await credit(work, at, *([matches.c.scope.in_(inside)] if count > 1 else ()))
                    await self._time_lost(work, at, inside if count > 1 else None)
                    longest = max(longest, now - at)
        return longest

    async def skip(self) -> None:
        """Count the time since the last beat after all; for tests and the sandbox, which move the
        clock by hand.
        """
        await self._database.run(heartbeat.update().values(at=self._database.now()))


def _row(shard: int, count: int) -> int:
    """The row of ``heartbeat`` of a shard, of ``count``: another one where there are more or fewer
    shards.
    """
    return min(count, MOST_LAYOUTS) * LAYOUT + shard


async def shift_for_vacation(
    work: UnitOfWork, user: int, old: datetime | None, until: datetime
) -> None:
    """Stop the clocks of a player to move until then.

    ``old``: the end of the vacation that this one replaces.
    """
    mine = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user), matches.c.mover == user
    await _change_clocks(
        work,
        lambda row, time: time.away(row.to_move, work.now, old, until),
        *mine,
        matches.c.due_at > work.now,
    )


async def credit(work: UnitOfWork, start: datetime, *where: sa.ColumnElement[bool]) -> None:
    """Do not count the time since ``start`` in running matches that were not overdue before."""
    away = await vacations_after(work.connection, start)
    on_vacation = sa.select(members.c.id).where(members.c.vacation_until > start)
    touched = matches.c.due_at > start, matches.c.turn_at < work.now, *where
    simple = (
        ~matches.c.clock.contains("weekends"),
        matches.c.turn_at <= start,
        matches.c.mover.not_in(on_vacation),
    )
    await _change_clocks(
        work,
        lambda row, time: time.shifted(start, work.now, away.get(row.mover, ())),
        *touched,
        sa.not_(sa.and_(*simple)),
    )
    span = (work.now - start) // timedelta(milliseconds=1)
    later = {
        name: sa.type_coerce(matches.c[name], sa.BigInteger) + span
        for name in ("turn_at", "due_at", "wake_at")
    }
    update = matches.update().where(*_RUNNING, *touched, *simple)
    await work.connection.execute(update.values(**later, revision=matches.c.revision + 1))


_RUNNING = (matches.c.finished_at.is_(None), matches.c.paused_at.is_(None))
_CLOCK = ("clock", "turn_at", "due_at", "bank0", "bank1", "wake_at", "told", "paused_at")
_NAMES = ("id", "revision", "to_move", "mover", *_CLOCK)


async def _change_clocks(
    work: UnitOfWork,
    change: Callable[[Row, MatchClock], MatchClock],
    *where: sa.ColumnElement[bool],
) -> None:
    """Change the running clocks of some matches, given the row – the player to move and their seat
    – and the clock.
    """
    query = sa.select(*(matches.c[name] for name in _NAMES)).where(*_RUNNING, *where)
    rows = (await work.connection.execute(query.order_by(matches.c.id).with_for_update())).all()
    for row in rows:
        columns = {**clock_columns(change(row, clock_of(row))), "revision": row.revision + 1}
        guard = {"of": row.id, "seen": row.revision}
        await work.connection.execute(update_of(tuple(columns)), columns | guard)

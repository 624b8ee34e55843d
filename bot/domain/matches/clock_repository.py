"""Rows of the heartbeat, and changes to the clocks of many matches at once."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.domain.matches.repository import update_of
from bot.domain.matches.rows import clock_columns, clock_of
from bot.domain.matches.timing import MatchClock
from bot.domain.unit_of_work import Database, Row, UnitOfWork
from bot.store import insert_new
from bot.store.tables import heartbeat, matches, members

RUNNING = (matches.c.finished_at.is_(None), matches.c.paused_at.is_(None))
_CLOCK = ("clock", "turn_at", "due_at", "bank0", "bank1", "wake_at", "told", "paused_at")
_NAMES = ("id", "revision", "to_move", "mover", *_CLOCK)
_BEAT = (
    heartbeat.update()
    .where(
        heartbeat.c.id.in_(sa.bindparam("ids", expanding=True)),
        heartbeat.c.at >= sa.bindparam("earliest"),
    )
    .values(at=sa.bindparam("moment", type_=heartbeat.c.at.type))
)


async def beat(
    database: Database, ids: Sequence[int], moment: datetime, earliest: datetime
) -> bool:
    """Note a moment in rows of the heartbeat; False if any was last noted before ``earliest``."""
    values = {"ids": ids, "moment": moment, "earliest": earliest}
    return await database.store.execute(_BEAT, values) == len(ids)


async def set_beats(work: UnitOfWork, ids: Sequence[int]) -> dict[int, datetime]:
    """Note the present moment in those rows of the heartbeat that there are.

    Returns when they were noted before.
    """
    is_own = heartbeat.c.id.in_(ids)
    rows = await work.fetch(sa.select(heartbeat).where(is_own).with_for_update())
    await work.connection.execute(heartbeat.update().where(is_own).values(at=work.now))
    return {row.id: row.at for row in rows}


async def add_beats(work: UnitOfWork, ids: Collection[int]) -> None:
    """Begin rows of the heartbeat at the present moment."""
    for id in sorted(ids):
        await insert_new(work.connection, heartbeat, id=id, at=work.now)


async def latest_beat_of_others(work: UnitOfWork, alive: int, layout: range) -> datetime | None:
    """When a row was last noted that is neither ``alive`` nor of a ``layout`` of shards."""
    in_layout = heartbeat.c.id.between(layout.start, layout.stop - 1)
    query = sa.select(sa.func.max(heartbeat.c.at))
    [row] = await work.fetch(query.where(heartbeat.c.id != alive, ~in_layout))
    latest_beat: datetime | None = row[0]
    return latest_beat


async def reset_beats(database: Database) -> None:
    """Note the present moment in all rows of the heartbeat."""
    await database.run(heartbeat.update().values(at=database.now()))


async def change_clocks(
    work: UnitOfWork,
    change: Callable[[Row, MatchClock], MatchClock],
    *where: sa.ColumnElement[bool],
) -> None:
    """Change the running clocks of some matches.

    :param change: from the row – the player to move and their seat – and the clock.
    """
    query = sa.select(*(matches.c[name] for name in _NAMES)).where(*RUNNING, *where)
    for row in await work.fetch(query.order_by(matches.c.id).with_for_update()):
        columns = clock_columns(change(row, clock_of(row)))
        columns["revision"] = row.revision + 1
        guard = {"of": row.id, "seen": row.revision}
        await work.connection.execute(update_of(tuple(columns)), columns | guard)


async def move_clocks(work: UnitOfWork, span: timedelta, *where: sa.ColumnElement[bool]) -> None:
    """Move the running clocks of some matches on, in one statement."""
    milliseconds = span // timedelta(milliseconds=1)
    values: dict[str, object] = {"revision": matches.c.revision + 1}
    for name in ("turn_at", "due_at", "wake_at"):
        values[name] = sa.type_coerce(matches.c[name], sa.BigInteger) + milliseconds
    update = matches.update().where(*RUNNING, *where)
    await work.connection.execute(update.values(**values))


def waits_for(user: int, now: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions for matches in which a player is to move in time."""
    is_player = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    return (is_player, matches.c.mover == user, matches.c.due_at > now)


def runs_at(start: datetime, now: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions for matches whose time ran between two moments."""
    return (matches.c.due_at > start, matches.c.turn_at < now)


def counts_plainly(start: datetime) -> sa.ColumnElement[bool]:
    """The condition for clocks that stand still by adding the time since ``start``: their turn had
    begun, and neither weekends nor a vacation interrupt it.
    """
    has_weekends = matches.c.clock.contains("weekends")
    on_vacation = sa.select(members.c.id).where(members.c.vacation_until > start)
    has_vacation = matches.c.mover.in_(on_vacation)
    return sa.and_(~has_weekends, matches.c.turn_at <= start, ~has_vacation)

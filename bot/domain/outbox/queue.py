"""Which notices are next to be sent, and by which process.

Those of one match to one place go one after the other; each server has its turn before any has its
next one.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import cache

import sqlalchemy as sa

from bot.domain.shards import Shards
from bot.domain.unit_of_work import UnitOfWork
from bot.store.tables import outbox

ELSEWHERE = timedelta(seconds=60)
"""How long a notice waits for the process that has its server's shard, and knows its channels and
language; then any process sends it.
"""
# seconds to wait after the first, second … failed attempt; the last for all later ones
BACK_OFF = (5, 15, 60, 300)


_MOMENT = outbox.c.next_try.type
_NOW = sa.bindparam("now", type_=_MOMENT)
_OVERDUE_SINCE = sa.bindparam("overdue_since", type_=_MOMENT)
_LONGEST = sa.bindparam("longest", type_=_MOMENT)
_EXCLUDED = sa.bindparam("excluded", type_=sa.BigInteger, expanding=True)
_LIMIT = sa.bindparam("limit", type_=sa.Integer)


def values_at(now: datetime, exclude: Collection[int]) -> dict[str, object]:
    """The parameters of the queries of this file at a moment.

    :param exclude: ids of notices to leave out.
    """
    return {
        "now": now,
        "overdue_since": now - ELSEWHERE,
        "longest": now + timedelta(seconds=BACK_OFF[-1]),
        "excluded": list(exclude),
    }


# Queries are built once for each kind of process: building one takes longer than asking it.


@cache
def claimable_query(shards: Shards | None) -> sa.Select[int]:
    """Gives the notices that a process with these shards may send now."""
    return sa.select(outbox.c.id).where(_claimable(shards), outbox.c.id.not_in(_EXCLUDED))


async def lock_next(
    work: UnitOfWork, exclude: Collection[int], limit: int, shards: Shards | None, *, follows: bool
) -> list[int]:
    """The ids of notices for followers, or for all others, that are next to be sent, locked until
    commit.

    :param exclude: ids to leave out.
    :param shards: as in ``claimable_query``.
    """
    if limit <= 0:
        return []
    values = {**values_at(work.now, exclude), "limit": limit}
    return [row.id for row in await work.fetch(_next_query(shards, follows), values)]


@cache
def _next_query(shards: Shards | None, follows: bool) -> sa.Select[int]:
    """Gives the ids of notices that are next to be sent, as ``lock_next`` does."""
    claimable = _claimable(shards)
    place = sa.func.row_number().over(partition_by=outbox.c.scope, order_by=outbox.c.id)
    queue = (
        sa.select(outbox.c.id, place.label("place"))
        .where(claimable, outbox.c.id.not_in(_EXCLUDED), outbox.c.followed.is_(follows))
        .where(~_has_to_wait())
        .subquery()
    )
    return (
        sa.select(outbox.c.id)
        .join(queue, queue.c.id == outbox.c.id)
        # Asked again of the row itself, which another process may have claimed meanwhile.
        .where(claimable)
        .order_by(queue.c.place, outbox.c.id)
        .limit(_LIMIT)
        .with_for_update(of=outbox, skip_locked=True)
    )


def _claimable(shards: Shards | None) -> sa.ColumnElement[bool]:
    """Whether a notice is to be sent by a process with these shards, None: by one that has the
    database to itself.
    """
    due = _due(outbox)
    if shards is None:
        return due
    is_own = outbox.c.scope.in_(shards.scopes())
    overdue = outbox.c.next_try <= _OVERDUE_SINCE
    return sa.and_(due, sa.or_(is_own, overdue))


def _due(notices: sa.FromClause) -> sa.ColumnElement[bool]:
    """Whether the time of a notice has come, also if the clock was set back since it was stored: it
    was to be sent at once when it was written, or its next try is further away than any lease or
    wait.
    """
    next_try = notices.c.next_try
    at_once = next_try <= notices.c.created_at
    clock_set_back = sa.case((notices.c.attempts == 0, at_once), else_=next_try > _LONGEST)
    return sa.or_(next_try <= _NOW, clock_set_back)


def _has_to_wait() -> sa.ColumnElement[bool]:
    """Whether an earlier notice of the same match and to the same place is to be sent first."""
    earlier_notices = outbox.alias("earlier")
    same_match = earlier_notices.c.match == outbox.c.match
    same_scope = earlier_notices.c.scope == outbox.c.scope
    same_reader = sa.func.coalesce(earlier_notices.c.dm, 0) == sa.func.coalesce(outbox.c.dm, 0)
    is_earlier = earlier_notices.c.id < outbox.c.id
    # A notice that waits for waking hours, and was not tried yet, blocks nothing.
    ready = sa.or_(earlier_notices.c.attempts > 0, _due(earlier_notices))
    query = sa.select(earlier_notices.c.id)
    return query.where(same_match, same_scope, same_reader, is_earlier, ready).exists()

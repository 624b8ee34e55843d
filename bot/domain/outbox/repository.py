"""The rows of notices that are still to be sent."""

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.domain.events import JSON, DomainEvent, Notice, read_event
from bot.domain.unit_of_work import Row, UnitOfWork
from bot.domain.values import InteractionRef
from bot.store import key_of
from bot.store.tables import challenges, matches, outbox

log = logging.getLogger(__name__)

TURNS = ("started", "turn", "finished")  # the kinds of the events whose posts show the board
LEASE = timedelta(seconds=60)  # how long a worker owns a claimed notice
_SAME = ("scope", "channel", "dm", "ping", "match", "challenge", "attempts", "followed")
"""Columns that are attributes of a notice under the same name."""
_INSERT = outbox.insert()
_RETRY_SOON = (
    outbox.update()
    .where(outbox.c.id == sa.bindparam("notice"), outbox.c.attempts == sa.bindparam("tries"))
    .where(outbox.c.next_try > sa.bindparam("earlier_try"))
    .values(next_try=sa.bindparam("earlier_try"))
)
DELETE = outbox.delete().where(outbox.c.id == sa.bindparam("notice"))
"""Deletes the row of ``notice``."""


class Lease(NamedTuple):
    """That a sender has claimed a notice (its id), as the attempt with this number."""

    notice: int
    attempts: int

    @classmethod
    def of(cls, notice: Notice[DomainEvent]) -> "Lease":
        """The lease of a notice that was claimed."""
        return cls(notice.id, notice.attempts)


# ---------------------------------------------------------------------------------------- writing


async def add(work: UnitOfWork, notice: Notice[DomainEvent], next_try: datetime) -> int:
    """Store a notice; its id."""
    row: dict[str, object] = {name: getattr(notice, name) for name in _SAME}
    row |= _event_columns(notice.event)
    row["created_at"] = notice.created_at
    row["next_try"] = next_try
    interaction = notice.interaction
    if interaction is not None:
        row["interaction"] = interaction.id
        row["application"] = interaction.application
        row["token"] = interaction.token
    return key_of(await work.connection.execute(_INSERT, row))


async def delete_unsent_to_followers(work: UnitOfWork, match: int, users: Collection[int]) -> None:
    """Delete the notices of a match to some followers that no sender has claimed yet."""
    unsent = outbox.delete().where(
        outbox.c.match == match,
        outbox.c.followed,
        outbox.c.attempts == 0,
        outbox.c.dm.in_(list(users)),
    )
    await work.connection.execute(unsent)


async def add_for_followers(
    work: UnitOfWork, event: DomainEvent, users: Mapping[int, datetime], *, scope: int, match: int
) -> None:
    """Store a direct message to each of some followers of a match.

    :param users: when to send it, by user id.
    """
    values = {
        **_event_columns(event),
        "scope": scope,
        "match": match,
        "followed": True,
        "created_at": work.now,
    }
    rows = []
    for user, next_try in users.items():
        rows.append({**values, "dm": user, "ping": user, "next_try": next_try})
    await work.connection.execute(_INSERT, rows)


def _event_columns(event: DomainEvent) -> dict[str, object]:
    return {"kind": event.kind, "payload": event.payload(), "named": event.named}


# ---------------------------------------------------------------------------------------- reading


def read(row: Row) -> Notice[DomainEvent] | None:
    """The notice of a row; None if its event is unknown to this version."""
    payload: Mapping[str, JSON] = row.payload
    event = read_event(row.kind, payload)
    if event is None:
        log.error(
            "notice %s is of the kind %r, which this version does not know; it is dropped",
            row.id,
            row.kind,
        )
        return None
    interaction = None
    if row.interaction is not None:
        interaction = InteractionRef(row.interaction, row.token, row.application)
    values = {name: getattr(row, name) for name in _SAME}
    return Notice(
        id=row.id, event=event, interaction=interaction, created_at=row.created_at, **values
    )


async def attempts_of(work: UnitOfWork, notice: int) -> int | None:
    """How often a notice was tried; None if it was deleted."""
    rows = await work.fetch(sa.select(outbox.c.attempts).where(outbox.c.id == notice))
    return rows[0].attempts if rows else None


def among_query(notices: Collection[int]) -> sa.Select[int]:
    """Gives the ids of those of some notices that are still to be sent."""
    return sa.select(outbox.c.id).where(outbox.c.id.in_(notices))


def turns_query(match: int, scope: int) -> sa.Select[int]:
    """Gives the ids of the turns of a match that are still to be posted in a server's channel."""
    return sa.select(outbox.c.id).where(
        outbox.c.match == match,
        outbox.c.scope == scope,
        outbox.c.kind.in_(TURNS),
        outbox.c.channel.is_not(None),
        outbox.c.dm.is_(None),
        outbox.c.followed.is_(False),
    )


def later_query(notice: Notice[DomainEvent]) -> sa.Select[str, dict[str, JSON]]:
    """Gives the kind and payload of what follows a notice, of its match and its kind and in the
    same place.
    """
    same_reader = sa.func.coalesce(outbox.c.dm, 0) == (notice.dm or 0)
    return sa.select(outbox.c.kind, outbox.c.payload).where(
        outbox.c.match == notice.match,
        outbox.c.scope == notice.scope,
        outbox.c.kind == notice.event.kind,
        same_reader,
        outbox.c.id > notice.id,
    )


def tried_query() -> sa.Select[Any]:
    """Gives the rows of notices of matches that were tried before, but of those to followers."""
    return sa.select(outbox).where(
        outbox.c.attempts > 0, outbox.c.match.is_not(None), outbox.c.followed.is_(False)
    )


def backlog_query(now: datetime) -> sa.Select[int, datetime]:
    """Gives how many ``notices`` there are, and since when the ``oldest`` of them is overdue."""
    is_new = outbox.c.attempts == 0
    due_time = sa.case((is_new, outbox.c.next_try), else_=outbox.c.created_at)
    overdue_since = sa.case((due_time <= now, due_time))
    count = sa.func.count().label("notices")
    oldest = sa.func.min(overdue_since).label("oldest")
    return sa.select(count, oldest).select_from(outbox)


# -------------------------------------------------------------------------------- claims and tries


async def lease(work: UnitOfWork, ids: Collection[int]) -> Sequence[Row]:
    """Claim some notices for LEASE; their rows."""
    claim = outbox.update().where(outbox.c.id.in_(ids))
    claim = claim.values(next_try=work.now + LEASE, attempts=outbox.c.attempts + 1)
    rows: Sequence[Row] = (await work.connection.execute(claim.returning(outbox))).all()
    return rows


def release_lease(lease: Lease, next_try: datetime) -> sa.Update:
    """The statement by which a claimed notice was not tried, and is to be sent at a moment."""
    return _leased(lease).values(next_try=next_try, attempts=0)


def extend_lease(notice: int, attempts: int | None, lease_end: datetime) -> sa.Update:
    """The statement that extends the lease of a notice.

    :param attempts: only if nobody has claimed it since; None: whoever has.
    """
    row = outbox.update().where(outbox.c.id == notice)
    if attempts is not None:
        row = _leased(Lease(notice, attempts))
    return row.values(next_try=lease_end)


def release_all(now: datetime) -> sa.Update:
    """The statement that ends all leases."""
    return (
        outbox.update()
        .where(outbox.c.next_try > now, outbox.c.next_try <= now + LEASE, outbox.c.attempts > 0)
        .values(next_try=now)
    )


def _leased(lease: Lease) -> sa.Update:
    return outbox.update().where(outbox.c.id == lease.notice, outbox.c.attempts == lease.attempts)


async def set_next_try(work: UnitOfWork, notice: int, next_try: datetime) -> None:
    """Store when a notice is to be tried again."""
    row = outbox.update().where(outbox.c.id == notice)
    await work.connection.execute(row.values(next_try=next_try))


async def shorten_waits(work: UnitOfWork, times: Mapping[Lease, datetime]) -> None:
    """Store that notices are to be tried earlier, unless others have claimed them since.

    :param times: when to try each.
    """
    rows = []
    for lease, earlier_try in times.items():
        rows.append({"notice": lease.notice, "tries": lease.attempts, "earlier_try": earlier_try})
    await work.connection.execute(_RETRY_SOON, rows)


# ----------------------------------------------------------------------------------------- the end


async def delete(work: UnitOfWork, ids: Collection[int]) -> None:
    """Delete some notices."""
    await work.connection.execute(outbox.delete().where(outbox.c.id.in_(ids)))


async def delete_older(work: UnitOfWork, moment: datetime) -> Sequence[Row]:
    """Delete the notices that were written before a moment; their rows."""
    deletion = outbox.delete().where(outbox.c.created_at < moment)
    return (await work.connection.execute(deletion.returning(outbox))).all()


async def move_to_channel(work: UnitOfWork, notice: int) -> bool:
    """Put a notice for the channel of its match or challenge in the place of a direct message, due
    at once; False where there is no such channel, and then it is only deleted.
    """
    direct = outbox.delete().where(outbox.c.id == notice).returning(outbox)
    row = (await work.connection.execute(direct)).mappings().one_or_none()
    if row is None:
        return True  # it was deleted with what it is about
    channel = None
    if row["match"] is not None:
        channel = await _channel_of_reader(work, row["match"], row["dm"])
    elif row["challenge"] is not None:
        channel = await _channel_of_challenge(work, row["challenge"])
    if channel is None:
        return False
    values = {name: value for name, value in row.items() if name != "id"}
    values["channel"] = channel
    values["dm"] = None
    values["attempts"] = 0
    values["next_try"] = row["created_at"]
    await work.connection.execute(_INSERT, values)
    return True


async def _channel_of_challenge(work: UnitOfWork, challenge: int) -> int | None:
    """The channel in which a challenge was made."""
    rows = await work.fetch(sa.select(challenges.c.channel).where(challenges.c.id == challenge))
    return rows[0].channel if rows else None


async def _channel_of_reader(work: UnitOfWork, match: int, user: int) -> int | None:
    """The channel or thread in which a member reads a match; across servers, that of their side."""
    own_side = sa.case((matches.c.seat1 == user, matches.c.room1), else_=matches.c.room0)
    channel = sa.func.coalesce(own_side, matches.c.thread, matches.c.channel).label("channel")
    rows = await work.fetch(sa.select(channel).where(matches.c.id == match))
    return rows[0].channel if rows else None

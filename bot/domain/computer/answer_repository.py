"""The rows of questions that members wait to be answered."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.domain.events import JSON
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import InteractionRef
from bot.store.tables import pending_answers

LEASE = timedelta(seconds=60)
# how often an answer is begun before it is dropped, as it may be what ends the process
MOST_TRIES = 5
EXPIRES_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PendingAnswer:
    """What a member waits for: its ``kind``, where and how it was asked.

    :param id: 0 until it is stored
    :param details: what it is about, as JSON values
    """

    id: int
    kind: str
    user: int
    details: Mapping[str, JSON]
    channel: int
    locale: str
    interaction: InteractionRef


async def count(work: UnitOfWork, user: int) -> int:
    """How many answers a member waits for."""
    query = sa.select(sa.func.count()).where(pending_answers.c.user == user)
    return (await work.connection.execute(query)).scalar_one()


async def add(work: UnitOfWork, scope: int, question: PendingAnswer) -> int:
    """Store a question, leased to the caller; returns its id."""
    interaction = question.interaction
    insert = pending_answers.insert().values(
        kind=question.kind,
        user=question.user,
        about=dict(question.details),
        scope=scope,
        channel=question.channel,
        locale=question.locale,
        interaction=interaction.id,
        application=interaction.application,
        token=interaction.token,
        created_at=work.now,
        held_until=work.now + LEASE,
        tries=1,
    )
    result = await work.connection.execute(insert.returning(pending_answers.c.id))
    return int(result.scalar_one())


def free_query(now: datetime, exclude: Collection[int]) -> sa.Select[int]:
    """Gives the answers whose lease has run out, except these ids."""
    return sa.select(pending_answers.c.id).where(*_free(now, exclude))


async def delete_hopeless(work: UnitOfWork, now: datetime, exclude: Collection[int]) -> None:
    """Delete answers whose lease has run out and that were tried too often, or are too old."""
    hopeless = sa.or_(
        pending_answers.c.tries >= MOST_TRIES,
        pending_answers.c.created_at <= now - EXPIRES_AFTER,
    )
    await work.connection.execute(pending_answers.delete().where(*_free(now, exclude), hopeless))


async def lease_free(
    work: UnitOfWork, now: datetime, exclude: Collection[int]
) -> list[PendingAnswer]:
    """Lease the answers whose lease has run out, except these ids, the oldest first."""
    query = sa.select(pending_answers).where(*_free(now, exclude)).order_by(pending_answers.c.id)
    rows = (await work.connection.execute(query.with_for_update(skip_locked=True))).all()
    ids = [row.id for row in rows]
    update = pending_answers.update().where(pending_answers.c.id.in_(ids))
    more_tries = pending_answers.c.tries + 1
    await work.connection.execute(update.values(held_until=now + LEASE, tries=more_tries))
    return [_read(row) for row in rows]


def lease(ids: Collection[int] | None, lease_end: datetime) -> sa.Update:
    """The statement by which answers are leased until a moment; None: all of them."""
    which = sa.true() if ids is None else pending_answers.c.id.in_(ids)
    return pending_answers.update().where(which).values(held_until=lease_end)


def delete(answer: int) -> sa.Delete:
    """The statement that deletes an answer."""
    return pending_answers.delete().where(pending_answers.c.id == answer)


def _free(now: datetime, exclude: Collection[int]) -> tuple[sa.ColumnElement[bool], ...]:
    held_until = pending_answers.c.held_until
    # No lease is longer: one that is was made before the clock was set back.
    run_out = sa.or_(held_until <= now, held_until > now + LEASE)
    return run_out, pending_answers.c.id.not_in(exclude)


def _read(row: sa.Row[*tuple[object, ...]]) -> PendingAnswer:
    interaction = InteractionRef(row.interaction, row.token, row.application)
    return PendingAnswer(
        row.id, row.kind, row.user, row.about, row.channel, row.locale, interaction
    )

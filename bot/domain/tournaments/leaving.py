"""A person who deletes their data leaves every tournament; the games played against them stay."""

from __future__ import annotations

import sqlalchemy as sa

from bot.domain.outbox import enqueue
from bot.domain.tournaments.events import CalendarDue
from bot.domain.unit_of_work import UnitOfWork
from bot.store.tables import entrants, matches, tournaments


async def leave_all(work: UnitOfWork, user: int) -> None:
    """Remove a person from tournaments that have not begun, and withdraw them from running ones."""
    connection, mine = work.connection, entrants.c.user == user
    # The title of a tournament, written by its organiser, is in the notes of its matches.
    organised = sa.select(tournaments.c.id).where(
        sa.or_(tournaments.c.organiser == user, tournaments.c.creator == user)
    )
    servers = sa.select(tournaments.c.scope).where(tournaments.c.id.in_(organised))
    played = sa.and_(matches.c.scope.in_(servers), matches.c.tournament.in_(organised))
    await connection.execute(matches.update().where(played).values(note="", revision=matches.c.revision + 1))
    # It is in the server's events, too.
    shown = sa.select(tournaments.c.id, tournaments.c.scope, tournaments.c.channel)
    for row in (
        await connection.execute(shown.where(tournaments.c.id.in_(organised), tournaments.c.finished_at.is_(None)))
    ).all():
        await enqueue(work, CalendarDue(row.id), scope=row.scope, channel=row.channel)
    early = sa.select(tournaments.c.id).where(tournaments.c.status.in_(("signup", "checkin")))
    running = sa.select(tournaments.c.id).where(tournaments.c.status == "running")
    touched = tournaments.c.id.in_(sa.select(entrants.c.tournament).where(mine))
    step = tournaments.update().where(touched, tournaments.c.status == "running")
    await connection.execute(step.values(version=tournaments.c.version + 1, wake_at=work.now))
    await connection.execute(entrants.delete().where(mine, entrants.c.tournament.in_(early)))
    await connection.execute(entrants.update().where(mine, entrants.c.tournament.in_(running)).values(status="out"))

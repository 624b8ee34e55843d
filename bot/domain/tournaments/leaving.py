"""A person who deletes their data leaves every tournament; what others have played against them stays."""

from __future__ import annotations

import sqlalchemy as sa

from bot.domain.outbox import enqueue
from bot.domain.tournaments.events import CalendarDue
from bot.domain.unit_of_work import UnitOfWork
from bot.store.tables import entrants, matches, pairings, tournaments


async def leave_all(work: UnitOfWork, user: int) -> None:
    """Take a person out of the tournaments that have not begun, and let them have left those that are going on."""
    connection, mine = work.connection, entrants.c.user == user
    # The title of a tournament is its organiser's words, and it is in the notes of its matches.
    organised = sa.select(tournaments.c.id).where(
        sa.or_(tournaments.c.organiser == user, tournaments.c.creator == user)
    )
    # Matches that were called off are of no pairing any more; those of long ago are only known by theirs.
    paired = matches.c.id.in_(sa.select(pairings.c.match).where(pairings.c.tournament.in_(organised)))
    servers = sa.select(tournaments.c.scope).where(tournaments.c.id.in_(organised))
    begun = sa.and_(matches.c.scope.in_(servers), matches.c.tournament.in_(organised))
    for played in (paired, begun):
        await connection.execute(matches.update().where(played).values(note="", revision=matches.c.revision + 1))
    # It is in what the server's events show, too.
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

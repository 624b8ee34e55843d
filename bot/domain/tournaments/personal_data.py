"""What tournaments keep of a person: given out, and taken out so that others keep what they have played."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.events import JSON
from bot.domain.privacy import DELETED_NAME
from bot.domain.tournaments.events import StandingsChanged
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import NOBODY
from bot.store.tables import entrants, outbox, tournaments


async def exported(connection: AsyncConnection, user: int) -> dict[str, JSON]:
    """The tournaments in which a person takes part or is offered a place, that they organise or have announced."""
    item = (tournaments.c.number, tournaments.c.title, tournaments.c.scope)
    query = sa.select(*item, entrants).join(entrants, entrants.c.tournament == tournaments.c.id)
    took: list[JSON] = [
        {
            **_named(row.number, row.title, row.scope),
            "name": row.name,
            "status": row.status,
            "checked": row.checked,
            "seed": row.seed,
            "joined": row.joined_at.isoformat(),
        }
        for row in await connection.execute(query.where(entrants.c.user == user))
    ]
    offered = await connection.execute(
        sa.select(*item).join(entrants, entrants.c.tournament == tournaments.c.id).where(entrants.c.offered_to == user)
    )
    organised = await connection.execute(sa.select(*item).where(tournaments.c.organiser == user))
    announced = await connection.execute(sa.select(*item).where(tournaments.c.creator == user))
    return {
        "tournaments": took,
        "places_offered": [_named(*row) for row in offered],
        "organises": [_named(*row) for row in organised],
        "announced": [_named(*row) for row in announced],
    }


async def forget(work: UnitOfWork, user: int) -> None:
    """Take a person out everywhere; what others have played against them stays."""
    connection = work.connection
    early = sa.select(tournaments.c.id).where(tournaments.c.status.in_(("signup", "checkin")))
    running = sa.select(tournaments.c.id).where(tournaments.c.status == "running")
    mine = entrants.c.user == user
    touched = tournaments.c.id.in_(sa.select(entrants.c.tournament).where(mine))
    step = tournaments.update().where(touched, tournaments.c.status == "running")
    await connection.execute(step.values(version=tournaments.c.version + 1, wake_at=work.now))
    await connection.execute(entrants.delete().where(mine, entrants.c.tournament.in_(early)))
    gone = entrants.update().where(mine, entrants.c.tournament.in_(running))
    await connection.execute(gone.values(status="out"))
    await connection.execute(entrants.update().where(mine).values(user=NOBODY, name=DELETED_NAME))
    unoffered = entrants.update().where(entrants.c.offered_to == user)
    await connection.execute(unoffered.values(offered_to=None, offered_name=None, offered_at=None))
    organised = tournaments.update().where(tournaments.c.organiser == user)
    await connection.execute(organised.values(organiser=NOBODY, organiser_name=DELETED_NAME))
    await connection.execute(tournaments.update().where(tournaments.c.creator == user).values(creator=None))
    owed = sa.select(outbox.c.id, outbox.c.payload).where(outbox.c.kind == StandingsChanged.kind)
    for row in (await connection.execute(owed)).all():
        named: dict[str, JSON] = {key: NOBODY for key in ("out", "to") if row.payload.get(key) == user}
        if user in row.payload.get("pings", ()):
            named["pings"] = [one for one in row.payload["pings"] if one != user]
        if named:
            await connection.execute(outbox.update().where(outbox.c.id == row.id).values(payload=row.payload | named))


def _named(number: int, title: str, scope: int) -> dict[str, JSON]:
    """A tournament by its name."""
    return {"tournament": f"T{number}", "title": title, "scope": str(scope)}

"""The tournaments as one object, which hears of every match that ends and of people and servers that go."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.matches import NOBODY, Matches
from bot.domain.matches.base import Open as OpenMatch
from bot.domain.members.preferences import MemberSettings
from bot.domain.privacy import DELETED_NAME
from bot.domain.ratings import Ratings
from bot.domain.tournaments.organising import Organising
from bot.store.contests import entrants, tournaments
from bot.store.tables import outbox


class Tournaments(Organising):
    """All that can happen to tournaments. Hears of every match that ends on ``service``."""

    def __init__(self, service: Matches, ratings: Ratings) -> None:
        super().__init__(service, ratings)
        service.listeners.append(self)

    async def annulling(self, opened: OpenMatch) -> None:
        """Results that a tournament rests on are not for the players to take back; the ratings refuse that."""

    async def preferred(self, connection: AsyncConnection, user: int, settings: MemberSettings) -> None:
        """Members' settings are nothing to tournaments."""

    async def purged(self, connection: AsyncConnection, scope: int) -> None:
        """What belongs to a server goes with it."""

    async def exported(self, connection: AsyncConnection, user: int) -> dict[str, Any]:
        """The tournaments in which a person takes part, and those they organise."""
        query = (
            sa.select(tournaments.c.number, tournaments.c.title, tournaments.c.scope, entrants)
            .join(entrants, entrants.c.tournament == tournaments.c.id)
            .where(entrants.c.user == user)
        )
        took = (await connection.execute(query)).mappings().all()
        query = sa.select(tournaments).where(tournaments.c.organiser == user)
        organised = (await connection.execute(query)).mappings().all()

        def plain(row: Any) -> dict[str, Any]:
            return {
                "tournament": f"T{row['number']}",
                "title": row["title"],
                "scope": str(row["scope"]),
            }

        return {
            "tournaments": [
                {
                    **plain(row),
                    **{name: row[name] for name in ("name", "status", "checked", "seed")},
                    "joined": row["joined_at"].isoformat(),
                }
                for row in took
            ],
            "organises": [plain(row) for row in organised],
        }

    async def forgotten(self, connection: AsyncConnection, user: int) -> None:
        """Take a person out everywhere; what others have played against them stays."""
        early = sa.select(tournaments.c.id).where(tournaments.c.status.in_(("signup", "checkin")))
        running = sa.select(tournaments.c.id).where(tournaments.c.status == "running")
        mine = entrants.c.user == user
        step = {"version": tournaments.c.version + 1, "wake_at": self.service.now()}
        touched = tournaments.c.id.in_(sa.select(entrants.c.tournament).where(mine))
        await connection.execute(tournaments.update().where(touched, tournaments.c.status == "running").values(**step))
        await connection.execute(entrants.delete().where(mine, entrants.c.tournament.in_(early)))
        gone = entrants.update().where(mine, entrants.c.tournament.in_(running))
        await connection.execute(gone.values(status="out"))
        await connection.execute(entrants.update().where(mine).values(user=NOBODY, name=DELETED_NAME))
        owed = sa.select(outbox.c.id, outbox.c.payload).where(outbox.c.kind == "tournament")
        for row in (await connection.execute(owed)).all():
            if user in row.payload.get("pings", ()) or user == row.payload.get("out"):
                payload = {**row.payload, "pings": [one for one in row.payload.get("pings", ()) if one != user]}
                payload |= {"out": NOBODY} if user == row.payload.get("out") else {}
                await connection.execute(outbox.update().where(outbox.c.id == row.id).values(payload=payload))
        organised = tournaments.update().where(tournaments.c.organiser == user)
        await connection.execute(organised.values(organiser=NOBODY, organiser_name=DELETED_NAME))

"""What is kept about a person: given out as JSON, and deleted so that opponents keep their finished matches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.domain.matches.base import Base
from bot.domain.matches.views import NOBODY
from bot.store.tables import challenges, conditionals, followers, matches, members, outbox

DELETED_NAME = "somebody"


class Privacy:
    """The part of the service that gives people their data, and takes it out."""

    def __init__(self, base: Base) -> None:
        self._base = base

    async def export(self, user: int) -> dict[str, Any]:
        """All that is kept about a person, fit for JSON. What others keep secret is not in it."""
        found: dict[str, Any] = {"user": str(user), "exported": self._base.now().isoformat()}
        async with self._base.store.read() as connection:
            row = (await connection.execute(sa.select(members).where(members.c.id == user))).mappings().one_or_none()
            found["member"] = _plain(dict(row)) if row else None
            found["matches"] = []
            for seat in (0, 1):
                query = sa.select(matches).where(matches.c[f"seat{seat}"] == user).order_by(matches.c.id)
                for match in (await connection.execute(query)).mappings():
                    entry = _plain(dict(match))
                    if match["mover"] != user:
                        del entry["draft"]
                    plan = sa.select(conditionals.c.tree).where(
                        conditionals.c.match == match["id"], conditionals.c.seat == seat
                    )
                    entry["prepared"] = (await connection.execute(plan)).scalar_one_or_none()
                    found["matches"].append(entry)
            mine = sa.or_(challenges.c.maker == user, challenges.c.target == user)
            rows = (await connection.execute(sa.select(challenges).where(mine))).mappings()
            found["challenges"] = [_plain(dict(row)) for row in rows]
            query = sa.select(followers.c.match).where(followers.c.user == user)
            found["follows"] = list((await connection.execute(query)).scalars())
            owed = sa.select(outbox).where(sa.or_(outbox.c.ping == user, outbox.c.dm == user))
            rows = (await connection.execute(owed)).mappings()
            found["notices"] = [
                {name: value for name, value in _plain(dict(row)).items() if name != "token"} for row in rows
            ]
            for listener in self._base.listeners:
                found |= await listener.exported(connection, user)
        return found

    async def delete(self, user: int) -> int:
        """Delete what is kept about a person; how many matches it touches.

        Running matches end: called off before both have moved, else won by the other player. Finished ones stay for
        the opponents, with nobody in the seat.
        """
        base = self._base
        touched = 0
        for seat in (0, 1):
            query = sa.select(matches.c.id).where(matches.c[f"seat{seat}"] == user, matches.c.finished_at.is_(None))
            async with base.store.read() as connection:
                running = (await connection.execute(query)).scalars().all()
            for match in running:
                async with base.change(match) as opened:
                    if opened.row["status"] != "running":
                        continue
                    called_off = opened.row["turn"] <= 2
                    await base.finish(
                        opened,
                        winner=None if called_off else 1 - seat,
                        reason="aborted" if called_off else "deleted",
                        by=user,
                        via=None,
                    )
        async with base.store.write() as connection:
            for seat in (0, 1):
                result = await connection.execute(
                    matches.update()
                    .where(matches.c[f"seat{seat}"] == user)
                    .values(
                        {
                            f"seat{seat}": NOBODY,
                            f"name{seat}": DELETED_NAME,
                            "note": "",
                            "revision": matches.c.revision + 1,
                        }
                    )
                )
                touched += result.rowcount
            await connection.execute(challenges.delete().where(challenges.c.maker == user))
            await connection.execute(challenges.delete().where(challenges.c.target == user))
            await connection.execute(followers.delete().where(followers.c.user == user))
            await connection.execute(outbox.delete().where(outbox.c.dm == user))
            await connection.execute(outbox.update().where(outbox.c.ping == user).values(ping=None))
            await connection.execute(members.delete().where(members.c.id == user))
            await _forget_in_payloads(connection, user)
            for listener in base.listeners:
                await listener.forgotten(connection, user)
        return touched


async def _forget_in_payloads(connection: Any, user: int) -> None:
    """Notices that are still owed must not name the person either."""
    rows = (await connection.execute(sa.select(outbox.c.id, outbox.c.payload))).all()
    for row in rows:
        if row.payload.get("by") == user:
            payload = {**row.payload, "by": NOBODY}
            await connection.execute(outbox.update().where(outbox.c.id == row.id).values(payload=payload))


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as JSON values: moments as text, and ids, which are too long for some readers' numbers, too."""
    return {
        name: value.isoformat()
        if isinstance(value, datetime)
        else str(value)
        if isinstance(value, int) and not isinstance(value, bool) and value > 2**53
        else value
        for name, value in row.items()
    }

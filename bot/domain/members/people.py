"""What members and servers have set, vacations, followed matches, and servers that the bot leaves and comes back to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.errors import LimitReached, Refused
from bot.domain.matches import outages as standstill
from bot.domain.matches import timing
from bot.domain.matches.base import MEMBER, Base
from bot.domain.matches.clocks import DAY
from bot.domain.matches.views import Place
from bot.domain.members.preferences import MemberSettings, ServerSettings, check
from bot.store import Prepared, insert_new
from bot.store.tables import challenges, followers, matches, members, outbox, scopes

VACATION_DAYS = 30
"""So many days of vacation a member has in a calendar year."""
MOST_FOLLOWED = 25
MOST_FOLLOWERS = 50
KEPT_AFTER_REMOVAL = timedelta(days=30)
_SERVER = Prepared(sa.select(scopes.c.settings).where(scopes.c.id == sa.bindparam("scope")))


class People:
    """The part of the service that knows members and servers."""

    def __init__(self, base: Base) -> None:
        self._base = base

    async def member(self, user: int) -> MemberSettings:
        """The settings of a member."""
        found = await self._base.store.ask(MEMBER, user=user)
        return MemberSettings.read(found[0]["settings"] if found else {})

    async def set_member(self, user: int, **changes: Any) -> MemberSettings:
        """Change settings of a member. Raises Refused, naming what they may be; then none is changed."""
        checked = {name: check(name, value, MemberSettings) for name, value in changes.items()}
        async with self._base.store.write() as connection:
            row = await self._row(connection, user)
            settings = MemberSettings.read({**row["settings"], **checked})
            await self._update(connection, user, settings=settings.stored())
            for listener in self._base.listeners:
                await listener.preferred(connection, user, settings)
            return settings

    async def server(self, scope: int) -> ServerSettings:
        """The settings of a server."""
        found = await self._base.store.ask(_SERVER, scope=scope)
        return ServerSettings.read(found[0]["settings"] if found else {})

    async def set_server(self, place: Place, **changes: Any) -> ServerSettings:
        """Change settings of a server. Raises Refused, naming what they may be; then none is changed."""
        checked = {name: check(name, value, ServerSettings) for name, value in changes.items()}
        async with self._base.store.write() as connection:
            await self._base.scope(connection, place)
            query = sa.select(scopes.c.settings).where(scopes.c.id == place.scope).with_for_update()
            stored = (await connection.execute(query)).scalar_one()
            settings = ServerSettings.read({**stored, **checked})
            columns: dict[str, Any] = {"settings": settings.stored()}
            if "digest" in checked:
                columns["digest_at"] = next_digest(self._base.now()) if settings.digest else None
            if "puzzles" in checked:
                columns["puzzle_at"] = next_digest(self._base.now()) if settings.puzzles else None
            await connection.execute(scopes.update().where(scopes.c.id == place.scope).values(**columns))
            return settings

    async def vacation(self, user: int) -> tuple[datetime | None, float]:
        """When the vacation that a member is on ends (None: not on vacation), and the days left this year."""
        now = self._base.now()
        async with self._base.store.read() as connection:
            found = await connection.execute(sa.select(members).where(members.c.id == user))
            row = found.mappings().one_or_none()
        if row is None:
            return None, float(VACATION_DAYS)
        until = row["vacation_until"]
        return until if until is not None and until > now else None, _days_left(dict(row), now)

    async def away(self, users: Collection[int]) -> dict[int, datetime]:
        """When the vacations of those of some users end who are on one."""
        query = sa.select(members.c.id, members.c.vacation_until).where(
            members.c.id.in_(users), members.c.vacation_until > self._base.now()
        )
        async with self._base.store.read() as connection:
            return {row.id: row.vacation_until for row in await connection.execute(query)}

    async def take_vacation(self, user: int, days: float) -> datetime:
        """Go on vacation for so many days, from now; when it ends. The clocks that run for the member stop until then.

        Days not yet used of a vacation that is under way are given back first. ``days`` 0 ends it.
        """
        base, now = self._base, self._base.now()
        async with base.store.write() as connection:
            row = await self._row(connection, user)
            old = row["vacation_until"] if row["vacation_until"] and row["vacation_until"] > now else None
            back = (old - now).total_seconds() if old is not None else 0.0
            left = _days_left(row, now) + back / DAY
            if not 0 <= days <= left + 1e-9:
                raise Refused("the vacation you have left this year, in days: {left}", left=f"{left:.3g}")
            until = now + timedelta(days=days)
            used = (VACATION_DAYS - left + days) * DAY
            await self._update(connection, user, vacation_until=until, vacation_year=now.year, vacation_used=used)
            running = sa.select(matches).where(
                sa.or_(matches.c.seat0 == user, matches.c.seat1 == user),
                matches.c.mover == user,
                matches.c.finished_at.is_(None),
                matches.c.due_at > now,
                matches.c.paused_at.is_(None),
            )
            for match in (await connection.execute(running.with_for_update())).mappings().all():
                row = dict(match)
                columns = timing.recalled(row, now, old) if old is not None else {}
                columns |= timing.shifted({**row, **columns}, now, until)
                await standstill.write(connection, row, columns)
            return until

    async def follow(self, match: int, user: int) -> None:
        """Send a member what happens in a match of others. Raises LimitReached."""
        async with self._base.store.write() as connection:
            row = await self._base.row(connection, match)
            if user in (row["seat0"], row["seat1"]):
                raise Refused("you play in {name} yourself", name=f"M{row['number']}")
            where = (followers.c.match == match, followers.c.user == user)
            if (await connection.execute(sa.select(followers).where(*where))).first():
                return
            if await _count(connection, followers.c.user == user) >= MOST_FOLLOWED:
                raise LimitReached("you follow {most} matches, which is the most", most=MOST_FOLLOWED)
            if await _count(connection, followers.c.match == match) >= MOST_FOLLOWERS:
                raise LimitReached("{most} people follow this match, which is the most", most=MOST_FOLLOWERS)
            await insert_new(connection, followers, match=match, user=user)

    async def unfollow(self, match: int, user: int) -> None:
        """Follow a match no longer."""
        async with self._base.store.write() as connection:
            await connection.execute(followers.delete().where(followers.c.match == match, followers.c.user == user))

    async def follows(self, match: int, user: int) -> bool:
        """Whether a member follows a match."""
        query = sa.select(followers).where(followers.c.match == match, followers.c.user == user)
        async with self._base.store.read() as connection:
            return (await connection.execute(query)).first() is not None

    async def server_removed(self, scope: int) -> None:
        """The bot was removed from a server: its clocks stand still, and its data goes after 30 days."""
        removed = scopes.update().where(scopes.c.id == scope, scopes.c.removed_at.is_(None))
        async with self._base.store.write() as connection:
            await connection.execute(removed.values(removed_at=self._base.now()))
            await connection.execute(outbox.delete().where(outbox.c.scope == scope, outbox.c.dm.is_(None)))

    async def server_back(self, scope: int) -> None:
        """The bot is in a server (again): its matches go on, without the time between."""
        async with self._base.store.read() as connection:
            query = sa.select(scopes.c.id).where(scopes.c.id == scope, scopes.c.removed_at.is_not(None))
            if (await connection.execute(query)).first() is None:
                return
        async with self._base.store.write() as connection:
            await standstill.welcome_back(connection, scope, self._base.now())

    async def purge(self, limit: int = 1) -> int:
        """Delete the data of servers from which the bot was removed 30 days ago. How many servers it were."""
        before = self._base.now() - KEPT_AFTER_REMOVAL
        query = sa.select(scopes.c.id).where(scopes.c.removed_at <= before).limit(limit)
        async with self._base.store.read() as connection:
            if (await connection.execute(query)).first() is None:
                return 0
        async with self._base.store.write() as connection:
            gone = (await connection.execute(query)).scalars().all()
            for scope in gone:
                for table in (outbox, challenges, matches):
                    await connection.execute(table.delete().where(table.c.scope == scope))
                await connection.execute(scopes.delete().where(scopes.c.id == scope))
                for listener in self._base.listeners:
                    await listener.purged(connection, scope)
            return len(gone)

    async def _row(self, connection: AsyncConnection, user: int) -> Mapping[str, Any]:
        query = sa.select(members).where(members.c.id == user).with_for_update()
        found = (await connection.execute(query)).mappings().one_or_none()
        if found is not None:
            return dict(found)
        await insert_new(connection, members, id=user, settings={})
        return dict((await connection.execute(query)).mappings().one())

    async def _update(self, connection: AsyncConnection, user: int, **columns: Any) -> None:
        await connection.execute(members.update().where(members.c.id == user).values(**columns))


def next_digest(now: datetime) -> datetime:
    """The next noon, UTC."""
    noon = now.replace(hour=12, minute=0, second=0, microsecond=0)
    return noon if noon > now else noon + timedelta(days=1)


async def _count(connection: AsyncConnection, where: sa.ColumnElement[bool]) -> int:
    query = sa.select(sa.func.count()).select_from(followers).where(where)
    return int((await connection.execute(query)).scalar_one())


def _days_left(row: Mapping[str, Any], now: datetime) -> float:
    """Days of vacation left in the year of ``now``."""
    used = row["vacation_used"] if row["vacation_year"] == now.year else 0.0
    return max(0.0, VACATION_DAYS - used / DAY)

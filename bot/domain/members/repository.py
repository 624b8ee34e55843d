"""The rows of members: what they have set, and their vacations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.hours import ALWAYS, Hours
from bot.domain.members import vacations
from bot.domain.members.rhythm import Rhythm
from bot.domain.members.settings import MemberSettings
from bot.domain.members.vacations import Span
from bot.store import insert_all_new, insert_new
from bot.store.tables import matches, members
from bot.store.tables.columns import EPOCH

MILLISECOND = timedelta(milliseconds=1)
SETTINGS = sa.select(members.c.settings).where(members.c.id == sa.bindparam("user"))
"""What ``user`` has set; every answer asks that."""


@dataclass(frozen=True, slots=True)
class Member:
    """What is stored of a member. ``vacations``: those of the last year, the one under way up to its planned end."""

    settings: MemberSettings = field(default_factory=MemberSettings)
    vacation_until: datetime | None = None
    vacations: tuple[Span, ...] = ()
    rhythm: Rhythm = field(default_factory=Rhythm)
    daily_at: datetime | None = None
    daily_told: datetime | None = None

    def away_until(self, now: datetime) -> datetime | None:
        """When the vacation that the member is on ends; None if there is none."""
        return self.vacation_until if self.vacation_until is not None and self.vacation_until > now else None

    def vacation_left(self, now: datetime) -> timedelta:
        """How much more vacation the member may take, after what is left of the one under way."""
        away = self.away_until(now)
        left = vacations.longest(vacations.until(self.vacations, now), now)
        return left if away is None else max(left - (away - now), timedelta(0))


async def member(connection: AsyncConnection, user: int, *, lock: bool = False) -> Member:
    """What is stored of a member; the defaults if nothing is. ``lock``: nobody else may change it meanwhile."""
    query = sa.select(members).where(members.c.id == user)
    if lock:
        await insert_new(connection, members, id=user, settings={})
        query = query.with_for_update()
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return Member()
    settings = MemberSettings.read(row.settings)
    taken = tuple((EPOCH + start * MILLISECOND, EPOCH + end * MILLISECOND) for start, end in row.vacations or ())
    return Member(
        settings, row.vacation_until, taken, Rhythm.read(row.moves, row.answers), row.daily_at, row.daily_told
    )


async def rhythms(connection: AsyncConnection, users: Collection[int]) -> dict[int, Rhythm]:
    """When some users make their moves, of those who have any match; nobody else may change that meanwhile."""
    seats = (sa.select(seat).where(seat.in_(users)) for seat in (matches.c.seat0, matches.c.seat1))
    players = sorted((await connection.execute(sa.union(*seats))).scalars())
    if not players:
        return {}
    await insert_all_new(connection, members, [{"id": user, "settings": {}} for user in players])
    query = sa.select(members.c.id, members.c.moves, members.c.answers).where(members.c.id.in_(players))
    rows = await connection.execute(query.order_by(members.c.id).with_for_update())
    return {row.id: Rhythm.read(row.moves, row.answers) for row in rows}


async def store_rhythms(connection: AsyncConnection, changed: Mapping[int, Rhythm]) -> None:
    """Store rhythms that were read by ``rhythms``."""
    if changed:
        rows = [{"of": user, "made": [*one.moves], "took": [*one.answers]} for user, one in changed.items()]
        mine = members.update().where(members.c.id == sa.bindparam("of"))
        await connection.execute(mine.values(moves=sa.bindparam("made"), answers=sa.bindparam("took")), rows)


async def settings_of(connection: AsyncConnection, user: int) -> MemberSettings:
    """What a member has set."""
    return (await member(connection, user)).settings


async def away(connection: AsyncConnection, users: Collection[int], now: datetime) -> dict[int, datetime]:
    """When the vacations of those of some users end who are on one."""
    query = sa.select(members.c.id, members.c.vacation_until).where(
        members.c.id.in_(users), members.c.vacation_until > now
    )
    return {row.id: row.vacation_until for row in await connection.execute(query)}


async def hours(connection: AsyncConnection, users: Collection[int]) -> dict[int, Hours]:
    """The waking hours of some users."""
    query = sa.select(members.c.id, members.c.settings, members.c.moves).where(members.c.id.in_(users))
    found = {
        row.id: MemberSettings.read(row.settings).waking(row.moves or ()) for row in await connection.execute(query)
    }
    return dict.fromkeys(users, ALWAYS) | found


async def store(connection: AsyncConnection, user: int, changed: Member) -> None:
    """Store a member who was read with ``lock``."""
    columns = {
        "settings": changed.settings.stored(),
        "vacation_until": changed.vacation_until,
        "vacations": [
            [(start - EPOCH) // MILLISECOND, (end - EPOCH) // MILLISECOND] for start, end in changed.vacations
        ],
        "moves": list(changed.rhythm.moves),
        "answers": list(changed.rhythm.answers),
        "daily_at": changed.daily_at,
        "daily_told": changed.daily_told,
    }
    await connection.execute(members.update().where(members.c.id == user).values(columns))

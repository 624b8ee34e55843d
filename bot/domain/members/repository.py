"""The rows of members: what they have set, their vacations, and when they move."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.hours import ALWAYS, Hours
from bot.domain.members.rhythm import Rhythm
from bot.domain.members.settings import MemberSettings
from bot.domain.members.vacations import VacationSpan
from bot.store import insert_new
from bot.store.tables import matches, members, team_members, teams
from bot.store.tables.columns import EPOCH

MILLISECOND = timedelta(milliseconds=1)
SETTINGS = sa.select(members.c.settings).where(members.c.id == sa.bindparam("user"))
"""The settings of ``user``; no row where nothing is stored."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member as stored.

    ``vacations``: those of the last year, in order; one that is running with its planned end.
    ``daily_at``: when their next daily card is due; ``daily_told``: when the latest one was sent.
    """

    settings: MemberSettings = field(default_factory=MemberSettings)
    vacations: tuple[VacationSpan, ...] = ()
    rhythm: Rhythm = field(default_factory=Rhythm)
    daily_at: datetime | None = None
    daily_told: datetime | None = None

    @property
    def hours(self) -> Hours:
        """Their waking hours, set or learnt."""
        return self.settings.waking(self.rhythm.moves)

    @property
    def last_card(self) -> int:
        """When the latest daily card was sent (unix seconds); 0: never."""
        return 0 if self.daily_told is None else int(self.daily_told.timestamp())

    def away_until(self, now: datetime) -> datetime | None:
        """When the running vacation ends; None if there is none."""
        return next((end for _, end in self.vacations if end > now), None)


async def member(connection: AsyncConnection, user: int, *, lock: bool = False) -> Member:
    """A member as stored, else with defaults.

    ``lock``: no other transaction may change the row until this one ends.
    """
    query = sa.select(members).where(members.c.id == user)
    if lock:
        await insert_new(connection, members, id=user, settings={})
        query = query.with_for_update()
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return Member()
    rhythm = Rhythm.read(row.moves, row.answers)
    return Member(
        MemberSettings.read(row.settings),
        _spans(row.vacations),
        rhythm,
        row.daily_at,
        row.daily_told,
    )


async def store(connection: AsyncConnection, user: int, member: Member) -> None:
    """Store a member who was read with ``lock``."""
    vacations = []
    for start, end in member.vacations:
        vacations.append([_milliseconds(start), _milliseconds(end)])
    columns = {
        "settings": member.settings.stored(),
        "vacation_until": max((end for _, end in member.vacations), default=None),
        "vacations": vacations,
        "moves": list(member.rhythm.moves),
        "answers": list(member.rhythm.answers),
        "daily_at": member.daily_at,
        "daily_told": member.daily_told,
    }
    row = members.update().where(members.c.id == user)
    await connection.execute(row.values(columns))


def _milliseconds(moment: datetime) -> int:
    """A moment in milliseconds since 1970."""
    return (moment - EPOCH) // MILLISECOND


async def store_turns(
    connection: AsyncConnection, turns: Mapping[int, Sequence[tuple[datetime, timedelta]]]
) -> None:
    """Add turns, each with its moment and the time it took, to the rhythms of members who have any
    match.
    """
    seats = (sa.select(seat).where(seat.in_(turns)) for seat in (matches.c.seat0, matches.c.seat1))
    players = sorted((await connection.execute(sa.union(*seats))).scalars())
    if not players:
        return
    await insert_new(connection, members, [{"id": user, "settings": {}} for user in players])
    query = sa.select(members.c.id, members.c.moves, members.c.answers)
    query = query.where(members.c.id.in_(players)).order_by(members.c.id)
    rows = []
    for row in await connection.execute(query.with_for_update()):
        rhythm = Rhythm.read(row.moves, row.answers)
        for moment, duration in turns[row.id]:
            rhythm = rhythm.moved(moment, duration)
        new_moves = list(rhythm.moves)
        new_answers = list(rhythm.answers)
        rows.append({"user": row.id, "new_moves": new_moves, "new_answers": new_answers})
    update = members.update().where(members.c.id == sa.bindparam("user"))
    update = update.values(moves=sa.bindparam("new_moves"), answers=sa.bindparam("new_answers"))
    await connection.execute(update, rows)


async def away(
    connection: AsyncConnection, users: Collection[int], now: datetime
) -> dict[int, datetime]:
    """The ends of the vacations that any of some users are on."""
    vacation_end = members.c.vacation_until
    query = sa.select(members.c.id, vacation_end)
    query = query.where(members.c.id.in_(users), vacation_end > now)
    return {row.id: row.vacation_until for row in await connection.execute(query)}


async def vacations_after(
    connection: AsyncConnection, moment: datetime
) -> dict[int, tuple[VacationSpan, ...]]:
    """The vacations of the last year of all members who have one that ends after a moment."""
    query = sa.select(members.c.id, members.c.vacations).where(members.c.vacation_until > moment)
    return {row.id: _spans(row.vacations) for row in await connection.execute(query)}


def _spans(pairs: Iterable[tuple[int, int]] | None) -> tuple[VacationSpan, ...]:
    """Vacations as stored, in milliseconds since 1970."""
    spans = list[VacationSpan]()
    for start, end in pairs or ():
        spans.append((EPOCH + start * MILLISECOND, EPOCH + end * MILLISECOND))
    return tuple(spans)


def invited_query(match: int) -> sa.Select[int]:
    """Gives whom the first post of a match of teams pings."""
    query = sa.select(team_members.c.user).join(teams, teams.c.id == team_members.c.team)
    return query.where(teams.c.match == match, team_members.c.pinged)


def hours_query(users: Collection[int]) -> sa.Select[*tuple[object, ...]]:
    """Gives the rows that ``hours`` reads."""
    query = sa.select(members.c.id, members.c.settings, members.c.moves)
    return query.where(members.c.id.in_(users))


def hours(rows: Iterable[sa.Row[*tuple[object, ...]]], users: Collection[int]) -> dict[int, Hours]:
    """The waking hours of some users."""
    by_user = dict.fromkeys(users, ALWAYS)
    for row in rows:
        settings = MemberSettings.read(row.settings)
        by_user[row.id] = settings.waking(row.moves or ())
    return by_user

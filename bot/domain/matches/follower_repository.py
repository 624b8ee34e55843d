"""Rows of members who follow matches of others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from bot.domain.hours import Hours
from bot.domain.members.settings import MemberSettings
from bot.domain.unit_of_work import RowSource, UnitOfWork
from bot.store import insert_new
from bot.store.tables import followers, members


@dataclass(frozen=True, slots=True)
class Follower:
    """Somebody who follows a match.

    :param highlights: only threats to win and the end.
    :param hours: when they are awake.
    """

    user: int
    highlights: bool
    hours: Hours


async def followers_of(reader: RowSource, match: int) -> Sequence[Follower]:
    """Everybody who follows a match."""
    query = sa.select(followers.c.user, followers.c.highlights, members.c.settings, members.c.moves)
    query = query.select_from(followers)
    query = query.outerjoin(members, members.c.id == followers.c.user)
    everybody = []
    for row in await reader.fetch(query.where(followers.c.match == match)):
        settings = MemberSettings.read(row.settings or {})
        hours = settings.waking(row.moves or ())
        everybody.append(Follower(row.user, row.highlights, hours))
    return everybody


async def only_highlights(reader: RowSource, match: int, user: int) -> bool | None:
    """Whether a member who follows a match gets highlights only; None if they do not follow it."""
    query = sa.select(followers.c.highlights).where(_is(match, user))
    rows = await reader.fetch(query)
    return rows[0].highlights if rows else None


async def followed_by(reader: RowSource, user: int) -> Sequence[int]:
    """The ids of the matches that a member follows."""
    rows = await reader.fetch(sa.select(followers.c.match).where(followers.c.user == user))
    return [row.match for row in rows]


async def count(reader: RowSource, **which: int) -> int:
    """How many rows there are of a ``match`` or ``user``."""
    conditions = [followers.c[column] == id for column, id in which.items()]
    [row] = await reader.fetch(sa.select(sa.func.count()).where(*conditions))
    return int(row[0])


async def add(work: UnitOfWork, match: int, user: int, highlights: bool) -> None:
    """Store that a member follows a match."""
    row: Mapping[str, object] = {"match": match, "user": user, "highlights": highlights}
    await insert_new(work.connection, followers, [row])


async def change(work: UnitOfWork, match: int, user: int, highlights: bool) -> None:
    """Store what a member gets of a match that they follow."""
    update = followers.update().where(_is(match, user)).values(highlights=highlights)
    await work.connection.execute(update)


async def remove(work: UnitOfWork, match: int, user: int) -> None:
    """Store that a member does not follow a match any more."""
    await work.connection.execute(followers.delete().where(_is(match, user)))


def _is(match: int, user: int) -> sa.ColumnElement[bool]:
    return sa.and_(followers.c.match == match, followers.c.user == user)

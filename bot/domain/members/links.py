"""The rows of links to the page that were not used yet, and of what members are to see there who
open it now."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.values import Place
from bot.store.tables import page_links, page_openings
from games.core.numbers import whole_number


def _insert_or_update(insert: sqlite.Insert | postgresql.Insert) -> sa.Insert:
    changes = {"target": insert.excluded.target, "until": insert.excluded.until}
    return insert.on_conflict_do_update(index_elements=[page_openings.c.user], set_=changes)


_WANT: Mapping[str, sa.Insert] = {
    "sqlite": _insert_or_update(sqlite.insert(page_openings)),
    "postgresql": _insert_or_update(postgresql.insert(page_openings)),
}


@dataclass(frozen=True, slots=True)
class Link:
    """A link of one member.

    :param target: the match that is shown first, or the custom id of the button that opens a card;
        0: what waits.
    """

    user: int
    door: str
    place: Place
    locale: str
    name: str
    target: int | str


async def add(connection: AsyncConnection, code: str, link: Link, expiry: datetime) -> None:
    """Store a link under the keyed hash of its ``code``."""
    values = {
        "code": code,
        "user": link.user,
        "door": link.door,
        "scope": link.place.scope,
        "channel": link.place.channel,
        "guild": link.place.guild,
        "locale": link.locale,
        "name": link.name,
        "target": str(link.target),
        "until": expiry,
    }
    await connection.execute(page_links.insert(), values)


def link_query(code: str) -> sa.Select[int]:
    """Has a row if a link was not used yet."""
    return sa.select(page_links.c.user).where(page_links.c.code == code)


async def take(connection: AsyncConnection, code: str, now: datetime) -> Link | None:
    """Delete a link and give what it was; None if it was taken already, by any process, or is too
    old."""
    deletion = page_links.delete().where(page_links.c.code == code).returning(page_links)
    row = (await connection.execute(deletion)).one_or_none()
    if row is None or row.until < now:
        return None
    place = Place(row.scope, row.channel, row.guild)
    return Link(row.user, row.door, place, row.locale, row.name, _target(row.target))


async def want(connection: AsyncConnection, user: int, target: int | str, expiry: datetime) -> None:
    """Store what a member is to see, in place of what they were to see before."""
    values = {"user": user, "target": str(target), "until": expiry}
    await connection.execute(_WANT[connection.dialect.name], values)


def wanted_query(user: int) -> sa.Select[int]:
    """Has a row if something is stored that a member is to see."""
    return sa.select(page_openings.c.user).where(page_openings.c.user == user)


async def take_wanted(connection: AsyncConnection, user: int, now: datetime) -> int | str:
    """Delete what a member is to see and give it; 0 if nothing is stored, or it is too old."""
    deletion = page_openings.delete().where(page_openings.c.user == user).returning(page_openings)
    row = (await connection.execute(deletion)).one_or_none()
    if row is None or row.until < now:
        return 0
    return _target(row.target)


def unused_query(now: datetime) -> sa.Select[int]:
    """Has a row if something is stored that is too old to be used."""
    late_links = sa.select(page_links.c.user).where(page_links.c.until < now)
    late_openings = sa.select(page_openings.c.user).where(page_openings.c.until < now)
    return sa.select(sa.union_all(late_links, late_openings).subquery().c.user)


async def delete_unused(connection: AsyncConnection, now: datetime) -> None:
    """Delete what is too old to be used."""
    for table in (page_links, page_openings):
        await connection.execute(table.delete().where(table.c.until < now))


def _target(text: str) -> int | str:
    number = whole_number(text, 19)
    return text if number is None else number

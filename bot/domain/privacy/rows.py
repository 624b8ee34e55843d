"""The rows about a person or a server in any table: given out, made anonymous or deleted as the columns declare it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.events import JSON
from bot.domain.privacy import payloads
from bot.store.personal import ROW, Declared, Fate, Holds, PlaceKind, Stays, declared
from bot.store.tables import matches, metadata, outbox

LARGEST_EXACT = 2**53
"""The largest whole number that every reader of JSON takes exactly."""
_SHARED: Final = (Holds.NOTHING, Holds.PERSONAL)
"""What is given to everybody whom a row is about: with whom something was is part of what is kept about them."""

EXPORTED_AS = {"followers": "follows"}
"""What tables are called for those who read what is kept about them."""

SLICE = 50
"""Rows that are given out in one go."""

Columns = list[tuple[sa.Column[Any], Declared]]


@cache
def columns_of(table: sa.Table) -> Columns:
    """The columns of a table with what they hold."""
    return [(column, declared(column)) for column in table.c]


async def exported(connection: AsyncConnection, user: int) -> dict[str, JSON]:
    """Every row about a person, by table, as JSON values; without what is about others alone, or secret."""
    found: dict[str, JSON] = {}
    for table in metadata.sorted_tables:
        if (mine := _theirs(table, user)) is None:
            continue
        query = sa.select(table).where(mine).order_by(*table.primary_key)
        given: list[JSON] = []
        for row in await connection.execute(query):
            if len(given) % SLICE == 0:
                await asyncio.sleep(0)  # others get their turn
            given.append(_given(table, row._asdict(), user))
        if table is outbox:
            given += [_given(table, row, user) for row in await _notices_about(connection, user)]
        found[EXPORTED_AS.get(table.name, table.name)] = given
    return found


async def erase(connection: AsyncConnection, user: int) -> None:
    """Delete the rows of a person, and put what is declared in the place of their ids, names and words in others."""
    for table in reversed(metadata.sorted_tables):
        gone = [
            _is_about(column, found, user)
            for column, found in columns_of(table)
            if (found.person or found.seat_in) and found.instead is ROW
        ]
        if gone:
            await connection.execute(table.delete().where(sa.or_(*gone)))
        for column, values in _anonymous(table):
            await connection.execute(table.update().where(column == user).values(values))
    for row in (await connection.execute(sa.select(outbox.c.id, outbox.c.kind, outbox.c.payload))).all():
        if user in payloads.named(row.kind, row.payload):
            payload = payloads.without(row.kind, row.payload, user)
            await connection.execute(outbox.update().where(outbox.c.id == row.id).values(payload=payload))


async def persons(connection: AsyncConnection) -> set[int]:
    """The ids of all people of whom anything is kept."""
    found: set[int] = set()
    for table in metadata.sorted_tables:
        for column, what in columns_of(table):
            if what.person:
                found |= {one for one in (await connection.execute(sa.select(column).distinct())).scalars() if one}
    for row in await connection.execute(sa.select(outbox.c.kind, outbox.c.payload)):
        found |= payloads.named(row.kind, row.payload)
    return {one for one in found if one > 0}


async def purge(connection: AsyncConnection, scope: int, limit: int) -> int:
    """Delete at most ``limit`` rows of a server or private channel, but for the row of the scope; how many it were."""
    left = limit
    for table, column in _scoped(PlaceKind.SCOPE):
        if left and table.name != "scopes":
            key = sa.tuple_(*table.primary_key)
            some = sa.select(*table.primary_key).where(column == scope).limit(left)
            left -= (await connection.execute(table.delete().where(key.in_(some)))).rowcount
    return limit - left


async def rename_place(connection: AsyncConnection, old: int, new: int) -> None:
    """Let what is kept of a private channel be kept under another number; what is still to be sent there is."""
    for table, column in _scoped(PlaceKind.SCOPE):
        if declared(column).stays in (Stays.PLAYED, Stays.RATED):
            values = {one.name: None if one.nullable else new for one, what in columns_of(table) if _is_channel(what)}
            await connection.execute(table.update().where(column == old).values({**values, column.name: new}))


def plain(row: Mapping[str, Any]) -> dict[str, JSON]:
    """A row as JSON values: moments as text, and numbers that are too long for some readers, such as ids, too."""
    return {name: _plain(value) for name, value in row.items()}


def _plain(value: Any) -> JSON:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return plain(value)
    return str(value) if isinstance(value, int) and value > LARGEST_EXACT else value


def _theirs(table: sa.Table, user: int) -> sa.ColumnElement[bool] | None:
    """Which rows of a table are about a person; None where none can be."""
    found = [
        _is_about(column, what, user)
        for column, what in columns_of(table)
        if (what.person or what.seat_in) and what.secret_to is None
    ]
    return sa.or_(*found) if found else None


def _is_about(column: sa.Column[Any], what: Declared, user: int) -> sa.ColumnElement[bool]:
    if what.seat_in is None:
        return column == user
    seats = [sa.and_(column == seat, matches.c[f"seat{seat}"] == user) for seat in (0, 1)]
    return sa.exists().where(matches.c.id == column.table.c[what.seat_in], sa.or_(*seats))


def _anonymous(table: sa.Table) -> Iterator[tuple[sa.Column[Any], dict[str, Any]]]:
    """The columns in which somebody else is put in a person's place, and all that changes with that."""
    for column, what in columns_of(table):
        if what.person and what.instead is not ROW:
            values = {} if isinstance(what.instead, Fate) else {column.name: what.instead}
            for other, about in columns_of(table):
                if column.name in about.whose and not isinstance(about.instead, Fate):
                    values[other.name] = about.instead
                if about.guard:
                    values[other.name] = other + 1
            if values:
                yield column, values


def _given(table: sa.Table, row: Mapping[str, Any], user: int) -> dict[str, JSON]:
    """What a person is given of a row."""
    about = {column.name for column, what in columns_of(table) if what.person and row[column.name] == user}
    about |= {column.name for column, what in columns_of(table) if what.seat_in}
    shown = {}
    for column, what in columns_of(table):
        if what.secret or (what.secret_to is not None and what.secret_to not in about):
            continue
        if what.holds in _SHARED or not what.whose or about & set(what.whose):
            shown[column.name] = row[column.name]
    return plain(shown)


async def _notices_about(connection: AsyncConnection, user: int) -> list[Mapping[str, Any]]:
    """The notices to others that name a person."""
    others = sa.or_(outbox.c.dm.is_(None), outbox.c.dm != user), sa.or_(outbox.c.ping.is_(None), outbox.c.ping != user)
    rows = await connection.execute(sa.select(outbox).where(*others).order_by(outbox.c.id))
    return [row._asdict() for row in rows if user in payloads.named(row.kind, row.payload)]


def _is_channel(what: Declared) -> bool:
    return what.place is PlaceKind.CHANNEL


def _scoped(place: PlaceKind) -> Iterator[tuple[sa.Table, sa.Column[Any]]]:
    """The tables whose rows belong to a server, those first that refer to others, and the column that says to which."""
    for table in reversed(metadata.sorted_tables):
        for column, what in columns_of(table):
            if what.place is place:
                yield table, column

"""Exports, anonymises and deletes the rows about a person or a server, as the columns declare
it.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.events import JSON
from bot.domain.privacy import payloads
from bot.store.personal import ROW, SEVERAL, Category, Declared, Fate, Stays, declared
from bot.store.tables import metadata, outbox, posts

LARGEST_EXACT = 2**53  # the largest whole number that every reader of JSON takes exactly
EXPORTED_AS = {"followers": "follows"}  # names of tables in exports, where they differ
NOTICES = (outbox, posts)  # tables of events, whose payloads name people
SLICE = 100  # rows read before other tasks get a turn

Column: TypeAlias = sa.Column[Any]
StoredRow: TypeAlias = Mapping[str, Any]


@cache
def columns_of(table: sa.Table) -> list[tuple[Column, Declared]]:
    """The columns of a table with their declarations."""
    return [(column, declared(column)) for column in table.c]


async def exported(connection: AsyncConnection, user: int) -> dict[str, JSON]:
    """Every row about a person, by table, as JSON values; without what is secret or only about
    others.
    """
    tables: dict[str, JSON] = {}
    for table in metadata.sorted_tables:
        people = [
            column
            for column, what in columns_of(table)
            if what.person and what.secret_to is None and not what.beside
        ]
        if not people:
            continue
        exported_rows: list[JSON] = []
        is_own = sa.or_(*(column == user for column in people))
        async for rows in _in_slices(connection, table, is_own):
            exported_rows += [_shown(table, row._asdict(), user) for row in rows]
        if table in NOTICES:
            not_own = [sa.or_(column.is_(None), column != user) for column in people]
            which = sa.and_(_may_name(table, user), *not_own)
            async for rows in _in_slices(connection, table, which):
                naming_rows = [row for row in rows if user in payloads.named(row.kind, row.payload)]
                exported_rows += [_shown(table, row._asdict(), user) for row in naming_rows]
        tables[EXPORTED_AS.get(table.name, table.name)] = exported_rows
    return tables


async def _in_slices(
    connection: AsyncConnection, table: sa.Table, which: sa.ColumnElement[bool]
) -> AsyncIterator[Sequence[sa.Row[*tuple[Any, ...]]]]:
    """Rows in the order of their keys, a few at a time, so that others are served in between."""
    key = [*table.primary_key]
    query = sa.select(table).where(which).order_by(*key).limit(SLICE)
    slice_query = query
    while True:
        rows = (await connection.execute(slice_query)).all()
        if rows:
            yield rows
        if len(rows) < SLICE:
            return
        last_key = [getattr(rows[-1], column.name) for column in key]
        slice_query = query.where(_after(key, last_key))
        await asyncio.sleep(0)


def _after(key: Sequence[Column], values: Sequence[object]) -> sa.ColumnElement[bool]:
    """The condition for rows with a greater key."""
    if len(key) == 1:
        return key[0] > values[0]
    pairs = zip(key, values, strict=True)
    literals = [sa.literal(value, column.type) for column, value in pairs]
    return sa.tuple_(*key) > sa.tuple_(*literals)


def _may_name(table: sa.Table, user: int) -> sa.ColumnElement[bool]:
    """Which notices name a person, and some that may: those that name several are looked through by
    the database.
    """
    several = sa.and_(table.c.named == SEVERAL, sa.cast(table.c.payload, sa.Text).like(f"%{user}%"))
    return sa.or_(table.c.named == user, several)


async def erase(connection: AsyncConnection, user: int) -> None:
    """Delete a person's rows, and replace their ids, names and words in the rows of others."""
    for table in NOTICES:
        async for rows in _in_slices(connection, table, _may_name(table, user)):
            for row in rows:
                if user in payloads.named(row.kind, row.payload):
                    await _take_out(connection, table, row, user)
    for table in reversed(metadata.sorted_tables):
        own_columns = [
            column == user
            for column, what in columns_of(table)
            if what.person and what.instead is ROW
        ]
        if own_columns:
            await connection.execute(table.delete().where(sa.or_(*own_columns)))
        for column, values in _anonymous(table):
            is_own = _stands_in(column, user)
            await connection.execute(table.update().where(is_own).values(values))


async def _take_out(
    connection: AsyncConnection, table: sa.Table, row: sa.Row[*tuple[Any, ...]], user: int
) -> None:
    """Put nobody in the place of a person in the payload of a notice."""
    payload = payloads.without(row.kind, row.payload, user)
    values = {"payload": payload, "named": payloads.only_named(row.kind, payload)}
    await connection.execute(table.update().where(table.c.id == row.id).values(values))


async def persons(connection: AsyncConnection) -> set[int]:
    """The ids of all people with data in the database."""
    users: set[int | None] = set()
    for table in metadata.sorted_tables:
        for column, declaration in columns_of(table):
            if declaration.person:
                ids = await connection.execute(sa.select(column).distinct())
                users.update(ids.scalars())
    for table in NOTICES:
        several = sa.select(table.c.kind, table.c.payload).where(table.c.named == SEVERAL)
        for row in await connection.execute(several):
            users |= payloads.named(row.kind, row.payload)
    return {user for user in users if user is not None and user > 0}


async def purge(connection: AsyncConnection, scope: int, limit: int) -> int:
    """Delete up to ``limit`` rows of a server or private channel, except the scope's own; how many
    were deleted.
    """
    rows_left = limit
    for table, column in _scoped():
        if rows_left and table.name != "scopes":
            key = sa.tuple_(*table.primary_key)
            some = sa.select(*table.primary_key).where(column == scope).limit(rows_left)
            result = await connection.execute(table.delete().where(key.in_(some)))
            rows_left -= result.rowcount
    return limit - rows_left


async def rename_place(connection: AsyncConnection, old_place: int, new_place: int) -> None:
    """Renumber a private channel in matches and ratings; notices still to be sent keep the old
    number.
    """
    for table, column in _scoped():
        if table.info["stays"] in (Stays.PLAYED, Stays.RATED):
            values: dict[str, int | None] = {column.name: new_place}
            for channel, what in columns_of(table):
                if what.place == "channel":
                    values[channel.name] = None if channel.nullable else new_place
            await connection.execute(table.update().where(column == old_place).values(values))


def plain(row: StoredRow) -> dict[str, JSON]:
    """A row as JSON values: moments as text, and numbers that are too long for some readers, such
    as ids, too.
    """
    return {name: _plain(value) for name, value in row.items()}


def _plain(value: Any) -> JSON:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        return [_plain(element) for element in value]
    if isinstance(value, dict):
        return plain(value)
    exact: JSON = value
    if isinstance(value, int) and value > LARGEST_EXACT:
        exact = str(value)
    return exact


def _stands_in(column: Column, user: int) -> sa.ColumnElement[bool]:
    """The condition for rows with a person in a column, which an index answers."""
    is_own: sa.ColumnElement[bool] = column == user
    others = declared(column).beside
    if not others:
        return is_own
    return sa.and_(sa.or_(*(column.table.c[other] == user for other in others)), is_own)


def _anonymous(table: sa.Table) -> Iterator[tuple[Column, dict[str, Any]]]:
    """The columns whose user id is replaced, and all values that change with it.

    First come those whose rows are found by others.
    """
    columns = sorted(columns_of(table), key=lambda column: not column[1].beside)
    for column, what in columns:
        if what.person and what.instead is not ROW:
            values = {} if isinstance(what.instead, Fate) else {column.name: what.instead}
            for other, declaration in columns_of(table):
                if column.name in declaration.whose and not isinstance(declaration.instead, Fate):
                    values[other.name] = declaration.instead
                if declaration.guard:
                    values[other.name] = other + 1
            if values:
                yield column, values


def _shown(table: sa.Table, row: StoredRow, user: int) -> dict[str, JSON]:
    """The part of a row that a person is shown. With whom something was is part of their data."""
    open_categories = Category.NOTHING, Category.PERSONAL
    own_columns = {
        column.name
        for column, what in columns_of(table)
        if what.person and row[column.name] == user
    }
    values = {}
    for column, what in columns_of(table):
        if what.secret or (what.secret_to is not None and what.secret_to not in own_columns):
            continue
        if what.category in open_categories or not what.whose or own_columns & set(what.whose):
            values[column.name] = row[column.name]
    return plain(values)


def _scoped() -> Iterator[tuple[sa.Table, Column]]:
    """The tables with a column for the scope, and that column; referring tables before those they
    refer to.
    """
    for table in reversed(metadata.sorted_tables):
        for column, what in columns_of(table):
            if what.place == "scope":
                yield table, column

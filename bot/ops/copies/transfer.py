"""Copies every table of one database into another of either kind, and compares what is in both."""

import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ops import Failed
from bot.store import Store, StoreError, Unavailable
from bot.store.errors import cause
from bot.store.tables import metadata

BATCH = 1_000
COUNTED = tuple(table for table in metadata.sorted_tables if table.autoincrement_column is not None)
"""Tables that number their rows; a number is never given twice, not even after the row is gone."""
Row: TypeAlias = sa.Row[tuple[object, ...]]


class TableContent(NamedTuple):
    """The number of rows in a table, and a checksum that does not depend on their order."""

    rows: int
    checksum: int

    def with_rows(self, rows: Sequence[Row]) -> "TableContent":
        """The content with more rows."""
        # the same from every database
        checksum = self.checksum
        for row in rows:
            text = json.dumps(list(row), sort_keys=True, default=str)
            checksum += int.from_bytes(hashlib.sha256(text.encode()).digest())
        return TableContent(self.rows + len(rows), checksum % 2**256)


@asynccontextmanager
async def opened(url: URL, *, create: bool = False) -> AsyncIterator[Store]:
    """An open database; ``create``: made where there is none.

    Errors of the database are raised as Failed.
    """
    try:
        store = await Store.open(url, create=create)
        try:
            yield store
        finally:
            await store.close()
    except StoreError as error:
        raise Failed(str(error)) from None
    except Unavailable as error:
        raise Failed(
            f"the database {url.render_as_string()} cannot be used: "
            f"{cause(error.__cause__ or error)}"
        ) from None


async def contents(
    connection: AsyncConnection, copy_to: AsyncConnection | None = None
) -> dict[str, TableContent]:
    """The contents of every table, by name, copied to another database if one is given."""
    tables = {table.name: TableContent(0, 0) for table in metadata.sorted_tables}
    for table in metadata.sorted_tables:
        async with connection.stream(sa.select(table)) as result:
            async for rows in result.partitions(BATCH):
                if copy_to is not None:
                    await copy_to.execute(table.insert(), [dict(row._mapping) for row in rows])
                tables[table.name] = tables[table.name].with_rows(rows)
    return tables


async def require_empty(connection: AsyncConnection) -> None:
    """Raises Failed if a table has a row."""
    for table in metadata.sorted_tables:
        any_row = sa.select(sa.literal(1)).select_from(table).limit(1)
        result = await connection.execute(any_row)
        if result.first() is not None:
            raise Failed("the target is not empty; nothing was changed")


async def copy_between(source: Store, target: Store) -> dict[str, TableContent]:
    """Copy every table and its counter in one transaction and read it back; counts by table.

    Raises Failed.
    """
    try:
        async with source.read() as reader, target.write() as writer:
            await require_empty(writer)
            old_contents = await contents(reader, copy_to=writer)
            for table in COUNTED:
                await set_counter(writer, table, await counter(reader, table))
            new_contents = await contents(writer)
            different = ", ".join(
                name for name in old_contents if old_contents[name] != new_contents[name]
            )
            if different:
                raise Failed(f"what arrived differs in {different}; nothing was kept of it")
            return old_contents
    except (Unavailable, sa.exc.DBAPIError) as error:
        raise Failed(f"it cannot be copied: {cause(error.__cause__ or error)}") from None


async def counter(connection: AsyncConnection, table: sa.Table) -> int:
    """The latest id of a table; 0 if it never had a row."""
    if connection.dialect.name == "sqlite":
        query = sa.text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        result = await connection.execute(query, {"name": table.name})
        return int(result.scalar() or 0)
    sequence = await _sequence(connection, table)
    result = await connection.execute(sa.text(f"SELECT last_value, is_called FROM {sequence}"))
    last_value, is_called = result.one()
    return int(last_value) if is_called else 0


async def set_counter(connection: AsyncConnection, table: sa.Table, number: int) -> None:
    """Number the table's next row ``number`` + 1."""
    if connection.dialect.name == "sqlite":
        delete = sa.text("DELETE FROM sqlite_sequence WHERE name = :name")
        insert = sa.text("INSERT INTO sqlite_sequence VALUES (:name, :seq)")
        await connection.execute(delete, {"name": table.name})
        await connection.execute(insert, {"name": table.name, "seq": number})
        return
    sequence = await _sequence(connection, table)
    set_value = sa.func.setval(sequence, max(number, 1), number > 0)
    await connection.execute(sa.select(set_value))


async def _sequence(connection: AsyncConnection, table: sa.Table) -> str:
    column = table.autoincrement_column
    assert column is not None
    query = sa.select(sa.func.pg_get_serial_sequence(table.name, column.name))
    result = await connection.execute(query)
    return str(result.scalar_one())

"""Inserts: the id of a new row, and rows that may be stored already, by another process too."""

from collections.abc import Mapping, Sequence
from types import ModuleType

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def key_of(result: sa.CursorResult[tuple[object, ...]]) -> int:
    """The id of the row that was inserted."""
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])


async def insert_new(
    connection: AsyncConnection,
    table: sa.Table,
    rows: Sequence[Mapping[str, object]] = (),
    /,
    **row: object,
) -> None:
    """Insert ``rows``, or one row, unless their keys are stored already, perhaps by another
    transaction just now.
    """
    statement = _dialect(connection).insert(table).on_conflict_do_nothing()
    await connection.execute(statement, rows or row)


async def upsert(connection: AsyncConnection, table: sa.Table, **row: object) -> None:
    """Insert a row, or change the one with its key, which another transaction may have stored just
    now.
    """
    key = [column.name for column in table.primary_key]
    changes = {name: value for name, value in row.items() if name not in key}
    statement = _dialect(connection).insert(table).values(row)
    await connection.execute(statement.on_conflict_do_update(index_elements=key, set_=changes))


def _dialect(connection: AsyncConnection) -> ModuleType:
    """The module with the inserts of a connection's database."""
    return postgresql if connection.dialect.name == "postgresql" else sqlite

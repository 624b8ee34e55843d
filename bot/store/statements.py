"""Inserts: the id of a new row, and rows that may be stored already."""

from collections.abc import Mapping, Sequence

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
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(table).on_conflict_do_nothing()
    await connection.execute(statement, rows or row)

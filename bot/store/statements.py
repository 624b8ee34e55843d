"""Statements that are prepared before their transaction begins, and inserts that may find the row
stored already.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


class Missed(Exception):
    """A step did not change as many rows as it must."""


class Step(NamedTuple):
    """A statement and its parameters by name.

    ``rows``: how many rows it must change; None: any number.
    """

    statement: sa.UpdateBase
    values: Mapping[str, object]
    rows: int | None = None


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
    await connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows or row)

"""Statements that are prepared before their transaction begins, and inserts that may find the row stored already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


class Missed(Exception):
    """A step did not change as many rows as it must."""


class Step(NamedTuple):
    """A statement and its parameters by name. ``rows``: how many rows it must change; None: any number."""

    statement: sa.UpdateBase
    values: Mapping[str, object]
    rows: int | None = None


async def run(connection: AsyncConnection, step: Step) -> int:
    """Execute a step; the id of the row it inserted, or how many rows it changed. Raises Missed."""
    result = await connection.execute(step.statement, step.values)
    if step.rows is not None and result.rowcount != step.rows:
        raise Missed
    return key_of(result) if result.is_insert else result.rowcount


def key_of(result: sa.CursorResult[tuple[object, ...]]) -> int:
    """The id of the row that was inserted."""
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])


async def insert_new(connection: AsyncConnection, table: sa.Table, **values: Any) -> None:
    """Insert a row unless its key is stored already, perhaps by another transaction at this moment."""
    await insert_all_new(connection, table, [values])


async def insert_all_new(connection: AsyncConnection, table: sa.Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert those of at least one row whose keys are not stored yet."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    await connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)

"""A step: one statement of a transaction that changes something, with what is bound in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection


class Missed(Exception):
    """A step did not change as many rows as it has to."""


class Step(NamedTuple):
    """A statement and its parameters by name. ``rows``: how many it has to change, or nothing is to be stored."""

    statement: sa.UpdateBase
    values: Mapping[str, object]
    rows: int | None = None


async def run(connection: AsyncConnection, step: Step) -> int:
    """Do a step within a transaction; see ``outcome``."""
    return outcome(step, await connection.execute(step.statement, step.values))


def outcome(step: Step, result: sa.CursorResult[tuple[object, ...]]) -> int:
    """The id of the row that a step has inserted, or how many rows it has changed. Raises Missed."""
    if step.rows is not None and result.rowcount != step.rows:
        raise Missed
    if not result.is_insert:
        return result.rowcount
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])

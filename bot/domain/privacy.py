"""What is kept about a person: given out as JSON, and deleted so that opponents keep their finished matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.events import JSON
from bot.domain.unit_of_work import Database, UnitOfWork, retried

DELETED_NAME = "somebody"
"""The name in a seat whose player has deleted their data."""
LARGEST_EXACT = 2**53
"""The largest whole number that every reader of JSON takes exactly."""


class PersonalData(Protocol):
    """A part of the domain that keeps something about persons or servers."""

    async def exported(self, connection: AsyncConnection, user: int) -> dict[str, JSON]:
        """What is kept about a person, without what others keep secret."""

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Delete what is kept about a person, or take their name off it; how many matches that touches."""

    async def purged(self, work: UnitOfWork, scope: int) -> None:
        """Delete what is kept of a server; the row of its scope is deleted afterwards."""


class Privacy:
    """Gives people their data, and deletes it.

    ``parts`` are asked in their order. Members come first and the outbox last: notices that the others owe while they
    forget a person must not name that person either.
    """

    def __init__(self, database: Database, parts: Sequence[PersonalData]) -> None:
        self._database = database
        self._parts = tuple(parts)

    async def export(self, user: int) -> dict[str, JSON]:
        """All that is kept about a person, fit for JSON. What others keep secret is not in it."""
        found: dict[str, JSON] = {"user": str(user), "exported": self._database.now().isoformat()}
        async with self._database.read() as connection:
            for part in self._parts:
                found |= await part.exported(connection, user)
        return found

    @retried
    async def delete(self, user: int) -> int:
        """Delete what is kept about a person, all of it or, if that fails, nothing; how many matches it touches.

        Running matches end: called off before both have moved, else won by the other player. Finished ones stay for
        the opponents, with nobody in the seat.
        """
        async with self._database.unit_of_work() as work:
            return sum([await part.forgotten(work, user) for part in self._parts])


def plain(row: RowMapping | Mapping[str, JSON | datetime]) -> dict[str, JSON]:
    """A row as JSON values: moments as text, and numbers that are too long for some readers, such as ids, too."""
    return {name: _plain(value) for name, value in row.items()}


def _plain(value: JSON | datetime) -> JSON:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, int) and value > LARGEST_EXACT else value

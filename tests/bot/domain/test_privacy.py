"""A person's data: gathered from all that keep some, and deleted by all of them or by none."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.events import JSON
from bot.domain.privacy import Privacy, plain
from bot.domain.unit_of_work import Database, UnitOfWork
from bot.store.tables import key_values, scopes
from tests.bot.conftest import ANN


class Notes:
    """A part that keeps a note about a person under a name of its own; ``broken``: it cannot be deleted."""

    def __init__(self, name: str, touched: int = 0, *, broken: bool = False) -> None:
        self.name = name
        self.touched = touched
        self.broken = broken

    async def kept(self, connection: AsyncConnection) -> str | None:
        query = sa.select(key_values.c.value).where(key_values.c.name == self.name)
        found: str | None = (await connection.execute(query)).scalar_one_or_none()
        return found

    async def exported(self, connection: AsyncConnection, user: int) -> dict[str, JSON]:
        return {self.name: await self.kept(connection)}

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        if self.broken:
            raise RuntimeError
        await work.connection.execute(key_values.delete().where(key_values.c.name == self.name))
        return self.touched

    async def purged(self, work: UnitOfWork, scope: int) -> None:
        """Nothing is kept by server."""


async def noted(database: Database, *parts: Notes) -> Privacy:
    async with database.unit_of_work() as work:
        await work.connection.execute(key_values.insert(), [{"name": part.name, "value": "a note"} for part in parts])
    return Privacy(database, parts)


async def test_all_that_is_kept_is_gathered_and_deleted(database: Database) -> None:
    privacy = await noted(database, Notes("matches", 3), Notes("ratings"))
    found = await privacy.export(ANN.id)
    assert found == {
        "user": str(ANN.id),
        "exported": "2026-03-02T12:00:00+00:00",
        "matches": "a note",
        "ratings": "a note",
    }
    assert await privacy.delete(ANN.id) == 3
    left = await privacy.export(ANN.id)
    assert (left["matches"], left["ratings"]) == (None, None)


async def test_what_cannot_be_deleted_whole_is_not_deleted_in_part(database: Database) -> None:
    privacy = await noted(database, Notes("matches"), Notes("ratings", broken=True))
    before = await privacy.export(ANN.id)
    with pytest.raises(RuntimeError):
        await privacy.delete(ANN.id)
    assert await privacy.export(ANN.id) == before


async def test_rows_are_given_out_as_every_reader_of_json_takes_them(database: Database) -> None:
    async with database.unit_of_work() as work:
        await work.connection.execute(scopes.insert().values(id=2**60, guild=True, settings={}, removed_at=work.now))
        row = (await work.connection.execute(sa.select(scopes))).mappings().one()
    found = plain(row)
    assert (found["id"], found["guild"], found["numbers"], found["settings"]) == (str(2**60), True, 0, {})
    assert (found["removed_at"], found["digest_at"]) == ("2026-03-02T12:00:00+00:00", None)

"""A database of 1.0.0 is opened, migrated, verified and played on by every later version."""

import random
import re
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import Refused
from bot.ops.copies.sqlite_files import url_of
from bot.ops.copies.verify import verify
from bot.store import Store
from bot.store.tables import heartbeat, matches, metadata
from tests.bot.conftest import Clock
from tests.bot.domain.matches.helpers import step

DUMP = Path(__file__).parents[2] / "data" / "stored" / "database.sql"
"""A dump by ``sqlite3.Connection.iterdump``.

It is never changed: new forms of rows get a file of their own.
"""
CREATED = set(re.findall(r'^CREATE TABLE "?(\w+)', DUMP.read_text(), re.MULTILINE))
"""The tables of 1.0.0."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "loophole.db")) as connection:
        connection.executescript(DUMP.read_text())
    return tmp_path / "loophole.db"


async def test_rows_of_1_0_0_are_read_and_written(file: Path, clock: Clock) -> None:
    store = await Store.open(url_of(file))
    async with store.read() as connection:
        for table in (table for table in metadata.sorted_tables if table.name in CREATED):
            assert (await connection.execute(sa.select(table))).all(), (
                f"no row of {table.name} in the sample"
            )
        verification = await verify(connection)
        is_running = (
            matches.c.finished_at.is_(None),
            matches.c.paused_at.is_(None),
            matches.c.mover > 0,
        )
        ids = list(await connection.scalars(sa.select(matches.c.id).where(*is_running)))
        users = set((await connection.execute(sa.select(matches.c.seat0))).scalars())
        now: datetime = (
            await connection.execute(sa.select(sa.func.max(heartbeat.c.at)))
        ).scalar_one()
    assert verification.matches > 50
    assert verification.wrong == ()
    clock.moment = now
    domain = Domain(store, clock)
    for user in users:
        assert (await domain.privacy.export(user))["matches"]
    for match in ids:
        with suppress(Refused):  # a whole turn is drafted in it
            await step(domain, match, random.Random(1))
    for user in users - {0, -1}:
        await domain.privacy.delete(user)
    async with store.read() as connection:
        assert (await verify(connection)).wrong == ()
    await store.close()

"""Moves a database from SQLite to PostgreSQL or back, after verifying it."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.engine import URL

from bot.ops import Failed
from bot.ops.copies import sqlite_files, transfer
from bot.ops.copies.verify import Verification, require_verified
from bot.store import Store
from bot.store.tables import heartbeat

STILL_ALIVE = timedelta(seconds=60)  # a running bot notes that it is alive three times in this span


async def move(
    start: URL, goal: URL, *, anyway: bool = False
) -> tuple[Verification, Mapping[str, transfer.TableContent]]:
    """Copy the database at ``start`` to the empty one at ``goal``, proved; what was moved, by
    table.

    Raises Failed.
    """
    if start == goal:
        raise Failed("both addresses are the same")
    if start.get_backend_name() == "sqlite":
        file = sqlite_files.path_of(start)
        await asyncio.to_thread(sqlite_files.require_whole, file)
        await asyncio.to_thread(sqlite_files.require_unused, file)
    async with transfer.opened(start) as source:
        if not source.sqlite:
            await _not_running(source)
        verification = await require_verified(source, anyway)
        async with transfer.opened(goal, create=True) as target:
            return verification, await transfer.copy_between(source, target)


async def _not_running(store: Store) -> None:
    """Raises Failed if a bot has lately noted that it is alive.

    A later note than that is of a time when a clock was ahead: it must not hinder the host until
    then.
    """
    now = datetime.now(UTC)
    lately = heartbeat.c.at.between(now - STILL_ALIVE, now + STILL_ALIVE)
    query = sa.select(sa.func.max(heartbeat.c.at)).where(lately)
    async with store.read() as connection:
        latest_beat = (await connection.execute(query)).scalar_one_or_none()
    if latest_beat is not None:
        where = store.url.render_as_string()
        seconds = max(0, round((now - latest_beat).total_seconds()))
        raise Failed(
            f"a bot was at work on {where} {seconds} seconds ago; stop it, and wait a minute"
        )

"""Small things the service itself must remember over restarts, by name."""

from __future__ import annotations

import sqlalchemy as sa

from .engine import Store
from .tables import key_values


async def recall(store: Store, name: str) -> str | None:
    """What was remembered under ``name``; None if nothing was."""
    async with store.read() as connection:
        query = sa.select(key_values.c.value).where(key_values.c.name == name)
        found: str | None = (await connection.execute(query)).scalar_one_or_none()
        return found


async def remember(store: Store, name: str, value: str) -> None:
    """Remember ``value`` under ``name``, in place of what was there."""
    async with store.write() as connection:
        await connection.execute(key_values.delete().where(key_values.c.name == name))
        await connection.execute(key_values.insert().values(name=name, value=value))

"""Small things the service itself must remember over restarts, by name."""

from datetime import datetime

import sqlalchemy as sa

from .engine import Store
from .personal import UndeclaredKey
from .statements import insert_new, upsert
from .tables import key_values

NAMES = (
    "commands",  # a checksum of the commands registered for an application
    "sandbox",  # the secret part of the address of the offline Discord's page
    "loops",  # whether the loops of earlier matches are stored
    "blocks",  # the key of the hashes of blocked members who have deleted their data
    "tallies",  # the random part of the key of what limits count
    "remains",  # a random number, while the file may hold what was deleted
    "written",  # the moment at which it was last tried whether the database can be written
)
"""What is remembered, by the part of its name before a colon; nothing of it is about people."""
_ROOM = "x" * 8192  # of several pages
_LATEST_WRITE = key_values.update().where(key_values.c.name == "written")


async def recall(store: Store, name: str) -> str | None:
    """What was remembered under ``name``; None if nothing was."""
    query = sa.select(key_values.c.value).where(key_values.c.name == name)
    rows = await store.fetch(query)
    return rows[0].value if rows else None


async def remember(store: Store, name: str, value: str) -> None:
    """Remember ``value`` under ``name``, in place of what was there, even if another process has
    stored that just now.

    Raises UndeclaredKey for a name not in NAMES.
    """
    if name.partition(":")[0] not in NAMES:
        raise UndeclaredKey(f"{name!r} is not declared: add it to {__name__}.NAMES")
    async with store.write() as connection:
        await upsert(connection, key_values, name=name, value=value)


async def try_to_write(store: Store, moment: datetime) -> None:
    """Write the moment, as proof that the database can be written, and on SQLite that it can grow.

    Raises Unavailable.

    What is already there can be overwritten for a while after the disk is full.
    """
    value = moment.isoformat()
    async with store.write() as connection:
        if store.sqlite:
            savepoint = await connection.begin_nested()
            await connection.execute(key_values.insert().values(name="room", value=_ROOM))
            await savepoint.rollback()
        result = await connection.execute(_LATEST_WRITE.values(value=value))
        if not result.rowcount:
            await insert_new(connection, key_values, name="written", value=value)

"""Small things the service itself must remember over restarts, by name."""

import contextlib
from datetime import datetime

import sqlalchemy as sa

from .engine import Store
from .personal import UndeclaredKey
from .tables import key_values

NAMES = (
    "commands",  # a checksum of the commands registered for an application
    "sandbox",  # the secret part of the address of the offline Discord's page
    "loops",  # whether the loops of earlier matches are stored
    "blocks",  # the key of the hashes of blocked members who have deleted their data
    "remains",  # a random number, while the file may hold what was deleted
    "written",  # the moment at which it was last tried whether the database can be written
)
"""What is remembered, by the part of its name before a colon; nothing of it is about people."""
_WRITTEN = key_values.update().where(key_values.c.name == "written").values(value=sa.bindparam("moment"))


async def recall(store: Store, name: str) -> str | None:
    """What was remembered under ``name``; None if nothing was."""
    rows = await store.fetch(sa.select(key_values.c.value).where(key_values.c.name == name))
    return rows[0].value if rows else None


async def remember(store: Store, name: str, value: str) -> None:
    """Remember ``value`` under ``name``, in place of what was there. Raises UndeclaredKey for a name not in NAMES."""
    if name.partition(":")[0] not in NAMES:
        raise UndeclaredKey(f"{name!r} is not declared: add it to {__name__}.NAMES")
    async with store.write() as connection:
        await connection.execute(key_values.delete().where(key_values.c.name == name))
        await connection.execute(key_values.insert().values(name=name, value=value))


async def try_to_write(store: Store, moment: datetime) -> None:
    """Write the moment, as proof that the database can be written. Raises Unavailable."""
    value = moment.isoformat()
    if not await store.execute(_WRITTEN, {"moment": value}):
        with contextlib.suppress(sa.exc.IntegrityError):  # another process was quicker
            await store.execute(key_values.insert(), {"name": "written", "value": value})

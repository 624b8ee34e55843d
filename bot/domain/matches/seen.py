"""Which matches somebody may see, as a condition for queries that list matches of others."""

from __future__ import annotations

import sqlalchemy as sa

from bot.domain.unit_of_work import Database
from bot.domain.viewer import Viewer
from bot.store.tables import matches


async def seen(database: Database, viewer: Viewer, *meant: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """The condition for those of the matches ``meant``, all of the viewer's place, that are theirs to see.

    Discord may be asked about channels, so no transaction may be open.
    """
    rows = await database.store.fetch(sa.select(matches.c.channel).where(*meant).distinct())
    channels = await viewer.channels({row.channel for row in rows})
    return sa.or_(matches.c.channel.in_(channels), matches.c.seat0 == viewer.user, matches.c.seat1 == viewer.user)

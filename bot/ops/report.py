"""What a host wants to know of a running bot, in one line of the log at its start and every day."""

import logging

import sqlalchemy as sa

from bot.domain.unit_of_work import Database
from bot.store.tables import matches, outbox, pending_answers
from games.version import VERSION

log = logging.getLogger(__name__)

REPORT_SECONDS = 86_400.0


async def report(servers: int, database: Database) -> None:
    """Log the version, servers, running matches, the database’s size, and what is pending.

    Raises Unavailable.
    """
    count = sa.select(sa.func.count())
    running_matches = count.select_from(matches).where(matches.c.finished_at.is_(None))
    counts = list[int]()
    async with database.read() as connection:
        for query in (
            running_matches,
            count.select_from(outbox),
            count.select_from(pending_answers),
        ):
            result = await connection.execute(query)
            counts.append(result.scalar_one())
    log.info(
        "version %s: %s servers, %s running matches, %s posts and %s answers pending; %s has %.1f "
        "MB",
        VERSION,
        servers,
        *counts,
        database.store.url.render_as_string(),
        await database.size() / 1e6,
    )

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
    running = sa.select(sa.func.count()).select_from(matches).where(matches.c.finished_at.is_(None))
    posts, answers = (
        sa.select(sa.func.count()).select_from(table) for table in (outbox, pending_answers)
    )
    async with database.read() as connection:
        counts = [
            (await connection.execute(query)).scalar_one() for query in (running, posts, answers)
        ]
    size = await database.size() / 1e6
    url = database.store.url.render_as_string()
    said = (
        "version %s: %s servers, %s running matches, %s posts and %s answers pending; %s has "
        "%.1f MB"
    )
    log.info(said, VERSION, servers, *counts, url, size)

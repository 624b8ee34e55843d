"""Ratings computed anew from the stored matches, which shows that they are what the matches say."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy.engine import URL

from bot.domain.matches.service import Matches
from bot.domain.ratings.service import Ratings
from bot.domain.ratings.world import FOUNDERS
from bot.domain.unit_of_work import Database
from bot.ops import Failed
from bot.store import Store, StoreError


async def recount(database: URL, founders: int = FOUNDERS) -> str:
    """Compute every rating anew, also while the bot is running; what came of it in one line. Raises Failed."""
    try:
        store = await Store.open(database)
    except StoreError as error:
        raise Failed(f"DATABASE_URL cannot be used: {error}") from None
    try:
        data = Database(store, lambda: datetime.now(UTC))
        found = await Ratings(data, Matches(data), founders).recompute()
    finally:
        await store.close()
    what = f"{found.matches} results in {found.pools} pools give {found.ratings} ratings"
    if not found.changed:
        return f"{what}; nothing was different"
    return f"{what}; {found.changed} entries were different and have been put right"

"""Members whose rating over all servers rests on few partners who play few others: listed, and undone for a host."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy.engine import URL

from bot.domain.matches.service import Matches
from bot.domain.ratings.service import Ratings
from bot.domain.ratings.world import FOUNDERS
from bot.domain.unit_of_work import Database
from bot.ops import Failed
from bot.store import Store, StoreError


async def circles(database: URL, undo: int | None = None, founders: int = FOUNDERS) -> str:
    """Who is set apart, a line each; or what came of undoing the results of one of them. Raises Failed."""
    try:
        store = await Store.open(database)
    except StoreError as error:
        raise Failed(f"DATABASE_URL cannot be used: {error}") from None
    try:
        data = Database(store, lambda: datetime.now(UTC))
        ratings = Ratings(data, Matches(data), founders)
        if undo is not None:
            return f"{await ratings.undo_circle(undo)} results count for ratings no longer; points are given back"
        found = await ratings.circles()
    finally:
        await store.close()
    lines = (
        f"{one.game}: member {one.user} has gained {one.gain:.0f} points from {', '.join(map(str, one.partners))}"
        for one in found
    )
    return "\n".join(lines) or "nobody is set apart"

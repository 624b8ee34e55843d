"""Puts the parts together: an open store, the match service on a clock, and the bot on top of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.engine import URL

from bot.domain.matches.service import Matches

from .chat.client import Bot
from .store import Store


def utc_now() -> datetime:
    """The moment, as the service is given it when nobody moves its clock."""
    return datetime.now(UTC)


@asynccontextmanager
async def opened(database: str | URL, now: Callable[[], datetime] = utc_now, **settings: Any) -> AsyncIterator[Bot]:
    """A bot on an open database; ``settings`` are those of ``Bot``. Raises StoreError."""
    store = await Store.open(database)
    try:
        yield Bot(Matches(store, now), **settings)
    finally:
        await store.close()

"""Statements are compiled once for all SQLite databases of a run.

Every test has a database of its own; compiling takes a third of the time of tests that are about
the database.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import sqlite


@contextmanager
def compiled_once() -> Iterator[None]:
    """Let engines of the same kind share a dialect, by which what was compiled is looked up, and
    what was compiled.
    """
    create = sqlite.create_async_engine
    caches = list[tuple[sa.Dialect, dict[Any, Any]]]()

    def create_sharing(url: sa.URL, **options: Any) -> AsyncEngine:
        engine = create(url, **options)
        caches.append((engine.sync_engine.dialect, {}))
        engine.sync_engine.dialect, cache = caches[0]
        engine.update_execution_options(compiled_cache=cache)
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "create_async_engine", create_sharing)
        yield

"""Statements are compiled once for all SQLite databases of a run.

Every test has a database of its own; compiling takes a third of the time of tests that are about the database.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import sqlite

Known = dict[str, tuple[sa.Dialect, dict[Any, Any]]]


@contextmanager
def compiled_once() -> Iterator[None]:
    """Let engines of the same kind share a dialect, by which what was compiled is looked up, and what was compiled."""
    plain, asynchronous, known = sa.create_engine, sqlite.create_async_engine, Known()

    def share(engine: sa.Engine, kind: str) -> None:
        engine.dialect, compiled = known.setdefault(kind, (engine.dialect, {}))
        engine.update_execution_options(compiled_cache=compiled)

    def create(url: sa.URL, **options: Any) -> sa.Engine:
        engine = plain(url, **options)
        share(engine, f"plain {options.get('isolation_level')}")
        return engine

    def create_async(url: sa.URL, **options: Any) -> AsyncEngine:
        engine = asynchronous(url, **options)
        share(engine.sync_engine, "asynchronous")
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sa, "create_engine", create)
        patch.setattr(sqlite, "create_async_engine", create_async)
        yield

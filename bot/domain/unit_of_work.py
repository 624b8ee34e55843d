"""Transactions of the domain: the database and the moment, handed to whatever is done in one unit of work."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import CursorResult
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store


@dataclass(slots=True)
class Changes:
    """Whether anything was stored since somebody began to watch."""

    stored: bool = False


_WATCHED: ContextVar[Changes | None] = ContextVar("changes", default=None)


def watch_changes(changes: Changes) -> None:
    """Note in ``changes`` what the running task, and those it begins, will have stored."""
    _WATCHED.set(changes)


@dataclass(frozen=True, slots=True)
class UnitOfWork:
    """One transaction at one moment: what is changed and owed in it is stored whole or not at all."""

    connection: AsyncConnection
    now: datetime


class Database:
    """The open store and the clock, as every service of the domain is given them."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self.store = store
        self._clock = clock

    def now(self) -> datetime:
        """The moment, aware and in UTC, in whole milliseconds as the store keeps them."""
        moment = self._clock()
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)

    @asynccontextmanager
    async def unit_of_work(self, *, alone: bool = False) -> AsyncIterator[UnitOfWork]:
        """A transaction that changes something; ``alone``: while no other is under way. Raises Unavailable."""
        async with self.store.write(alone=alone) as connection:
            yield UnitOfWork(connection, self.now())
        if (watched := _WATCHED.get()) is not None:
            watched.stored = True

    def read(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that only reads, all from one moment. Raises Unavailable."""
        return self.store.read()


def key_of(result: CursorResult[tuple[object, ...]]) -> int:
    """The id that an inserted row was given."""
    key = result.inserted_primary_key
    assert key is not None
    return int(key[0])

"""Runs something up to one of its awaits, there something else to its end, and then the rest."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store

T = TypeVar("T")

BLOCKED_SECONDS = 0.03
"""In which what is run amid a transaction comes to where it must wait for the end of that."""


class OpenTransactions:
    """Counts the transactions of a store that write, or are about to begin.

    :param monkeypatch: takes the counting away after the test
    """

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        write = store.write
        execute = store.execute

        @asynccontextmanager
        async def counted_write(*, alone: bool = False) -> AsyncIterator[AsyncConnection]:
            self.count += 1
            try:
                async with write(alone=alone) as connection:
                    yield connection
            finally:
                self.count -= 1

        async def counted_execute(*arguments: Any) -> int:
            self.count += 1
            try:
                return await execute(*arguments)
            finally:
                self.count -= 1

        monkeypatch.setattr(store, "write", counted_write)
        monkeypatch.setattr(store, "execute", counted_execute)


class Interrupted(Generic[T]):
    """``work``, with ``act`` run at its await number ``at``; ``reached``: whether it has so many.

    Where the act cannot come to its end there, since a transaction of the work must end first, it
    does at the end of that; elsewhere the work waits for its end, however long that takes.

    :param transactions: those of the database that both use
    """

    def __init__(
        self,
        work: Coroutine[Any, Any, T],
        step: int,
        act: Callable[[], Awaitable[object]],
        transactions: OpenTransactions,
    ) -> None:
        self._work = work
        self._at = step
        self._act = act
        self._transactions = transactions
        self.reached = False
        self.acting: asyncio.Future[object] | None = None

    def __await__(self) -> Generator[Any, Any, T]:
        awaits = 0
        error: BaseException | None = None
        while True:
            try:
                waits_for = self._work.send(None) if error is None else self._work.throw(error)
            except StopIteration as end:
                result: T = end.value
                return result
            awaits += 1
            if awaits == self._at:
                self.reached = True
                yield from self._interrupt().__await__()
            error = None
            try:
                yield waits_for
            except BaseException as raised:  # it is the work's to handle
                error = raised

    async def _interrupt(self) -> None:
        is_amid = self._transactions.count > 0
        self.acting = asyncio.ensure_future(self._act())
        await asyncio.wait({self.acting}, timeout=BLOCKED_SECONDS if is_amid else None)

    async def ended(self) -> None:
        """Wait until the act is at its end, if it was begun."""
        if self.acting is not None:
            await self.acting

"""Stops the bot dead between any two of its steps: requests to Discord and transactions of the database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store

from ...requests import intercepted


class Killed(BaseException):
    """What a process that was stopped with SIGKILL does from then on: nothing."""


class Killer:
    """Counts steps, and lets nothing happen from step ``at`` on (None: only counts). A step is a moment between two
    things that leave the process: just before and just after each request and each commit."""

    def __init__(self, at: int | None = None) -> None:
        self.at = at
        self.steps = 0

    def step(self) -> None:
        self.steps += 1
        if self.at is not None and self.steps > self.at:
            raise Killed

    @contextmanager
    def watching(self) -> Iterator[Killer]:
        """Watch what the bot does."""
        write = Store.write

        def stepping(request: Callable[[], object], method: str, path: str) -> object:
            self.step()
            answer = request()
            self.step()
            return answer

        @asynccontextmanager
        async def transaction(store: Store, *, alone: bool = False) -> AsyncIterator[AsyncConnection]:
            self.step()
            async with write(store, alone=alone) as connection:
                yield connection
                self.step()
            self.step()

        with intercepted(stepping), pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "write", transaction)
            yield self

"""Stops the bot dead between any two of its steps: requests to Discord and transactions of the
database.
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store

from ...conftest import Club
from ...requests import intercepted


class Killed(BaseException):
    """What a process that was stopped with SIGKILL does from then on: nothing."""


class Killer:
    """Counts steps, and lets nothing happen from step ``at`` on (None: only counts).

    A step is a moment between two things that leave the process: just before and just after each
    request and each commit.
    """

    def __init__(self, step: int | None = None) -> None:
        self.at = step
        self.steps = 0

    def step(self) -> None:
        self.steps += 1
        if self.at is not None and self.steps > self.at:
            raise Killed

    @contextmanager
    def watching(self) -> Iterator[Killer]:
        write = Store.write

        def stepping(request: Callable[[], object], method: str, path: str) -> object:
            self.step()
            answer = request()
            self.step()
            return answer

        @asynccontextmanager
        async def transaction(
            store: Store, *, alone: bool = False
        ) -> AsyncIterator[AsyncConnection]:
            self.step()
            async with write(store, alone=alone) as connection:
                yield connection
                self.step()
            self.step()

        with intercepted(stepping), pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "write", transaction)
            yield self


async def killed_at(
    steps: Iterable[int] | None,
    database: Path,
    folders: pytest.TempPathFactory,
    stopped_at: Callable[[Club, int], Awaitable[int]],
) -> None:
    """Stop a bot at each of these steps, None: at all, in a club of its own; ``stopped_at`` gives
    how many it took.
    """
    step = step_count = 0
    for step in itertools.count() if steps is None else steps:
        async with Club(
            Path(shutil.copy(database, folders.mktemp("killed") / "loophole.db"))
        ) as club:
            step_count = await stopped_at(club, step)
        if step_count <= step:
            break
    assert step >= 4 if steps is None else step_count > step

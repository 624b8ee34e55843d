"""What many open pages ask for is read together."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

from bot.web.shared_reads import SharedReads


class Store:
    """Values that are read, and how often."""

    def __init__(self) -> None:
        self.reads = list[set[str]]()

    async def read(self, keys: Collection[str]) -> Mapping[str, int]:
        self.reads.append({*keys})
        return {key: len(key) for key in keys if key}


async def test_who_asks_at_once_shares_a_read_and_who_asks_later_does_not() -> None:
    store = Store()
    shared = SharedReads(store.read)
    assert await asyncio.gather(*map(shared.get, ("a", "bb", "a", ""))) == [1, 2, 1, None]
    assert store.reads == [{"a", "bb", ""}]
    assert await shared.get("a") == 1
    assert store.reads[1:] == [{"a"}]


async def test_who_goes_away_takes_nothing_from_the_others() -> None:
    store = Store()
    shared = SharedReads(store.read)
    first = asyncio.create_task(shared.get("a"))
    other = asyncio.create_task(shared.get("bb"))
    await asyncio.sleep(0)
    first.cancel()
    assert await other == 2

"""What open pages ask for again and again is read for all who ask at about the same time."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextvars import Context
from dataclasses import dataclass, field
from typing import Generic, TypeVar

COLLECTING_SECONDS = 0.05  # in which those who ask share one query

K = TypeVar("K")
V = TypeVar("V")


@dataclass(slots=True)
class _Batch(Generic[K, V]):
    """Keys whose values are read together."""

    keys: set[K] = field(default_factory=set)
    reading: asyncio.Task[Mapping[K, V]] | None = None


class SharedReads(Generic[K, V]):
    """Values that are read together for those who ask within ``COLLECTING_SECONDS``.

    :param read: gives the values of some keys, without those that have none
    """

    def __init__(self, read: Callable[[Collection[K]], Awaitable[Mapping[K, V]]]) -> None:
        self._read = read
        self._batch = _Batch[K, V]()

    async def get(self, key: K) -> V | None:
        """The value of a key, read together with others; None if it has none. Raises
        Unavailable.
        """
        batch = self._batch
        batch.keys.add(key)
        if batch.reading is None:
            # What is read for many is nobody's request.
            batch.reading = asyncio.create_task(self._collect(batch), context=Context())
        values = await asyncio.shield(batch.reading)
        return values.get(key)

    async def get_now(self, key: K) -> V | None:
        """The value of a key, for somebody who waits for it. Raises Unavailable."""
        return (await self._read({key})).get(key)

    async def _collect(self, batch: _Batch[K, V]) -> Mapping[K, V]:
        await asyncio.sleep(COLLECTING_SECONDS)
        self._batch = _Batch()
        return await self._read(batch.keys)

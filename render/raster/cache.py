"""A cache, safe among threads, whose contents weigh no more than a bound.

It forgets first what was used longest ago.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

T = TypeVar("T")

CACHES: "dict[str, Cache[Any]]" = {}  # all caches of this process by name


class Cache(Generic[T]):
    """Values by key, at most ``limit`` bytes of them as ``weigh`` counts."""

    def __init__(self, name: str, limit: int, weigh: Callable[[T], int]) -> None:
        CACHES[name] = self
        self.limit = limit
        self.weight = 0
        self._weigh = weigh
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of ``key``, made now if it is not kept.

        Two threads may make the same one at the same time.
        """
        value = self.find(key)
        if value is None:
            value = make()
            self.keep(key, value)
        return value

    def find(self, key: Hashable) -> T | None:
        """The value of ``key``, if it is kept."""
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def keep(self, key: Hashable, value: T) -> None:
        """Keep a value, and forget others where there is no room for all."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = value
                self.weight += self._weigh(value)
                while self.weight > self.limit and len(self._kept) > 1:
                    _, oldest = self._kept.popitem(last=False)
                    self.weight -= self._weigh(oldest)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self.weight = 0


def clear() -> None:
    """Forget all that is cached."""
    for cache in CACHES.values():
        cache.clear()

"""Whose turn it is to be thought for: members take turns, however much each of them asks for."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar


class Owned(Protocol):
    """Something that was asked for by somebody."""

    @property
    def owner(self) -> int:
        """Who asked, by any number."""


T = TypeVar("T", bound=Owned)


class FairQueue(Generic[T]):
    """Tasks in the order in which they are to be done: one of each owner in turn, an owner's own as they came."""

    def __init__(self) -> None:
        self._owners: OrderedDict[int, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._owners.values()))

    def put(self, task: T, *, first: bool = False) -> None:
        """Add a task behind all others of its owner. ``first``: it was begun before and goes before all."""
        line = self._owners.setdefault(task.owner, deque())
        if first:
            line.appendleft(task)
            self._owners.move_to_end(task.owner, last=False)
        else:
            line.append(task)

    def take(self, fits: Callable[[T], bool] = lambda task: True) -> T | None:
        """The next task that ``fits``; None if there is none. Its owner goes behind all others."""
        for owner, line in self._owners.items():
            for task in line:
                if fits(task):
                    self.drop(task)
                    if owner in self._owners:
                        self._owners.move_to_end(owner)
                    return task
        return None

    def drop(self, task: T) -> bool:
        """Take a task out; False if it is not waiting."""
        line = self._owners.get(task.owner)
        if line is None or task not in line:
            return False
        line.remove(task)
        if not line:
            del self._owners[task.owner]
        return True

"""Whose turn it is to be thought for: members take turns, however much each of them asks for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar


class Owned(Protocol):
    """Something that was asked for by somebody."""

    @property
    def owner(self) -> int:
        """Who asked, by any number."""


T = TypeVar("T", bound=Owned)


class FairQueue(Generic[T]):
    """Tasks in the order in which they are to be done: one of each owner in turn, an owner's own as they came.

    Who comes anew goes before those who have just been served, and behind those who have waited since before that.
    """

    def __init__(self) -> None:
        self._lines: dict[int, deque[T]] = {}
        self._stamps: dict[int, int] = {}
        self._clock = 0
        self._served: int | None = None

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def put(self, task: T, *, first: bool = False) -> None:
        """Add a task behind all others of its owner. ``first``: it was begun before and goes before all."""
        owner = task.owner
        if owner not in self._lines:
            self._lines[owner] = deque()
            self._stamps[owner] = self._clock - (owner != self._served)
        if first:
            self._lines[owner].appendleft(task)
            self._stamps[owner] = -1
        else:
            self._lines[owner].append(task)

    def take(self, fits: Callable[[T], bool] = lambda task: True) -> T | None:
        """The next task that ``fits``; None if there is none. Its owner goes behind all others."""
        for owner in sorted(self._lines, key=self._stamps.__getitem__):
            for task in self._lines[owner]:
                if fits(task):
                    self._clock += 2
                    self._served, self._stamps[owner] = owner, self._clock
                    self.drop(task)
                    return task
        return None

    def drop(self, task: T) -> bool:
        """Take a task out; False if it is not waiting."""
        line = self._lines.get(task.owner)
        if line is None or task not in line:
            return False
        line.remove(task)
        if not line:
            del self._lines[task.owner], self._stamps[task.owner]
        return True

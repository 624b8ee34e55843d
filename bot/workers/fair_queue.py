"""The order in which tasks begin: members take turns, however many tasks each of them has asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar


class Owned(Protocol):
    """Something that a member has asked for."""

    @property
    def owner(self) -> int:
        """The member's id, or any other number."""


T = TypeVar("T", bound=Owned)


class FairQueue(Generic[T]):
    """Tasks by owner: one task of each owner in turn, an owner's own tasks in the order in which they came.

    A new owner comes before the one who was served last.
    """

    def __init__(self) -> None:
        self._lines: dict[int, deque[T]] = {}  # in the order of turns
        self._served: int | None = None

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def put(self, task: T) -> None:
        """Add a task behind all others of its owner."""
        self._lines.setdefault(task.owner, deque()).append(task)

    def take(self, fits: Callable[[T], bool] = lambda task: True) -> T | None:
        """Remove and return the next task that ``fits``; None if there is none."""
        if self._served in self._lines:
            self._lines[self._served] = self._lines.pop(self._served)  # behind all others, new ones included
        for owner, line in self._lines.items():
            for task in line:
                if fits(task):
                    self._served = owner
                    self.drop(task)
                    return task
        return None

    def drop(self, task: T) -> None:
        """Remove a task, if it is still waiting."""
        line = self._lines.get(task.owner, deque())
        if task in line:
            line.remove(task)
            if not line:
                del self._lines[task.owner]

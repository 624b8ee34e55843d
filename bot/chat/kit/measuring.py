"""Follows one interaction: how long it took and how it ended; its id stands in every line of the log meanwhile."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

from bot import metrics
from games.core import GameError

log = logging.getLogger(__name__)

CURRENT: ContextVar[int | None] = ContextVar("interaction", default=None)
"""The id of the interaction that the running task answers. Each has a task of its own, so it is never reset."""

Found = TypeVar("Found")
Finder = Callable[[Any, str], Coroutine[Any, Any, Found]]


def offered(find: Finder[Found]) -> Finder[Found]:
    """Times what finds choices to offer to a member who is typing; in figures it goes by its name."""
    seconds = metrics.OFFERS.labels(find.__name__.strip("_"))

    @wraps(find)
    async def timed(interaction: Any, current: str) -> Found:
        with seconds.time():
            return await find(interaction, current)

    return timed


class Seen:
    """An interaction that has reached the bot; ``name`` is its command, such as ``/move``, or its button."""

    def __init__(self, interaction: int, name: str) -> None:
        CURRENT.set(interaction)
        self.name = metrics.named(name)
        self._since = time.perf_counter()

    def over(self, error: BaseException | None) -> None:
        """It has been answered, with the ``error`` that its command ended in."""
        seconds = time.perf_counter() - self._since
        outcome = "ok" if error is None else "refused" if isinstance(error, GameError) else "failed"
        metrics.INTERACTIONS.labels(self.name, outcome).observe(seconds)
        log.debug("%s: %s after %.0f ms", self.name, outcome, seconds * 1000)

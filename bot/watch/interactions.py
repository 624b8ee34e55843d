"""Follows one interaction: how long it took and how it ended; its id stands in every line of the log meanwhile."""

from __future__ import annotations

import logging
import time
from contextvars import ContextVar

from games.core import GameError

from . import metrics

log = logging.getLogger(__name__)

CURRENT: ContextVar[int | None] = ContextVar("interaction", default=None)
"""The id of the interaction that the running task answers. Each has a task of its own, so it is never reset."""


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

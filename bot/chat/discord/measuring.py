"""Follows one interaction: how long it took and how it ended; its id stands in every line of the log meanwhile."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from bot import metrics
from games.core import GameError

log = logging.getLogger(__name__)


def timed(find: Callable[..., object]) -> AbstractContextManager[object]:
    """Times what finds choices to offer to a member who is typing; in figures it goes by its name."""
    return metrics.OFFERS.labels(find.__name__.strip("_")).time()


class Seen:
    """An interaction that has reached the bot; ``name`` is its command, such as ``/move``, or its button."""

    def __init__(self, interaction: int, name: str) -> None:
        metrics.INTERACTION.set(interaction)
        self.name = metrics.named(name)
        self._since = time.perf_counter()

    def over(self, error: BaseException | None) -> None:
        """It has been answered, with the ``error`` that its command ended in."""
        seconds = time.perf_counter() - self._since
        outcome = "ok" if error is None else "refused" if isinstance(error, GameError) else "failed"
        metrics.INTERACTIONS.labels(self.name, outcome).observe(seconds)
        log.debug("%s: %s after %.0f ms", self.name, outcome, seconds * 1000)

"""What happens in a server as time goes by."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.events import Event


@dataclass(frozen=True, slots=True)
class DailyDigest(Event, kind="digest"):
    """The list of the matches that run in a server is due."""

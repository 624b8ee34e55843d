"""What happens in a server as time goes by."""

from __future__ import annotations

from bot.domain.events import Event


class DailyDigest(Event, kind="digest"):
    """The list of the matches that run in a server is due."""

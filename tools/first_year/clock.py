"""Time that is moved: the true one, and what the host's clock shows, which may be wrong."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

START = datetime(2026, 12, 1, 12, tzinfo=UTC)
"""When the bot is installed; after the dates in the databases of released versions."""
RIGHT = timedelta(0)
LOOK = timedelta(hours=6)
"""How often members play on an ordinary day."""


@dataclass(slots=True)
class Time:
    """The time of the year. ``wrong``: how far the host's clock is ahead."""

    true: datetime = START
    wrong: timedelta = RIGHT

    def shown(self) -> datetime:
        """What the host's clock shows."""
        return self.true + self.wrong

    def steady(self) -> float:
        """Seconds on a clock that nobody sets."""
        return (self.true - START).total_seconds()

    @property
    def day(self) -> int:
        """The day of the year, the first one is 1."""
        return (self.true - START).days + 1

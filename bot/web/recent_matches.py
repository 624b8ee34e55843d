"""The matches in which somebody at the page acted lately, as they were after it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.matches.match import Match

MOST_MATCHES = 200
KEPT = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class _RecentMatch:
    match: Match
    since: datetime


class RecentMatches:
    """Keeps matches for a few minutes, so that the next choice in one needs no reading.

    :param now: the bot's clock.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._by_id: dict[int, _RecentMatch] = {}  # the oldest first

    def __iter__(self) -> Iterator[Match]:
        return (recent.match for recent in self._by_id.values())

    def keep(self, match: Match) -> None:
        """Keep a match as it is after an act in it."""
        self._by_id[match.id] = _RecentMatch(match, self._now())

    def take(self, id: int) -> Match | None:
        """The match with that id, if it is kept; it is not kept any longer, nor are old ones."""
        recent = self._by_id.pop(id, None)
        self._drop_old()
        return None if recent is None else recent.match

    def forget(self, user: int) -> None:
        """Drop the matches of a member whose data are deleted."""
        for id, recent in [*self._by_id.items()]:
            if user in recent.match.seats:
                del self._by_id[id]

    def _drop_old(self) -> None:
        oldest_allowed = self._now() - KEPT
        for id, recent in [*self._by_id.items()]:
            if len(self._by_id) < MOST_MATCHES and recent.since >= oldest_allowed:
                return
            del self._by_id[id]

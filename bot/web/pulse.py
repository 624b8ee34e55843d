"""Whether a match is still as an open page shows it, told at little cost: pages ask every two
seconds, mostly in vain.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.matches.match import Match
from bot.web.shared_reads import SharedReads
from bot.web.visits import Visit

BELIEVED = timedelta(seconds=10)  # then a page is compared with all that it shows
MOST_KEPT = 2_000  # pages

PageKey = tuple[int, int, str]  # who sees which match, from where and how


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a page shows: the tag of its answer and the match's revision, believed until ``end``."""

    tag: str
    revision: int
    end: datetime


class Pulse:
    """Remembers for a few seconds what pages of players show.

    A match changes with its revision, and a little with the time alone, such as when a player may
    claim the win: that is seen when a page is compared anew.

    :param read_revisions: gives the revisions of matches by their ids
    :param now: the bot's clock
    """

    def __init__(
        self,
        read_revisions: Callable[[Collection[int]], Awaitable[Mapping[int, int]]],
        now: Callable[[], datetime],
    ) -> None:
        self._revisions = SharedReads(read_revisions)
        self._now = now
        self._shown: OrderedDict[PageKey, _Shown] = OrderedDict()  # the oldest first

    def remember(self, visit: Visit, match: Match, tag: str) -> None:
        """Note what a page shows of a running match to one of its players."""
        if match.status != "running" or match.seat_of(visit.user) is None:
            return
        key = _key(visit, match.id)
        self._shown.pop(key, None)
        self._shown[key] = _Shown(tag, match.revision, self._now() + BELIEVED)
        if len(self._shown) > MOST_KEPT:
            self._shown.popitem(last=False)

    def forget(self, user: int) -> None:
        """Drop the pages of a member whose data are deleted."""
        for key in [key for key in self._shown if key[0] == user]:
            del self._shown[key]

    async def is_unchanged(self, visit: Visit, match: int, tag: str) -> bool:
        """Whether a match is known to be as in the answer with this tag. Raises Unavailable."""
        answer = self._shown.get(_key(visit, match))
        if answer is None or answer.tag != tag or answer.end <= self._now():
            return False
        return await self._revisions.get(match) == answer.revision


def _key(visit: Visit, match: int) -> PageKey:
    """Names a page: what it shows depends on who looks from where, and how."""
    look = [value for name, value in visit.look.items() if name != "say"]
    query = sorted(visit.query.items())
    return visit.user, match, repr((visit.visitor.place, visit.t.locale, look, query))

"""The matches in which a member is to move, read in one statement with everything that a move in
them needs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter

from bot.domain.matches.lists import repository as lists
from bot.domain.matches.lists.summary import Summary, summaries
from bot.domain.matches.match import Match
from bot.domain.matches.queries import MatchQueries, number_of, scope_of
from bot.domain.matches.repository import MatchRepository, plays_in
from bot.domain.unit_of_work import Row
from bot.domain.values import Viewer

MOST = 11
FEWEST = 2
"""Matches read at most: those of the place first, then by due date.

Rows are wide, so where a match is named, only it and the most urgent other one are read.
"""
JUST_ENDED = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class MatchesToMove:
    """The matches in which a member is to move, the most urgent first: ``everywhere``, and
    those of the place where they ask, ``local``.

    In a private channel all are local, except those in servers that bar the member from the bot.

    :param latest_end: when their latest match ended, if a moment ago.
    """

    everywhere: Sequence[Summary]
    local: Sequence[Summary]
    _viewer: Viewer
    _rows: Mapping[int, Row]
    _repository: MatchRepository
    _now: datetime
    latest_end: datetime | None

    def match(self, summary: Summary) -> Match:
        """The match of a summary, without another query."""
        return self._repository.read(self._rows[summary.id], self._now)

    def named(self, name: str) -> Match | None:
        """The match of the place with a name such as M27, if it is among these."""
        number = number_of(name)
        scope = scope_of(name, self._viewer.place.scope)
        for row in self._rows.values():
            if (row.number, row.scope) == (number, scope):
                return self._repository.read(row, self._now)
        return None

    def other_than(self, match: int) -> Summary | None:
        """The most urgent other match."""
        for summary in self.everywhere:
            if summary.id != match:
                return summary
        return None


async def matches_to_move(
    queries: MatchQueries, viewer: Viewer, name: str = "", *, most: int | None = None
) -> MatchesToMove:
    """The matches in which a member is to move.

    :param name: of the match that is meant, if any.
    :param most: how many are read.
    """
    now = queries.database.now()
    scope = viewer.place.scope
    number = number_of(name) or 0
    if viewer.barred_scopes:
        most = MOST
    elif not most:
        most = FEWEST if number else MOST
    rows = await lists.to_move(
        queries.database,
        user=viewer.user,
        scope=scope,
        named=scope_of(name, scope),
        number=number,
        most=most,
        recent=now - JUST_ENDED,
    )
    allowed_rows = {row.id: row for row in rows if not _barred(row, viewer)}
    everywhere = sorted(summaries(allowed_rows.values(), now), key=attrgetter("need"))
    local_matches = everywhere
    if viewer.place.guild:
        local_matches = [
            item for item in local_matches if plays_in(allowed_rows[item.id], viewer.user, scope)
        ]
    latest_end = next((row.ended for row in allowed_rows.values()), None)
    return MatchesToMove(
        everywhere, local_matches, viewer, allowed_rows, queries.repository, now, latest_end
    )


def _barred(row: Row, viewer: Viewer) -> bool:
    """Whether a match is played in a server that bars the member from the bot."""
    return any(plays_in(row, viewer.user, scope) for scope in viewer.barred_scopes)

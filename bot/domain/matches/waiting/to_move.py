"""The matches in which a member is to move, read in one statement with everything that a move in
them needs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter

import sqlalchemy as sa

from bot.domain.matches.finding import Finding, number_of, scope_of
from bot.domain.matches.lists.summary import Summary, summaries
from bot.domain.matches.match import Match
from bot.domain.matches.repository import MATCH, MatchRepository, Row, plays_in
from bot.domain.values import Viewer
from bot.store.tables import matches

MOST = 11
FEWEST = 2
"""Matches read at most: those of the place first, then by due date.

Rows are wide, so where a match is named, only it and the most urgent other one are read.
"""
JUST_ENDED = timedelta(minutes=5)

_USER, _PLACE, _NAMED = (
    sa.bindparam(name, type_=sa.BigInteger) for name in ("user", "scope", "named")
)
_WAITS = matches.c.mover == _USER, matches.c.finished_at.is_(None), matches.c.paused_at.is_(None)
_MINE = sa.union_all(
    *(
        sa.select(matches.c.id).where(seat == _USER, *_WAITS)
        for seat in (matches.c.seat0, matches.c.seat1)
    )
)
_HERE = sa.or_(
    *(column == _PLACE for column in (matches.c.scope, matches.c.home0, matches.c.home1))
)
_MEANT = sa.and_(
    matches.c.scope == _NAMED, matches.c.number == sa.bindparam("number", type_=sa.Integer)
)
_FIRST = (sa.case((first, 0), else_=1) for first in (_MEANT, _HERE, matches.c.due_at.is_not(None)))
_ENDS = sa.union_all(
    *(
        sa.select(matches.c.finished_at).where(
            seat == _USER, matches.c.finished_at > sa.bindparam("recent")
        )
        for seat in (matches.c.seat0, matches.c.seat1)
    )
).subquery()
_QUERY = (
    MATCH.add_columns(sa.select(sa.func.max(_ENDS.c.finished_at)).scalar_subquery().label("ended"))
    .where(matches.c.id.in_(_MINE))
    .order_by(*_FIRST, matches.c.due_at, matches.c.moved_at, matches.c.id)
    .limit(sa.bindparam("most", type_=sa.Integer))
)


@dataclass(frozen=True, slots=True)
class MatchesToMove:
    """The matches in which a member is to move, the most urgent first: ``everywhere``, and
    ``here``, where they ask.

    In a private channel all are here, except those in servers that bar the member from the bot.
    ``ended``: when their latest match did, if a moment ago.
    """

    everywhere: Sequence[Summary]
    here: Sequence[Summary]
    _viewer: Viewer
    _rows: Mapping[int, Row]
    _repository: MatchRepository
    _now: datetime
    ended: datetime | None

    def match(self, summary: Summary) -> Match:
        """The match of a summary, without another query."""
        return self._repository.read(self._rows[summary.id], self._now)

    def named(self, name: str) -> Match | None:
        """The match of the place with a name such as M27, if it is among these."""
        number = number_of(name)
        scope = scope_of(name, self._viewer.place.scope)
        row = next(
            (row for row in self._rows.values() if row.number == number and row.scope == scope),
            None,
        )
        return None if row is None else self._repository.read(row, self._now)

    def other_than(self, match: int) -> Summary | None:
        """The most urgent other match."""
        for summary in self.everywhere:
            if summary.id != match:
                return summary
        return None


async def matches_to_move(
    finding: Finding, viewer: Viewer, name: str = "", *, most: int | None = None
) -> MatchesToMove:
    """The matches in which a member is to move, at ``most``.

    ``name``: of the match that is meant, if any.
    """
    now = finding.database.now()
    scope = named = viewer.place.scope
    number = 0
    if name:
        number = number_of(name) or 0
        named = scope_of(name, scope)
    most = MOST if viewer.barred else most or (FEWEST if number else MOST)
    values = {"user": viewer.user, "scope": scope, "named": named, "number": number, "most": most}
    rows: dict[int, Row] = {}
    for row in await finding.database.store.fetch(_QUERY, values | {"recent": now - JUST_ENDED}):
        if not viewer.barred or not any(
            plays_in(row, viewer.user, barred) for barred in viewer.barred
        ):
            rows[row.id] = row
    everywhere = sorted(summaries(rows.values(), now), key=attrgetter("need"))
    here = [
        item
        for item in everywhere
        if not viewer.place.guild or plays_in(rows[item.id], viewer.user, scope)
    ]
    ended = next((row.ended for row in rows.values()), None)
    return MatchesToMove(everywhere, here, viewer, rows, finding.repository, now, ended)

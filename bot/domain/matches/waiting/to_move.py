"""The matches that wait for a member's move, found in one statement with all that a move in any of them needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.domain.matches.finding import Finding, Summary, number_of, summaries
from bot.domain.matches.match import Match
from bot.domain.matches.repository import MATCH, MatchRepository, Row
from bot.domain.viewer import Viewer
from bot.store.tables import matches

MOST, FEWEST = 11, 2
"""How many are found: those of the place first, then by what is due. Rows are wide, so where one is named, it and the
most urgent other must do."""


def _query() -> sa.Select[*tuple[object, ...]]:
    user = sa.bindparam("user", type_=sa.BigInteger)
    waits = matches.c.mover == user, matches.c.finished_at.is_(None), matches.c.paused_at.is_(None)
    mine = sa.union_all(
        *(sa.select(matches.c.id).where(seat == user, *waits) for seat in (matches.c.seat0, matches.c.seat1))
    )
    here = matches.c.scope == sa.bindparam("scope", type_=sa.BigInteger)
    unnamed = sa.case((sa.and_(here, matches.c.number == sa.bindparam("number", type_=sa.Integer)), 0), else_=1)
    elsewhere = sa.case((here, 0), else_=1)
    untimed = sa.case((matches.c.due_at.is_(None), 1), else_=0)
    ordered = MATCH.where(matches.c.id.in_(mine))
    urgent = elsewhere, untimed, matches.c.due_at, matches.c.moved_at, matches.c.id
    return ordered.order_by(unnamed, *urgent).limit(sa.bindparam("most", type_=sa.Integer))


_QUERY = _query()


@dataclass(frozen=True, slots=True)
class MatchesToMove:
    """Matches that wait for a member, the most urgent first: ``here``, where they ask, and ``elsewhere``.

    In a private channel all of them are here, but for those in servers that keep the member from using the bot there.
    """

    here: Sequence[Summary]
    elsewhere: Sequence[Summary]
    _viewer: Viewer
    _rows: Sequence[Row]
    _repository: MatchRepository
    _now: datetime

    def match(self, one: Summary) -> Match:
        """One of these, as it was read with them."""
        return self._repository.read(next(row for row in self._rows if row.id == one.id), self._now)

    def named(self, name: str) -> Match | None:
        """The one of the place that is called M27, or whatever somebody calls it; None if none of these is."""
        number, scope = number_of(name), self._viewer.place.scope
        row = next((row for row in self._rows if row.number == number and row.scope == scope), None)
        return None if row is None else self._repository.read(row, self._now)

    def other_than(self, match: int) -> Summary | None:
        """The most urgent one but for this."""
        return min(
            (one for one in (*self.here, *self.elsewhere) if one.id != match), key=lambda one: one.need, default=None
        )


async def matches_to_move(finding: Finding, viewer: Viewer, name: str = "", *, most: int = MOST) -> MatchesToMove:
    """The matches that wait for a member. ``name``: of the one that is meant, if one is."""
    now = finding.database.now()
    number = number_of(name) or 0 if name else 0
    most = MOST if viewer.barred else FEWEST if number else most
    asked = {"user": viewer.user, "scope": viewer.place.scope, "number": number, "most": most}
    rows = await finding.database.store.fetch(_QUERY, asked)
    if viewer.barred:
        rows = [row for row in rows if row.scope not in viewer.barred]
    listed = sorted(zip(summaries(rows, now), rows, strict=True), key=lambda pair: pair[0].need)
    scopes = {row.scope for row in rows} if not viewer.place.guild else {viewer.place.scope}
    here = [one for one, row in listed if row.scope in scopes]
    elsewhere = [one for one, row in listed if row.scope not in scopes]
    return MatchesToMove(here, elsewhere, viewer, rows, finding.repository, now)

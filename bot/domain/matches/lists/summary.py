"""Matches in lists: their columns, the queries of a member's matches, and what a list says of
each.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

import sqlalchemy as sa

from bot.domain.matches.match import Status
from bot.domain.matches.repository import ENDS, Row, played_in
from bot.domain.values import TEAMS, match_name
from bot.store.tables import matches, team_lines, team_members, team_votes, teams

SHORT = [*(column for column in matches.c if column.name not in ("decisions", "log", "note")), ENDS]
"""The columns of ``matches`` without long texts, and the end of the round."""
# in a row and its ``Summary``
_SAME = ("id", "number", "scope", "game", "status", "winner", "version", "mover")
_USER = sa.bindparam("user", type_=sa.BigInteger)
_AT = (matches.c.seat0, matches.c.seat1)


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in a list, without its moves; fields as in ``Match``.

    ``asked``: requests and the seat that asks. ``team``: it is of a team of the reader, who stands
    in its seat.
    """

    id: int
    number: int
    scope: int
    game: str
    seats: tuple[int, int]
    names: tuple[str, str]
    servers: tuple[int | None, int | None]
    status: Status
    winner: int | None
    version: int
    mover: int | None
    due: datetime | None
    until: datetime | None
    overdue: bool
    paused: bool
    now: datetime
    moved: datetime
    snoozed: tuple[datetime | None, datetime | None]
    asked: Mapping[str, int]
    team: bool

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return match_name(self.scope, self.number)

    @property
    def need(self) -> tuple[bool, datetime]:
        """Sort key: running clocks by due date first, then what has waited longest."""
        return (True, self.moved) if self.until is None or self.paused else (False, self.until)

    def opponent(self, user: int) -> int:
        """The other player of a player."""
        return self.seats[1 - self.seats.index(user)]

    def asked_of(self, user: int) -> tuple[str, ...]:
        """The requests that a player has to answer."""
        return tuple(
            what
            for what, seat in self.asked.items()
            if user in self.seats and self.seats[1 - seat] == user
        )

    def waits_for(self, user: int) -> bool:
        """Whether a player has to move or to answer."""
        return (self.mover == user and not self.paused) or bool(self.asked_of(user))

    def snoozed_by(self, user: int) -> bool:
        """Whether a player has snoozed it at present."""
        until = self.snoozed[self.seats.index(user)] if user in self.seats else None
        return until is not None and until > self.now


Queries: TypeAlias = list[sa.Select[*tuple[object, ...]]]
"""Queries of matches with the same columns, each with an index of its own."""


def by_seats(
    running: bool, place: sa.ColumnElement[int] | None = None, *which: sa.ColumnElement[bool]
) -> Queries:
    """Matches in whose seats ``user`` plays, in a ``place`` if given."""
    here = [sa.true() if place is None else played_in(seat, place) for seat in (0, 1)]
    columns = (*SHORT, sa.false().label("team"))
    where = (_status(running), *which)
    return [sa.select(*columns).where(_AT[seat] == _USER, here[seat], *where) for seat in (0, 1)]


def played(running: bool, place: sa.ColumnElement[int] | None = None) -> Queries:
    """Matches of ``user``, those of their teams, too: they stand in its seat, to move until they
    have voted.
    """
    line = (
        team_lines.c.team == teams.c.id,
        team_lines.c.version == matches.c.version,
        team_lines.c.turn > 0,
    )
    vote = team_votes.c.line == team_lines.c.id, team_votes.c.user == _USER, team_votes.c.chosen
    waits = (matches.c.mover == TEAMS - teams.c.id) & ~sa.exists().where(*line, *vote)
    instead = {f"seat{n}": sa.case((teams.c.seat == n, _USER), else_=_AT[n]) for n in (0, 1)}
    instead["mover"] = sa.case((waits, _USER), else_=matches.c.mover)
    columns = [instead.get(column.name, column).label(column.name) for column in SHORT]
    home = sa.case((teams.c.seat == 0, matches.c.home0), else_=matches.c.home1)
    here = sa.true() if place is None else sa.or_(matches.c.scope == place, home == place)
    own = team_members.c.user == _USER, team_members.c.heard_at.is_not(None)
    joined = (
        sa.select(*columns, sa.true().label("team"))
        .join(teams, teams.c.match == matches.c.id)
        .join(team_members)
    )
    return [*by_seats(running, place), joined.where(*own, _status(running), here)]


def _status(running: bool) -> sa.ColumnElement[bool]:
    return matches.c.finished_at.is_(None) if running else matches.c.finished_at.is_not(None)


def ordered(running: bool, queries: Queries) -> sa.Select[*tuple[object, ...]]:
    """A page of matches in the order of ``Finding.of``."""
    mine = sa.union_all(*queries).subquery()
    waits = sa.case((mine.c.mover == _USER, 0), else_=1)
    until = sa.case(
        (mine.c.ends < mine.c.due_at, mine.c.ends),
        else_=sa.func.coalesce(mine.c.due_at, mine.c.ends),
    )
    untimed = sa.case((until.is_(None), 1), else_=0)
    order = (
        (waits, untimed, until, mine.c.moved_at, mine.c.id)
        if running
        else (mine.c.finished_at.desc(),)
    )
    query = sa.select(mine).order_by(*order)
    return query.limit(sa.bindparam("most", type_=sa.Integer)).offset(
        sa.bindparam("after", type_=sa.Integer)
    )


def summaries(rows: Iterable[Row], now: datetime) -> tuple[Summary, ...]:
    """The summaries of rows with the columns SHORT."""
    return tuple(
        Summary(
            **{name: getattr(row, name) for name in _SAME},
            seats=(row.seat0, row.seat1),
            names=(row.name0, row.name1),
            servers=(row.home0, row.home1),
            due=row.due_at,
            until=min(filter(None, (row.due_at, row.ends)), default=None),
            overdue=row.due_at is not None and row.due_at <= now and row.paused_at is None,
            paused=row.paused_at is not None,
            now=now,
            moved=row.moved_at,
            snoozed=(row.snoozed0, row.snoozed1),
            asked=_asked(row),
            team=getattr(row, "team", False),
        )
        for row in rows
    )


def _asked(row: Row) -> dict[str, int]:
    pause = "pause" if row.paused_at is None else "resume"
    asked = {"draw": row.draw_offer, "takeback": row.takeback_asked, pause: row.pause_asked}
    asked["abandon"] = row.abandon_asked
    return {
        what: seat for what, seat in asked.items() if seat is not None and row.status == "running"
    }

"""What a list says of a match."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.matches.match import MatchStatus
from bot.domain.unit_of_work import Row
from bot.domain.values import match_name

# in a row and its ``Summary``
_SAME = ("id", "number", "scope", "game", "status", "winner", "version", "mover")


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in a list, without its moves; fields as in ``Match``.

    :param askers: the seats that ask, by request.
    :param team: it is of a team of the reader, who stands in its seat.
    """

    id: int
    number: int
    scope: int
    game: str
    seats: tuple[int, int]
    names: tuple[str, str]
    servers: tuple[int | None, int | None]
    status: MatchStatus
    winner: int | None
    version: int
    mover: int | None
    due: datetime | None
    deadline: datetime | None
    overdue: bool
    paused: bool
    now: datetime
    moved_at: datetime
    snoozed: tuple[datetime | None, datetime | None]
    askers: Mapping[str, int]
    team: bool

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return match_name(self.scope, self.number)

    @property
    def need(self) -> tuple[bool, datetime]:
        """Sort key: running clocks by due date first, then what has waited longest."""
        if self.deadline is None or self.paused:
            return (True, self.moved_at)
        return (False, self.deadline)

    def opponent(self, user: int) -> int:
        """The other player of a player."""
        return self.seats[1 - self.seats.index(user)]

    def asked_of(self, user: int) -> tuple[str, ...]:
        """The requests that a player has to answer."""
        if user not in self.seats:
            return ()
        return tuple(
            request for request, asker in self.askers.items() if self.seats[1 - asker] == user
        )

    def waits_for(self, user: int) -> bool:
        """Whether a player has to move or to answer."""
        return (self.mover == user and not self.paused) or bool(self.asked_of(user))

    def snoozed_by(self, user: int) -> bool:
        """Whether a player has snoozed it at present."""
        if user not in self.seats:
            return False
        snooze_end = self.snoozed[self.seats.index(user)]
        return snooze_end is not None and snooze_end > self.now


def summaries(rows: Iterable[Row], now: datetime) -> tuple[Summary, ...]:
    """The summaries of rows with the columns ``repository.SHORT``."""
    return tuple(_summary(row, now) for row in rows)


def _summary(row: Row, now: datetime) -> Summary:
    values = {name: getattr(row, name) for name in _SAME}
    is_paused = row.paused_at is not None
    is_late = row.due_at is not None and row.due_at <= now
    return Summary(
        **values,
        seats=(row.seat0, row.seat1),
        names=(row.name0, row.name1),
        servers=(row.home0, row.home1),
        due=row.due_at,
        deadline=min(filter(None, (row.due_at, row.ends)), default=None),
        overdue=is_late and not is_paused,
        paused=is_paused,
        now=now,
        moved_at=row.moved_at,
        snoozed=(row.snoozed0, row.snoozed1),
        askers=_askers(row),
        team=getattr(row, "team", False),
    )


def _askers(row: Row) -> dict[str, int]:
    if row.status != "running":
        return {}
    pause = "pause" if row.paused_at is None else "resume"
    seats = {
        "draw": row.draw_offer,
        "takeback": row.takeback_asked,
        pause: row.pause_asked,
        "abandon": row.abandon_asked,
    }
    return {request: seat for request, seat in seats.items() if seat is not None}

"""What members have played: finished matches by game, opponent and result, page by page or all in one file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa

import games
from bot.domain.matches import Matches, Refused
from bot.domain.matches.base import Row
from bot.store.contests import changes
from bot.store.tables import matches
from games.records import to_json

Result = Literal["won", "lost", "drawn", "aborted"]
RESULTS: tuple[Result, ...] = ("won", "lost", "drawn", "aborted")

_COLUMNS = tuple(
    matches.c[name]
    for name in (
        *("id", "number", "scope", "game", "options", "seat0", "seat1", "name0", "name1", "level", "rated"),
        *("status", "winner", "reason", "turn", "finished_at"),
    )
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished match as one of its players sees it.

    ``opponent`` is a user id (or COMPUTER at ``level``, or NOBODY); ``gain`` what the match did to the player's rating
    on its server, in points as shown; None if it was not rated.
    """

    id: int
    number: int
    scope: int
    game: str
    options: dict[str, str]
    seat: int
    opponent: int
    opponent_name: str
    level: int | None
    result: Result
    reason: str
    turns: int
    rated: bool
    gain: int | None
    finished: datetime

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return f"M{self.number}"


@dataclass(frozen=True, slots=True)
class Page:
    """Part of a history, the latest match first; ``total`` are all that fit the filters."""

    entries: tuple[Entry, ...]
    total: int
    offset: int


class History:
    """The part of the ratings that looks matches up. ``scope`` None: of all places, which is for the member alone."""

    def __init__(self, service: Matches) -> None:
        self._base = service
        self._store = service.store

    async def history(
        self,
        user: int,
        *,
        scope: int | None = None,
        game: str | None = None,
        opponent: int | None = None,
        result: str | None = None,
        limit: int = 10,
        offset: int = 0,
    ) -> Page:
        """Finished matches of a member. ``result`` is one of RESULTS. Raises Refused, UnknownGame."""
        found = _finished(user, scope, game, opponent, result).subquery()
        page = sa.select(found).order_by(found.c.finished_at.desc(), found.c.id.desc())
        gained = page.limit(limit).offset(max(offset, 0)).subquery()
        mine = sa.and_(
            changes.c.match == gained.c.id, changes.c.pool == gained.c.scope, changes.c.seat == gained.c.seat
        )
        query = (
            sa.select(gained, changes.c.rating_before, changes.c.rating)
            .outerjoin(changes, mine)
            .order_by(gained.c.finished_at.desc(), gained.c.id.desc())
        )
        async with self._store.read() as connection:
            total = (await connection.execute(sa.select(sa.func.count()).select_from(found))).scalar_one()
            rows = (await connection.execute(query)).mappings().all()
        return Page(tuple(_entry(dict(row)) for row in rows), total, offset)

    async def export(
        self,
        user: int,
        *,
        scope: int | None = None,
        game: str | None = None,
        opponent: int | None = None,
        result: str | None = None,
    ) -> bytes:
        """Every match that ``history`` would find, with all its moves: a JSON list of records, the oldest first."""
        found = _finished(user, scope, game, opponent, result).subquery()
        query = sa.select(found.c.id).order_by(found.c.finished_at, found.c.id)
        async with self._store.read() as connection:
            ids = (await connection.execute(query)).scalars().all()
        records = [to_json(await self._base.record(match)).strip() for match in ids]
        return ("[\n" + ",\n".join(records) + "\n]\n").encode()


def outcome(row: Row, seat: int) -> Result:
    """How a match that is over ended for a seat."""
    if row["status"] == "aborted":
        return "aborted"
    return "drawn" if row["winner"] is None else "won" if row["winner"] == seat else "lost"


def _finished(
    user: int, scope: int | None, game: str | None, opponent: int | None, result: str | None
) -> sa.CompoundSelect[Any]:
    """Finished matches of a user with the ``seat``, through the index of each seat."""
    if result is not None and result not in RESULTS:
        raise Refused("the result may be {choices}", choices=", ".join(RESULTS))
    slug = games.get(game).slug if game else None
    queries = []
    for seat in (0, 1):
        query = sa.select(*_COLUMNS, sa.literal(seat, sa.Integer).label("seat")).where(
            matches.c[f"seat{seat}"] == user, matches.c.finished_at.is_not(None)
        )
        if scope is not None:
            query = query.where(matches.c.scope == scope)
        if slug is not None:
            query = query.where(matches.c.game == slug)
        if opponent is not None:
            query = query.where(matches.c[f"seat{1 - seat}"] == opponent)
        if result is not None:
            query = query.where(matches.c.status == ("aborted" if result == "aborted" else "finished"))
        if result == "drawn":
            query = query.where(matches.c.winner.is_(None))
        elif result in ("won", "lost"):
            query = query.where(matches.c.winner == (seat if result == "won" else 1 - seat))
        queries.append(query)
    return sa.union_all(*queries)


def _entry(row: Row) -> Entry:
    seat = row["seat"]
    gain = None if row["rating"] is None else round(row["rating"]) - round(row["rating_before"])
    return Entry(
        id=row["id"],
        number=row["number"],
        scope=row["scope"],
        game=row["game"],
        options=row["options"],
        seat=seat,
        opponent=row[f"seat{1 - seat}"],
        opponent_name=row[f"name{1 - seat}"],
        level=row["level"],
        result=outcome(row, seat),
        reason=row["reason"],
        turns=row["turn"],
        rated=row["rated"],
        gain=gain,
        finished=row["finished_at"],
    )

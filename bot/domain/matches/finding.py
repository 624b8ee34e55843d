"""Finding matches: by their short names, those of a member, those that wait or are due, and one as it stood before."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import NamedTuple

import sqlalchemy as sa

from bot.domain.errors import Ambiguous, NotFound, Refused
from bot.domain.matches.followers import Following
from bot.domain.matches.history import Turn
from bot.domain.matches.match import Draft, Match, Status
from bot.domain.matches.outages import within
from bot.domain.matches.repository import BY_ID, BY_NUMBER, MatchRepository, Row, unseen
from bot.domain.unit_of_work import Database
from bot.domain.values import COMPUTER
from bot.domain.viewer import Viewer
from bot.store.tables import matches, scopes
from games.core import either
from games.records import Record, RecordedTurn

_NAME = re.compile(r"[\s`*_#]*m?[\s#-]*(\d{1,9})[\s`*_]*", re.IGNORECASE | re.ASCII)
MOST_NAMED = 12
"""How many matches are named when several could be meant."""
MOST_OWED = 200
MOST_WOKEN = 100
_ZERO: sa.ColumnElement[int] = sa.literal_column("0")
"""The computer's id as it stands in a partial index, which is not used for a bound value."""

SHORT = [
    column
    for column in matches.c
    if column.name not in ("decisions", "log", "note")  # what can be long
]


@dataclass(frozen=True, slots=True)
class Summary:
    """A line of a list of matches: what can be said without replaying. ``due`` is None without a clock."""

    id: int
    number: int
    game: str
    seats: tuple[int, int]
    names: tuple[str, str]
    status: Status
    winner: int | None
    version: int
    mover: int | None
    due: datetime | None
    overdue: bool
    paused: bool
    now: datetime
    moved: datetime
    snoozed: tuple[datetime | None, datetime | None]
    asked: Mapping[str, int]
    """What a seat asks of the other one."""

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return f"M{self.number}"

    @property
    def need(self) -> tuple[bool, datetime]:
        """Sorts matches by need: what has a clock by when it is due, then what has waited longest."""
        return (True, self.moved) if self.due is None or self.paused else (False, self.due)

    def asked_of(self, user: int) -> tuple[str, ...]:
        """What a player is asked by the other one."""
        return tuple(what for what, seat in self.asked.items() if user in self.seats and self.seats[1 - seat] == user)

    def waits_for(self, user: int) -> bool:
        """Whether a player is to move or to answer."""
        return (self.mover == user and not self.paused) or bool(self.asked_of(user))

    def snoozed_by(self, user: int) -> bool:
        """Whether a player wants to hear nothing of it just now."""
        until = self.snoozed[self.seats.index(user)] if user in self.seats else None
        return until is not None and until > self.now


class ComputerTask(NamedTuple):
    """A match that waits for the computer, as it stands at ``version``.

    ``owner`` is the other player. ``moves``: the computer is to move; else it is only to answer ``offer``, a draw.
    """

    match: int
    version: int
    owner: int
    scope: int
    guild: bool
    moves: bool
    offer: bool


class Finding(Following):
    """The part of the service that finds matches. ``keep`` of them are held replayed."""

    def __init__(self, database: Database, keep: int) -> None:
        super().__init__(database)
        self.repository = MatchRepository(keep)

    async def get(self, match: int) -> Match:
        """A match by its id. Raises NotFound."""
        rows = await self.database.store.fetch(BY_ID, {"match": match})
        return self.repository.read(rows[0] if rows else None, self.database.now())

    async def shown(self, viewer: Viewer, match: int) -> Match:
        """A match that somebody may look at. Raises NotFound, as if it did not exist, where it is not theirs to see.

        Outside servers those who follow it see it too, for as long as they may view its channel.
        """
        found = await self.get(match)
        if await viewer.sees(found.scope, found.channel, found.seats):
            return found
        follows = not viewer.place.guild and found.scope not in viewer.barred and await self.follows(match, viewer.user)
        if follows and found.channel in await viewer.views(found.scope, (found.channel,)):
            return found
        raise unseen(viewer, found)

    async def look(self, match: int, ply: int) -> Match:
        """A match with the board of an earlier time: ``trail`` and ``turns`` are those that led to ``ply`` decisions.

        Everything else is as it is now; ``decisions`` are those until then. Raises NotFound, Refused.
        """
        found = await self.get(match)
        now = found.state.ply
        if ply == now:
            return found
        if not 0 <= ply <= now:
            raise Refused("{name} has only {count} moves", name=found.name, count=now)
        history = found.history.until(ply)
        # Who is to move on that board is not whose time runs.
        time = replace(found.time, banks=found.banks, since=found.now)
        return replace(found, history=history, draft=Draft((history.state,)), time=time)

    async def turns(self, match: int) -> tuple[Turn, ...]:
        """All turns of a match, from the first, with their times."""
        return (await self.get(match)).history.whole().turns()

    async def record(self, match: int) -> Record:
        """The record of a match; ``games.records.to_text`` and ``to_json`` write it down. Raises NotFound."""
        found = await self.get(match)
        return Record(
            game=found.game,
            options=found.options,
            players=found.names,
            turns=tuple(
                RecordedTurn(turn.seat, turn.decisions, turn.at, turn.how) for turn in found.history.whole().turns()
            ),
            status=found.status,
            winner=found.winner,
            reason=found.reason or "",
            match=found.name,
            started=found.created.replace(microsecond=0),
            finished=found.finished.replace(microsecond=0) if found.finished is not None else None,
            clock=str(found.clock),
            rated=found.rated,
            hints=found.hints,
        )

    async def draft(self, match: int, user: int) -> Draft | None:
        """The draft of a player; None for everyone else, and where there is none."""
        return (await self.get(match)).draft_of(user)

    async def resolve(
        self, viewer: Viewer, name: str | None = None, *, to_move: bool = False, status: str = "any"
    ) -> Match:
        """The match that somebody means by ``name``, or by nothing where there is only one of theirs it can be.

        ``to_move``: of several, one that waits for the user is meant. ``status``: ``running``, ``finished`` (then the
        latest), or ``any`` (running ones first). In private channels the user's matches elsewhere count too. Raises
        NotFound, Ambiguous; what is not theirs to see does not exist for them.
        """
        number = number_of(name or "")
        if number is not None:
            rows = await self.database.store.fetch(BY_NUMBER, {"number": number, "scope": viewer.place.scope})
            if rows and await viewer.sees(rows[0].scope, rows[0].channel, (rows[0].seat0, rows[0].seat1)):
                return self.repository.read(rows[0], self.database.now())
        which = self._elsewhere(viewer, name, number) if name and name.strip() else self._only(viewer, to_move, status)
        if (found := await self.get(await which)).scope in viewer.barred:
            raise unseen(viewer, found)
        return found

    async def of(
        self,
        user: int,
        *,
        scope: int | None = None,
        status: str = "running",
        limit: int = 25,
        offset: int = 0,
    ) -> tuple[Summary, ...]:
        """A user's own matches, for that user alone: running ones with those that wait for the user first, then by what
        is due; or finished ones, the latest first."""
        values: dict[str, object] = {"user": user, "most": limit, "after": offset}
        if scope is not None:
            values["scope"] = scope
        rows = await self.database.store.fetch(_of(status == "running", scope is not None), values)
        return summaries(rows, self.database.now())

    async def running_of(self, viewer: Viewer, user: int, *, limit: int = 25, offset: int = 0) -> tuple[Summary, ...]:
        """A user's running matches of a place that somebody else may see, in the order of ``of``."""
        scope, mine = viewer.place.scope, sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
        shown = await seen(self.database, viewer, matches.c.scope == scope, matches.c.finished_at.is_(None), mine)
        values: dict[str, object] = {"user": user, "most": limit, "after": offset}
        rows = await self.database.store.fetch(_of_seats(True, matches.c.scope + 0 == scope, shown), values)
        return summaries(rows, self.database.now())

    async def running(self, viewer: Viewer, *, limit: int = 25, offset: int = 0) -> tuple[Summary, ...]:
        """Running matches of a place that somebody may see, lately moved first."""
        here = matches.c.scope == viewer.place.scope, matches.c.finished_at.is_(None)
        query = (
            sa.select(*SHORT)
            .where(*here, await seen(self.database, viewer, *here))
            .order_by(matches.c.moved_at.desc(), matches.c.id.desc())
        )
        return summaries(await self.database.store.fetch(query.limit(limit).offset(offset)), self.database.now())

    async def waiting_for_computer(self) -> tuple[ComputerTask, ...]:
        """What the computer owes: the matches in which it is to move, or to answer an offer.

        Not in servers without the bot. Those waiting longest come first, one of each member before a second of any, so
        that who plays many matches keeps nobody else from theirs.
        """
        columns = [matches.c[name] for name in ("id", "version", "seat0", "seat1", "scope", "mover", "draw_offer")]
        other = matches.c.seat0 + matches.c.seat1 - COMPUTER
        turn = sa.func.row_number().over(partition_by=other, order_by=(matches.c.moved_at, matches.c.id))
        query: sa.Select[*tuple[object, ...]] = (
            sa.select(*columns, scopes.c.guild)
            .join(scopes, scopes.c.id == matches.c.scope)
            .where(matches.c.finished_at.is_(None), matches.c.paused_at.is_(None), scopes.c.removed_at.is_(None))
            .where(matches.c.level.is_not(None))
            .order_by(turn, matches.c.moved_at, matches.c.id)
            .limit(MOST_OWED)
        )
        moving = await self.database.store.fetch(query.where(matches.c.mover == _ZERO))
        asked = query.where(matches.c.draw_offer.is_not(None), matches.c.mover != COMPUTER)
        return tuple(_owed(row) for row in (*moving, *await self.database.store.fetch(asked)))

    async def due(self, shards: Collection[int], count: int) -> Sequence[int]:
        """The ids of matches in which something is to be told, the longest due first; not in servers without the bot.

        ``shards`` are those, of ``count`` in all, whose servers are meant.
        """
        query = (
            sa.select(matches.c.id)
            .join(scopes, scopes.c.id == matches.c.scope)
            .where(scopes.c.removed_at.is_(None), *within(shards, count))
            .limit(MOST_WOKEN)
        )
        now, found = self.database.now(), dict[int, None]()
        # Two queries, so that each has an index of its own.
        for wake in (matches.c.wake_at, matches.c.quiet_wake_at):
            rows = await self.database.store.fetch(query.where(wake.is_not(None), wake <= now).order_by(wake))
            found |= dict.fromkeys(row.id for row in rows)
        return [*found][:MOST_WOKEN]

    async def _elsewhere(self, viewer: Viewer, name: str, number: int | None) -> int:
        """The match of a name that no match of this place has: the user's only one of it, in a private channel."""
        if number is None:
            short = " ".join(name.split())
            raise NotFound(
                "“{text}” isn’t a match; write it like M27",
                text=short if len(short) <= 40 else short[:39] + "…",
            )
        if not viewer.place.guild:
            mine = sa.or_(matches.c.seat0 == viewer.user, matches.c.seat1 == viewer.user)
            query = sa.select(matches.c.id).where(matches.c.number == number, mine).limit(2)
            elsewhere = await self.database.store.fetch(query)
            if len(elsewhere) == 1:
                return int(elsewhere[0].id)
        mine_here = [summary.name for summary in await self._mine(viewer)]
        if mine_here:
            listed = ", ".join(mine_here[:MOST_NAMED]) + " …" * (len(mine_here) > MOST_NAMED)
            raise NotFound("there’s no match M{number} here; yours are {names}", number=number, names=listed)
        raise NotFound("there’s no match M{number} here", number=number)

    async def _only(self, viewer: Viewer, to_move: bool, status: str) -> int:
        user = viewer.user
        running = await self._mine(viewer) if status != "finished" else ()
        if to_move:
            running = tuple(summary for summary in running if summary.mover == user) or running
        if len(running) == 1:
            return running[0].id
        if running:
            waiting = [summary for summary in running if summary.mover == user]
            if status == "any" and len(waiting) == 1:
                return waiting[0].id
            names = [summary.name for summary in running]
            few = either(names) if len(names) <= MOST_NAMED else ", ".join(names[:MOST_NAMED]) + " …"
            error = Ambiguous("which match: {names}?", names=few)
            error.names = tuple(names)
            raise error
        if status != "running":
            scope = viewer.place.scope if viewer.place.guild else None
            finished = await self.of(user, scope=scope, status="finished", limit=1)
            if finished:
                return finished[0].id
            if status == "finished":
                raise NotFound("you haven’t finished a match here yet")
        raise NotFound("you have no running matches here; start one with /play")

    async def _mine(self, viewer: Viewer) -> tuple[Summary, ...]:
        here = await self.of(viewer.user, scope=viewer.place.scope, limit=200)
        return here if here or viewer.place.guild else await self.of(viewer.user, limit=200)


@cache
def _of(running: bool, here: bool) -> sa.Select[*tuple[object, ...]]:
    """Matches of ``user``; ``here``: only those in ``scope``."""
    # The sum keeps SQLite to the index of the seat: a server has far more matches than a member has.
    return _of_seats(running, *([matches.c.scope + 0 == sa.bindparam("scope")] if here else []))


def _of_seats(running: bool, *which: sa.ColumnElement[bool]) -> sa.Select[*tuple[object, ...]]:
    """Matches of ``user``, through the index of each seat; ``which``: only such.

    Running ones with those that wait for the user first, then by what is due; or finished ones, the latest first.
    """
    user, ended = sa.bindparam("user", type_=sa.BigInteger), matches.c.finished_at
    queries = []
    for seat in ("seat0", "seat1"):
        query = sa.select(*SHORT).where(matches.c[seat] == user, ended.is_(None) if running else ended.is_not(None))
        queries.append(query.where(*which))
    mine = sa.union_all(*queries).subquery()
    waits = sa.case((mine.c.mover == user, 0), else_=1)
    hurry = sa.case((mine.c.due_at.is_(None), 1), else_=0)
    order = (waits, hurry, mine.c.due_at, mine.c.moved_at, mine.c.id) if running else (mine.c.finished_at.desc(),)
    ordered = sa.select(mine).order_by(*order)
    return ordered.limit(sa.bindparam("most", type_=sa.Integer)).offset(sa.bindparam("after", type_=sa.Integer))


async def seen(database: Database, viewer: Viewer, *meant: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """The condition for those of the matches ``meant``, all of the viewer's place, that are theirs to see.

    Discord may be asked about channels, so no transaction may be open.
    """
    rows = await database.store.fetch(sa.select(matches.c.channel).where(*meant).distinct())
    channels = await viewer.channels({row.channel for row in rows})
    return sa.or_(matches.c.channel.in_(channels), matches.c.seat0 == viewer.user, matches.c.seat1 == viewer.user)


def number_of(name: str) -> int | None:
    """The number in a name such as M27; None if it is no name."""
    read = _NAME.fullmatch(name) if len(name) <= 40 else None
    return None if read is None else int(read[1])


def summaries(rows: Sequence[Row], now: datetime) -> tuple[Summary, ...]:
    """Lines of a list, of rows with the columns ``SHORT``."""
    return tuple(
        Summary(
            id=row.id,
            number=row.number,
            game=row.game,
            seats=(row.seat0, row.seat1),
            names=(row.name0, row.name1),
            status=row.status,
            winner=row.winner,
            version=row.version,
            mover=row.mover,
            due=row.due_at,
            overdue=row.due_at is not None and row.due_at <= now and row.paused_at is None,
            paused=row.paused_at is not None,
            now=now,
            moved=row.moved_at,
            snoozed=(row.snoozed0, row.snoozed1),
            asked=_asked(row),
        )
        for row in rows
    )


def _asked(row: Row) -> dict[str, int]:
    """What a seat of a running match asks of the other one."""
    pause = "pause" if row.paused_at is None else "resume"
    asked = {"draw": row.draw_offer, "takeback": row.takeback_asked, pause: row.pause_asked}
    asked["abandon"] = row.abandon_asked
    return {what: seat for what, seat in asked.items() if seat is not None and row.status == "running"}


def _owed(row: Row) -> ComputerTask:
    owner = row.seat1 if row.seat0 == COMPUTER else row.seat0
    return ComputerTask(
        row.id, row.version, owner, row.scope, row.guild, row.mover == COMPUTER, row.draw_offer is not None
    )

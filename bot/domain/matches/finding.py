"""Queries for matches: by name, of a member, running, waiting for the computer, due, and at an
earlier ply.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import NamedTuple

import sqlalchemy as sa

from bot.domain.errors import Ambiguous, NotFound, Refused
from bot.domain.matches.followers import Following
from bot.domain.matches.lists.summary import SHORT, Summary, by_seats, ordered, played, summaries
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.repository import (
    BY_ID,
    BY_NUMBER,
    MATCH,
    MatchRepository,
    Row,
    played_in,
    plays_in,
    unseen,
)
from bot.domain.shards import within
from bot.domain.unit_of_work import Database
from bot.domain.values import COMPUTER, TEAMS, WORLD, Viewer, match_name
from bot.store.tables import matches, scopes, team_lines, teams
from bot.workers.spending import in_thread
from games.core import GameError, either, first_of
from games.core.errors import brief
from games.records import Record, RecordedTurn

_NAME = re.compile(r"[\s`*_#]*+([mw]?)[\s#-]*+(\d{1,9})[\s`*_]*", re.IGNORECASE | re.ASCII)
MOST_NAMED = 12  # matches listed in an error when several could be meant
MOST_WAITING = 200  # matches that are read for the computer at once
MOST_WOKEN = 100  # matches that are woken at once
_ZERO: sa.ColumnElement[int] = sa.literal_column("0")
"""COMPUTER as a literal: SQLite does not use a partial index for a bound value."""

_LEFT = sa.func.coalesce(
    sa.case((matches.c.gone == 0, matches.c.home0), else_=matches.c.home1), matches.c.scope
)
"""The server that the player ``gone`` from a match has left."""


class ComputerTask(NamedTuple):
    """A match at ``version`` of ``owner`` in which the computer ``moves``, or only answers an
    ``offer`` of a draw.
    """

    match: int
    version: int
    owner: int
    scope: int
    guild: bool
    moves: bool
    offer: bool


class Finding(Following):
    """The part of the match service with queries. ``keep``: matches in the cache."""

    def __init__(self, database: Database, keep: int) -> None:
        super().__init__(database)
        self.repository = MatchRepository(keep)

    async def get(self, match: int) -> Match:
        """A match by its id. Raises NotFound."""
        rows = await self.database.store.fetch(BY_ID, {"match": match})
        return self.repository.read(rows[0] if rows else None, self.database.now())

    async def half(self, match: Match) -> Match | None:
        """The other match of a pair; None for a single match."""
        if match.pair is None:
            return None
        rows = await self.database.store.fetch(
            BY_NUMBER, {"number": match.pair, "scope": match.scope}
        )
        return self.repository.read(rows[0], self.database.now()) if rows else None

    async def shown(self, viewer: Viewer, match: int | Match) -> Match:
        """A match that a member may see; in a private channel also one they follow, if they may
        view its channel.
        """
        shown = match if isinstance(match, Match) else await self.get(match)
        if await shown.seen_by(viewer):
            return shown
        follows = not viewer.place.guild and await self.follows(shown.id, viewer.user)
        for side in shown.sides if follows else ():
            if side.scope not in viewer.barred and side.channel in await viewer.views(
                side.scope, (side.channel,)
            ):
                return shown
        raise unseen(viewer, shown)

    async def look(self, match: int, ply: int) -> Match:
        """A match with the moves of its first ``ply`` decisions, otherwise as it is now.

        Raises NotFound, Refused.
        """
        now = await self.get(match)
        if ply == now.state.ply:
            return now
        if not 0 <= ply <= now.state.ply:
            raise Refused("{name} has only {count} moves", name=now.name, count=now.state.ply)
        history = now.history.until(ply)
        # The side to move on that board is not the one whose time runs.
        time = replace(now.time, banks=now.banks, since=now.now)
        return replace(now, history=history, draft=Draft((history.state,)), time=time, ends=None)

    async def record(self, match: int) -> Record:
        """The record of a match, for ``games.records.to_text`` and ``to_json``. Raises NotFound."""
        rows = await self.database.store.fetch(BY_ID, {"match": match})
        return await in_thread(
            _record, rows[0] if rows else None, self.database.now(), await self._proposed(rows)
        )

    async def records(self, ids: Sequence[int]) -> dict[int, Record]:
        """The records of matches by their ids, without those that were deleted or are of an unknown
        game.
        """
        rows = await self.database.store.fetch(
            MATCH.where(matches.c.id.in_(ids)).order_by(matches.c.id)
        )
        return await in_thread(_records, rows, self.database.now(), await self._proposed(rows))

    async def _proposed(self, rows: Sequence[Row]) -> Mapping[int, Mapping[int, str]]:
        """Who proposed the turns of teams: names by match, and by the ply at which the turn
        began.
        """
        ids = [row.id for row in rows if min(row.seat0, row.seat1) <= TEAMS]
        if not ids:
            return {}
        query = (
            sa.select(teams.c.match, team_lines.c.played, team_lines.c.name)
            .select_from(team_lines)
            .join(teams)
        )
        query = query.where(teams.c.match.in_(ids), team_lines.c.played.is_not(None)).order_by(
            team_lines.c.id
        )
        names = defaultdict[int, dict[int, str]](dict)
        for row in await self.database.store.fetch(query):
            names[row.match][row.played] = row.name
        return names

    async def draft(self, match: int, user: int) -> Draft | None:
        """The draft of a player, if there is one; None for everyone else."""
        return (await self.get(match)).draft_of(user)

    async def resolve(
        self, viewer: Viewer, name: str | None = None, *, to_move: bool = False, status: str = "any"
    ) -> Match:
        """The match meant by ``name``; without a name, the only one of the member's that fits.

        ``to_move``: prefer those that wait for the member. ``status``: ``running``, ``finished``
        (the latest), or ``any`` (running ones first). In private channels the member's matches
        elsewhere count, too. Raises NotFound, also for what they may not see, and Ambiguous.
        """
        number = number_of(name or "")
        if number is not None:
            scope = scope_of(name or "", viewer.place.scope)
            rows = await self.database.store.fetch(BY_NUMBER, {"number": number, "scope": scope})
            if rows and await (match := self.repository.read(rows[0], self.database.now())).seen_by(
                viewer
            ):
                return match
        if name and name.strip():
            match = await self.get(await self._elsewhere(viewer, name, number))
        else:
            match = await self._only(viewer, to_move, status)
        if match.place_of(viewer.user).scope in viewer.barred:
            raise unseen(viewer, match)
        return match

    async def of(
        self,
        user: int,
        *,
        scope: int | None = None,
        status: str = "running",
        limit: int = 25,
        offset: int = 0,
    ) -> tuple[Summary, ...]:
        """A user's own matches, for that user: running (waiting for the user first, then by due
        date), or finished (latest first).
        """
        values = {"user": user, "most": limit, "after": offset, "scope": scope}
        rows = await self.database.store.fetch(_of(status == "running", scope is not None), values)
        return summaries(rows, self.database.now())

    async def running_of(
        self, viewer: Viewer, user: int, *, limit: int = 25, offset: int = 0
    ) -> tuple[Summary, ...]:
        """A user's running matches in a place that a viewer may see, in the order of ``of``."""
        mine = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
        shown = await seen(self.database, viewer, matches.c.finished_at.is_(None), mine)
        query = ordered(True, by_seats(True, sa.literal(viewer.place.scope, sa.BigInteger), shown))
        rows = await self.database.store.fetch(
            query, {"user": user, "most": limit, "after": offset}
        )
        return summaries(rows, self.database.now())

    async def running(
        self, viewer: Viewer, *, limit: int = 25, offset: int = 0
    ) -> tuple[Summary, ...]:
        """Running matches in a place that a viewer may see, those across servers, too, latest move
        first.
        """
        going = matches.c.finished_at.is_(None)
        query = sa.select(*SHORT).where(going, await seen(self.database, viewer, going))
        query = (
            query.order_by(matches.c.moved_at.desc(), matches.c.id.desc())
            .limit(limit)
            .offset(offset)
        )
        return summaries(await self.database.store.fetch(query), self.database.now())

    async def waiting_for_computer(self) -> tuple[ComputerTask, ...]:
        """The matches where the computer has to move or answer an offer, the longest waiting first,
        members in turn.
        """
        columns = [
            matches.c[name]
            for name in ("id", "version", "seat0", "seat1", "scope", "mover", "draw_offer")
        ]
        opponent = matches.c.seat0 + matches.c.seat1 - COMPUTER
        turn = sa.func.row_number().over(
            partition_by=opponent, order_by=(matches.c.moved_at, matches.c.id)
        )
        query: sa.Select[*tuple[object, ...]] = (
            sa.select(*columns, scopes.c.guild)
            .join(scopes, scopes.c.id == matches.c.scope)
            .where(
                matches.c.finished_at.is_(None),
                matches.c.paused_at.is_(None),
                scopes.c.removed_at.is_(None),
            )
            .where(matches.c.level.is_not(None))
            .order_by(turn, matches.c.moved_at, matches.c.id)
            .limit(MOST_WAITING)
        )
        moving = await self.database.store.fetch(query.where(matches.c.mover == _ZERO))
        offers = query.where(matches.c.draw_offer.is_not(None), matches.c.mover != COMPUTER)
        return tuple(_task(row) for row in (*moving, *await self.database.store.fetch(offers)))

    async def long_gone(
        self, since: datetime, shards: Collection[int], count: int
    ) -> Sequence[int]:
        """The ids of rated matches whose player was gone by ``since``, in servers of ``shards`` (of
        ``count``).
        """
        query = sa.select(matches.c.id).join(scopes, scopes.c.id == _LEFT)
        which = matches.c.rated, matches.c.tournament.is_(None), scopes.c.removed_at.is_(None)
        gone = matches.c.finished_at.is_(None), matches.c.gone_at <= since
        rows = await self.database.store.fetch(
            query.where(*gone, *which, *within(shards, count)).limit(MOST_WOKEN)
        )
        return [row.id for row in rows]

    async def gone(self) -> set[tuple[int, int]]:
        """The servers of running matches with the players who have left them."""
        query = sa.select(_LEFT.label("left"), matches.c.seat0, matches.c.seat1, matches.c.gone)
        rows = await self.database.store.fetch(
            query.where(matches.c.finished_at.is_(None), matches.c.gone.is_not(None))
        )
        return {(row.left, (row.seat0, row.seat1)[row.gone]) for row in rows}

    async def due(self, shards: Collection[int], count: int) -> Sequence[int]:
        """The ids of matches with something due by time, in servers of ``shards`` (of ``count``)
        that have the bot.
        """
        query = (
            sa.select(matches.c.id)
            .join(scopes, scopes.c.id == matches.c.scope)
            .where(scopes.c.removed_at.is_(None), *within(shards, count))
            .limit(MOST_WOKEN)
        )
        now = self.database.now()
        due = dict[int, None]()
        # Two queries, each with its own index.
        for wake in (matches.c.wake_at, matches.c.quiet_wake_at):
            rows = await self.database.store.fetch(
                query.where(wake.is_not(None), wake <= now).order_by(wake)
            )
            due |= dict.fromkeys(row.id for row in rows)
        return [*due][:MOST_WOKEN]

    async def _elsewhere(self, viewer: Viewer, name: str, number: int | None) -> int:
        """The id for a name unknown in this place: in a private channel, that of the member's only
        such match.
        """
        if number is None:
            raise NotFound("“{text}” isn’t a match; write it like M27", text=brief(name))
        if not viewer.place.guild:
            played = sa.or_(matches.c.seat0 == viewer.user, matches.c.seat1 == viewer.user)
            query = sa.select(matches.c.id).where(matches.c.number == number, played).limit(2)
            query = query.where((matches.c.scope == WORLD) == (scope_of(name, 0) == WORLD))
            elsewhere = await self.database.store.fetch(query)
            if len(elsewhere) == 1:
                return int(elsewhere[0].id)
        mine = await self.of(viewer.user, scope=viewer.place.scope, limit=MOST_NAMED + 1)
        if not mine and not viewer.place.guild:
            mine = await self.of(viewer.user, limit=MOST_NAMED + 1)
        names = [summary.name for summary in mine]
        said = match_name(scope_of(name, 0), number)
        if names:
            yours = first_of(names, MOST_NAMED)
            raise NotFound(
                "there’s no match {name} here; yours are {names}", name=said, names=yours
            )
        raise NotFound("there’s no match {name} here", name=said)

    async def _only(self, viewer: Viewer, to_move: bool, status: str) -> Match:
        """The only match that fits, read in one statement. Raises NotFound, Ambiguous."""
        user = viewer.user
        scope = viewer.place.scope
        rows = await self.database.store.fetch(
            _fitting(status, viewer.place.guild), {"user": user, "scope": scope}
        )
        fitting = [row for row in rows if row.finished_at is None]
        here = [row for row in fitting if plays_in(row, user, scope)]
        waiting = [row for row in here or fitting if row.mover == user]
        fitting = (
            waiting
            if waiting and (to_move or (status == "any" and len(waiting) == 1))
            else here or fitting
        )
        if len(fitting) > 1:
            names = [match_name(row.scope, row.number) for row in fitting]
            few = either(names) if len(names) <= MOST_NAMED else first_of(names, MOST_NAMED)
            raise Ambiguous("which match: {names}?", names=few)
        if not rows and status == "finished":
            raise NotFound("you haven’t finished a match here yet")
        if not rows:
            raise NotFound("you have no running matches here; start one with /play")
        row = fitting[0] if fitting else max(rows, key=lambda row: row.finished_at)
        return self.repository.read(row, self.database.now())


@cache
def _of(running: bool, here: bool) -> sa.Select[*tuple[object, ...]]:
    """Matches of ``user``; ``here``: only those in ``scope``."""
    return ordered(
        running, played(running, sa.bindparam("scope", type_=sa.BigInteger) if here else None)
    )


@cache
def _fitting(status: str, here: bool) -> sa.Select[*tuple[object, ...]]:
    """Matches that ``user`` may mean: running ones, those of ``scope`` first, then as in
    ``Finding.of``, one more than are named; and the latest finished one of each seat.

    ``here``: none of other scopes.
    """
    user = sa.bindparam("user", type_=sa.BigInteger)
    scope = sa.bindparam("scope", type_=sa.BigInteger)
    ended = matches.c.finished_at
    mine = []
    for seat in (0, 1):
        all_of = sa.select(matches.c.id).where(
            matches.c[f"seat{seat}"] == user, played_in(seat, scope) if here else sa.true()
        )
        if status != "finished":
            mine.append(all_of.where(ended.is_(None)))
        if status != "running":
            mine.append(
                sa.select(
                    all_of.where(ended.is_not(None)).order_by(ended.desc()).limit(1).subquery()
                )
            )
    first = (
        ended.is_(None),
        matches.c.scope == scope,
        matches.c.mover == user,
        matches.c.due_at.is_not(None),
    )
    order = [sa.case((condition, 0), else_=1) for condition in first]
    query = MATCH.where(matches.c.id.in_(sa.union_all(*mine))).limit(MOST_NAMED + 1)
    return query.order_by(*order, matches.c.due_at, matches.c.moved_at, matches.c.id)


async def seen(
    database: Database, viewer: Viewer, *meant: sa.ColumnElement[bool]
) -> sa.ColumnElement[bool]:
    """The condition for those of the matches ``meant`` that they may see in their place, as
    ``Match.seen_by`` says; may ask Discord.
    """
    here = matches.c.scope == viewer.place.scope
    seats = (matches.c.seat0, matches.c.seat1)
    mine: sa.ColumnElement[bool] = sa.or_(*(seat == viewer.user for seat in seats))
    sides = [(here, matches.c.channel, mine, here)]
    for seat, player in enumerate(seats):
        side = (matches.c.scope == WORLD) & (matches.c[f"home{seat}"] == viewer.place.scope)
        sides.append(
            (side, matches.c[f"room{seat}"], player == viewer.user, seats[1 - seat] != viewer.user)
        )
    rooms = sa.union(
        *(sa.select(room.label("room")).where(side, *meant) for side, room, *_ in sides)
    ).subquery()
    channels = await viewer.channels(
        {row.room for row in await database.store.fetch(sa.select(rooms))}
    )
    return sa.or_(
        *(side & (mine | (room.in_(channels) & other)) for side, room, mine, other in sides)
    )


def number_of(name: str) -> int | None:
    """The number in a name such as M27; None for other texts."""
    number = _NAME.fullmatch(name) if len(name) <= 40 else None
    return None if number is None else int(number[2])


def scope_of(name: str, scope: int) -> int:
    """The scope in which a name such as M27 or W27 is looked for that is typed in ``scope``."""
    return (
        WORLD
        if (number := _NAME.fullmatch(name)) is not None and number[1] in ("w", "W")
        else scope
    )


def _task(row: Row) -> ComputerTask:
    owner = row.seat1 if row.seat0 == COMPUTER else row.seat0
    moves = row.mover == COMPUTER
    offer = row.draw_offer is not None
    return ComputerTask(row.id, row.version, owner, row.scope, row.guild, moves, offer)


def _records(
    rows: Sequence[Row], now: datetime, proposed: Mapping[int, Mapping[int, str]]
) -> dict[int, Record]:
    records = dict[int, Record]()
    for row in rows:
        with suppress(GameError):
            records[row.id] = _record(row, now, proposed)
    return records


def _record(row: Row | None, now: datetime, proposed: Mapping[int, Mapping[int, str]]) -> Record:
    """The record of a row of ``MATCH``, replayed beside the matches that are kept.

    Raises NotFound for None.
    """
    match = MatchRepository(1).read(row, now)
    turns = match.history.whole().turns()
    by = proposed.get(match.id, {})
    return Record(
        game=match.game,
        options=match.options,
        players=match.names,
        turns=tuple(
            RecordedTurn(turn.seat, turn.decisions, turn.at, turn.how, by.get(start, ""))
            for start, turn in zip((0, *match.history.ends()), turns, strict=False)
        ),
        status=match.status,
        winner=match.winner,
        reason=match.reason or "",
        match=match.name,
        started=match.created.replace(microsecond=0),
        finished=match.finished.replace(microsecond=0) if match.finished is not None else None,
        clock=str(match.clock),
        rated=match.rated,
        hints=match.hints,
    )

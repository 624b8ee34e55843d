"""What is asked about matches: by name, of a member, running, waiting for the computer, due, and at
an earlier ply.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.errors import Ambiguous, NotFound, Refused
from bot.domain.matches.followers import Following
from bot.domain.matches.lists import repository as lists
from bot.domain.matches.lists.repository import MOST_NAMED
from bot.domain.matches.lists.summary import Summary, summaries
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.repository import MatchRepository, plays_in, unseen
from bot.domain.unit_of_work import Database, Row
from bot.domain.values import COMPUTER, TEAMS, WORLD, Viewer, match_name
from bot.workers.spending import in_thread
from games.core import GameError, either, first_of
from games.core.errors import brief
from games.records import Record, RecordedTurn

_NAME = re.compile(r"[\s`*_#]*+([mw]?)[\s#-]*+(\d{1,9})[\s`*_]*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class ComputerTask:
    """A match in which the computer has something to do.

    :param owner: the member who plays against it.
    :param moves: it is to move.
    :param offer: a draw is offered to it.
    """

    match: int
    version: int
    owner: int
    scope: int
    guild: bool
    moves: bool
    offer: bool


class MatchQueries(Following):
    """The part of the match service that answers questions.

    :param keep: how many matches are cached.
    """

    def __init__(self, database: Database, keep: int) -> None:
        super().__init__(database)
        self.repository = MatchRepository(keep)

    async def get(self, match: int) -> Match:
        """A match by its id. Raises NotFound."""
        row = await self.repository.row(self.database, match)
        return self.repository.read(row, self.database.now())

    async def several(self, ids: Sequence[int]) -> Mapping[int, Match]:
        """Matches by their ids, without those that were deleted; they cost one query."""
        if not ids:
            return {}
        now = self.database.now()
        rows = await self.repository.rows(self.database, ids)
        return {row.id: self.repository.read(row, now) for row in rows}

    async def revisions_of_members(
        self, users: Collection[int]
    ) -> Mapping[int, Sequence[tuple[int, int]]]:
        """The ids of members' running matches, each with a number that grows with every change."""
        return await lists.revisions(self.database, users)

    async def revisions(self, ids: Collection[int]) -> Mapping[int, int]:
        """The revisions of matches by their ids, without those that were deleted."""
        return await self.repository.revisions(self.database, ids)

    async def half(self, match: Match) -> Match | None:
        """The other match of a pair; None for a single match."""
        if match.pair is None:
            return None
        return await self._numbered(match.pair, match.scope)

    async def _numbered(self, number: int, scope: int) -> Match | None:
        row = await self.repository.numbered_row(self.database, number, scope)
        return None if row is None else self.repository.read(row, self.database.now())

    async def shown(self, viewer: Viewer, match: int | Match) -> Match:
        """A match that a member may see; in a private channel also one they follow, if they may
        view its channel.
        """
        full_match = match if isinstance(match, Match) else await self.get(match)
        if await full_match.seen_by(viewer):
            return full_match
        if not viewer.place.guild and await self.follows(full_match.id, viewer.user):
            for side in full_match.sides:
                is_barred = side.scope in viewer.barred_scopes
                if not is_barred and side.channel in await viewer.views(
                    side.scope, (side.channel,)
                ):
                    return full_match
        raise unseen(viewer, full_match)

    async def look(self, match: int, ply: int) -> Match:
        """A match with the moves of its first ``ply`` decisions, otherwise as it is now.

        Raises NotFound, Refused.
        """
        current_match = await self.get(match)
        if ply == current_match.state.ply:
            return current_match
        if not 0 <= ply <= current_match.state.ply:
            raise Refused(
                "{name} has only {count} moves",
                name=current_match.name,
                count=current_match.state.ply,
            )
        history = current_match.history.until(ply)
        # The side to move on that board is not the one whose time runs.
        time = replace(current_match.time, banks=current_match.banks, turn_start=current_match.now)
        return replace(
            current_match, history=history, draft=Draft((history.state,)), time=time, ends=None
        )

    async def record(self, match: int) -> Record:
        """The record of a match, for ``games.records.to_text`` and ``to_json``. Raises NotFound."""
        row = await self.repository.row(self.database, match)
        proposers = await self._proposers([] if row is None else [row])
        return await in_thread(_record, row, self.database.now(), proposers)

    async def records(self, ids: Sequence[int]) -> dict[int, Record]:
        """The records of matches by their ids, without those that were deleted or are of an unknown
        game.
        """
        rows = await self.repository.rows(self.database, ids)
        proposers = await self._proposers(rows)
        return await in_thread(_records, rows, self.database.now(), proposers)

    async def _proposers(self, rows: Sequence[Row]) -> Mapping[int, Mapping[int, str]]:
        """Who proposed the turns of teams, as ``proposed_turns``."""
        of_teams = [row.id for row in rows if min(row.seat0, row.seat1) <= TEAMS]
        return await lists.proposed_turns(self.database, of_teams)

    async def draft(self, match: int, user: int) -> Draft | None:
        """The draft of a player, if there is one; None for everyone else."""
        return (await self.get(match)).draft_of(user)

    async def resolve(
        self, viewer: Viewer, name: str | None = None, *, to_move: bool = False, status: str = "any"
    ) -> Match:
        """The match meant by ``name``; without a name, the only one of the member's that fits.

        In private channels the member's matches elsewhere count, too. Raises NotFound, also for
        what they may not see, and Ambiguous.

        :param to_move: prefer those that wait for the member.
        :param status: ``running``, ``finished`` (the latest), or ``any`` (running ones first).
        """
        number = number_of(name or "")
        if number is not None:
            match = await self._numbered(number, scope_of(name or "", viewer.place.scope))
            if match is not None and await match.seen_by(viewer):
                return match
        if name and name.strip():
            match = await self.get(await self._elsewhere(viewer, name, number))
        else:
            match = await self._only(viewer, to_move, status)
        if match.place_of(viewer.user).scope in viewer.barred_scopes:
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
        rows = await lists.of_member(
            self.database, user, scope, is_running=status == "running", limit=limit, offset=offset
        )
        return summaries(rows, self.database.now())

    async def running_of(
        self, viewer: Viewer, user: int, *, limit: int = 25, offset: int = 0
    ) -> tuple[Summary, ...]:
        """A user's running matches in a place that a viewer may see, in the order of ``of``."""
        rows = await lists.of_other(self.database, viewer, user, limit=limit, offset=offset)
        return summaries(rows, self.database.now())

    async def running(
        self, viewer: Viewer, *, limit: int = 25, offset: int = 0
    ) -> tuple[Summary, ...]:
        """Running matches in a place that a viewer may see, those across servers, too, latest move
        first.
        """
        rows = await lists.running_in(self.database, viewer, limit=limit, offset=offset)
        return summaries(rows, self.database.now())

    async def waiting_for_computer(self) -> tuple[ComputerTask, ...]:
        """The matches where the computer has to move or answer an offer, the longest waiting first,
        members in turn.
        """
        rows = await lists.waiting_for_computer(self.database)
        return tuple(_task(row) for row in rows)

    async def long_absent(
        self, cutoff: datetime, shards: Collection[int], count: int
    ) -> Sequence[int]:
        """The ids of rated matches whose player had left by ``cutoff``.

        :param shards: whose servers are looked at, of ``count`` in all.
        """
        return await lists.long_absent(self.database, cutoff, shards, count)

    async def absent_players(self) -> set[tuple[int, int]]:
        """The servers of running matches with the players who have left them."""
        return await lists.absent_players(self.database)

    async def due(self, shards: Collection[int], count: int) -> Sequence[int]:
        """The ids of matches with something due by time, in servers of ``shards``, of ``count``,
        that have the bot.
        """
        return await lists.due(self.database, self.database.now(), shards, count)

    async def _elsewhere(self, viewer: Viewer, name: str, number: int | None) -> int:
        """The id for a name unknown in this place: in a private channel, that of the member's only
        such match.
        """
        if number is None:
            raise NotFound("“{text}” isn’t a match; write it like M27", text=brief(name))
        if not viewer.place.guild:
            across_servers = scope_of(name, 0) == WORLD
            ids = await lists.numbered(
                self.database, viewer.user, number, across_servers=across_servers
            )
            if len(ids) == 1:
                return ids[0]
        own_matches = await self.of(viewer.user, scope=viewer.place.scope, limit=MOST_NAMED + 1)
        if not own_matches and not viewer.place.guild:
            own_matches = await self.of(viewer.user, limit=MOST_NAMED + 1)
        unknown_name = match_name(scope_of(name, 0), number)
        if not own_matches:
            raise NotFound("there’s no match {name} here", name=unknown_name)
        raise NotFound(
            "there’s no match {name} here; yours are {names}",
            name=unknown_name,
            names=first_of([summary.name for summary in own_matches], MOST_NAMED),
        )

    async def _only(self, viewer: Viewer, to_move: bool, status: str) -> Match:
        """The only match that fits, read in one statement. Raises NotFound, Ambiguous."""
        scope = viewer.place.scope
        rows = await lists.fitting(
            self.database, viewer.user, scope, status=status, in_scope=viewer.place.guild
        )
        if not rows and status == "finished":
            raise NotFound("you haven’t finished a match here yet")
        if not rows:
            raise NotFound("you have no running matches here; start one with /play")
        running_rows = [row for row in rows if row.finished_at is None]
        local_rows = [row for row in running_rows if plays_in(row, viewer.user, scope)]
        candidates = local_rows or running_rows
        waiting_rows = [row for row in candidates if row.mover == viewer.user]
        only_one_waits = status == "any" and len(waiting_rows) == 1
        if waiting_rows and (to_move or only_one_waits):
            candidates = waiting_rows
        if len(candidates) > 1:
            raise _ambiguous([match_name(row.scope, row.number) for row in candidates])
        row = candidates[0] if candidates else max(rows, key=lambda row: row.finished_at)
        return self.repository.read(row, self.database.now())


def number_of(name: str) -> int | None:
    """The number in a name such as M27; None for other texts."""
    number = _NAME.fullmatch(name)
    return None if number is None else int(number[2])


def _ambiguous(names: list[str]) -> Ambiguous:
    """The question which of several matches is meant."""
    choices = either(names) if len(names) <= MOST_NAMED else first_of(names, MOST_NAMED)
    return Ambiguous("which match: {names}?", names=choices)


def scope_of(name: str, scope: int) -> int:
    """The scope in which a name such as M27 or W27 is looked for that is typed in ``scope``."""
    parts = _NAME.fullmatch(name)
    return WORLD if parts is not None and parts[1] in ("w", "W") else scope


def _task(row: Row) -> ComputerTask:
    return ComputerTask(
        match=row.id,
        version=row.version,
        owner=row.seat1 if row.seat0 == COMPUTER else row.seat0,
        scope=row.scope,
        guild=row.guild,
        moves=row.mover == COMPUTER,
        offer=row.draw_offer is not None,
    )


def _records(
    rows: Sequence[Row], now: datetime, proposers: Mapping[int, Mapping[int, str]]
) -> dict[int, Record]:
    records = dict[int, Record]()
    for row in rows:
        with suppress(GameError):
            records[row.id] = _record(row, now, proposers)
    return records


def _record(row: Row | None, now: datetime, proposers: Mapping[int, Mapping[int, str]]) -> Record:
    """The record of a row of ``MATCH``, replayed beside the matches that are kept.

    Raises NotFound for None.
    """
    match = MatchRepository(1).read(row, now)
    end_time = None
    if match.finished is not None:
        end_time = match.finished.replace(microsecond=0)
    return Record(
        game=match.game,
        options=match.options,
        players=match.names,
        turns=_recorded_turns(match, proposers.get(match.id, {})),
        status=match.status,
        winner=match.winner,
        reason=match.reason or "",
        match=match.name,
        started_at=match.created_at.replace(microsecond=0),
        finished_at=end_time,
        clock=str(match.clock),
        rated=match.rated,
        hints=match.hints,
    )


def _recorded_turns(match: Match, proposers: Mapping[int, str]) -> tuple[RecordedTurn, ...]:
    """All turns of a match.

    :param proposers: who proposed each, by the ply at which it began; of teams.
    """
    plies = (0, *match.history.ends())
    turns = []
    for ply, turn in zip(plies, match.history.whole().turns(), strict=False):
        proposer = proposers.get(ply, "")
        turns.append(RecordedTurn(turn.seat, turn.decisions, turn.made_at, turn.how, proposer))
    return tuple(turns)

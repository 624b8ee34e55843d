"""Matches and their rows: read with everything a command needs, and written if their revision is
unchanged.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

import sqlalchemy as sa

from bot.domain import clocks
from bot.domain.errors import NotFound, Refused, Stale
from bot.domain.explorations import repository as trees
from bot.domain.explorations.tree import EMPTY, Exploration
from bot.domain.matches import history as moves
from bot.domain.matches.events import Request
from bot.domain.matches.history import History
from bot.domain.matches.match import Absence, Draft, Match, OpenRequest, Player, Result
from bot.domain.matches.timing import MatchClock
from bot.domain.members.settings import MemberSettings
from bot.domain.quiet import Quiet
from bot.domain.refusals import Refusals
from bot.domain.unit_of_work import Reader, Row, UnitOfWork
from bot.domain.values import Place, Viewer
from bot.store import key_of
from bot.store.tables import (
    explorations,
    followers,
    matches,
    members,
    pairings,
    pending_answers,
    scopes,
    tournaments,
)

Columns: TypeAlias = dict[str, Any]

_CHANGING = {
    "thread": "thread",
    "version": "version",
    "rated": "rated",
    "note": "note",
    "rematch": "rematch",
    "moved_at": "moved",
}
"""Columns that commands change, and the attributes of ``Match``."""
_CHANGING_BY_SEAT = {"draw_ply": "draw_ply", "snoozed": "snoozed", "hints": "hints"}
"""The same by seat: columns without the seat at their end, and the attributes of ``Player``."""
_FIXED = {
    "number": "number",
    "options": "options",
    "level": "level",
    "explore": "explore",
    "tournament": "tournament",
    "imported": "imported",
    "pair": "pair",
    "arranged": "chose_opponent",
    "created_at": "created",
}
_FIXED_BY_SEAT = {"seat": "user", "name": "name"}
_JOINED = {"id": "id", "revision": "revision", "followers": "followers", "ends": "ends"}
_READ = {**_CHANGING, **_FIXED, **_JOINED}
_READ_BY_SEAT = {**_CHANGING_BY_SEAT, **_FIXED_BY_SEAT, "vacation": "vacation"}
_REQUEST_COLUMNS: Mapping[Request, str] = {
    "draw": "draw_offer",
    "takeback": "takeback_asked",
    "take_up": "takeback_asked",
    "result": "takeback_asked",
    "pause": "pause_asked",
    "resume": "pause_asked",
    "abandon": "abandon_asked",
}
"""The columns with the seat that asks; of those of one column only one can be open at a time."""
_CLOCK = {
    "turn_at": "since",
    "due_at": "due",
    "wake_at": "wake",
    "told": "reminders",
    "paused_at": "paused",
}
_QUIET = {"heard_at": "since", "reminded": "reminded", "asked_at": "asked"}
_QUIET |= {"nudged_at": "nudged", "quiet_wake_at": "wake"}


def _tree(seat: int) -> sa.ScalarSelect[object]:
    mine = (explorations.c.match == matches.c.id, explorations.c.user == matches.c[f"seat{seat}"])
    return sa.select(explorations.c.tree).where(*mine).scalar_subquery()


_PLAYERS = members.alias("player0"), members.alias("player1")
_FOLLOWED = sa.select(sa.func.count()).where(followers.c.match == matches.c.id).scalar_subquery()
_ROUND = sa.select(sa.func.coalesce(pairings.c.ends_at, tournaments.c.ends_at)).join(tournaments)
ENDS = (
    _ROUND.where(pairings.c.match == matches.c.id, tournaments.c.finished_at.is_(None))
    .scalar_subquery()
    .label("ends")
)
"""When the tournament's round of a match ends, by which it is decided."""
MATCH = (
    sa.select(
        matches,
        ENDS,
        scopes.c.guild,
        scopes.c.settings["language"].as_string().label("language"),
        *(player.c.settings.label(f"settings{seat}") for seat, player in enumerate(_PLAYERS)),
        *(player.c.vacation_until.label(f"vacation{seat}") for seat, player in enumerate(_PLAYERS)),
        *(player.c.moves.label(f"moves{seat}") for seat, player in enumerate(_PLAYERS)),
        *(_tree(seat).label(f"tree{seat}") for seat in (0, 1)),
        _FOLLOWED.label("followers"),
    )
    .join(scopes, scopes.c.id == matches.c.scope)
    .outerjoin(_PLAYERS[0], _PLAYERS[0].c.id == matches.c.seat0)
    .outerjoin(_PLAYERS[1], _PLAYERS[1].c.id == matches.c.seat1)
)
"""A match with its players' settings, vacations and trees, and the number of its followers."""
BY_ID = MATCH.where(matches.c.id == sa.bindparam("match"))
BY_NUMBER = MATCH.where(
    matches.c.number == sa.bindparam("number"), matches.c.scope == sa.bindparam("scope")
)
_LOCK = sa.select(matches.c.id).where(matches.c.id == sa.bindparam("match")).with_for_update()


class Overtaken(Stale):
    """The match has changed since it was read; read it and try again."""


def unseen(viewer: Viewer, match: Match) -> Refused:
    """The error for a match that may not be seen: it seems not to exist, but a barred player learns
    why.
    """
    if match.place_of(viewer.user).scope not in viewer.barred or match.seat_of(viewer.user) is None:
        return _no_such_match()
    return Refused(
        "the managers of the server where you play {name} don’t let you use this bot there",
        name=match.name,
    )


def _no_such_match() -> NotFound:
    return NotFound("that match no longer exists")


class MatchRepository:
    """Reads and writes matches, and caches the replayed histories and drafts of the latest ``keep``
    of them.
    """

    def __init__(self, keep: int) -> None:
        self._most = keep
        self._replayed: OrderedDict[int, tuple[History, Draft]] = OrderedDict()

    async def load(self, work: UnitOfWork, match: int) -> Match:
        """A match, locked until the unit of work ends. Raises NotFound."""
        if work.connection.dialect.name == "postgresql":
            # Locked first: after waiting for a lock, PostgreSQL reads the row again, but not what
            # is joined to it.
            await work.connection.execute(_LOCK, {"match": match})
        return self.read(await self.row(work, match), work.now)

    async def row(self, reader: Reader, match: int) -> Row | None:
        """The row of a match; None if it was deleted."""
        rows = await reader.fetch(BY_ID, {"match": match})
        return rows[0] if rows else None

    async def rows(self, reader: Reader, ids: Sequence[int]) -> Sequence[Row]:
        """The rows of those of some matches that there are, in the order of their ids."""
        return await reader.fetch(MATCH.where(matches.c.id.in_(ids)).order_by(matches.c.id))

    async def numbered_row(self, reader: Reader, number: int, scope: int) -> Row | None:
        """The row of the match with a number in a scope."""
        rows = await reader.fetch(BY_NUMBER, {"number": number, "scope": scope})
        return rows[0] if rows else None

    def read(self, row: Row | None, now: datetime) -> Match:
        """The match of a row of ``MATCH``. Raises NotFound for None."""
        if row is None:
            raise _no_such_match()
        history = self._history(row)
        players = (_player(row, 0, history), _player(row, 1, history))
        mover = players[row.to_move or 0]
        draft = Draft((history.state,))
        if row.to_move is not None and mover.exploration.draft:
            draft = self._draft(row.id, history, mover.exploration)
        fields: Columns = {attribute: getattr(row, column) for column, attribute in _READ.items()}
        return Match(
            **fields,
            place=Place(row.scope, row.channel, row.guild),
            players=players,
            game=history.state.game,
            now=now,
            history=history,
            draft=draft,
            time=replace(clock_of(row), waking=mover.hours),
            quiet=_read_quiet(row),
            result=_read_result(row),
            requests=_read_requests(row),
            open_at_end=_read_open_at_end(row),
            refusals=Refusals.read(row.refusals),
            absence=None if row.gone is None else Absence(row.gone, row.gone_at),
            language=row.language or "",
        )

    def _history(self, row: Row) -> History:
        """The history of a row, from the cache if its texts are the same."""
        cached = self._replayed.get(row.id)
        if cached is not None and cached[0].text == row.decisions and cached[0].log == row.log:
            self._replayed.move_to_end(row.id)
            return cached[0]
        history = moves.read(row.game, row.options, row.decisions, row.log)
        self.keep(row.id, history, Draft((history.state,)))
        return history

    def _draft(self, match: int, history: History, tree: Exploration) -> Draft:
        """The draft in a tree, from the cache if it has the same decisions."""
        cached = self._replayed[match][1]
        if cached.states[0] is history.state and cached.decisions == tree.drafted:
            return replace(cached, draw=tree.draw)
        draft = Draft.of(moves.follow(history.state, tree.drafted), tree.draw)
        self.keep(match, history, draft)
        return draft

    def keep(self, match: int, history: History, draft: Draft) -> None:
        """Cache what was replayed of a match."""
        self._replayed[match] = (history, draft)
        self._replayed.move_to_end(match)
        while len(self._replayed) > self._most:
            self._replayed.popitem(last=False)

    def cached(self, match: int) -> bool:
        """Whether a match is in the cache, though it may have changed since."""
        return match in self._replayed

    async def next_number(self, work: UnitOfWork, scope: int) -> tuple[int, bool]:
        """The number of a scope's next match, and whether the scope is a server."""
        counted = scopes.update().where(scopes.c.id == scope).values(numbers=scopes.c.numbers + 1)
        returning = counted.returning(scopes.c.numbers, scopes.c.guild)
        row = (await work.connection.execute(returning)).one()
        return row.numbers, row.guild

    async def add(self, work: UnitOfWork, match: Match) -> Match:
        """Store a new match; the match with its id."""
        values = {**_columns(match), **_moves_columns(match), **_fixed_columns(match)}
        inserted = await work.connection.execute(matches.insert().values(values))
        return replace(match, id=key_of(inserted))

    async def save(self, work: UnitOfWork, old: Match, new: Match) -> Match:
        """Store what a command has changed; the match with its new revision.

        Raises Overtaken, LimitReached.
        """
        before = _columns(old)
        columns = {name: value for name, value in _columns(new).items() if value != before[name]}
        if new.history is not old.history:
            columns |= _moves_columns(new)
        columns["revision"] = old.revision + 1
        guard = {"of": old.id, "seen": old.revision}
        updated = await work.connection.execute(update_of(tuple(columns)), columns | guard)
        if updated.rowcount != 1:
            raise Overtaken("{name} has moved on; here is the current board", name=old.name)
        for seat in _changed_trees(old, new):
            await trees.store(
                work, new.id, new.seats[seat], old.explorations[seat], new.explorations[seat]
            )
        return replace(new, revision=old.revision + 1)


def _changed_trees(old: Match, new: Match) -> list[int]:
    """The seats whose trees need storing: ``Exploration.at`` repeats what follows from the moves
    alone.
    """
    return [
        seat
        for seat, (was, tree) in enumerate(zip(old.explorations, new.explorations, strict=True))
        if tree is not was
        and not (tree.empty and was.empty)
        and (tree.empty or tree != was.at(new.decisions, new.begin))
    ]


def _player(row: Row, seat: int, history: History) -> Player:
    """The player of a seat, with their tree attached to the moves that were played since."""
    settings = MemberSettings.read(getattr(row, f"settings{seat}") or {})
    tree = getattr(row, f"tree{seat}")
    exploration = EMPTY
    if tree:
        exploration = trees.read(tree).at(
            history.decisions, lambda: moves.begin(row.game, row.options)
        )
    server = getattr(row, f"home{seat}")
    channel = getattr(row, f"room{seat}")
    fields: Columns = {
        attribute: getattr(row, f"{column}{seat}") for column, attribute in _READ_BY_SEAT.items()
    }
    return Player(
        **fields,
        place=None if server is None else Place(server, channel or 0),
        settings=settings,
        hours=settings.waking(getattr(row, f"moves{seat}") or ()),
        exploration=exploration,
    )


def _read_quiet(row: Row) -> Quiet:
    values: Columns = {attribute: getattr(row, column) for column, attribute in _QUIET.items()}
    return Quiet(**values)


def _read_result(row: Row) -> Result | None:
    if row.status == "running":
        return None
    return Result(row.status, row.winner, row.reason, row.finished_at)


def _read_requests(row: Row) -> dict[Request, OpenRequest]:
    """The open requests, each with the version at which it was made; long ago that was not
    stored.
    """
    kinds: list[Request]
    if row.status == "running":
        kinds = ["draw", "takeback", "pause" if row.paused_at is None else "resume", "abandon"]
    else:
        kinds = ["take_up" if row.reason == "adjourned" else "result"]
    requests = {}
    for kind in kinds:
        column = _REQUEST_COLUMNS[kind]
        seat = getattr(row, column)
        if seat is not None:
            requests[kind] = OpenRequest(seat, (row.requested or {}).get(column, 1))
    return requests


def _read_open_at_end(row: Row) -> dict[Request, int]:
    """When the requests were made that were open at the end: the versions that are still stored,
    though nobody asks.
    """
    if row.status == "running" or not row.requested:
        return {}
    versions: dict[Request, int] = {}
    kinds: tuple[Request, ...] = ("draw", "takeback", "pause", "abandon")
    for kind in kinds:
        column = _REQUEST_COLUMNS[kind]
        if column in row.requested and getattr(row, column) is None:
            versions[kind] = row.requested[column]
    return versions


def _columns(match: Match) -> Columns:
    """The columns that commands change, without the moves."""
    absence = match.absence
    columns = {column: getattr(match, attribute) for column, attribute in _CHANGING.items()}
    columns |= _seat_columns(match, _CHANGING_BY_SEAT)
    columns |= _request_columns(match)
    columns |= clock_columns(match.time)
    columns |= {column: getattr(match.quiet, attribute) for column, attribute in _QUIET.items()}
    return columns | {
        "channel": match.channel,
        "to_move": match.to_move,
        "mover": match.mover,
        "status": match.status,
        "winner": match.winner,
        "reason": match.reason,
        "finished_at": match.finished,
        "gone": None if absence is None else absence.seat,
        "gone_at": None if absence is None else absence.since,
        "refusals": match.refusals.stored(),
    }


def _fixed_columns(match: Match) -> Columns:
    """The columns that are written once, when the match begins."""
    columns = {column: getattr(match, attribute) for column, attribute in _FIXED.items()}
    columns |= _seat_columns(match, _FIXED_BY_SEAT)
    for seat, player in enumerate(match.players):
        columns[f"home{seat}"] = None if player.place is None else player.place.scope
        columns[f"room{seat}"] = None if player.place is None else player.place.channel
    return columns | {
        "scope": match.scope,
        "game": match.game.slug,
        "options": dict(match.options),
        "clock": str(match.clock),
        "given": match.history.given,
    }


def _moves_columns(match: Match) -> Columns:
    history = match.history
    state = match.state
    return {"decisions": history.text, "log": history.log, "ply": state.ply, "turn": state.turn}


def _request_columns(match: Match) -> Columns:
    """Who asks, and the versions at which each was asked, by column."""
    columns: Columns = dict.fromkeys(_REQUEST_COLUMNS.values())
    requested = {_REQUEST_COLUMNS[kind]: version for kind, version in match.open_at_end.items()}
    for kind, request in match.requests.items():
        column = _REQUEST_COLUMNS[kind]
        columns[column] = request.seat
        requested[column] = request.version
    return columns | {"requested": requested}


def _seat_columns(match: Match, names: Mapping[str, str]) -> Columns:
    """Columns of both seats, by the attributes of ``Player``."""
    return {
        f"{column}{seat}": getattr(player, attribute)
        for seat, player in enumerate(match.players)
        for column, attribute in names.items()
    }


def clock_columns(time: MatchClock) -> Columns:
    """The columns of a clock; the inverse of ``clock_of``."""
    bank0, bank1 = time.banks or (None, None)
    columns = {column: getattr(time, attribute) for column, attribute in _CLOCK.items()}
    return {**columns, "bank0": bank0, "bank1": bank1}


def clock_of(row: Row) -> MatchClock:
    """The clock of a row."""
    values: Columns = {name: getattr(row, column) for column, name in _CLOCK.items()}
    banks = None if row.bank0 is None else (row.bank0, row.bank1)
    return MatchClock(terms=clocks.parse(row.clock), banks=banks, **values)


@cache
def update_of(columns: tuple[str, ...]) -> sa.Update:
    """The statement that writes some columns of the match ``of``, if its revision is ``seen``."""
    guard = matches.c.id == sa.bindparam("of"), matches.c.revision == sa.bindparam("seen")
    return matches.update().where(*guard).values({name: sa.bindparam(name) for name in columns})


def played_in(seat: int, scope: object) -> sa.ColumnElement[bool]:
    """The condition for matches that the player in a seat plays in a place, across servers, too."""
    # The sum makes SQLite use the index of the seat: a server has more matches than a member.
    return sa.or_(matches.c.scope + 0 == scope, matches.c[f"home{seat}"] == scope)


def plays_in(row: Row, user: int, scope: int) -> bool:
    """Whether a player of a match plays it in a place."""
    return scope in (row.scope, row.home0 if row.seat0 == user else row.home1)


async def played_by(reader: Reader, user: int, scope: int | None = None) -> Sequence[int]:
    """The ids of a user's running matches, of all or of one server."""
    ids: list[int] = []
    for seat in (0, 1):
        mine = matches.c[f"seat{seat}"] == user
        query = sa.select(matches.c.id).where(mine, matches.c.finished_at.is_(None))
        if scope is not None:
            query = query.where(played_in(seat, scope))
        ids += [row.id for row in await reader.fetch(query)]
    return sorted(ids)


async def count_of(reader: Reader, user: int) -> int:
    """The number of a user's matches, running or over."""
    mine = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    [row] = await reader.fetch(sa.select(sa.func.count()).select_from(matches).where(mine))
    return int(row[0])


async def note_hint(work: UnitOfWork, pending: int) -> bool:
    """Note that the hint of a pending answer was counted; False if it was before."""
    answer = pending_answers.update().where(
        pending_answers.c.id == pending, pending_answers.c.noted.is_(False)
    )
    return bool((await work.connection.execute(answer.values(noted=True))).rowcount)

"""Matches and their rows: read with everything a command needs, and written if their revision is
unchanged.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain import clocks
from bot.domain.errors import NotFound, Refused, Stale
from bot.domain.explorations import repository as trees
from bot.domain.explorations.tree import EMPTY, Exploration
from bot.domain.matches import history as moves
from bot.domain.matches.history import History
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.timing import MatchClock
from bot.domain.members.settings import MemberSettings
from bot.domain.quiet import Quiet
from bot.domain.refusals import Refusals
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import Viewer
from bot.store import key_of
from bot.store.tables import (
    explorations,
    followers,
    matches,
    members,
    pairings,
    scopes,
    tournaments,
)

Row: TypeAlias = sa.Row[*tuple[object, ...]]
Columns: TypeAlias = dict[str, Any]

_CHANGING = {
    **{
        name: name
        for name in ("channel", "thread", "version", "rated", "note", "status", "winner", "reason")
    },
    **{
        name: name
        for name in (
            "draw_offer",
            "takeback_asked",
            "pause_asked",
            "abandon_asked",
            "gone",
            "rematch",
        )
    },
    "requested": "requested",
    "gone_at": "gone_since",
    "moved_at": "moved",
    "finished_at": "finished",
}
"""Columns that commands change, and the attributes of ``Match``."""
_CHANGING_PAIRS = {"draw_ply": "draw_plies", "snoozed": "snoozed", "hints": "hints"}
"""The same by seat: the columns have the seat at their end."""
_FIXED = {
    name: name
    for name in (
        "number",
        "scope",
        "options",
        "level",
        "explore",
        "tournament",
        "imported",
        "pair",
        "arranged",
    )
}
_FIXED |= {"created_at": "created"}
_FIXED_PAIRS = {"seat": "seats", "name": "names", "home": "homes", "room": "rooms"}
_READ = (
    _CHANGING | _FIXED | {name: name for name in ("id", "guild", "revision", "followers", "ends")}
)
_READ_PAIRS = _CHANGING_PAIRS | _FIXED_PAIRS | {"vacation": "vacations"}
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
        connection = work.connection
        if connection.dialect.name == "postgresql":
            # Locked first: after waiting for a lock, PostgreSQL reads the row again, but not what
            # is joined to it.
            await connection.execute(_LOCK, {"match": match})
        return self.read(
            (await connection.execute(BY_ID, {"match": match})).one_or_none(), work.now
        )

    def read(self, row: Row | None, now: datetime) -> Match:
        """The match of a row of ``MATCH``. Raises NotFound for None."""
        if row is None:
            raise _no_such_match()
        history = self._history(row)
        first, second = (
            trees.read(stored).at(history.decisions, lambda: moves.begin(row.game, row.options))
            if stored
            else EMPTY
            for stored in (row.tree0, row.tree1)
        )
        drafting = EMPTY if row.to_move is None else (first, second)[row.to_move]
        settings = (
            MemberSettings.read(row.settings0 or {}),
            MemberSettings.read(row.settings1 or {}),
        )
        hours = settings[0].waking(row.moves0 or ()), settings[1].waking(row.moves1 or ())
        fields: Columns = {attribute: getattr(row, column) for column, attribute in _READ.items()}
        fields["requested"] = row.requested or {}
        pairs: Columns = {
            attribute: (getattr(row, f"{column}0"), getattr(row, f"{column}1"))
            for column, attribute in _READ_PAIRS.items()
        }
        return Match(
            **fields,
            **pairs,
            game=history.state.game,
            now=now,
            history=history,
            draft=self._draft(row.id, history, drafting)
            if drafting.draft
            else Draft((history.state,)),
            time=replace(clock_of(row), waking=hours[row.to_move or 0]),
            quiet=Quiet(
                **{attribute: getattr(row, column) for column, attribute in _QUIET.items()}
            ),
            explorations=(first, second),
            settings=settings,
            hours=hours,
            refusals=Refusals.read(row.refusals),
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
        row = (
            await work.connection.execute(counted.returning(scopes.c.numbers, scopes.c.guild))
        ).one()
        return row.numbers, row.guild

    async def add(self, work: UnitOfWork, match: Match) -> Match:
        """Store a new match; the match with its id."""
        fixed = _values(match, _FIXED, _FIXED_PAIRS)
        fixed |= {"game": match.game.slug, "clock": str(match.clock), "given": match.history.given}
        values = {**_columns(match), **_played(match), **fixed, "options": dict(match.options)}
        return replace(
            match, id=key_of(await work.connection.execute(matches.insert().values(values)))
        )

    async def save(self, work: UnitOfWork, old: Match, new: Match) -> Match:
        """Store what a command has changed; the match with its new revision.

        Raises Overtaken, LimitReached.
        """
        before = _columns(old)
        columns = {name: value for name, value in _columns(new).items() if value != before[name]}
        if new.history is not old.history:
            columns |= _played(new)
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


def _values(stored: object, names: dict[str, str], pairs: dict[str, str] | None = None) -> Columns:
    values = {column: getattr(stored, attribute) for column, attribute in names.items()}
    for column, attribute in (pairs or {}).items():
        values[f"{column}0"], values[f"{column}1"] = getattr(stored, attribute)
    return values


def _columns(match: Match) -> Columns:
    """The columns that commands change, without the moves."""
    return {
        **_values(match, _CHANGING, _CHANGING_PAIRS),
        **clock_columns(match.time),
        **_values(match.quiet, _QUIET),
        "to_move": match.to_move,
        "mover": match.mover,
        "refusals": match.refusals.stored(),
    }


def _played(match: Match) -> Columns:
    history = match.history
    state = match.state
    return {"decisions": history.text, "log": history.log, "ply": state.ply, "turn": state.turn}


def clock_columns(time: MatchClock) -> Columns:
    """The columns of a clock; the inverse of ``clock_of``."""
    bank0, bank1 = time.banks or (None, None)
    return {**_values(time, _CLOCK), "bank0": bank0, "bank1": bank1}


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


async def played_by(
    connection: AsyncConnection, user: int, scope: int | None = None
) -> Sequence[int]:
    """The ids of a user's running matches, of all or of one server."""
    ids: list[int] = []
    for seat in (0, 1):
        query = sa.select(matches.c.id).where(
            matches.c[f"seat{seat}"] == user, matches.c.finished_at.is_(None)
        )
        if scope is not None:
            query = query.where(played_in(seat, scope))
        ids += (await connection.execute(query)).scalars()
    return sorted(ids)


async def count_of(connection: AsyncConnection, user: int) -> int:
    """The number of a user's matches, running or over."""
    mine = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    return int(
        (
            await connection.execute(sa.select(sa.func.count()).select_from(matches).where(mine))
        ).scalar_one()
    )

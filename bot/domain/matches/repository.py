"""The repository of matches: read with everything a command needs, and written if their revision is
unchanged.
"""

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

import sqlalchemy as sa

from bot.domain.errors import NotFound, Refused, Stale
from bot.domain.explorations import repository as trees
from bot.domain.explorations.tree import Exploration
from bot.domain.matches import history as moves, rows
from bot.domain.matches.history import History
from bot.domain.matches.match import Draft, Match
from bot.domain.unit_of_work import Row, RowSource, UnitOfWork
from bot.domain.values import Viewer
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


def _tree(seat: int) -> sa.ScalarSelect[object]:
    is_movers = (
        explorations.c.match == matches.c.id,
        explorations.c.user == matches.c[f"seat{seat}"],
    )
    return sa.select(explorations.c.tree).where(*is_movers).scalar_subquery()


_PLAYERS = (members.alias("player0"), members.alias("player1"))
_FOLLOWED = sa.select(sa.func.count()).where(followers.c.match == matches.c.id).scalar_subquery()
_ENDS_AT = sa.func.coalesce(pairings.c.ends_at, tournaments.c.ends_at)
_ROUND = (
    sa.select(_ENDS_AT)
    .join(tournaments)
    .where(pairings.c.match == matches.c.id, tournaments.c.finished_at.is_(None))
)
ENDS = _ROUND.scalar_subquery().label("ends")
"""When the tournament's round of a match ends, by which it is decided."""
_LANGUAGE = scopes.c.settings["language"].as_string()


def _player_columns(seat: int) -> list[sa.ColumnElement[object]]:
    """What is read of the player in a seat, beside the match."""
    member = _PLAYERS[seat].c
    return [
        member.settings.label(f"settings{seat}"),
        member.vacation_until.label(f"vacation{seat}"),
        member.moves.label(f"moves{seat}"),
        _tree(seat).label(f"tree{seat}"),
    ]


_JOINED = (scopes.c.guild, _LANGUAGE.label("language"), _FOLLOWED.label("followers"))
MATCH = (
    sa.select(matches, ENDS, *_JOINED, *_player_columns(0), *_player_columns(1))
    .join(scopes, scopes.c.id == matches.c.scope)
    .outerjoin(_PLAYERS[0], _PLAYERS[0].c.id == matches.c.seat0)
    .outerjoin(_PLAYERS[1], _PLAYERS[1].c.id == matches.c.seat1)
)
"""A match with its players' settings, vacations and trees, and the number of its followers."""
BY_ID = MATCH.where(matches.c.id == sa.bindparam("match"))
REVISIONS = sa.select(matches.c.id, matches.c.revision).where(
    matches.c.id.in_(sa.bindparam("ids", expanding=True))
)
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
    is_barred = match.place_of(viewer.user).scope in viewer.barred_scopes
    if not is_barred or viewer.user not in match.seats:
        return _no_such_match()
    return Refused(
        "the managers of the server where you play {name} don’t let you use this bot there",
        name=match.name,
    )


def _no_such_match() -> NotFound:
    return NotFound("that match no longer exists")


@dataclass(frozen=True, slots=True)
class _Replayed:
    """The moves and the draft of a match as they were replayed last."""

    history: History
    draft: Draft


class MatchRepository:
    """Reads and writes matches, and caches the replayed histories and drafts of the latest ``keep``
    of them.
    """

    def __init__(self, keep: int) -> None:
        self._most = keep
        self._replayed: OrderedDict[int, _Replayed] = OrderedDict()

    async def load(self, work: UnitOfWork, match: int) -> Match:
        """A match, locked until the unit of work ends. Raises NotFound."""
        if work.connection.dialect.name == "postgresql":
            # Locked first: after waiting for a lock, PostgreSQL reads the row again, but not what
            # is joined to it.
            await work.connection.execute(_LOCK, {"match": match})
        return self.read(await self.row(work, match), work.now)

    async def row(self, reader: RowSource, match: int) -> Row | None:
        """The row of a match; None if it was deleted."""
        result = await reader.fetch(BY_ID, {"match": match})
        return result[0] if result else None

    async def rows(self, reader: RowSource, ids: Sequence[int]) -> Sequence[Row]:
        """The rows of those of some matches that there are, in the order of their ids."""
        return await reader.fetch(MATCH.where(matches.c.id.in_(ids)).order_by(matches.c.id))

    async def revisions(self, reader: RowSource, ids: Collection[int]) -> Mapping[int, int]:
        """The revisions of those of some matches that there are."""
        rows = await reader.fetch(REVISIONS, {"ids": [*ids]})
        return {row.id: row.revision for row in rows}

    async def numbered_row(self, reader: RowSource, number: int, scope: int) -> Row | None:
        """The row of the match with a number in a scope."""
        result = await reader.fetch(BY_NUMBER, {"number": number, "scope": scope})
        return result[0] if result else None

    def read(self, row: Row | None, now: datetime) -> Match:
        """The match of a row of ``MATCH``. Raises NotFound for None."""
        if row is None:
            raise _no_such_match()
        history = self._history(row)
        players = rows.read_players(row, history)
        draft = Draft((history.state,))
        if row.to_move is not None:
            exploration = players[row.to_move].exploration
            if exploration.draft:
                draft = self._draft(row.id, history, exploration)
        return rows.read(row, now, history, players, draft)

    def _history(self, row: Row) -> History:
        """The history of a row, from the cache if its texts are the same."""
        entry = self._replayed.get(row.id)
        if entry is not None and entry.history.has_texts(row.decisions, row.log):
            self._replayed.move_to_end(row.id)
            return entry.history
        history = moves.read(row.game, row.options, row.decisions, row.log)
        self.keep(row.id, history, Draft((history.state,)))
        return history

    def _draft(self, match: int, history: History, tree: Exploration) -> Draft:
        """The draft in a tree, from the cache if it has the same decisions."""
        latest_draft = self._replayed[match].draft
        if latest_draft.states[0] is history.state and latest_draft.decisions == tree.drafted:
            return replace(latest_draft, draw=tree.draw)
        draft = Draft.of(moves.follow(history.state, tree.drafted), tree.draw)
        self.keep(match, history, draft)
        return draft

    def keep(self, match: int, history: History, draft: Draft) -> None:
        """Cache what was replayed of a match."""
        self._replayed[match] = _Replayed(history, draft)
        self._replayed.move_to_end(match)
        while len(self._replayed) > self._most:
            self._replayed.popitem(last=False)

    def cached(self, match: int) -> bool:
        """Whether a match is in the cache, though it may have changed since."""
        return match in self._replayed

    async def next_number(self, work: UnitOfWork, scope: int) -> tuple[int, bool]:
        """The number of a scope's next match, and whether the scope is a server."""
        row = scopes.update().where(scopes.c.id == scope)
        update = row.values(numbers=scopes.c.numbers + 1)
        statement = update.returning(scopes.c.numbers, scopes.c.guild)
        new_row = (await work.connection.execute(statement)).one()
        return new_row.numbers, new_row.guild

    async def add(self, work: UnitOfWork, match: Match) -> Match:
        """Store a new match; the match with its id."""
        values = {**rows.columns(match), **rows.moves_columns(match), **rows.fixed_columns(match)}
        result = await work.connection.execute(matches.insert().values(values))
        return replace(match, id=key_of(result))

    async def save(self, work: UnitOfWork, old_match: Match, new_match: Match) -> Match:
        """Store what a command has changed; the match with its new revision.

        Raises Overtaken, LimitReached.
        """
        old_columns = rows.columns(old_match)
        new_columns = rows.columns(new_match)
        columns = {name: value for name, value in new_columns.items() if value != old_columns[name]}
        if new_match.history is not old_match.history:
            columns |= rows.moves_columns(new_match)
        columns["revision"] = old_match.revision + 1
        guard = {"of": old_match.id, "seen": old_match.revision}
        result = await work.connection.execute(update_of(tuple(columns)), columns | guard)
        if result.rowcount != 1:
            raise Overtaken("{name} has moved on; here is the current board", name=old_match.name)
        for seat in _changed_trees(old_match, new_match):
            await trees.store(
                work,
                new_match.id,
                new_match.seats[seat],
                old_match.explorations[seat],
                new_match.explorations[seat],
            )
        return replace(new_match, revision=old_match.revision + 1)


def _changed_trees(old_match: Match, new_match: Match) -> list[int]:
    """The seats whose trees need storing: ``Exploration.at`` repeats what follows from the moves
    alone.
    """
    seats = []
    for seat in (0, 1):
        old_tree = old_match.explorations[seat]
        new_tree = new_match.explorations[seat]
        if new_tree is old_tree or (new_tree.empty and old_tree.empty):
            continue
        if new_tree.empty or new_tree != old_tree.at(new_match.decisions, new_match.begin):
            seats.append(seat)
    return seats


@cache
def update_of(columns: tuple[str, ...]) -> sa.Update:
    """The statement that writes some columns of the match ``of``, if its revision is ``seen``."""
    is_row = matches.c.id == sa.bindparam("of")
    same_revision = matches.c.revision == sa.bindparam("seen")
    update = matches.update().where(is_row, same_revision)
    return update.values({name: sa.bindparam(name) for name in columns})


def played_in(seat: int, scope: object) -> sa.ColumnElement[bool]:
    """The condition for matches that the player in a seat plays in a place, across servers, too."""
    # The sum makes SQLite use the index of the seat: a server has more matches than a member.
    return sa.or_(matches.c.scope + 0 == scope, matches.c[f"home{seat}"] == scope)


def plays_in(row: Row, user: int, scope: int) -> bool:
    """Whether a player of a match plays it in a place."""
    server = row.home0 if row.seat0 == user else row.home1
    return scope in (row.scope, server)


async def played_by(reader: RowSource, user: int, scope: int | None = None) -> Sequence[int]:
    """The ids of a user's running matches, of all or of one server."""
    is_running = matches.c.finished_at.is_(None)
    ids: list[int] = []
    for seat in (0, 1):
        plays = matches.c[f"seat{seat}"] == user
        query = sa.select(matches.c.id).where(plays, is_running)
        if scope is not None:
            query = query.where(played_in(seat, scope))
        ids += [row.id for row in await reader.fetch(query)]
    return sorted(ids)


async def count_of(reader: RowSource, user: int) -> int:
    """The number of a user's matches, running or over."""
    is_player = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    query = sa.select(sa.func.count()).select_from(matches).where(is_player)
    [row] = await reader.fetch(query)
    return int(row[0])


async def note_hint(work: UnitOfWork, pending_answer: int) -> bool:
    """Note that the hint of a pending answer was counted; False if it was before."""
    is_new = pending_answers.c.noted.is_(False)
    row = pending_answers.update().where(pending_answers.c.id == pending_answer, is_new)
    result = await work.connection.execute(row.values(noted=True))
    return bool(result.rowcount)

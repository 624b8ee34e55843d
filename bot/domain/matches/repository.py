"""Rows and matches: read with all that belongs to them, and written under their revision."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain import clocks
from bot.domain.errors import NotFound, Refused, Stale
from bot.domain.explorations import repository as explored
from bot.domain.explorations.stored import StoredTree
from bot.domain.explorations.stored import read as read_tree
from bot.domain.explorations.tree import EMPTY, Exploration
from bot.domain.matches import history as past
from bot.domain.matches.history import History
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.timing import MatchClock
from bot.domain.members.settings import MemberSettings
from bot.domain.quiet import Quiet
from bot.domain.refusals import Refusals
from bot.domain.unit_of_work import UnitOfWork, key_of
from bot.domain.viewer import Viewer
from bot.store import Missed, Step
from bot.store.tables import explorations, followers, matches, members, scopes

Row: TypeAlias = sa.Row[*tuple[object, ...]]
Columns: TypeAlias = dict[str, object]


def _tree(seat: int) -> sa.ScalarSelect[object]:
    mine = (explorations.c.match == matches.c.id, explorations.c.user == matches.c[f"seat{seat}"])
    return sa.select(explorations.c.tree).where(*mine).scalar_subquery()


_PLAYERS = members.alias("player0"), members.alias("player1")
_FOLLOWED = sa.select(sa.func.count()).where(followers.c.match == matches.c.id).scalar_subquery()
MATCH = (
    sa.select(
        matches,
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
"""A match with all that a change of it needs: its players' settings, what they have prepared, how many follow it."""
BY_ID = MATCH.where(matches.c.id == sa.bindparam("match"))
BY_NUMBER = MATCH.where(matches.c.number == sa.bindparam("number"), matches.c.scope == sa.bindparam("scope"))
_LOCK = sa.select(matches.c.id).where(matches.c.id == sa.bindparam("match")).with_for_update()


class Overtaken(Stale):
    """A match has changed since it was read; whoever reads it again may try again."""


def no_such_match() -> NotFound:
    """What somebody is told of a match that there is not, and of one that is not theirs to see."""
    return NotFound("that match no longer exists")


def unseen(viewer: Viewer, match: Match) -> Refused:
    """What somebody is told of a match that is not theirs to see; a player, that its server keeps them from it."""
    if match.scope not in viewer.barred or match.seat_of(viewer.user) is None:
        return no_such_match()
    return Refused("the managers of the server where you play {name} don’t let you use this bot there", name=match.name)


class NumberedScope(NamedTuple):
    """The number that a new match has in its scope, and whether that is a server."""

    number: int
    guild: bool


class MatchRepository:
    """Reads and writes matches. Those used lately are at hand replayed, at most ``keep`` of them."""

    def __init__(self, keep: int) -> None:
        self._replays = _Replays(keep)

    async def load(self, work: UnitOfWork, match: int) -> Match:
        """A match that nobody else changes until the unit of work is over. Raises NotFound."""
        connection = work.connection
        if connection.dialect.name == "postgresql":
            # Locked first: a row that is waited for is read anew, but not what is joined to it. SQLite has one writer.
            await connection.execute(_LOCK, {"match": match})
        return self.read((await connection.execute(BY_ID, {"match": match})).one_or_none(), work.now)

    def read(self, row: Row | None, now: datetime) -> Match:
        """A row of ``MATCH``. Raises NotFound for None."""
        if row is None:
            raise no_such_match()
        history = self._replays.recall(row)
        thoughts = _tree_of(row.tree0, row, history), _tree_of(row.tree1, row, history)
        settings = MemberSettings.read(row.settings0 or {}), MemberSettings.read(row.settings1 or {})
        hours = settings[0].waking(row.moves0 or ()), settings[1].waking(row.moves1 or ())
        return Match(
            id=row.id,
            number=row.number,
            scope=row.scope,
            guild=row.guild,
            channel=row.channel,
            thread=row.thread,
            game=history.state.game,
            options=row.options,
            seats=(row.seat0, row.seat1),
            names=(row.name0, row.name1),
            level=row.level,
            rated=row.rated,
            note=row.note,
            created=row.created_at,
            now=now,
            history=history,
            draft=self._replays.draft(row.id, history, EMPTY if row.to_move is None else thoughts[row.to_move]),
            time=replace(clock_of(row), waking=hours[row.to_move or 0]),
            moved=row.moved_at,
            quiet=_quiet(row),
            version=row.version,
            revision=row.revision,
            status=row.status,
            winner=row.winner,
            reason=row.reason,
            finished=row.finished_at,
            draw_offer=row.draw_offer,
            draw_plies=(row.draw_ply0, row.draw_ply1),
            takeback_asked=row.takeback_asked,
            pause_asked=row.pause_asked,
            abandon_asked=row.abandon_asked,
            gone=row.gone,
            gone_since=row.gone_at,
            tournament=row.tournament,
            rematch=row.rematch,
            hints=(row.hints0, row.hints1),
            explorations=thoughts,
            explore=row.explore,
            vacations=(row.vacation0, row.vacation1),
            settings=settings,
            hours=hours,
            snoozed=(row.snoozed0, row.snoozed1),
            refusals=Refusals.read(row.refusals),
            language=row.language or "",
            followers=row.followers,
            imported=row.imported,
        )

    async def next_number(self, work: UnitOfWork, scope: int) -> NumberedScope:
        """Give a scope's next match its number."""
        counted = scopes.update().where(scopes.c.id == scope).values(numbers=scopes.c.numbers + 1)
        row = (await work.connection.execute(counted.returning(scopes.c.numbers, scopes.c.guild))).one()
        return NumberedScope(row.numbers, row.guild)

    async def add(self, work: UnitOfWork, match: Match) -> Match:
        """Store a new match; it is given its id."""
        values = {
            **_columns(match),
            **_played(match),
            "scope": match.scope,
            "number": match.number,
            "game": match.game.slug,
            "options": dict(match.options),
            "seat0": match.seats[0],
            "seat1": match.seats[1],
            "name0": match.names[0],
            "name1": match.names[1],
            "level": match.level,
            "explore": match.explore,
            "tournament": match.tournament,
            "clock": str(match.clock),
            "created_at": match.created,
            "given": match.history.given,
            "imported": match.imported,
        }
        result = await work.connection.execute(matches.insert().values(values))
        return replace(match, id=key_of(result))

    async def save(self, work: UnitOfWork, old: Match, new: Match) -> Match:
        """Store what has changed in a match; it as it is then. Raises Overtaken if it has changed since it was read."""
        try:
            await work.run(saving(old, new))
        except Missed:
            raise overtaken(old) from None
        for seat in _changed_trees(old, new):
            await explored.store(work, new.id, new.seats[seat], old.explorations[seat], new.explorations[seat])
        return replace(new, revision=old.revision + 1)

    def keep(self, match: Match) -> None:
        """Keep at hand what is stored of a match from now on."""
        self._replays.keep(match.id, match.history, match.draft)

    def at_hand(self, match: int) -> bool:
        """Whether a match is at hand replayed (it may have gone on elsewhere)."""
        return self._replays.has(match)


def saving(old: Match, new: Match) -> Step:
    """The step that stores what has changed in a match, but for trees. It misses if that has changed meanwhile."""
    before = _columns(old)
    columns = {name: value for name, value in _columns(new).items() if value != before[name]}
    if new.history is not old.history:
        columns |= _played(new)
    columns["revision"] = old.revision + 1
    return Step(update_of(tuple(columns)), columns | {"of": old.id, "seen": old.revision}, rows=1)


def _changed_trees(old: Match, new: Match) -> list[int]:
    """The seats whose trees have changed by more than what follows from the match, or have nothing left in them."""
    found = []
    for seat, (was, tree) in enumerate(zip(old.explorations, new.explorations, strict=True)):
        if tree is was or (tree.empty and was.empty):
            continue
        if tree.empty or tree != was.at(new.decisions, new.begin):
            found.append(seat)
    return found


def saving_drafts(old: Match, new: Match, dialect: str) -> list[Step]:
    """The steps that store what has changed in trees where only drafts may have."""
    return [
        explored.saving(new.id, new.seats[seat], new.explorations[seat], dialect) for seat in _changed_trees(old, new)
    ]


def overtaken(match: Match) -> Overtaken:
    """What is raised where a match has changed since it was read."""
    return Overtaken("{name} has moved on; here is the current board", name=match.name)


def _tree_of(stored: StoredTree | None, row: Row, history: History) -> Exploration:
    """The tree of a player, as it hangs on what was played."""
    tree = read_tree(stored)
    return tree if tree.empty else tree.at(history.decisions, lambda: past.begin(row.game, row.options))


def _columns(match: Match) -> Columns:
    """What may change in a match, but for what was played."""
    return {
        **clock_columns(match.time),
        "channel": match.channel,
        "thread": match.thread,
        "to_move": match.to_move,
        "mover": match.mover,
        "version": match.version,
        "rated": match.rated,
        "note": match.note,
        "status": match.status,
        "winner": match.winner,
        "reason": match.reason,
        "draw_offer": match.draw_offer,
        "draw_ply0": match.draw_plies[0],
        "draw_ply1": match.draw_plies[1],
        "takeback_asked": match.takeback_asked,
        "pause_asked": match.pause_asked,
        "abandon_asked": match.abandon_asked,
        "heard_at": match.quiet.since,
        "reminded": match.quiet.reminded,
        "asked_at": match.quiet.asked,
        "other_asked": match.quiet.other_asked,
        "nudged_at": match.quiet.nudged,
        "quiet_wake_at": match.quiet.wake,
        "snoozed0": match.snoozed[0],
        "snoozed1": match.snoozed[1],
        "refusals": match.refusals.stored(),
        "gone": match.gone,
        "gone_at": match.gone_since,
        "rematch": match.rematch,
        "hints0": match.hints[0],
        "hints1": match.hints[1],
        "moved_at": match.moved,
        "finished_at": match.finished,
    }


def clock_columns(time: MatchClock) -> Columns:
    """How a clock stands, as columns; ``clock_of`` reads them."""
    banks = time.banks or (None, None)
    return {
        "turn_at": time.since,
        "due_at": time.due,
        "bank0": banks[0],
        "bank1": banks[1],
        "wake_at": time.wake,
        "told": time.told,
        "paused_at": time.paused,
    }


def _played(match: Match) -> Columns:
    """What was played, and how the match stands by it."""
    history, state = match.history, match.state
    return {"decisions": history.text, "log": history.log, "ply": state.ply, "turn": state.turn}


@cache
def update_of(columns: tuple[str, ...]) -> sa.Update:
    """Writes these columns of the match ``of``, if its revision is the one ``seen``."""
    guard = matches.c.id == sa.bindparam("of"), matches.c.revision == sa.bindparam("seen")
    return matches.update().where(*guard).values({name: sa.bindparam(name) for name in columns})


def clock_of(row: Row) -> MatchClock:
    """The clock of a match whose row holds the columns of one."""
    return MatchClock(
        terms=clocks.parse(row.clock),
        since=row.turn_at,
        due=row.due_at,
        banks=None if row.bank0 is None else (row.bank0, row.bank1),
        wake=row.wake_at,
        told=row.told,
        paused=row.paused_at,
    )


def _quiet(row: Row) -> Quiet:
    """How long the match of a row has been quiet."""
    return Quiet(
        since=row.heard_at or row.moved_at,
        reminded=row.reminded,
        asked=row.asked_at,
        other_asked=row.other_asked,
        nudged=row.nudged_at,
        wake=row.quiet_wake_at,
    )


class _Replays:
    """The histories and drafts of matches used lately, at most ``most``; what is stored is told by its texts."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[int, tuple[History, Draft]] = OrderedDict()

    def recall(self, row: Row) -> History:
        """The history of a stored match, replayed unless it is at hand."""
        kept = self._kept.get(row.id)
        if kept is not None and kept[0].text == row.decisions and kept[0].log == row.log:
            self._kept.move_to_end(row.id)
            return kept[0]
        history = past.read(row.game, row.options, row.decisions, row.log)
        self.keep(row.id, history, Draft((history.state,)))
        return history

    def draft(self, match: int, history: History, tree: Exploration) -> Draft:
        """What is drafted in a tree, played through unless it is at hand."""
        kept = self._kept[match][1] if match in self._kept else None
        if kept is not None and kept.states[0] is history.state and kept.decisions == tree.drafted:
            return replace(kept, draw=tree.draw)
        draft = Draft.of(past.follow(history.state, tree.drafted), tree.draw)
        self.keep(match, history, draft)
        return draft

    def keep(self, match: int, history: History, draft: Draft) -> None:
        """Keep what is stored of a match."""
        self._kept[match] = (history, draft)
        self._kept.move_to_end(match)
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)

    def has(self, match: int) -> bool:
        """Whether a match is at hand (it may have gone on elsewhere)."""
        return match in self._kept


# ---------------------------------------------------------------------------------------------- personal data


async def played_by(connection: AsyncConnection, user: int, scope: int | None = None) -> Sequence[int]:
    """The ids of running matches of a user, all or those of one server."""
    found: list[int] = []
    for seat in (matches.c.seat0, matches.c.seat1):
        query = sa.select(matches.c.id).where(seat == user, matches.c.finished_at.is_(None))
        if scope is not None:
            # The sum keeps SQLite to the index of the seat: a server has far more matches than a member has.
            query = query.where(matches.c.scope + 0 == scope)
        found += (await connection.execute(query)).scalars()
    return sorted(found)


async def count_of(connection: AsyncConnection, user: int) -> int:
    """How many matches a user has, running or over."""
    mine = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    return int((await connection.execute(sa.select(sa.func.count()).select_from(matches).where(mine))).scalar_one())

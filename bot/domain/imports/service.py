"""Imports as features see them: matches made from records, seen in the channel to which they were brought."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import sqlalchemy as sa

import games
from bot.domain import clocks
from bot.domain.errors import LimitReached, NotFound, Refused
from bot.domain.imports.record import ReadRecord
from bot.domain.matches import history
from bot.domain.matches.beginning import MOST_NAME
from bot.domain.matches.history import Entry
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.service import Matches
from bot.domain.matches.timing import MatchClock
from bot.domain.quiet import Quiet
from bot.domain.servers import repository as servers
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import NOBODY, Person, Place
from bot.store.personal import DELETED_NAME
from bot.store.tables import matches
from games.core import State

MOST_IMPORTS = 20
"""How many imported matches a member may have."""
UNFINISHED = "unfinished"
"""The reason of an imported match that has no result."""
FIRST_MOVES = 4
"""So many decisions are too common to tell that two matches are the same."""


class Imports:
    """Matches that members have brought from records."""

    def __init__(self, database: Database, found: Matches) -> None:
        self._database = database
        self._matches = found

    @retried
    async def add(self, place: Place, who: Person, record: ReadRecord) -> Match:
        """Keep a record as a match of the channel: over, unrated, its players known by name only.

        Raises LimitReached when a member has as many imports as one may have.
        """
        async with self._database.unit_of_work() as work:
            await work.lock_members(who.id)
            await servers.ensure(work, place)
            mine = sa.select(sa.func.count()).where(matches.c.imported == who.id)
            if (await work.connection.execute(mine)).scalar_one() >= MOST_IMPORTS:
                raise LimitReached(
                    "you’ve reached the limit of {most} imported matches; delete one first", most=MOST_IMPORTS
                )
            scope = await self._matches.repository.next_number(work, place.scope)
            new = _match(place, who, record, scope.number, work.now)
            return await self._matches.repository.add(work, new)

    async def of(self, place: Place, user: int) -> Sequence[tuple[int, str, str]]:
        """The imports of a member in a place, the latest first: the id of each, its name, and its game's slug."""
        columns = (matches.c.id, matches.c.number, matches.c.game)
        mine = matches.c.imported == user, matches.c.scope == place.scope
        rows = await self._database.store.fetch(sa.select(*columns).where(*mine).order_by(matches.c.id.desc()))
        return [(row.id, f"M{row.number}", row.game) for row in rows]

    @retried
    async def delete(self, match: int, user: int) -> None:
        """Delete one's own import. Raises NotFound."""
        async with self._database.unit_of_work() as work:
            mine = matches.delete().where(matches.c.id == match, matches.c.imported == user)
            scope = (await work.connection.execute(mine.returning(matches.c.scope))).scalar_one_or_none()
            if scope is None:
                raise NotFound("you didn’t import that match")
            await servers.delete_unused(work, scope)

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Take a person's name off the records of their matches that others have brought.

        Of those with their name, these are the ones that begin as a match of theirs does, to their last decision.
        """
        own = matches.alias("own")
        for seat in ("0", "1"):
            player, name = own.c[f"seat{seat}"], own.c[f"name{seat}"]
            brought, written = matches.c[f"name{seat}"], matches.c.decisions
            begun = sa.func.substr(own.c.decisions, 1, sa.func.length(written) + 1)
            same = own.c.game == matches.c.game, name == brought, sa.or_(begun == written, begun == written + " ")
            theirs = brought.in_(sa.select(name).where(player == user)), sa.exists().where(player == user, *same)
            others = matches.update().where(matches.c.imported.is_not(None), *theirs)
            await work.connection.execute(others.values({brought: DELETED_NAME, "revision": matches.c.revision + 1}))
        return 0

    async def require_no_help(self, user: int, slug: str, states: Callable[[], Sequence[State]]) -> None:
        """Raises Refused where a rated match that a member plays stands as one of some states of that game does.

        To have the computer judge those would be help in that match.
        """
        over = matches.c.finished_at.is_(None)
        serious = sa.or_(matches.c.rated, matches.c.tournament.is_not(None))
        found = [
            row.id
            for seat in (matches.c.seat0, matches.c.seat1)
            for row in await self._database.store.fetch(
                sa.select(matches.c.id).where(seat == user, over, serious, matches.c.game == slug)
            )
        ]
        others = states() if found else ()
        for match in [await self._matches.get(one) for one in found]:
            state = match.state
            if state.ply >= FIRST_MOVES and any(_same(state, other) for other in others):
                raise Refused(
                    "your match {name} has this same position, so the computer can’t help here",
                    name=match.name,
                )


def _same(state: State, other: State) -> bool:
    """Whether two states are the same position."""
    return (
        state.to_move == other.to_move
        and dict(state.options) == dict(other.options)
        and state.reserve == other.reserve
        and state.pieces() == other.pieces()
    )


def _match(place: Place, who: Person, record: ReadRecord, number: int, now: datetime) -> Match:
    """The match that a record becomes."""
    start = history.begin(record.slug, record.options)
    log = history.write_log(Entry(turn.length, _how(turn.how), _when(turn.at, now)) for turn in record.turns)
    played = history.read(record.slug, record.options, " ".join(record.decisions), log)
    seats = zip(record.players, start.game.seats, strict=True)
    names = [" ".join(name.split())[:MOST_NAME] or seat for name, seat in seats]
    return Match(
        id=0,
        number=number,
        scope=place.scope,
        guild=place.guild,
        channel=place.channel,
        thread=None,
        game=games.get(record.slug),
        options=record.options,
        seats=(NOBODY, NOBODY),
        names=(names[0], names[1]),
        level=None,
        rated=False,
        note="",
        created=now,
        now=now,
        history=played,
        draft=Draft((played.state,)),
        time=MatchClock(clocks.parse("none"), now),
        moved=now,
        quiet=Quiet(now),
        status="finished" if record.finished else "aborted",
        winner=record.winner,
        reason=record.reason if record.finished else UNFINISHED,
        finished=now,
        imported=who.id,
    )


def _how(how: str) -> history.How:
    """How a turn was made; what was prepared or given elsewhere is played here."""
    return "passed" if how == "passed" else "played"


def _when(at: datetime | None, now: datetime) -> int:
    """When a turn was made, in unix seconds; now, where the record does not tell or cannot be right."""
    return int((at if at is not None and datetime(2000, 1, 1, tzinfo=UTC) <= at <= now else now).timestamp())

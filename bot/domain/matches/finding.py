"""Finding matches: by their short names, those of a member, those that wait, and one as it stood before."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache

import sqlalchemy as sa

from bot.domain.errors import Ambiguous, NotFound, Refused
from bot.domain.matches import log, replay
from bot.domain.matches.base import MATCH, Base, Row
from bot.domain.matches.views import Match, Place, Summary, Turn
from bot.store import Prepared
from bot.store.tables import matches
from games.core import either

_NAME = re.compile(r"[\s`*_#]*m?[\s#-]*(\d{1,9})[\s`*_]*", re.IGNORECASE | re.ASCII)
MOST_NAMED = 12
"""So many matches are named when several could be meant."""

_COLUMNS = [
    column
    for column in matches.c
    if column.name not in ("decisions", "log", "draft", "note")  # what can be long
]

_NUMBERED = Prepared(MATCH.where(matches.c.number == sa.bindparam("number"), matches.c.scope == sa.bindparam("scope")))


class Finding(Base):
    """The part of the service that finds matches."""

    async def get(self, match: int) -> Match:
        """A match by its id. Raises NotFound."""
        return self._seen(await self.stored(match))

    def _seen(self, row: Row) -> Match:
        return self.view(row, self.replays.trail(row), self.now())

    async def look(self, match: int, ply: int) -> Match:
        """A match with the board of an earlier time: ``trail`` and ``turns`` are those that led to ``ply`` decisions.

        Everything else is as it is now; ``decisions`` are those until then. Raises NotFound, Refused.
        """
        row = await self.stored(match)
        if ply == row["ply"]:
            return self._seen(row)
        if not 0 <= ply <= row["ply"]:
            raise Refused("{name} has had {count} decisions", name=f"M{row['number']}", count=row["ply"])
        decisions = row["decisions"].split()[:ply]
        entries, left = [], ply
        for entry in log.read(row["log"]):
            if left <= 0:
                break
            entries.append(entry._replace(length=min(entry.length, left)))
            left -= entry.length
        past = {**row, "decisions": " ".join(decisions), "log": log.write(entries), "ply": ply}
        return self.view(past, replay.whole(past), self.now())

    async def turns(self, match: int) -> tuple[Turn, ...]:
        """All turns of a match, from the first, with their times."""
        row = await self.stored(match)
        trail = replay.whole(row)
        return log.turns(trail.entries, trail.decisions, trail.states)

    async def resolve(
        self, place: Place, user: int, name: str | None = None, *, to_move: bool = False, status: str = "any"
    ) -> Match:
        """The match that ``user`` means by ``name``, or by nothing where there is only one it can be.

        ``to_move``: of several, one that waits for the user is meant. ``status``: ``running``, ``finished`` (then the
        latest), or ``any`` (running ones first). In private channels the user's matches elsewhere count too. Raises
        NotFound, Ambiguous.
        """
        if name and name.strip():
            row = await self._named(place, user, name)
        else:
            row = await self.stored(await self._only(place, user, to_move, status))
        return self._seen(row)

    async def of(
        self,
        user: int,
        *,
        scope: int | None = None,
        status: str = "running",
        limit: int = 25,
        offset: int = 0,
    ) -> tuple[Summary, ...]:
        """Matches of a user: running ones with those that wait for the user first, then by what is due; or finished
        ones, the latest first."""
        query = _of(status == "running", scope is not None)
        given = {"user": user, "most": limit, "after": offset} | ({} if scope is None else {"scope": scope})
        return tuple(_summary(row, self.now()) for row in await self.store.ask(query, **given))

    async def running(self, scope: int, *, limit: int = 25, offset: int = 0) -> tuple[Summary, ...]:
        """Running matches of a place, lately moved first."""
        query = (
            sa.select(*_COLUMNS)
            .where(matches.c.scope == scope, matches.c.finished_at.is_(None))
            .order_by(matches.c.moved_at.desc(), matches.c.id.desc())
            .limit(limit)
            .offset(offset)
        )
        async with self.store.read() as connection:
            return tuple(_summary(dict(row), self.now()) for row in (await connection.execute(query)).mappings())

    async def waiting(self, user: int, *, but: int | None = None, scope: int | None = None) -> Summary | None:
        """The match that most urgently waits for a user, other than ``but``."""
        for summary in await self.of(user, scope=scope, limit=2):
            if summary.mover == user and summary.id != but and not summary.paused:
                return summary
        return None

    async def _named(self, place: Place, user: int, name: str) -> Row:
        read = _NAME.fullmatch(name) if len(name) <= 40 else None
        if read is None:
            short = " ".join(name.split())
            raise NotFound(
                "“{text}” is not the name of a match; they are written like M27",
                text=short if len(short) <= 40 else short[:39] + "…",
            )
        number = int(read[1])
        if found := await self.store.ask(_NUMBERED, number=number, scope=place.scope):
            return found[0]
        if not place.guild:
            async with self.store.read() as connection:
                query = sa.select(matches.c.id).where(matches.c.number == number)
                mine = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
                elsewhere = (await connection.execute(query.where(mine).limit(2))).scalars().all()
            if len(elsewhere) == 1:
                return await self.stored(elsewhere[0])
        mine_here = [summary.name for summary in await self._mine(place, user)]
        if mine_here:
            listed = ", ".join(mine_here[:MOST_NAMED]) + " …" * (len(mine_here) > MOST_NAMED)
            raise NotFound("there is no match M{number} here; yours: {names}", number=number, names=listed)
        raise NotFound("there is no match M{number} here", number=number)

    async def _only(self, place: Place, user: int, to_move: bool, status: str) -> int:
        running = await self._mine(place, user) if status != "finished" else ()
        if to_move:
            running = tuple(one for one in running if one.mover == user) or running
        if len(running) == 1:
            return running[0].id
        if running:
            if status == "any" and len(waits := [one for one in running if one.mover == user]) == 1:
                return waits[0].id
            names = [one.name for one in running]
            few = either(names) if len(names) <= MOST_NAMED else ", ".join(names[:MOST_NAMED]) + " …"
            error = Ambiguous("which match do you mean: {names}?", names=few)
            error.names = tuple(names)
            raise error
        if status != "running":
            scope = place.scope if place.guild else None
            finished = await self.of(user, scope=scope, status="finished", limit=1)
            if finished:
                return finished[0].id
            if status == "finished":
                raise NotFound("you have not finished a match here yet")
        raise NotFound("you have no match running here; start one with /play")

    async def _mine(self, place: Place, user: int) -> tuple[Summary, ...]:
        here = await self.of(user, scope=place.scope, limit=200)
        return here if here or place.guild else await self.of(user, limit=200)


@cache
def _of(running: bool, here: bool) -> Prepared:
    """Matches of ``user``, through the index of each seat; ``here``: only those in ``scope``.

    Running ones with those that wait for the user first, then by what is due; or finished ones, the latest first.
    """
    user, ended = sa.bindparam("user", type_=sa.BigInteger), matches.c.finished_at
    queries = []
    for seat in ("seat0", "seat1"):
        query = sa.select(*_COLUMNS).where(matches.c[seat] == user, ended.is_(None) if running else ended.is_not(None))
        # The sum keeps SQLite to the index of the seat: a server has far more matches than a member has.
        queries.append(query.where(matches.c.scope + 0 == sa.bindparam("scope")) if here else query)
    mine = sa.union_all(*queries).subquery()
    waits = sa.case((mine.c.mover == user, 0), else_=1)
    hurry = sa.case((mine.c.due_at.is_(None), 1), else_=0)
    order = (waits, hurry, mine.c.due_at, mine.c.moved_at, mine.c.id) if running else (mine.c.finished_at.desc(),)
    ordered = sa.select(mine).order_by(*order)
    return Prepared(
        ordered.limit(sa.bindparam("most", type_=sa.Integer)).offset(sa.bindparam("after", type_=sa.Integer))
    )


def _summary(row: Row, now: datetime) -> Summary:
    due = row["due_at"]
    return Summary(
        id=row["id"],
        number=row["number"],
        scope=row["scope"],
        game=row["game"],
        options=row["options"],
        seats=(row["seat0"], row["seat1"]),
        names=(row["name0"], row["name1"]),
        status=row["status"],
        winner=row["winner"],
        reason=row["reason"],
        turn=row["turn"],
        ply=row["ply"],
        version=row["version"],
        mover=row["mover"],
        due=due,
        overdue=due is not None and due <= now and row["paused_at"] is None,
        paused=row["paused_at"] is not None,
        moved=row["moved_at"],
    )

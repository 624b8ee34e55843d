"""Imported matches: made from records, and visible in the channel to which they were imported."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import sqlalchemy as sa

import games
from bot.domain.errors import LimitReached, NotFound
from bot.domain.imports.record import ReadRecord
from bot.domain.matches import history
from bot.domain.matches.beginning import Setup, new_match
from bot.domain.matches.history import Entry
from bot.domain.matches.match import Draft, Match, Result
from bot.domain.matches.service import Matches
from bot.domain.servers import repository as servers
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import NOBODY, Person, Place
from bot.store.personal import DELETED_NAME
from bot.store.tables import matches

MOST_IMPORTS = 20  # imported matches of a member
UNFINISHED = "unfinished"  # the reason of an imported match without a result
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)  # earlier times in a record are wrong


class Imports:
    """The matches that members have imported."""

    def __init__(self, database: Database, matches: Matches) -> None:
        self._database = database
        self._matches = matches

    @retried
    async def add(self, place: Place, who: Person, record: ReadRecord) -> Match:
        """Import a record as a finished, unrated match; its players are known by name only.

        Raises LimitReached.
        """
        async with self._database.unit_of_work() as work:
            await work.lock_quotas(who.id)
            await servers.ensure(work, place)
            mine = sa.select(sa.func.count()).where(matches.c.imported == who.id)
            if (await work.connection.execute(mine)).scalar_one() >= MOST_IMPORTS:
                raise LimitReached(
                    "you’ve reached the limit of {most} imported matches; delete one first",
                    most=MOST_IMPORTS,
                )
            number, _ = await self._matches.repository.next_number(work, place.scope)
            return await self._matches.repository.add(
                work, _match(place, who, record, number, work.now)
            )

    async def same(self, place: Place, record: ReadRecord) -> str | None:
        """The name of a match played in or imported to a channel with the moves of a record; None
        if there is none.
        """
        query = sa.select(matches.c.number, matches.c.options).where(
            matches.c.scope == place.scope,
            matches.c.channel == place.channel,
            matches.c.game == record.slug,
            matches.c.decisions == " ".join(record.decisions),
        )
        rows = await self._database.store.fetch(query.order_by(matches.c.id))
        return next((f"M{row.number}" for row in rows if row.options == dict(record.options)), None)

    async def of(self, place: Place, user: int) -> Sequence[tuple[int, str, str]]:
        """A member's imports in a place, latest first: id, name, and the game's slug."""
        columns = (matches.c.id, matches.c.number, matches.c.game)
        mine = matches.c.imported == user, matches.c.scope == place.scope
        rows = await self._database.store.fetch(
            sa.select(*columns).where(*mine).order_by(matches.c.id.desc())
        )
        return [(row.id, f"M{row.number}", row.game) for row in rows]

    @retried
    async def delete(self, match: int, user: int) -> None:
        """Delete a member's own import. Raises NotFound."""
        async with self._database.unit_of_work() as work:
            mine = matches.delete().where(matches.c.id == match, matches.c.imported == user)
            scope = (
                await work.connection.execute(mine.returning(matches.c.scope))
            ).scalar_one_or_none()
            if scope is None:
                raise NotFound("you didn’t import that match")
            await servers.delete_unused(work, scope)

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Remove a user's name from others' imports whose moves are those of a match of theirs, or
        its beginning.
        """
        own = matches.alias("own")
        for seat in ("0", "1"):
            player = own.c[f"seat{seat}"]
            name = own.c[f"name{seat}"]
            imported_name = matches.c[f"name{seat}"]
            imported = matches.c.decisions
            start = sa.func.substr(own.c.decisions, 1, sa.func.length(imported) + 1)
            same_moves = sa.or_(start == imported, start == imported + " ")
            same = own.c.game == matches.c.game, name == imported_name, same_moves
            theirs = (
                imported_name.in_(sa.select(name).where(player == user)),
                sa.exists().where(player == user, *same),
            )
            update = matches.update().where(matches.c.imported.is_not(None), *theirs)
            values = {imported_name: DELETED_NAME, "revision": matches.c.revision + 1}
            await work.connection.execute(update.values(values))
        return 0


def _match(place: Place, who: Person, record: ReadRecord, number: int, now: datetime) -> Match:
    """The match of a record; its turns count as played, at ``now`` if the record has no plausible
    time.
    """
    entries = [
        Entry(
            turn.length,
            "passed" if turn.how == "passed" else "played",
            int(
                (turn.at if turn.at is not None and EARLIEST <= turn.at <= now else now).timestamp()
            ),
        )
        for turn in record.turns
    ]
    moves = history.read(
        record.slug, record.options, " ".join(record.decisions), history.write_log(entries)
    )
    game = games.get(record.slug)
    first, second = (
        Person(NOBODY, name if name.strip() else seat)
        for name, seat in zip(record.players, game.seats, strict=True)
    )
    new = new_match(
        Setup(place.scope, place.channel, game, record.options, (first, second)),
        number,
        now,
        guild=place.guild,
    )
    return replace(
        new,
        history=moves,
        draft=Draft((moves.state,)),
        result=Result(
            status="finished" if record.finished else "aborted",
            winner=record.winner,
            reason=record.reason if record.finished else UNFINISHED,
            at=now,
        ),
        imported=who.id,
    )

"""Imported matches: made from records, and visible in the channel to which they were imported."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import games
from bot.domain.errors import LimitReached, NotFound
from bot.domain.imports import repository
from bot.domain.imports.record import ReadRecord, ReadTurn
from bot.domain.imports.repository import Import
from bot.domain.matches import history
from bot.domain.matches.beginning import Setup, new_match
from bot.domain.matches.history import StoredTurn
from bot.domain.matches.match import Draft, Match, Result
from bot.domain.matches.service import Matches
from bot.domain.servers import repository as servers
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.domain.values import NOBODY, Person, Place

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
            if await repository.count(work, who.id) >= MOST_IMPORTS:
                raise LimitReached(
                    "you’ve reached the limit of {most} imported matches; delete one first",
                    most=MOST_IMPORTS,
                )
            number, _ = await self._matches.repository.next_number(work, place.scope)
            match = _match(place, who, record, number, work.now)
            return await self._matches.repository.add(work, match)

    async def same(self, place: Place, record: ReadRecord) -> str | None:
        """The name of a match played in or imported to a channel with the moves of a record; None
        if there is none.
        """
        async with self._database.read() as connection:
            return await repository.name_of_same(
                connection, place, record.slug, record.options, record.decisions
            )

    async def of(self, place: Place, user: int) -> Sequence[Import]:
        """A member's imports in a place, the latest first."""
        async with self._database.read() as connection:
            return await repository.of(connection, place.scope, user)

    @retried
    async def delete(self, match: int, user: int) -> None:
        """Delete a member's own import. Raises NotFound."""
        async with self._database.unit_of_work() as work:
            scope = await repository.delete(work, match, user)
            if scope is None:
                raise NotFound("you didn’t import that match")
            await servers.delete_unused(work, scope)

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Remove a user's name from others' imports whose moves are those of a match of theirs, or
        its beginning.
        """
        await repository.remove_name(work, user)
        return 0


def _match(place: Place, who: Person, record: ReadRecord, number: int, now: datetime) -> Match:
    """The match of a record; its turns count as played, at ``now`` if the record has no plausible
    time.
    """
    game = games.get(record.slug)
    entries = [_entry(turn, now) for turn in record.turns]
    decisions = " ".join(record.decisions)
    moves = history.read(record.slug, record.options, decisions, history.write_log(entries))
    first, second = record.players
    players = (_player(first, game.seats[0]), _player(second, game.seats[1]))
    setup = Setup(
        scope=place.scope,
        channel=place.channel,
        game=game,
        options=record.options,
        players=players,
    )
    if record.has_result:
        result = Result("finished", record.winner, record.reason, now)
    else:
        result = Result("aborted", record.winner, UNFINISHED, now)
    return replace(
        new_match(setup, number, now, guild=place.guild),
        history=moves,
        draft=Draft((moves.state,)),
        result=result,
        imported=who.id,
    )


def _entry(turn: ReadTurn, now: datetime) -> StoredTurn:
    moment = now
    if turn.made_at is not None and EARLIEST <= turn.made_at <= now:
        moment = turn.made_at
    how: history.TurnOrigin = "passed" if turn.how == "passed" else "played"
    return StoredTurn(turn.length, how, int(moment.timestamp()))


def _player(name: str, seat: str) -> Person:
    """A player who is known by name only; else by the name of the seat."""
    return Person(NOBODY, name if name.strip() else seat)

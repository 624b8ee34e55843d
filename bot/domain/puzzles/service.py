"""Puzzles as features see them: the next one for a member, what came of it, and the puzzle of the day."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import outbox
from bot.domain.errors import NotFound
from bot.domain.events import JSON
from bot.domain.puzzles import repository
from bot.domain.puzzles.events import DailyPuzzle
from bot.domain.puzzles.repository import Streak
from bot.domain.servers import repository as servers
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from games.players.puzzles import Puzzle, puzzles

DAY = timedelta(days=1)


def puzzle_named(slug: str, name: str) -> Puzzle:
    """A puzzle by its game and name. Raises NotFound."""
    for puzzle in puzzles(slug):
        if puzzle.name == name:
            return puzzle
    raise NotFound("that puzzle is no longer kept")


def of_the_day(now: datetime) -> Puzzle:
    """The same puzzle for everybody for a day (UTC): games take turns."""
    number = now.toordinal()
    slugs = [game.slug for game in games.catalog() if puzzles(game.slug)]
    found = sorted(puzzles(slugs[number % len(slugs)]), key=lambda puzzle: puzzle.name)
    return found[number // len(slugs) % len(found)]


class Puzzles:
    """What members have made of puzzles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def next_for(self, user: int, slug: str | None = None, *, but: str = "") -> Puzzle:
        """The first puzzle that a member has not seen the end of, of a game or of the one least practised.

        Short ones come first; once all are done they come round again. ``but``: the first after the one of this name.
        """
        async with self._database.read() as connection:
            done = await repository.done_by(connection, user)
        slugs = [game.slug for game in games.catalog()] if slug is None else [games.get(slug).slug]
        slugs.sort(key=lambda one: sum(game == one for game, _ in done))
        # Those found in one match lie side by side in the files, and one would give another away; names mix them.
        found = [puzzle for one in slugs for puzzle in sorted(puzzles(one), key=lambda one: (one.turns, one.name))]
        if not found:
            raise NotFound("there are no puzzles of that game")
        at = next((number for number, puzzle in enumerate(found, 1) if puzzle.name == but), 0)
        found = found[at:] + found[:at]
        return next((puzzle for puzzle in found if (puzzle.slug, puzzle.name) not in done), found[0])

    @retried
    async def wrong(self, user: int, puzzle: Puzzle) -> None:
        """Note a wrong answer."""
        async with self._database.unit_of_work() as work:
            await repository.count_wrong(work.connection, user, puzzle)

    @retried
    async def given_up(self, user: int, puzzle: Puzzle) -> None:
        """Note that the solution was shown: the puzzle is done, and does not count."""
        async with self._database.unit_of_work() as work:
            await repository.mark_done(work, user, puzzle)

    @retried
    async def solved(self, user: int, puzzle: Puzzle) -> Streak:
        """Note a right answer, once for each puzzle; the member's streak then."""
        async with self._database.unit_of_work() as work:
            if not await repository.mark_done(work, user, puzzle):
                return await self._streak(work.connection, user, work.now)
            (days, best, solved), last = await repository.streak(work.connection, user, lock=True)
            today = work.now.date()
            days = days if last == today else days + 1 if last == today - DAY else 1
            streak = Streak(days, max(days, best), solved + 1)
            await repository.store_streak(work.connection, user, streak, today)
            return streak

    async def streak(self, user: int) -> Streak:
        """How a member stands today."""
        async with self._database.read() as connection:
            return await self._streak(connection, user, self._database.now())

    async def _streak(self, connection: AsyncConnection, user: int, now: datetime) -> Streak:
        streak, last = await repository.streak(connection, user)
        return streak if last is not None and last >= now.date() - DAY else streak._replace(days=0)

    @retried
    async def daily(self) -> int:
        """Put the puzzle of the day into the outbox for servers that want it, a hundred at most; how many it were.

        Several processes may do so; each puzzle is put there once.
        """
        now = self._database.now()
        async with self._database.read() as connection:
            if not await servers.any_due(connection, "puzzle_at", now):
                return 0
        puzzle = of_the_day(now)
        async with self._database.unit_of_work() as work:
            due = await servers.take_due(work, "puzzle_at")
            for server in due:
                channel = server.settings.puzzles
                following = servers.next_noon(work.now) if channel else None
                await servers.set_due(work.connection, server.id, "puzzle_at", following)
                if channel:
                    await outbox.owe(work, DailyPuzzle(puzzle.slug, puzzle.name), scope=server.id, channel=channel)
            return len(due)

    # ------------------------------------------------------------------------------------------- personal data

    async def exported(self, connection: AsyncConnection, user: int) -> dict[str, JSON]:
        """What is kept of a person's puzzles."""
        return await repository.exported(connection, user)

    async def forgotten(self, work: UnitOfWork, user: int) -> int:
        """Delete what is kept of a person's puzzles."""
        await repository.delete(work.connection, user)
        return 0

    async def purged(self, work: UnitOfWork, scope: int) -> None:
        """Nothing about puzzles is kept by server, but its settings."""

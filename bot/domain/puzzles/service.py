"""Puzzles and lessons of members: the next puzzle, its result, streaks, and the puzzle of the day."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import outbox
from bot.domain.errors import NotFound
from bot.domain.puzzles import repository
from bot.domain.puzzles.events import DailyPuzzle
from bot.domain.puzzles.repository import Progress, Streak
from bot.domain.ratings import glicko
from bot.domain.servers import repository as servers
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from games.players.puzzles import Puzzle, every, puzzles

DAY = timedelta(days=1)
EASIER = 150
"""Points below a member's own rating at which puzzles begin."""


def puzzle_named(slug: str, name: str) -> Puzzle:
    """A puzzle by its game and name. Raises NotFound."""
    for puzzle in every(slug):
        if puzzle.name == name:
            return puzzle
    raise NotFound("that puzzle no longer exists")


def of_the_day(now: datetime) -> Puzzle:
    """The same puzzle for everybody for a day (UTC): games take turns."""
    number = now.toordinal()
    slugs = [game.slug for game in games.catalog() if puzzles(game.slug)]
    by_name = sorted(puzzles(slugs[number % len(slugs)]), key=lambda puzzle: puzzle.name)
    return by_name[number // len(slugs) % len(by_name)]


class Puzzles:
    """Members' puzzles and courses."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def next_for(self, user: int, slug: str | None = None, *, but: str = "") -> Puzzle:
        """A member's next puzzle whose end they have not seen, of a game or of the one least practised.

        It is about as hard as the member is strong, or the first after the one named ``but``, from easy to hard. Once
        all are done they come round again. Raises NotFound for a game without puzzles.
        """
        async with self._database.read() as connection:
            done = await repository.done_by(connection, user)
            own = (await repository.streak(connection, user)).strength.rating
            slugs = [game.slug for game in games.catalog()] if slug is None else [games.get(slug).slug]
            slugs.sort(key=lambda slug: sum(game == slug for game, _ in done))
            left = (slug for slug in slugs if any((slug, puzzle.name) not in done for puzzle in puzzles(slug)))
            chosen = next(left, slugs[0])
            tried = await repository.strengths(connection, chosen)
        ratings = {puzzle.name: float(puzzle.rating) for puzzle in puzzles(chosen)}
        ratings |= {name: strength.rating for name, strength in tried.items() if name in ratings}
        ordered = sorted(puzzles(chosen), key=lambda puzzle: (ratings[puzzle.name], puzzle.name))
        if not ordered:
            raise NotFound("there are no puzzles for that game")
        start = next((number for number, puzzle in enumerate(ordered) if ratings[puzzle.name] >= own - EASIER), 0)
        start = next((number for number, puzzle in enumerate(ordered, 1) if puzzle.name == but), start)
        ordered = ordered[start:] + ordered[:start]
        return next((puzzle for puzzle in ordered if (puzzle.slug, puzzle.name) not in done), ordered[0])

    @retried
    async def wrong(self, user: int, puzzle: Puzzle) -> None:
        """Store a wrong answer; the first one to a puzzle counts for the ratings."""
        async with self._database.unit_of_work() as work:
            await self._rate(work, user, puzzle, 0.0)
            await repository.count_wrong(work.connection, user, puzzle)

    @retried
    async def given_up(self, user: int, puzzle: Puzzle) -> None:
        """Store that the solution was shown: the puzzle is done, and does not count as solved."""
        async with self._database.unit_of_work() as work:
            await self._rate(work, user, puzzle, 0.0)
            await repository.mark_done(work, user, puzzle)

    @retried
    async def solved(self, user: int, puzzle: Puzzle) -> Streak:
        """Store a right answer, once for each puzzle; gives the member's streak."""
        async with self._database.unit_of_work() as work:
            await self._rate(work, user, puzzle, 1.0)
            if not await repository.mark_done(work, user, puzzle):
                return await self._streak(work.connection, user, work.now)
            (days, best, solved), last, _ = await repository.streak(work.connection, user, lock=True)
            today = work.now.date()
            days = days if last == today else days + 1 if last == today - DAY else 1
            streak = Streak(days, max(days, best), solved + 1)
            await repository.store_streak(work.connection, user, streak, today)
            return streak

    async def _rate(self, work: UnitOfWork, user: int, puzzle: Puzzle, score: float) -> None:
        """Change the ratings of a member and a puzzle as after a match, at the member's first answer to it."""
        if not await repository.lock_if_untried(work.connection, user, puzzle):
            return
        member = (await repository.streak(work.connection, user, lock=True)).strength
        strength = await repository.lock_strength(work.connection, puzzle)
        new_member = glicko.rate(member, [(strength, score)], periods=0.0)
        new_strength = glicko.rate(strength, [(member, 1.0 - score)], periods=0.0)
        await repository.store_strengths(work.connection, user, new_member, puzzle, new_strength)

    async def done(self, user: int, puzzle: Puzzle) -> bool:
        """Whether a member has seen the end of a puzzle."""
        async with self._database.read() as connection:
            return (puzzle.slug, puzzle.name) in await repository.done_by(connection, user)

    async def ratings(self, user: int, puzzle: Puzzle) -> tuple[int, int]:
        """The ratings of a puzzle and of a member at puzzles."""
        async with self._database.read() as connection:
            tried = (await repository.strengths(connection, puzzle.slug)).get(puzzle.name)
            own = (await repository.streak(connection, user)).strength
        return round(puzzle.rating if tried is None else tried.rating), round(own.rating)

    async def progress(self, user: int, slug: str) -> Progress:
        """A member's progress in a game's course."""
        async with self._database.read() as connection:
            return await repository.progress(connection, user, slug)

    @retried
    async def go_on(self, user: int, slug: str, step: int) -> None:
        """Store the step of a game's course that a member goes on with."""
        async with self._database.unit_of_work() as work:
            await repository.store_progress(work.connection, user, slug, step)

    async def streak(self, user: int) -> Streak:
        """A member's streak today."""
        async with self._database.read() as connection:
            return await self._streak(connection, user, self._database.now())

    async def _streak(self, connection: AsyncConnection, user: int, now: datetime) -> Streak:
        streak, last, _ = await repository.streak(connection, user)
        return streak if last is not None and last >= now.date() - DAY else streak._replace(days=0)

    @retried
    async def daily(self) -> int:
        """Enqueue the puzzle of the day for servers that want it, at most a hundred; gives how many are done.

        Several processes may do so; each server's puzzle is enqueued once.
        """
        now = self._database.now()
        if not await self._database.holds(servers.puzzles_due(now)):
            return 0
        puzzle = of_the_day(now)
        async with self._database.unit_of_work() as work:
            due = await servers.take_puzzles_due(work)
            for scope, settings in due:
                channel = settings.puzzles
                following = servers.next_noon(work.now) if channel else None
                await servers.set_puzzle_at(work.connection, scope, following)
                if channel:
                    await outbox.enqueue(work, DailyPuzzle(puzzle.slug, puzzle.name), scope=scope, channel=channel)
            return len(due)

"""Puzzles and lessons as features see them: the next one for a member, what came of it, the puzzle of the day."""

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
"""How many points below a member's own rating puzzles begin."""


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
    found = sorted(puzzles(slugs[number % len(slugs)]), key=lambda puzzle: puzzle.name)
    return found[number // len(slugs) % len(found)]


class Puzzles:
    """What members have made of puzzles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def next_for(self, user: int, slug: str | None = None, *, but: str = "") -> Puzzle:
        """The next puzzle for a member, of a game or of the one least practised, that they have not seen the end of.

        The first is about as hard as the member is strong; ``but``: the first after the one of this name, and so from
        easy to hard. Once all are done they come round again.
        """
        async with self._database.read() as connection:
            done = await repository.done_by(connection, user)
            own = (await repository.streak(connection, user)).strength.rating
            slugs = [game.slug for game in games.catalog()] if slug is None else [games.get(slug).slug]
            slugs.sort(key=lambda one: sum(game == one for game, _ in done))
            chosen = next(
                (one for one in slugs if any((one, each.name) not in done for each in puzzles(one))), slugs[0]
            )
            known = await repository.strengths(connection, chosen)
        rated = sorted(
            (known[one.name].rating if one.name in known else one.rating, one.name, one) for one in puzzles(chosen)
        )
        found = [puzzle for _, _, puzzle in rated]
        if not found:
            raise NotFound("there are no puzzles for that game")
        start = next((number for number, (rating, *_) in enumerate(rated) if rating >= own - EASIER), 0)
        at = next((number for number, puzzle in enumerate(found, 1) if puzzle.name == but), start)
        found = found[at:] + found[:at]
        return next((puzzle for puzzle in found if (puzzle.slug, puzzle.name) not in done), found[0])

    @retried
    async def wrong(self, user: int, puzzle: Puzzle) -> None:
        """Note a wrong answer; the first one to a puzzle counts for the ratings."""
        async with self._database.unit_of_work() as work:
            await self._meet(work, user, puzzle, 0.0)
            await repository.count_wrong(work.connection, user, puzzle)

    @retried
    async def given_up(self, user: int, puzzle: Puzzle) -> None:
        """Note that the solution was shown: the puzzle is done, and does not count among those solved."""
        async with self._database.unit_of_work() as work:
            await self._meet(work, user, puzzle, 0.0)
            await repository.mark_done(work, user, puzzle)

    @retried
    async def solved(self, user: int, puzzle: Puzzle) -> Streak:
        """Note a right answer, once for each puzzle; the member's streak then."""
        async with self._database.unit_of_work() as work:
            await self._meet(work, user, puzzle, 1.0)
            if not await repository.mark_done(work, user, puzzle):
                return await self._streak(work.connection, user, work.now)
            stored = await repository.streak(work.connection, user, lock=True)
            (days, best, solved), last = stored.streak, stored.day
            today = work.now.date()
            days = days if last == today else days + 1 if last == today - DAY else 1
            streak = Streak(days, max(days, best), solved + 1)
            await repository.store_streak(work.connection, user, streak, today)
            return streak

    async def _meet(self, work: UnitOfWork, user: int, puzzle: Puzzle, score: float) -> None:
        """Let a member and a puzzle change each other's ratings, as in a match, at the member's first answer to it."""
        if not await repository.is_untried(work.connection, user, puzzle):
            return
        member = (await repository.streak(work.connection, user, lock=True)).strength
        hardness = await repository.strength(work.connection, puzzle)
        await repository.store_strengths(
            work.connection,
            user,
            glicko.rate(member, [(hardness, score)], periods=0.0),
            puzzle,
            glicko.rate(hardness, [(member, 1.0 - score)], periods=0.0),
        )

    async def done(self, user: int, puzzle: Puzzle) -> bool:
        """Whether a member is done with a puzzle."""
        async with self._database.read() as connection:
            return (puzzle.slug, puzzle.name) in await repository.done_by(connection, user)

    async def ratings(self, user: int, puzzle: Puzzle) -> tuple[int, int]:
        """How hard a puzzle has turned out to be, and how strong a member is at puzzles."""
        async with self._database.read() as connection:
            known = (await repository.strengths(connection, puzzle.slug)).get(puzzle.name)
            own = (await repository.streak(connection, user)).strength
        return round(puzzle.rating if known is None else known.rating), round(own.rating)

    async def progress(self, user: int, slug: str) -> Progress:
        """How far a member has come in a game's course."""
        async with self._database.read() as connection:
            return await repository.progress(connection, user, slug)

    @retried
    async def go_on(self, user: int, slug: str, step: int) -> None:
        """Note with which step of a game's course a member goes on."""
        async with self._database.unit_of_work() as work:
            await repository.store_progress(work.connection, user, slug, step)

    async def streak(self, user: int) -> Streak:
        """How a member stands today."""
        async with self._database.read() as connection:
            return await self._streak(connection, user, self._database.now())

    async def _streak(self, connection: AsyncConnection, user: int, now: datetime) -> Streak:
        streak, last, _ = await repository.streak(connection, user)
        return streak if last is not None and last >= now.date() - DAY else streak._replace(days=0)

    @retried
    async def daily(self) -> int:
        """Put the puzzle of the day into the outbox for servers that want it, a hundred at most; how many it were.

        Several processes may do so; each puzzle is put there once.
        """
        now = self._database.now()
        if not await self._database.holds(servers.puzzles_due(now)):
            return 0
        puzzle = of_the_day(now)
        async with self._database.unit_of_work() as work:
            due = await servers.take_puzzles_due(work)
            for server in due:
                channel = server.settings.puzzles
                following = servers.next_noon(work.now) if channel else None
                await servers.set_puzzle_at(work.connection, server.id, following)
                if channel:
                    await outbox.enqueue(work, DailyPuzzle(puzzle.slug, puzzle.name), scope=server.id, channel=channel)
            return len(due)

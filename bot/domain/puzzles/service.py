"""Puzzles and lessons of members: what they tried and solved, streaks, ratings, courses, and the
puzzle of the day.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.errors import NotFound
from bot.domain.events import DomainEvent
from bot.domain.outbox.enqueue import enqueue
from bot.domain.puzzles import repository
from bot.domain.puzzles.exercises import Exercises, Round, is_own
from bot.domain.puzzles.progress import (
    AGAIN,
    BEGINNER,
    UNCOUNTED,
    PuzzleStanding,
    SolverStrength,
    Streak,
)
from bot.domain.puzzles.repository import PuzzleName, ServerDue
from bot.domain.ratings import glicko
from bot.domain.ratings.glicko import Strength
from bot.domain.servers import repository as servers
from bot.domain.servers.settings import InUse, as_made
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.store.personal import Plain
from games.players.puzzles import FIRST, Puzzle, puzzles

BATCH = 100  # servers that get the puzzle of the day in one unit of work
EASIER = 150  # points below a member's own rating at which puzzles begin
MOST_POINTS = 60  # the most points by which one puzzle changes a member's rating


class DailyPuzzle(DomainEvent, kind="puzzle"):
    """The puzzle of the day is due in a server: the slug of its game, its name, and that of an
    easier puzzle.
    """

    game: Plain[str]
    puzzle: Plain[str]
    easier: Plain[str] = ""


def puzzle_named(slug: str, name: str) -> Puzzle:
    """A puzzle by its game and name. Raises NotFound."""
    puzzle = _find(PuzzleName(slug, name))
    if puzzle is None:
        raise NotFound("that puzzle no longer exists")
    return puzzle


def _find(name: PuzzleName) -> Puzzle | None:
    return next((puzzle for puzzle in puzzles(name.game) if puzzle.name == name.name), None)


def of_the_day(now: datetime) -> Puzzle:
    """The same puzzle for everybody for a day (UTC), none of a game's first: games take turns."""
    number = now.toordinal()
    slugs = [game.slug for game in games.catalog() if puzzles(game.slug)]
    later_puzzles = puzzles(slugs[number % len(slugs)])[FIRST:]
    by_name = sorted(later_puzzles, key=lambda puzzle: puzzle.name)
    return by_name[number // len(slugs) % len(by_name)]


def easier_of_the_day(now: datetime) -> Puzzle:
    """A puzzle won at once for those who are new to the game of the day: one of the easiest
    fifth.
    """
    daily = of_the_day(now)
    easiest_first = sorted(puzzles(daily.slug), key=_easiest_first)
    fifth = easiest_first[: 2 + len(easiest_first) // 5]
    other_puzzles = [puzzle for puzzle in fifth if puzzle != daily]
    return other_puzzles[now.toordinal() % len(other_puzzles)]


def _easiest_first(puzzle: Puzzle) -> tuple[int, int, str]:
    return puzzle.turns, puzzle.rating, puzzle.name


class Puzzles:
    """Members' puzzles and courses.

    :param in_use: what of a server's settings is followed
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.in_use: InUse = as_made
        self.exercises = Exercises(database)

    async def named(self, user: int, slug: str, name: str) -> Puzzle:
        """A puzzle, or an exercise of the member's own. Raises NotFound."""
        if is_own(name):
            puzzle, _ = await self.exercises.named(user, name)
            return puzzle
        return puzzle_named(slug, name)

    async def next_for(self, user: int, slug: str | None = None, *, exclude: str = "") -> Puzzle:
        """A member's next puzzle whose end they have not seen, of a game or of the one least
        practised.

        One that was missed comes first once it is due again. Else it is one of the game's first to
        a member who has answered few, later one about as hard as the member is strong, or the first
        after the one named ``exclude``, from easy to hard. Once all are done they come round again.
        Raises NotFound for a game without puzzles.
        """
        if slug is None:
            slugs = [game.slug for game in games.catalog()]
        else:
            slugs = [games.get(slug).slug]
        async with self._database.read() as connection:
            now = self._database.now()
            for name in await repository.missed_by(connection, user, slugs, now):
                missed_puzzle = _find(name)
                if missed_puzzle is not None and missed_puzzle.name != exclude:
                    return missed_puzzle
            done_puzzles = await repository.done_by(connection, user)
            game_slug = _least_practised(slugs, done_puzzles)
            strengths = await repository.puzzle_strengths_of(connection, game_slug)
            own_strength = await repository.solver_strength(connection, user, game_slug)
        if not puzzles(game_slug):
            raise NotFound("there are no puzzles for that game")
        candidates = _from_easy_to_hard(game_slug, strengths, own_strength, exclude)
        for puzzle in candidates:
            if _name_of(puzzle) not in done_puzzles:
                return puzzle
        return candidates[0]

    @retried
    async def wrong(self, user: int, puzzle: Puzzle, *, given_up: bool = False) -> None:
        """Store a wrong answer, or that the solution was shown: then the puzzle is done, and does
        not count as solved.

        The first answer to a puzzle counts for the ratings. It comes round again.
        """
        if is_own(puzzle.name):
            await self.exercises.answered(user, puzzle.name, right=False)
            return
        async with self._database.unit_of_work() as work:
            await _rate(work.connection, user, puzzle, 0.0)
            if given_up:
                await repository.note_done(work, user, puzzle)
            wrong = 0 if given_up else 1
            await repository.note_missed(work, user, puzzle, wrong=wrong, due=work.now + AGAIN)

    @retried
    async def solved(self, user: int, puzzle: Puzzle) -> Streak:
        """Store a right answer, once for each puzzle; returns the member's streak, to which
        exercises add nothing.
        """
        if is_own(puzzle.name):
            await self.exercises.answered(user, puzzle.name, right=True)
            return await self.streak(user)
        async with self._database.unit_of_work() as work:
            await _rate(work.connection, user, puzzle, 1.0)
            is_new = await repository.note_done(work, user, puzzle)
            await repository.end_repetition(work, user, puzzle)
            streak_so_far = await repository.streak_of(work.connection, user, lock=True)
            today = work.now.date()
            if not is_new:
                return streak_so_far.as_of(today)
            streak = streak_so_far.grown(today)
            await repository.store_streak(work.connection, user, streak, today)
            return streak

    async def done(self, user: int, puzzle: Puzzle) -> bool:
        """Whether a member has seen the end of a puzzle."""
        return await self._database.has(repository.done_query(user, puzzle))

    async def standing(self, user: int, puzzle: Puzzle) -> PuzzleStanding | Round:
        """How a member stands with a puzzle, or with an exercise."""
        if is_own(puzzle.name):
            return (await self.exercises.named(user, puzzle.name))[1]
        async with self._database.read() as connection:
            strengths = await repository.puzzle_strengths_of(connection, puzzle.slug)
            own_strength = await repository.solver_strength(connection, user, puzzle.slug)
            attempt = await repository.get_try(connection, user, puzzle, self._database.now())
        standing = PuzzleStanding(
            puzzle=round(_rating(puzzle, strengths)),
            own_rating=round(own_strength.strength.rating),
            answers=own_strength.answers,
        )
        if attempt is None or not attempt.is_answered:
            return standing
        return standing.after(attempt)

    async def solved_steps(self, user: int, slug: str) -> frozenset[str]:
        """The keys of the steps of a game's course that a member has solved."""
        async with self._database.read() as connection:
            return await repository.steps_solved(connection, user, slug)

    @retried
    async def solve_step(self, user: int, slug: str, step: str) -> None:
        """Store that a member has solved a step of a game's course."""
        async with self._database.unit_of_work() as work:
            await repository.add_step(work, user, slug, step)

    async def streak(self, user: int) -> Streak:
        """A member's streak today."""
        async with self._database.read() as connection:
            streak_so_far = await repository.streak_of(connection, user)
        return streak_so_far.as_of(self._database.now().date())

    @retried
    async def daily(self) -> int:
        """Enqueue the puzzle of the day, once for each server that wants it, for at most BATCH; how
        many are done.
        """
        now = self._database.now()
        if not await self._database.has(repository.servers_due_query(now, BATCH)):
            return 0
        puzzle = of_the_day(now)
        daily = DailyPuzzle(puzzle.slug, puzzle.name, easier_of_the_day(now).name)
        async with self._database.unit_of_work() as work:
            due = await repository.locked_servers_due(work, now, BATCH)
            for server in due:
                await self._post_daily(work, server, daily)
            return len(due)

    async def _post_daily(self, work: UnitOfWork, server: ServerDue, daily: DailyPuzzle) -> None:
        next_noon = servers.next_noon(work.now) if server.settings.puzzles else None
        await servers.set_next_puzzle(work, server.scope, next_noon)
        channel = self.in_use(server.scope, server.settings).puzzles
        if channel:
            await enqueue(work, daily, scope=server.scope, channel=channel)


def _name_of(puzzle: Puzzle) -> PuzzleName:
    return PuzzleName(puzzle.slug, puzzle.name)


def _least_practised(slugs: Sequence[str], done_puzzles: set[PuzzleName]) -> str:
    """The game with the fewest puzzles done, of those that have some left; else of all."""
    by_practice = sorted(slugs, key=lambda slug: sum(name.game == slug for name in done_puzzles))
    for slug in by_practice:
        if any(_name_of(puzzle) not in done_puzzles for puzzle in puzzles(slug)):
            return slug
    return by_practice[0]


def _from_easy_to_hard(
    slug: str, strengths: Mapping[str, Strength], own_strength: SolverStrength, exclude: str
) -> list[Puzzle]:
    """The puzzles of a game from where a member begins, then those before.

    The first ones keep their order, whatever their ratings become.

    :param strengths: of puzzles that were rated, by name
    :param exclude: begin after the puzzle with this name
    """
    ratings = {puzzle.name: _rating(puzzle, strengths) for puzzle in puzzles(slug)}
    first_puzzles = puzzles(slug)[:FIRST]
    later_puzzles = list(puzzles(slug)[FIRST:])
    later_puzzles.sort(key=lambda puzzle: (ratings[puzzle.name], puzzle.name))
    all_puzzles = [*first_puzzles, *later_puzzles]
    names = [puzzle.name for puzzle in all_puzzles]
    start = 0
    if exclude in names:
        start = names.index(exclude) + 1
    elif own_strength.answers >= FIRST:
        start = len(first_puzzles)
        easiest = own_strength.strength.rating - EASIER
        start += sum(ratings[puzzle.name] < easiest for puzzle in later_puzzles)
    return all_puzzles[start:] + all_puzzles[:start]


def _rating(puzzle: Puzzle, strengths: Mapping[str, Strength]) -> float:
    """The rating of a puzzle: by the answers of members, or before as it was mined."""
    strength = strengths.get(puzzle.name)
    return float(puzzle.rating) if strength is None else strength.rating


async def _rate(connection: AsyncConnection, user: int, puzzle: Puzzle, score: float) -> None:
    """Change the ratings of a member and a puzzle as after a match, at the member's first answer to
    it.

    The first answers in a game change neither, and none changes the member's by more than
    MOST_POINTS. The member's try is locked until commit.
    """
    if not await repository.begin_try(connection, user, puzzle):
        return
    solver = await repository.count_answer(connection, user, puzzle.slug)
    if solver.answers <= UNCOUNTED:
        return
    member = solver.strength
    first = Strength(float(puzzle.rating), BEGINNER.deviation, BEGINNER.volatility)
    strength = await repository.locked_puzzle_strength(connection, puzzle, first)
    new_puzzle_strength = glicko.rate(strength, [(member, 1.0 - score)], periods=0.0)
    await repository.store_puzzle_strength(connection, puzzle, new_puzzle_strength)
    new_strength = glicko.rate(member, [(strength, score)], periods=0.0)
    gain = round(new_strength.rating - member.rating)
    points = max(-MOST_POINTS, min(MOST_POINTS, gain))
    capped_strength = new_strength._replace(rating=member.rating + points)
    await repository.store_solver_strength(connection, user, puzzle.slug, capped_strength)
    await repository.store_points(connection, user, puzzle, points)

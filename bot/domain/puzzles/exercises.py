"""Exercises: turning points of a member's own matches, which come back until solved on two days;
unrated.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.domain.errors import NotFound
from bot.domain.matches.match import Match
from bot.domain.puzzles import exercise_repository as repository
from bot.domain.puzzles.exercise_repository import Exercise, ExerciseKey
from bot.domain.unit_of_work import Service, retried
from games.players.puzzles import Puzzle

FIRST = timedelta(days=1)  # after which an exercise comes round at first, or when it was missed
AGAIN = timedelta(days=3)  # after which it comes round when it was solved once
TIMES = 2  # how often an exercise is solved before it rests
# the matches whose missed ideas are compared with those of as many days before
RECENT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Round:
    """How far a member has come with an exercise.

    :param played_at: when its match ended
    :param times_solved: how often it was solved when it was due
    :param due_at: when it is due (again)
    :param counts: for a rating
    """

    played_at: datetime
    times_solved: int
    due_at: datetime
    counts: bool = False


class Missed(NamedTuple):
    """An idea of a game that a member missed in their matches: how often of late, and as long
    before that.
    """

    game: str
    idea: str
    recent: int
    earlier: int


def is_own(name: str) -> bool:
    """Whether a puzzle's name is that of an exercise."""
    return "x" in name


class Exercises(Service):
    """Members' exercises; nobody else reads them."""

    @retried
    async def keep(self, user: int, match: Match, puzzles: Sequence[Puzzle]) -> None:
        """Store what a member missed in a match of theirs; what is stored already stays as it is.

        Nothing is stored for who plays it no longer: they have deleted their data while it was
        thought about.
        """
        now = self._database.now()
        seat = match.seat_of(user)
        own_puzzles = [puzzle for puzzle in puzzles if puzzle.start().to_move == seat]
        if not own_puzzles:
            return
        new_exercises = [_exercise(match, puzzle, now) for puzzle in own_puzzles]
        async with self._database.unit_of_work() as work:
            if await repository.locks_match_of(work, user, match.id):
                await repository.add(work, user, new_exercises)

    async def next_for(self, user: int, slug: str | None = None, *, exclude: str = "") -> Puzzle:
        """The exercise that has been due longest or is due next, of a game or any.

        Raises NotFound.
        """
        async with self._database.read() as connection:
            puzzles_to_repeat = await repository.puzzles_solved_less_than(connection, user, TIMES)
        puzzles_of_game = [puzzle for puzzle in puzzles_to_repeat if slug in (None, puzzle.slug)]
        if not puzzles_of_game:
            raise NotFound(
                "there’s nothing to practise; analyse a finished match, and what you missed comes "
                "here"
            )
        return next(
            (puzzle for puzzle in puzzles_of_game if puzzle.name != exclude), puzzles_of_game[0]
        )

    async def named(self, user: int, name: str) -> tuple[Puzzle, Round]:
        """A member's exercise, and how far they have come with it. Raises NotFound."""
        key = ExerciseKey.parse(name)
        exercise = None
        if key is not None:
            async with self._database.read() as connection:
                exercise = await repository.get(connection, user, key)
        if exercise is None:
            raise NotFound("that puzzle no longer exists")
        return exercise.puzzle, Round(exercise.played_at, exercise.times_solved, exercise.due_at)

    async def answered(self, user: int, name: str, *, right: bool) -> None:
        """Store an answer.

        A right one counts once the exercise is due; after a wrong one it begins anew.
        """
        key = ExerciseKey.parse(name)
        if key is None:
            return
        now = self._database.now()
        if right:
            change = repository.count_solved(user, key, now, next_due=now + AGAIN)
        else:
            change = repository.begin_anew(user, key, due=now + FIRST)
        await self._database.run(change)

    async def missed(self, user: int) -> list[Missed]:
        """The ideas that a member missed in the matches of the last 60 days, the most frequent
        first.
        """
        start_time = self._database.now() - RECENT
        recent_counts = Counter[tuple[str, str]]()
        earlier_counts = Counter[tuple[str, str]]()
        async with self._database.read() as connection:
            ideas = await repository.ideas_since(connection, user, start_time - RECENT)
        for exercise in ideas:
            counter = recent_counts if exercise.played_at > start_time else earlier_counts
            counter.update((exercise.slug, idea) for idea in exercise.ideas)
        both = [
            Missed(slug, idea, recent_counts[slug, idea], earlier_counts[slug, idea])
            for slug, idea in recent_counts | earlier_counts
        ]
        return sorted(both, key=lambda missed: (-missed.recent, -missed.earlier, missed))


def _exercise(match: Match, puzzle: Puzzle, now: datetime) -> Exercise:
    """What a member missed in a match, as a new exercise."""
    key = ExerciseKey(match.id, len(puzzle.moves))
    return Exercise(
        key=key,
        puzzle=replace(puzzle, name=str(key)),
        played_at=match.finished or now,
        times_solved=0,
        due_at=now + FIRST,
    )

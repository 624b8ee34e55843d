"""The rows of exercises."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import UnitOfWork
from bot.store import insert_new
from bot.store.tables import exercises, matches
from games.core.numbers import whole_number
from games.players.puzzles import Puzzle, from_data, to_data


@dataclass(frozen=True, slots=True)
class ExerciseKey:
    """A position of a match: its id, and how many decisions were played before."""

    match: int
    ply: int

    @classmethod
    def parse(cls, name: str) -> "ExerciseKey | None":
        """The key that ``str`` has written as the name of a puzzle; None for any other text."""
        match, _, ply = name.partition("x")
        match_number = whole_number(match)
        ply_number = whole_number(ply)
        if match_number is None or ply_number is None:
            return None
        return cls(match_number, ply_number)

    def __str__(self) -> str:
        return f"{self.match}x{self.ply}"


@dataclass(frozen=True, slots=True)
class Exercise:
    """A puzzle from a member's own match.

    :param played_at: when the match ended
    :param times_solved: how often it was solved when it was due
    :param due_at: when it is due (again)
    """

    key: ExerciseKey
    puzzle: Puzzle
    played_at: datetime
    times_solved: int
    due_at: datetime


@dataclass(frozen=True, slots=True)
class MissedIdeas:
    """The ideas of an exercise: what a member missed in a match of a game (its slug)."""

    slug: str
    ideas: Sequence[str]
    played_at: datetime


async def locks_match_of(work: UnitOfWork, user: int, match: int) -> bool:
    """Whether a match is played, or was imported, by a member; then it is locked until commit."""
    plays = sa.or_(matches.c.seat0 == user, matches.c.seat1 == user)
    is_theirs = sa.or_(plays, matches.c.imported == user)
    query = sa.select(matches.c.id).where(matches.c.id == match, is_theirs)
    return (await work.connection.execute(query.with_for_update())).first() is not None


async def add(work: UnitOfWork, user: int, new_exercises: Sequence[Exercise]) -> None:
    """Store exercises of a member, but those that are stored already."""
    rows = []
    for exercise in new_exercises:
        row = {
            "user": user,
            "match": exercise.key.match,
            "at": exercise.key.ply,
            "puzzle": to_data(exercise.puzzle),
            "played_at": exercise.played_at,
            "due_at": exercise.due_at,
        }
        rows.append(row)
    await insert_new(work.connection, exercises, rows)


async def get(connection: AsyncConnection, user: int, key: ExerciseKey) -> Exercise | None:
    """An exercise of a member."""
    query = sa.select(exercises).where(*_of(user, key))
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    return Exercise(key, _puzzle(row.puzzle), row.played_at, row.solved, row.due_at)


async def puzzles_solved_less_than(
    connection: AsyncConnection, user: int, times: int
) -> list[Puzzle]:
    """The exercises that a member has solved less often than so many times, the longest due
    first.
    """
    query = sa.select(exercises.c.puzzle).order_by(exercises.c.due_at)
    query = query.where(exercises.c.user == user, exercises.c.solved < times)
    rows = (await connection.execute(query)).scalars()
    return [_puzzle(data) for data in rows]


async def ideas_since(
    connection: AsyncConnection, user: int, start_time: datetime
) -> list[MissedIdeas]:
    """The ideas of a member's exercises from matches that ended after a moment."""
    played_at = exercises.c.played_at
    query = sa.select(exercises.c.puzzle, played_at)
    rows = await connection.execute(query.where(exercises.c.user == user, played_at > start_time))
    ideas = list[MissedIdeas]()
    for row in rows:
        data = row.puzzle
        ideas.append(MissedIdeas(data["slug"], data["ideas"].split(), row.played_at))
    return ideas


def count_solved(user: int, key: ExerciseKey, now: datetime, next_due: datetime) -> sa.Update:
    """The statement that counts an exercise as solved, if it is due."""
    is_due = exercises.c.due_at <= now
    row = exercises.update().where(*_of(user, key), is_due)
    return row.values(solved=exercises.c.solved + 1, due_at=next_due)


def begin_anew(user: int, key: ExerciseKey, due: datetime) -> sa.Update:
    """The statement by which an exercise was never solved, and is due at a moment."""
    return exercises.update().where(*_of(user, key)).values(solved=0, due_at=due)


def _of(user: int, key: ExerciseKey) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        exercises.c.user == user,
        exercises.c.match == key.match,
        exercises.c.at == key.ply,
    )


def _puzzle(data: dict[str, str]) -> Puzzle:
    return from_data(data["slug"], data)

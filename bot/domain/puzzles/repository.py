"""The rows of puzzles and lessons: what each member has tried and solved, how strong they are, how far they came."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.ratings.glicko import Strength
from bot.domain.unit_of_work import UnitOfWork
from bot.store import insert_new
from bot.store.tables import lesson_progress, puzzle_ratings, puzzle_streaks, puzzle_tries
from games.players.puzzles import Puzzle


class Streak(NamedTuple):
    """For how many days in a row somebody has solved a puzzle, the most ever, and how many puzzles in all."""

    days: int = 0
    best: int = 0
    solved: int = 0


class StoredStreak(NamedTuple):
    """A streak, the day on which it was last continued, and how strong the member is at puzzles."""

    streak: Streak
    day: date | None
    strength: Strength


BEGINNER = Strength(1200.0, 350.0, 0.06)
"""A member who has solved nothing yet."""


class Progress(NamedTuple):
    """How far a member has come in a game's course: the step to go on with, and how many were done at most."""

    step: int = 0
    done: int = 0


async def done_by(connection: AsyncConnection, user: int) -> set[tuple[str, str]]:
    """The puzzles that a member has seen the end of, by game and name."""
    query = sa.select(puzzle_tries.c.game, puzzle_tries.c.puzzle).where(
        puzzle_tries.c.user == user, puzzle_tries.c.solved_at.is_not(None)
    )
    return {(row.game, row.puzzle) for row in await connection.execute(query)}


async def is_untried(connection: AsyncConnection, user: int, puzzle: Puzzle) -> bool:
    """Whether a member has neither answered a puzzle nor seen its end; nobody else may change that meanwhile."""
    await _known(connection, user, puzzle)
    query = sa.select(puzzle_tries.c.wrong, puzzle_tries.c.solved_at).where(*_of(user, puzzle)).with_for_update()
    row = (await connection.execute(query)).one()
    return row.wrong == 0 and row.solved_at is None


async def strengths(connection: AsyncConnection, slug: str) -> dict[str, Strength]:
    """How hard the puzzles of a game that were tried have turned out to be, by name."""
    columns = (
        puzzle_ratings.c.puzzle,
        puzzle_ratings.c.rating,
        puzzle_ratings.c.deviation,
        puzzle_ratings.c.volatility,
    )
    rows = await connection.execute(sa.select(*columns).where(puzzle_ratings.c.game == slug))
    return {row.puzzle: Strength(row.rating, row.deviation, row.volatility) for row in rows}


async def strength(connection: AsyncConnection, puzzle: Puzzle) -> Strength:
    """How hard a puzzle has turned out to be; nobody else may change that meanwhile."""
    first = Strength(float(puzzle.rating), BEGINNER.deviation, BEGINNER.volatility)
    await insert_new(connection, puzzle_ratings, game=puzzle.slug, puzzle=puzzle.name, tries=0, **first._asdict())
    row = (await connection.execute(sa.select(puzzle_ratings).where(*_rated(puzzle)).with_for_update())).one()
    return Strength(row.rating, row.deviation, row.volatility)


async def store_strengths(
    connection: AsyncConnection, user: int, member: Strength, puzzle: Puzzle, hardness: Strength
) -> None:
    """Store how strong a member and a puzzle are after they have met."""
    changed = puzzle_ratings.update().where(*_rated(puzzle))
    await connection.execute(changed.values(tries=puzzle_ratings.c.tries + 1, **hardness._asdict()))
    own = puzzle_streaks.update().where(puzzle_streaks.c.user == user)
    await connection.execute(own.values(**member._asdict()))


async def progress(connection: AsyncConnection, user: int, slug: str) -> Progress:
    """How far a member has come in a game's course."""
    query = sa.select(lesson_progress.c.step, lesson_progress.c.done).where(
        lesson_progress.c.user == user, lesson_progress.c.game == slug
    )
    row = (await connection.execute(query)).one_or_none()
    return Progress() if row is None else Progress(row.step, row.done)


async def store_progress(connection: AsyncConnection, user: int, slug: str, step: int) -> None:
    """Store with which step a member goes on; all before it are done."""
    await insert_new(connection, lesson_progress, user=user, game=slug, step=0, done=0)
    done = sa.case((lesson_progress.c.done < step, step), else_=lesson_progress.c.done)
    changed = lesson_progress.update().where(lesson_progress.c.user == user, lesson_progress.c.game == slug)
    await connection.execute(changed.values(step=step, done=done))


def _rated(puzzle: Puzzle) -> tuple[sa.ColumnElement[bool], ...]:
    return (puzzle_ratings.c.game == puzzle.slug, puzzle_ratings.c.puzzle == puzzle.name)


async def count_wrong(connection: AsyncConnection, user: int, puzzle: Puzzle) -> None:
    """Count a wrong answer."""
    await _known(connection, user, puzzle)
    more = puzzle_tries.update().where(*_of(user, puzzle)).values(wrong=puzzle_tries.c.wrong + 1)
    await connection.execute(more)


async def mark_done(work: UnitOfWork, user: int, puzzle: Puzzle) -> bool:
    """Note that a member has seen the end of a puzzle; False if that was noted before."""
    await _known(work.connection, user, puzzle)
    undone = puzzle_tries.update().where(*_of(user, puzzle), puzzle_tries.c.solved_at.is_(None))
    return (await work.connection.execute(undone.values(solved_at=work.now))).rowcount == 1


async def streak(connection: AsyncConnection, user: int, *, lock: bool = False) -> StoredStreak:
    """The streak of a member as it is stored. ``lock``: nobody else may change it meanwhile."""
    query = sa.select(puzzle_streaks).where(puzzle_streaks.c.user == user)
    if lock:
        await insert_new(connection, puzzle_streaks, user=user, day="", days=0, best=0, solved=0)
        query = query.with_for_update()
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return StoredStreak(Streak(), None, BEGINNER)
    day = date.fromisoformat(row.day) if row.day else None
    strong = Strength(row.rating, row.deviation, row.volatility)
    return StoredStreak(Streak(row.days, row.best, row.solved), day, strong)


async def store_streak(connection: AsyncConnection, user: int, streak: Streak, day: date) -> None:
    """Store a streak that was read with ``lock``."""
    changed = puzzle_streaks.update().where(puzzle_streaks.c.user == user)
    await connection.execute(changed.values(day=day.isoformat(), **streak._asdict()))


async def _known(connection: AsyncConnection, user: int, puzzle: Puzzle) -> None:
    await insert_new(connection, puzzle_tries, user=user, game=puzzle.slug, puzzle=puzzle.name)


def _of(user: int, puzzle: Puzzle) -> tuple[sa.ColumnElement[bool], ...]:
    return (puzzle_tries.c.user == user, puzzle_tries.c.game == puzzle.slug, puzzle_tries.c.puzzle == puzzle.name)

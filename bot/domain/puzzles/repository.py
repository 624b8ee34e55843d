"""Puzzles and lessons in the store: what each member has tried and solved, streaks, ratings, progress in courses."""

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
    """Days in a row on which a member has solved a puzzle, the most ever, and puzzles solved in all."""

    days: int = 0
    best: int = 0
    solved: int = 0


class StoredStreak(NamedTuple):
    """A streak, the day (UTC) on which it last grew, and the member's strength at puzzles."""

    streak: Streak
    day: date | None
    strength: Strength


BEGINNER = Strength(1200.0, 350.0, 0.06)
"""A member who has solved nothing yet."""


class Progress(NamedTuple):
    """A member's progress in a game's course: the step to go on with, and the most steps done."""

    step: int = 0
    done: int = 0


async def done_by(connection: AsyncConnection, user: int) -> set[tuple[str, str]]:
    """The puzzles whose end a member has seen, by game and name."""
    columns, tries = (puzzle_tries.c.game, puzzle_tries.c.puzzle), puzzle_tries.c
    query = sa.select(*columns).where(tries.user == user, tries.solved_at.is_not(None))
    return {(row.game, row.puzzle) for row in await connection.execute(query)}


async def lock_if_untried(connection: AsyncConnection, user: int, puzzle: Puzzle) -> bool:
    """Whether a member has neither answered a puzzle nor seen its end; locks that until commit."""
    await insert_new(connection, puzzle_tries, user=user, game=puzzle.slug, puzzle=puzzle.name)
    query = sa.select(puzzle_tries.c.wrong, puzzle_tries.c.solved_at).where(*_try_of(user, puzzle)).with_for_update()
    row = (await connection.execute(query)).one()
    return row.wrong == 0 and row.solved_at is None


async def count_wrong(connection: AsyncConnection, user: int, puzzle: Puzzle) -> None:
    """Count a wrong answer to a puzzle locked by ``lock_if_untried``."""
    change = puzzle_tries.update().where(*_try_of(user, puzzle))
    await connection.execute(change.values(wrong=puzzle_tries.c.wrong + 1))


async def mark_done(work: UnitOfWork, user: int, puzzle: Puzzle) -> bool:
    """Store that a member has seen the end of a puzzle locked by ``lock_if_untried``; False if it was stored before."""
    change = puzzle_tries.update().where(*_try_of(user, puzzle), puzzle_tries.c.solved_at.is_(None))
    return (await work.connection.execute(change.values(solved_at=work.now))).rowcount == 1


async def strengths(connection: AsyncConnection, slug: str) -> dict[str, Strength]:
    """The strength of each puzzle of a game that was tried, by name."""
    rows = await connection.execute(sa.select(puzzle_ratings).where(puzzle_ratings.c.game == slug))
    return {row.puzzle: Strength(row.rating, row.deviation, row.volatility) for row in rows}


async def lock_strength(connection: AsyncConnection, puzzle: Puzzle) -> Strength:
    """The strength of a puzzle, locked until commit."""
    first = Strength(float(puzzle.rating), BEGINNER.deviation, BEGINNER.volatility)
    await insert_new(connection, puzzle_ratings, game=puzzle.slug, puzzle=puzzle.name, tries=0, **first._asdict())
    row = (await connection.execute(sa.select(puzzle_ratings).where(*_rating_of(puzzle)).with_for_update())).one()
    return Strength(row.rating, row.deviation, row.volatility)


async def store_strengths(
    connection: AsyncConnection, user: int, member: Strength, puzzle: Puzzle, strength: Strength
) -> None:
    """Store the strengths of a member and a puzzle after a try."""
    change = puzzle_ratings.update().where(*_rating_of(puzzle))
    await connection.execute(change.values(tries=puzzle_ratings.c.tries + 1, **strength._asdict()))
    own = puzzle_streaks.update().where(puzzle_streaks.c.user == user)
    await connection.execute(own.values(**member._asdict()))


async def streak(connection: AsyncConnection, user: int, *, lock: bool = False) -> StoredStreak:
    """A member's streak as it is stored; with ``lock``, locked until commit."""
    query = sa.select(puzzle_streaks).where(puzzle_streaks.c.user == user)
    if lock:
        await insert_new(connection, puzzle_streaks, user=user, day="", days=0, best=0, solved=0)
        query = query.with_for_update()
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return StoredStreak(Streak(), None, BEGINNER)
    day = date.fromisoformat(row.day) if row.day else None
    strength = Strength(row.rating, row.deviation, row.volatility)
    return StoredStreak(Streak(row.days, row.best, row.solved), day, strength)


async def store_streak(connection: AsyncConnection, user: int, streak: Streak, day: date) -> None:
    """Store a streak that was read with ``lock``."""
    change = puzzle_streaks.update().where(puzzle_streaks.c.user == user)
    await connection.execute(change.values(day=day.isoformat(), **streak._asdict()))


async def progress(connection: AsyncConnection, user: int, slug: str) -> Progress:
    """A member's progress in a game's course."""
    row = (await connection.execute(sa.select(lesson_progress).where(*_course_of(user, slug)))).one_or_none()
    return Progress() if row is None else Progress(row.step, row.done)


async def store_progress(connection: AsyncConnection, user: int, slug: str, step: int) -> None:
    """Store the step a member goes on with; all before it are done."""
    await insert_new(connection, lesson_progress, user=user, game=slug, step=0, done=0)
    done = sa.case((lesson_progress.c.done < step, step), else_=lesson_progress.c.done)
    await connection.execute(lesson_progress.update().where(*_course_of(user, slug)).values(step=step, done=done))


def _try_of(user: int, puzzle: Puzzle) -> tuple[sa.ColumnElement[bool], ...]:
    return (puzzle_tries.c.user == user, puzzle_tries.c.game == puzzle.slug, puzzle_tries.c.puzzle == puzzle.name)


def _rating_of(puzzle: Puzzle) -> tuple[sa.ColumnElement[bool], ...]:
    return (puzzle_ratings.c.game == puzzle.slug, puzzle_ratings.c.puzzle == puzzle.name)


def _course_of(user: int, slug: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (lesson_progress.c.user == user, lesson_progress.c.game == slug)

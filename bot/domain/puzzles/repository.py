"""The rows of puzzles: what each member has tried and solved, and their days in a row."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.unit_of_work import UnitOfWork
from bot.store import insert_new
from bot.store.tables import puzzle_streaks, puzzle_tries
from games.players.puzzles import Puzzle


class Streak(NamedTuple):
    """For how many days in a row somebody has solved a puzzle, the most ever, and how many puzzles in all."""

    days: int = 0
    best: int = 0
    solved: int = 0


class StoredStreak(NamedTuple):
    """A streak, and the day on which it was last continued."""

    streak: Streak
    day: date | None


async def done_by(connection: AsyncConnection, user: int) -> set[tuple[str, str]]:
    """The puzzles that a member has seen the end of, by game and name."""
    query = sa.select(puzzle_tries.c.game, puzzle_tries.c.puzzle).where(
        puzzle_tries.c.user == user, puzzle_tries.c.solved_at.is_not(None)
    )
    return {(row.game, row.puzzle) for row in await connection.execute(query)}


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
        return StoredStreak(Streak(), None)
    return StoredStreak(Streak(row.days, row.best, row.solved), date.fromisoformat(row.day) if row.day else None)


async def store_streak(connection: AsyncConnection, user: int, streak: Streak, day: date) -> None:
    """Store a streak that was read with ``lock``."""
    changed = puzzle_streaks.update().where(puzzle_streaks.c.user == user)
    await connection.execute(changed.values(day=day.isoformat(), **streak._asdict()))


async def _known(connection: AsyncConnection, user: int, puzzle: Puzzle) -> None:
    await insert_new(connection, puzzle_tries, user=user, game=puzzle.slug, puzzle=puzzle.name)


def _of(user: int, puzzle: Puzzle) -> tuple[sa.ColumnElement[bool], ...]:
    return (puzzle_tries.c.user == user, puzzle_tries.c.game == puzzle.slug, puzzle_tries.c.puzzle == puzzle.name)

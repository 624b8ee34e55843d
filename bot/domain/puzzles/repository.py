"""The rows of puzzles: members' tries, strengths and streaks, and the strengths of puzzles."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.domain.puzzles.progress import (
    BEGINNER,
    SolverStrength,
    StoredStreak,
    Streak,
    Try,
    is_solved,
)
from bot.domain.ratings.glicko import Strength
from bot.domain.servers.settings import ServerSettings
from bot.domain.unit_of_work import UnitOfWork
from bot.store import insert_new
from bot.store.tables import (
    puzzle_ratings,
    puzzle_streaks,
    puzzle_strengths,
    puzzle_tries,
    scopes,
    solved_steps,
)
from games.players.puzzles import Puzzle


@dataclass(frozen=True, slots=True)
class PuzzleName:
    """A puzzle by the slug of its game and its name."""

    game: str
    name: str


async def done_by(connection: AsyncConnection, user: int) -> set[PuzzleName]:
    """The puzzles whose end a member has seen."""
    is_done = puzzle_tries.c.solved_at.is_not(None)
    query = sa.select(puzzle_tries.c.game, puzzle_tries.c.puzzle)
    rows = await connection.execute(query.where(puzzle_tries.c.user == user, is_done))
    return {PuzzleName(row.game, row.puzzle) for row in rows}


async def missed_by(
    connection: AsyncConnection, user: int, slugs: Collection[str], now: datetime
) -> list[PuzzleName]:
    """The puzzles of some games that a member missed and that are due again, the longest due
    first.
    """
    again_at = puzzle_tries.c.again_at
    query = sa.select(puzzle_tries.c.game, puzzle_tries.c.puzzle).order_by(again_at)
    query = query.where(puzzle_tries.c.user == user, again_at <= now)
    rows = await connection.execute(query.where(puzzle_tries.c.game.in_(slugs)))
    return [PuzzleName(row.game, row.puzzle) for row in rows]


def done_query(user: int, puzzle: Puzzle) -> sa.Select[str]:
    """Gives a row if a member has seen the end of a puzzle."""
    query = sa.select(puzzle_tries.c.puzzle)
    return query.where(*_try_of(user, puzzle), puzzle_tries.c.solved_at.is_not(None))


async def get_try(
    connection: AsyncConnection, user: int, puzzle: Puzzle, now: datetime
) -> Try | None:
    """A member's try at a puzzle; None before there is one."""
    query = sa.select(puzzle_tries).where(*_try_of(user, puzzle))
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    is_answered = bool(row.wrong or row.solved_at)
    is_due = row.again_at is not None and row.again_at <= now
    return Try(is_answered, row.points, is_due, is_solved(row.solved_at, row.again_at, now))


async def begin_try(connection: AsyncConnection, user: int, puzzle: Puzzle) -> bool:
    """Store that a member tries a puzzle, locked until commit; whether they have not answered
    before.
    """
    await insert_new(connection, puzzle_tries, user=user, game=puzzle.slug, puzzle=puzzle.name)
    query = sa.select(puzzle_tries.c.wrong, puzzle_tries.c.solved_at)
    query = query.where(*_try_of(user, puzzle)).with_for_update()
    row = (await connection.execute(query)).one()
    return not row.wrong and row.solved_at is None


async def note_missed(
    work: UnitOfWork, user: int, puzzle: Puzzle, *, wrong: int, due: datetime
) -> None:
    """Store that a member missed a puzzle, and when it comes round again.

    :param wrong: the number of wrong answers that this adds
    """
    row = puzzle_tries.update().where(*_try_of(user, puzzle))
    wrong_count = puzzle_tries.c.wrong + wrong
    await work.connection.execute(row.values(wrong=wrong_count, again_at=due))


async def note_done(work: UnitOfWork, user: int, puzzle: Puzzle) -> bool:
    """Store that a member has seen the end of a puzzle; False if it was stored before."""
    is_new = puzzle_tries.c.solved_at.is_(None)
    row = puzzle_tries.update().where(*_try_of(user, puzzle), is_new)
    result = await work.connection.execute(row.values(solved_at=work.now))
    return result.rowcount == 1


async def end_repetition(work: UnitOfWork, user: int, puzzle: Puzzle) -> None:
    """Store that a puzzle comes round no more that has come round."""
    is_due = puzzle_tries.c.again_at <= work.now
    row = puzzle_tries.update().where(*_try_of(user, puzzle), is_due)
    await work.connection.execute(row.values(again_at=None))


async def store_points(connection: AsyncConnection, user: int, puzzle: Puzzle, points: int) -> None:
    """Store by how much the first answer changed a member's rating."""
    row = puzzle_tries.update().where(*_try_of(user, puzzle))
    await connection.execute(row.values(points=points))


async def puzzle_strengths_of(connection: AsyncConnection, slug: str) -> dict[str, Strength]:
    """The strength of each puzzle of a game that was rated, by name."""
    query = sa.select(puzzle_ratings).where(puzzle_ratings.c.game == slug)
    return {row.puzzle: _strength(row) for row in await connection.execute(query)}


async def locked_puzzle_strength(
    connection: AsyncConnection, puzzle: Puzzle, first: Strength
) -> Strength:
    """The strength of a puzzle, locked until commit.

    :param first: its strength where none is stored
    """
    await insert_new(
        connection, puzzle_ratings, game=puzzle.slug, puzzle=puzzle.name, **first._asdict()
    )
    query = sa.select(puzzle_ratings).where(*_rating_of(puzzle)).with_for_update()
    return _strength((await connection.execute(query)).one())


async def store_puzzle_strength(
    connection: AsyncConnection, puzzle: Puzzle, strength: Strength
) -> None:
    """Store the strength of a puzzle that is locked."""
    row = puzzle_ratings.update().where(*_rating_of(puzzle))
    await connection.execute(row.values(**strength._asdict()))


async def solver_strength(connection: AsyncConnection, user: int, slug: str) -> SolverStrength:
    """A member's strength at the puzzles of a game."""
    query = sa.select(puzzle_strengths).where(*_strength_of(user, slug))
    row = (await connection.execute(query)).one_or_none()
    return SolverStrength() if row is None else SolverStrength(_strength(row), row.answers)


async def count_answer(connection: AsyncConnection, user: int, slug: str) -> SolverStrength:
    """Count a member's first answer to a puzzle; their strength, with this answer counted."""
    await insert_new(
        connection, puzzle_strengths, user=user, game=slug, answers=0, **BEGINNER._asdict()
    )
    row = puzzle_strengths.update().where(*_strength_of(user, slug))
    await connection.execute(row.values(answers=puzzle_strengths.c.answers + 1))
    return await solver_strength(connection, user, slug)


async def store_solver_strength(
    connection: AsyncConnection, user: int, slug: str, strength: Strength
) -> None:
    """Store a member's strength at the puzzles of a game."""
    row = puzzle_strengths.update().where(*_strength_of(user, slug))
    await connection.execute(row.values(**strength._asdict()))


async def streak_of(connection: AsyncConnection, user: int, *, lock: bool = False) -> StoredStreak:
    """A member's streak as it is stored.

    :param lock: until commit
    """
    query = sa.select(puzzle_streaks).where(puzzle_streaks.c.user == user)
    if lock:
        await insert_new(connection, puzzle_streaks, user=user, day="", days=0, best=0, solved=0)
        query = query.with_for_update()
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return StoredStreak(Streak(), None)
    day = date.fromisoformat(row.day) if row.day else None
    return StoredStreak(Streak(row.days, row.best, row.solved), day)


async def store_streak(connection: AsyncConnection, user: int, streak: Streak, day: date) -> None:
    """Store a streak that is locked, and the day on which it grew."""
    row = puzzle_streaks.update().where(puzzle_streaks.c.user == user)
    await connection.execute(row.values(day=day.isoformat(), **streak._asdict()))


async def steps_solved(connection: AsyncConnection, user: int, slug: str) -> frozenset[str]:
    """The keys of the steps of a game's course that a member has solved."""
    is_own = (solved_steps.c.user == user, solved_steps.c.game == slug)
    query = sa.select(solved_steps.c.step).where(*is_own)
    return frozenset((await connection.execute(query)).scalars())


async def add_step(work: UnitOfWork, user: int, slug: str, step: str) -> None:
    """Store that a member has solved a step of a game's course."""
    await insert_new(work.connection, solved_steps, user=user, game=slug, step=step)


@dataclass(frozen=True, slots=True)
class ServerDue:
    """A server in which the puzzle of the day is due."""

    scope: int
    settings: ServerSettings


def servers_due_query(now: datetime, limit: int) -> sa.Select[*tuple[object, ...]]:
    """Gives the servers in which the puzzle of the day is due."""
    query = sa.select(scopes.c.id, scopes.c.settings)
    return query.where(scopes.c.puzzle_at <= now, scopes.c.removed_at.is_(None)).limit(limit)


async def locked_servers_due(work: UnitOfWork, now: datetime, limit: int) -> Sequence[ServerDue]:
    """The servers in which the puzzle of the day is due, locked until commit."""
    query = servers_due_query(now, limit).with_for_update()
    rows = (await work.connection.execute(query)).all()
    return [ServerDue(row.id, ServerSettings.read(row.settings)) for row in rows]


def _strength(row: sa.Row[*tuple[object, ...]]) -> Strength:
    return Strength(row.rating, row.deviation, row.volatility)


def _try_of(user: int, puzzle: Puzzle) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        puzzle_tries.c.user == user,
        puzzle_tries.c.game == puzzle.slug,
        puzzle_tries.c.puzzle == puzzle.name,
    )


def _rating_of(puzzle: Puzzle) -> tuple[sa.ColumnElement[bool], ...]:
    return puzzle_ratings.c.game == puzzle.slug, puzzle_ratings.c.puzzle == puzzle.name


def _strength_of(user: int, slug: str) -> tuple[sa.ColumnElement[bool], ...]:
    return puzzle_strengths.c.user == user, puzzle_strengths.c.game == slug

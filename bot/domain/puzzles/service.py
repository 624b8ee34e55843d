"""Puzzles and lessons of members: what they tried and solved, streaks, ratings, courses, and the
puzzle of the day.
"""

from datetime import date, datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain import outbox
from bot.domain.errors import NotFound
from bot.domain.events import Event
from bot.domain.puzzles.exercises import Exercises, Round, is_own
from bot.domain.ratings import glicko
from bot.domain.ratings.glicko import Strength
from bot.domain.servers import repository as servers
from bot.domain.servers.settings import InUse, ServerSettings, as_made
from bot.domain.unit_of_work import Database, UnitOfWork, retried
from bot.store import insert_new
from bot.store.personal import Plain
from bot.store.tables import (
    puzzle_ratings,
    puzzle_streaks,
    puzzle_strengths,
    puzzle_tries,
    scopes,
    solved_steps,
)
from games.players.puzzles import Puzzle, puzzles

DAY = timedelta(days=1)
BATCH = 100  # servers that get the puzzle of the day in one unit of work
EASIER = 150  # points below a member's own rating at which puzzles begin
UNCOUNTED = 10  # first answers in a game that do not change its ratings
MOST_POINTS = 60  # the most points by which one puzzle changes a member's rating
AGAIN = 3 * DAY  # after which a puzzle that was missed comes round again


class DailyPuzzle(Event, kind="puzzle"):
    """The puzzle of the day is due in a server: the slug of its game, its name, and that of an
    easier puzzle.
    """

    game: Plain[str]
    puzzle: Plain[str]
    easier: Plain[str] = ""


class Streak(NamedTuple):
    """Days in a row on which a member has solved a puzzle, the most ever, and puzzles solved in
    all.
    """

    days: int = 0
    best: int = 0
    solved: int = 0


class StoredStreak(NamedTuple):
    """A streak, and the day (UTC) on which it last grew."""

    streak: Streak
    day: date | None


BEGINNER = Strength(1200.0, 350.0, 0.06)  # a member who has solved nothing yet


class Standing(NamedTuple):
    """The ratings of a puzzle and of a member at its game, and what the member's first answer did.

    ``answers`` are first answers in the game; ``points``: by which this one changed the rating,
    None if it did not count; ``again``: the puzzle was missed and has come round.
    """

    puzzle: int
    own: int
    answers: int = 0
    answered: bool = False
    points: int | None = None
    again: bool = False

    @property
    def counts(self) -> bool:
        """Whether the next answer changes the rating."""
        return not self.answered and self.answers >= UNCOUNTED


def puzzle_named(slug: str, name: str) -> Puzzle:
    """A puzzle by its game and name. Raises NotFound."""
    for puzzle in puzzles(slug):
        if puzzle.name == name:
            return puzzle
    raise NotFound("that puzzle no longer exists")


def of_the_day(now: datetime) -> Puzzle:
    """The same puzzle for everybody for a day (UTC): games take turns."""
    number = now.toordinal()
    slugs = [game.slug for game in games.catalog() if puzzles(game.slug)]
    by_name = sorted(puzzles(slugs[number % len(slugs)]), key=lambda puzzle: puzzle.name)
    return by_name[number // len(slugs) % len(by_name)]


def easier_of_the_day(now: datetime) -> Puzzle:
    """A puzzle won at once for those who are new to the game of the day: one of the easiest
    fifth.
    """
    daily = of_the_day(now)
    easy = sorted(
        puzzles(daily.slug), key=lambda puzzle: (puzzle.turns, puzzle.rating, puzzle.name)
    )
    easy = [puzzle for puzzle in easy[: 2 + len(easy) // 5] if puzzle != daily]
    return easy[now.toordinal() % len(easy)]


class Puzzles:
    """Members' puzzles and courses. ``in_use``: what of a server's settings is followed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.in_use: InUse = as_made
        self.exercises = Exercises(database)

    async def named(self, user: int, slug: str, name: str) -> Puzzle:
        """A puzzle, or an exercise of the member's own. Raises NotFound."""
        return (
            (await self.exercises.named(user, name))[0]
            if is_own(name)
            else puzzle_named(slug, name)
        )

    async def next_for(self, user: int, slug: str | None = None, *, but: str = "") -> Puzzle:
        """A member's next puzzle whose end they have not seen, of a game or of the one least
        practised.

        One that was missed comes first once it is due again. Else it is about as hard as the member
        is strong, at first the easiest, or the first after the one named ``but``, from easy to
        hard. Once all are done they come round again. Raises NotFound for a game without puzzles.
        """
        async with self._database.read() as connection:
            mine = puzzle_tries.c.user == user, puzzle_tries.c.solved_at.is_not(None)
            query = sa.select(puzzle_tries.c.game, puzzle_tries.c.puzzle).where(*mine)
            done = {(row.game, row.puzzle) for row in await connection.execute(query)}
            slugs = (
                [game.slug for game in games.catalog()] if slug is None else [games.get(slug).slug]
            )
            missed = sa.select(puzzle_tries.c.game, puzzle_tries.c.puzzle).order_by(
                puzzle_tries.c.again_at
            )
            due = puzzle_tries.c.user == user, puzzle_tries.c.again_at <= self._database.now()
            for game, name in await connection.execute(
                missed.where(*due, puzzle_tries.c.game.in_(slugs))
            ):
                again = next(
                    (puzzle for puzzle in puzzles(game) if puzzle.name == name != but), None
                )
                if again is not None:
                    return again
            slugs.sort(key=lambda slug: sum(game == slug for game, _ in done))
            left = (
                slug
                for slug in slugs
                if any((slug, puzzle.name) not in done for puzzle in puzzles(slug))
            )
            chosen = next(left, slugs[0])
            tried = await _strengths(connection, chosen)
            own, answers = await _own_strength(connection, user, chosen)
        ratings = {puzzle.name: float(puzzle.rating) for puzzle in puzzles(chosen)}
        ratings |= {name: strength.rating for name, strength in tried.items() if name in ratings}
        ordered = sorted(puzzles(chosen), key=lambda puzzle: (ratings[puzzle.name], puzzle.name))
        if not ordered:
            raise NotFound("there are no puzzles for that game")
        start = (
            sum(ratings[puzzle.name] < own.rating - EASIER for puzzle in ordered)
            if answers >= UNCOUNTED
            else 0
        )
        start = next(
            (number for number, puzzle in enumerate(ordered, 1) if puzzle.name == but), start
        )
        ordered = ordered[start:] + ordered[:start]
        return next(
            (puzzle for puzzle in ordered if (puzzle.slug, puzzle.name) not in done), ordered[0]
        )

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
                await _mark_done(work, user, puzzle)
            tried = puzzle_tries.update().where(*_try_of(user, puzzle))
            wrong = puzzle_tries.c.wrong + int(not given_up)
            await work.connection.execute(tried.values(wrong=wrong, again_at=work.now + AGAIN))

    @retried
    async def solved(self, user: int, puzzle: Puzzle) -> Streak:
        """Store a right answer, once for each puzzle; gives the member's streak, to which exercises
        add nothing.
        """
        if is_own(puzzle.name):
            await self.exercises.answered(user, puzzle.name, right=True)
            return await self.streak(user)
        async with self._database.unit_of_work() as work:
            await _rate(work.connection, user, puzzle, 1.0)
            first = await _mark_done(work, user, puzzle)
            due = *_try_of(user, puzzle), puzzle_tries.c.again_at <= work.now
            await work.connection.execute(puzzle_tries.update().where(*due).values(again_at=None))
            streak, last = await _stored_streak(work.connection, user, lock=True)
            today = work.now.date()
            if not first:
                return _unbroken(streak, last, today)
            days = streak.days if last == today else _unbroken(streak, last, today).days + 1
            streak = Streak(days, max(days, streak.best), streak.solved + 1)
            change = puzzle_streaks.update().where(puzzle_streaks.c.user == user)
            await work.connection.execute(change.values(day=today.isoformat(), **streak._asdict()))
            return streak

    async def done(self, user: int, puzzle: Puzzle) -> bool:
        """Whether a member has seen the end of a puzzle."""
        seen = *_try_of(user, puzzle), puzzle_tries.c.solved_at.is_not(None)
        return await self._database.has(sa.select(puzzle_tries.c.puzzle).where(*seen))

    async def standing(self, user: int, puzzle: Puzzle) -> Standing | Round:
        """How a member stands with a puzzle, or with an exercise."""
        if is_own(puzzle.name):
            return (await self.exercises.named(user, puzzle.name))[1]
        async with self._database.read() as connection:
            rated = (await _strengths(connection, puzzle.slug)).get(puzzle.name)
            own, answers = await _own_strength(connection, user, puzzle.slug)
            row = (
                await connection.execute(sa.select(puzzle_tries).where(*_try_of(user, puzzle)))
            ).one_or_none()
        standing = Standing(
            round(puzzle.rating if rated is None else rated.rating), round(own.rating), answers
        )
        if row is None or not (row.wrong or row.solved_at):
            return standing
        again = row.again_at is not None and row.again_at <= self._database.now()
        return standing._replace(answered=True, points=row.points, again=again)

    async def solved_steps(self, user: int, slug: str) -> frozenset[str]:
        """The keys of the steps of a game's course that a member has solved."""
        query = sa.select(solved_steps.c.step).where(
            solved_steps.c.user == user, solved_steps.c.game == slug
        )
        return frozenset(step for (step,) in await self._database.store.fetch(query))

    @retried
    async def solve_step(self, user: int, slug: str, step: str) -> None:
        """Store that a member has solved a step of a game's course."""
        async with self._database.unit_of_work() as work:
            await insert_new(work.connection, solved_steps, user=user, game=slug, step=step)

    async def streak(self, user: int) -> Streak:
        """A member's streak today."""
        async with self._database.read() as connection:
            streak, last = await _stored_streak(connection, user)
        return _unbroken(streak, last, self._database.now().date())

    @retried
    async def daily(self) -> int:
        """Enqueue the puzzle of the day, once for each server that wants it, for at most BATCH; how
        many are done.
        """
        now = self._database.now()
        query = sa.select(scopes.c.id, scopes.c.settings)
        query = query.where(scopes.c.puzzle_at <= now, scopes.c.removed_at.is_(None)).limit(BATCH)
        if not await self._database.has(query):
            return 0
        daily = DailyPuzzle(
            (puzzle := of_the_day(now)).slug, puzzle.name, easier_of_the_day(now).name
        )
        async with self._database.unit_of_work() as work:
            due = (await work.connection.execute(query.with_for_update())).all()
            for row in due:
                stored = ServerSettings.read(row.settings)
                following = servers.next_noon(work.now) if stored.puzzles else None
                change = scopes.update().where(scopes.c.id == row.id)
                await work.connection.execute(change.values(puzzle_at=following))
                channel = self.in_use(row.id, stored).puzzles
                if channel:
                    await outbox.enqueue(work, daily, scope=row.id, channel=channel)
            return len(due)


def _unbroken(streak: Streak, last: date | None, today: date) -> Streak:
    """A streak that last grew on a day, as it is today."""
    return streak if last is not None and last >= today - DAY else streak._replace(days=0)


async def _rate(connection: AsyncConnection, user: int, puzzle: Puzzle, score: float) -> None:
    """Change the ratings of a member and a puzzle as after a match, at the member's first answer to
    it.

    The first answers in a game change neither, and none changes the member's by more than
    MOST_POINTS. The member's try is locked until commit.
    """
    await insert_new(connection, puzzle_tries, user=user, game=puzzle.slug, puzzle=puzzle.name)
    query = (
        sa.select(puzzle_tries.c.wrong, puzzle_tries.c.solved_at)
        .where(*_try_of(user, puzzle))
        .with_for_update()
    )
    tried = (await connection.execute(query)).one()
    if tried.wrong or tried.solved_at is not None:
        return
    own = puzzle_strengths.c.user == user, puzzle_strengths.c.game == puzzle.slug
    await insert_new(
        connection, puzzle_strengths, user=user, game=puzzle.slug, answers=0, **BEGINNER._asdict()
    )
    await connection.execute(
        puzzle_strengths.update().where(*own).values(answers=puzzle_strengths.c.answers + 1)
    )
    member, answers = await _own_strength(connection, user, puzzle.slug)
    if answers <= UNCOUNTED:
        return
    first = Strength(float(puzzle.rating), BEGINNER.deviation, BEGINNER.volatility)
    await insert_new(
        connection, puzzle_ratings, game=puzzle.slug, puzzle=puzzle.name, **first._asdict()
    )
    rated = puzzle_ratings.c.game == puzzle.slug, puzzle_ratings.c.puzzle == puzzle.name
    row = (
        await connection.execute(sa.select(puzzle_ratings).where(*rated).with_for_update())
    ).one()
    strength = Strength(row.rating, row.deviation, row.volatility)
    new = glicko.rate(strength, [(member, 1.0 - score)], periods=0.0)._asdict()
    await connection.execute(puzzle_ratings.update().where(*rated).values(**new))
    rated_anew = glicko.rate(member, [(strength, score)], periods=0.0)
    points = max(-MOST_POINTS, min(MOST_POINTS, round(rated_anew.rating - member.rating)))
    new = rated_anew._replace(rating=member.rating + points)._asdict()
    await connection.execute(puzzle_strengths.update().where(*own).values(**new))
    await connection.execute(
        puzzle_tries.update().where(*_try_of(user, puzzle)).values(points=points)
    )


async def _mark_done(work: UnitOfWork, user: int, puzzle: Puzzle) -> bool:
    """Store that a member has seen the end of a puzzle; False if it was stored before."""
    change = puzzle_tries.update().where(*_try_of(user, puzzle), puzzle_tries.c.solved_at.is_(None))
    return (await work.connection.execute(change.values(solved_at=work.now))).rowcount == 1


async def _strengths(connection: AsyncConnection, slug: str) -> dict[str, Strength]:
    """The strength of each puzzle of a game that was tried, by name."""
    rows = await connection.execute(sa.select(puzzle_ratings).where(puzzle_ratings.c.game == slug))
    return {row.puzzle: Strength(row.rating, row.deviation, row.volatility) for row in rows}


async def _own_strength(connection: AsyncConnection, user: int, slug: str) -> tuple[Strength, int]:
    """A member's strength at the puzzles of a game, and how many of them they have answered."""
    mine = puzzle_strengths.c.user == user, puzzle_strengths.c.game == slug
    row = (await connection.execute(sa.select(puzzle_strengths).where(*mine))).one_or_none()
    return (
        (BEGINNER, 0)
        if row is None
        else (Strength(row.rating, row.deviation, row.volatility), row.answers)
    )


async def _stored_streak(
    connection: AsyncConnection, user: int, *, lock: bool = False
) -> StoredStreak:
    """A member's streak as it is stored; with ``lock``, locked until commit."""
    query = sa.select(puzzle_streaks).where(puzzle_streaks.c.user == user)
    if lock:
        await insert_new(connection, puzzle_streaks, user=user, day="", days=0, best=0, solved=0)
        query = query.with_for_update()
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return StoredStreak(Streak(), None)
    day = date.fromisoformat(row.day) if row.day else None
    return StoredStreak(Streak(row.days, row.best, row.solved), day)


def _try_of(user: int, puzzle: Puzzle) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        puzzle_tries.c.user == user,
        puzzle_tries.c.game == puzzle.slug,
        puzzle_tries.c.puzzle == puzzle.name,
    )

"""Exercises: turning points of a member's own matches, which come round until solved twice, days apart; unrated."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa

import games
from bot.domain.errors import NotFound
from bot.domain.matches.match import Match
from bot.domain.unit_of_work import Database, retried
from bot.store import insert_new
from bot.store.tables import exercises
from games.players.puzzles import Puzzle
from games.players.turning import Exercise

FIRST, AGAIN = timedelta(days=1), timedelta(days=3)
"""After which an exercise comes round: at first or when it was missed, and when it was solved once."""
TIMES = 2
"""How often an exercise is solved before it rests."""
RECENT = timedelta(days=30)
"""The matches whose missed ideas are compared with those of as many days before."""


class Round(NamedTuple):
    """The number of an exercise's match, how often it was solved when it was due, and when it is due (again)."""

    number: int
    solved: int
    due_at: datetime
    counts: bool = False  # for a rating


class Missed(NamedTuple):
    """An idea of a game that a member missed in their matches: how often of late, and as long before that."""

    game: str
    idea: str
    now: int
    before: int


def is_own(name: str) -> bool:
    """Whether a puzzle's name is that of an exercise."""
    return "x" in name


class Exercises:
    """Members' exercises; nobody else reads them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @retried
    async def keep(self, user: int, match: Match, shown: Sequence[Exercise]) -> None:
        """Store what a member missed in a match of theirs; what is stored already stays as it is."""
        seat = match.seat_of(user)
        rows = [
            {
                "user": user,
                "match": match.id,
                "number": match.number,
                "at": point.at,
                "game": match.game.slug,
                "options": " ".join(match.options.values()),
                "moves": " ".join(match.decisions[: point.at]),
                "turns": point.turns,
                "saves": point.saves,
                "solution": " ".join(point.solution),
                "line": " ".join(point.line),
                "ideas": " ".join(point.ideas),
                "played_at": match.finished,
                "due_at": self._database.now() + FIRST,
            }
            for point in shown
            if point.seat == seat and match.finished is not None
        ]
        if rows:
            async with self._database.unit_of_work() as work:
                await insert_new(work.connection, exercises, rows)

    async def next_for(self, user: int, slug: str | None = None, *, but: str = "") -> Puzzle:
        """The exercise that has been due longest or is due next, of a game or any. Raises NotFound."""
        query = sa.select(exercises).where(exercises.c.user == user, exercises.c.solved < TIMES)
        if slug is not None:
            query = query.where(exercises.c.game == slug)
        rows = [_puzzle(row) for row in await self._database.store.fetch(query.order_by(exercises.c.due_at))]
        if not rows:
            raise NotFound("there’s nothing to practise; analyse a finished match, and what you missed comes here")
        return next((puzzle for puzzle in rows if puzzle.name != but), rows[0])

    async def named(self, user: int, name: str) -> Puzzle:
        """A member's exercise. Raises NotFound."""
        for row in await self._database.store.fetch(sa.select(exercises).where(*_own(user, name))):
            return _puzzle(row)
        raise NotFound("that puzzle no longer exists")

    async def round(self, user: int, name: str) -> Round:
        """How far a member has come with an exercise. Raises NotFound."""
        query = sa.select(exercises.c.number, exercises.c.solved, exercises.c.due_at).where(*_own(user, name))
        for row in await self._database.store.fetch(query):
            return Round(*row)
        raise NotFound("that puzzle no longer exists")

    @retried
    async def answered(self, user: int, name: str, *, right: bool) -> None:
        """Store an answer. A right one counts once the exercise is due; after a wrong one it begins anew."""
        async with self._database.unit_of_work() as work:
            change = exercises.update().where(*_own(user, name))
            if right:
                change = change.where(exercises.c.due_at <= work.now)
                change = change.values(solved=exercises.c.solved + 1, due_at=work.now + AGAIN)
            else:
                change = change.values(solved=0, due_at=work.now + FIRST)
            await work.connection.execute(change)

    async def missed(self, user: int) -> list[Missed]:
        """The ideas that a member missed in the matches of the last 60 days, the most frequent first."""
        since = self._database.now() - RECENT
        query = sa.select(exercises.c.game, exercises.c.ideas, exercises.c.played_at)
        query = query.where(exercises.c.user == user, exercises.c.played_at > since - RECENT)
        now, before = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for game, ideas, played_at in await self._database.store.fetch(query):
            (now if played_at > since else before).update((game, idea) for idea in ideas.split())
        both = [Missed(*key, now[key], before[key]) for key in now | before]
        return sorted(both, key=lambda missed: (-missed.now, -missed.before, missed))


def _own(user: int, name: str) -> tuple[sa.ColumnElement[bool], ...]:
    match, _, at = name.partition("x")
    if not (match.isdecimal() and at.isdecimal()):
        raise NotFound("that puzzle no longer exists")
    return exercises.c.user == user, exercises.c.match == int(match), exercises.c.at == int(at)


def _puzzle(row: sa.Row[*tuple[object, ...]]) -> Puzzle:
    game = games.get(row.game)
    options = dict(zip((option.name for option in game.options), row.options.split(), strict=True))
    moves, solution, line, ideas = (tuple(text.split()) for text in (row.moves, row.solution, row.line, row.ideas))
    name = f"{row.match}x{row.at}"
    return Puzzle(name, game.slug, options, moves, row.turns, solution, line, ideas, saves=row.saves)

"""Exercises: turning points of a member's own matches, which come back until solved on two days;
unrated.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa

from bot.domain.errors import NotFound
from bot.domain.matches.match import Match
from bot.domain.unit_of_work import Service, retried
from bot.store import insert_new
from bot.store.tables import exercises, matches
from games.players.puzzles import Puzzle, from_data, to_data

FIRST = timedelta(days=1)
AGAIN = timedelta(days=3)
"""After which an exercise comes round: at first or when it was missed, and when it was solved
once.
"""
TIMES = 2  # how often an exercise is solved before it rests
# the matches whose missed ideas are compared with those of as many days before
RECENT = timedelta(days=30)


class Round(NamedTuple):
    """When the match of an exercise ended, how often it was solved when it was due, and when it is
    due (again).
    """

    played_at: datetime
    solved: int
    due_at: datetime
    counts: bool = False  # for a rating


class Missed(NamedTuple):
    """An idea of a game that a member missed in their matches: how often of late, and as long
    before that.
    """

    game: str
    idea: str
    now: int
    before: int


def is_own(name: str) -> bool:
    """Whether a puzzle's name is that of an exercise."""
    return "x" in name


class Exercises(Service):
    """Members' exercises; nobody else reads them."""

    @retried
    async def keep(self, user: int, match: Match, missed: Sequence[Puzzle]) -> None:
        """Store what a member missed in a match of theirs; what is stored already stays as it is.

        Nothing is stored for who plays it no longer: they have deleted their data while it was
        thought about.
        """
        seat = match.seat_of(user)
        due_at = self._database.now() + FIRST
        rows = []
        for puzzle in missed:
            if puzzle.start().to_move == seat:
                at = len(puzzle.moves)
                about = to_data(replace(puzzle, name=f"{match.id}x{at}"))
                row = {"user": user, "match": match.id, "at": at, "puzzle": about}
                rows.append(
                    {**row, "played_at": match.finished or self._database.now(), "due_at": due_at}
                )
        if rows:
            async with self._database.unit_of_work() as work:
                still = sa.select(matches.c.id).where(matches.c.id == match.id)
                still = still.where(
                    (matches.c.seat0 == user)
                    | (matches.c.seat1 == user)
                    | (matches.c.imported == user)
                )
                if (await work.connection.execute(still.with_for_update())).first() is not None:
                    await insert_new(work.connection, exercises, rows)

    async def next_for(self, user: int, slug: str | None = None, *, but: str = "") -> Puzzle:
        """The exercise that has been due longest or is due next, of a game or any.

        Raises NotFound.
        """
        query = sa.select(exercises.c.puzzle).where(
            exercises.c.user == user, exercises.c.solved < TIMES
        )
        rows = await self._database.store.fetch(query.order_by(exercises.c.due_at))
        own = [
            puzzle
            for (about,) in rows
            if slug in (None, (puzzle := from_data(about["slug"], about)).slug)
        ]
        if not own:
            raise NotFound(
                "there’s nothing to practise; analyse a finished match, and what you missed "
                "comes here"
            )
        return next((puzzle for puzzle in own if puzzle.name != but), own[0])

    async def named(self, user: int, name: str) -> tuple[Puzzle, Round]:
        """A member's exercise, and how far they have come with it. Raises NotFound."""
        query = sa.select(
            exercises.c.puzzle, exercises.c.played_at, exercises.c.solved, exercises.c.due_at
        )
        for about, *come in await self._database.store.fetch(query.where(*_own(user, name))):
            return from_data(about["slug"], about), Round(*come)
        raise NotFound("that puzzle no longer exists")

    async def answered(self, user: int, name: str, *, right: bool) -> None:
        """Store an answer.

        A right one counts once the exercise is due; after a wrong one it begins anew.
        """
        change = exercises.update().where(*_own(user, name))
        now = self._database.now()
        if right:
            change = change.where(exercises.c.due_at <= now)
            change = change.values(solved=exercises.c.solved + 1, due_at=now + AGAIN)
        else:
            change = change.values(solved=0, due_at=now + FIRST)
        await self._database.run(change)

    async def missed(self, user: int) -> list[Missed]:
        """The ideas that a member missed in the matches of the last 60 days, the most frequent
        first.
        """
        since = self._database.now() - RECENT
        query = sa.select(exercises.c.puzzle, exercises.c.played_at).where(exercises.c.user == user)
        now = Counter[tuple[str, str]]()
        before = Counter[tuple[str, str]]()
        for about, at in await self._database.store.fetch(
            query.where(exercises.c.played_at > since - RECENT)
        ):
            (now if at > since else before).update(
                (about["slug"], idea) for idea in about["ideas"].split()
            )
        both = [Missed(*key, now[key], before[key]) for key in now | before]
        return sorted(both, key=lambda missed: (-missed.now, -missed.before, missed))


def _own(user: int, name: str) -> tuple[sa.ColumnElement[bool], ...]:
    match, at = (int(part) if part.isdecimal() else -1 for part in name.split("x", 1))
    return exercises.c.user == user, exercises.c.match == match, exercises.c.at == at

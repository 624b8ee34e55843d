"""Puzzles for members: which one is next, what each has tried and solved, days in a row, and the daily one.

Knows no Discord. The puzzles themselves are in ``games.players.puzzles``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.domain.errors import NotFound
from bot.domain.matches import MemberSettings, ServerSettings
from bot.domain.matches.base import Base, Open
from bot.domain.members.people import next_digest
from bot.store import insert_new
from bot.store.practice import streaks, tries
from bot.store.tables import scopes
from games.players.puzzles import Puzzle, puzzles

BATCH = 100


class Streak(NamedTuple):
    """For how many days in a row somebody has solved a puzzle, the most ever, and how many puzzles in all."""

    days: int = 0
    best: int = 0
    solved: int = 0


def puzzle_named(slug: str, name: str) -> Puzzle:
    """A puzzle by its game and name. Raises NotFound."""
    for puzzle in puzzles(slug):
        if puzzle.name == name:
            return puzzle
    raise NotFound("that puzzle is no longer kept")


def of_the_day(now: datetime) -> Puzzle:
    """The same puzzle for everybody for a day (UTC): games take turns."""
    number = now.toordinal()
    slugs = [game.slug for game in games.catalog() if puzzles(game.slug)]
    found = sorted(puzzles(slugs[number % len(slugs)]), key=lambda puzzle: puzzle.name)
    return found[number // len(slugs) % len(found)]


class Puzzling:
    """What members have made of puzzles."""

    def __init__(self, base: Base) -> None:
        self._base = base
        base.listeners.append(self)

    async def next_for(self, user: int, slug: str | None = None, *, but: str = "") -> Puzzle:
        """The first puzzle that a member has not seen the end of, of a game or of the one least practised.

        Short ones come first; once all are done they come round again. ``but``: the first after the one of this name.
        """
        async with self._base.store.read() as connection:
            query = sa.select(tries.c.game, tries.c.puzzle).where(tries.c.user == user, tries.c.solved_at.is_not(None))
            done = {(row.game, row.puzzle) for row in await connection.execute(query)}
        slugs = [game.slug for game in games.catalog()] if slug is None else [games.get(slug).slug]
        slugs.sort(key=lambda one: sum(game == one for game, _ in done))
        # Those found in one match lie side by side in the files, and one would give another away; names mix them.
        found = [puzzle for one in slugs for puzzle in sorted(puzzles(one), key=lambda one: (one.turns, one.name))]
        if not found:
            raise NotFound("there are no puzzles of that game")
        at = next((number for number, puzzle in enumerate(found, 1) if puzzle.name == but), 0)
        found = found[at:] + found[:at]
        return next((puzzle for puzzle in found if (puzzle.slug, puzzle.name) not in done), found[0])

    async def wrong(self, user: int, puzzle: Puzzle) -> None:
        """Note a wrong answer."""
        async with self._base.store.write() as connection:
            await self._row(connection, user, puzzle)
            await connection.execute(tries.update().where(*_mine(user, puzzle)).values(wrong=tries.c.wrong + 1))

    async def given_up(self, user: int, puzzle: Puzzle) -> None:
        """Note that the solution was shown: the puzzle is done, and does not count."""
        async with self._base.store.write() as connection:
            await self._row(connection, user, puzzle)
            unsolved = tries.update().where(*_mine(user, puzzle), tries.c.solved_at.is_(None))
            await connection.execute(unsolved.values(solved_at=self._base.now()))

    async def solved(self, user: int, puzzle: Puzzle) -> Streak:
        """Note a right answer, once for each puzzle; the member's streak then."""
        now = self._base.now()
        async with self._base.store.write() as connection:
            await self._row(connection, user, puzzle)
            unsolved = tries.update().where(*_mine(user, puzzle), tries.c.solved_at.is_(None))
            if (await connection.execute(unsolved.values(solved_at=now))).rowcount != 1:
                return await self._streak(connection, user)
            today = now.date().isoformat()
            await insert_new(connection, streaks, user=user, day="", days=0, best=0, solved=0)
            row = (await connection.execute(sa.select(streaks).where(streaks.c.user == user).with_for_update())).one()
            yesterday = (now - timedelta(days=1)).date().isoformat()
            days = row.days if row.day == today else row.days + 1 if row.day == yesterday else 1
            found = Streak(days, max(days, row.best), row.solved + 1)
            await connection.execute(
                streaks.update().where(streaks.c.user == user).values(day=today, **found._asdict())
            )
            return found

    async def streak(self, user: int) -> Streak:
        """How a member stands today."""
        async with self._base.store.read() as connection:
            return await self._streak(connection, user)

    async def _streak(self, connection: AsyncConnection, user: int) -> Streak:
        row = (await connection.execute(sa.select(streaks).where(streaks.c.user == user))).one_or_none()
        if row is None:
            return Streak()
        since = (self._base.now() - timedelta(days=1)).date().isoformat()
        return Streak(row.days if row.day >= since else 0, row.best, row.solved)

    async def _row(self, connection: AsyncConnection, user: int, puzzle: Puzzle) -> None:
        await insert_new(connection, tries, user=user, game=puzzle.slug, puzzle=puzzle.name)

    # ------------------------------------------------------------------------------------------------ every day

    async def work(self) -> None:
        """Owe each server that wants it the puzzle of the day. Several processes may do so; each is owed once."""
        now = self._base.now()
        due = (scopes.c.puzzle_at <= now, scopes.c.removed_at.is_(None))
        async with self._base.store.read() as connection:
            if (await connection.execute(sa.select(scopes.c.id).where(*due).limit(1))).first() is None:
                return
        puzzle = of_the_day(now)
        async with self._base.store.write() as connection:
            query = sa.select(scopes.c.id, scopes.c.settings).where(*due).limit(BATCH).with_for_update()
            for row in (await connection.execute(query)).all():
                channel = ServerSettings.read(row.settings).puzzles
                following = next_digest(now) if channel else None
                await connection.execute(scopes.update().where(scopes.c.id == row.id).values(puzzle_at=following))
                if channel:
                    payload = {"game": puzzle.slug, "puzzle": puzzle.name}
                    await self._base.tell(connection, "puzzle", scope=row.id, channel=channel, payload=payload)

    # ------------------------------------------------------------------------------ told by the match service

    async def finished(self, opened: Open) -> None:
        """Matches do not concern puzzles."""

    async def annulling(self, opened: Open) -> None:
        """Nor do results taken back."""

    async def preferred(self, connection: AsyncConnection, user: int, settings: MemberSettings) -> None:
        """Nor do settings."""

    async def exported(self, connection: AsyncConnection, user: int) -> dict[str, Any]:
        """What is kept of a person's puzzles, as JSON values."""
        rows = (await connection.execute(sa.select(tries).where(tries.c.user == user))).all()
        row = (await connection.execute(sa.select(streaks).where(streaks.c.user == user))).one_or_none()
        found = [
            {
                "game": one.game,
                "puzzle": one.puzzle,
                "wrong": one.wrong,
                "solved": one.solved_at.isoformat() if one.solved_at else None,
            }
            for one in rows
        ]
        streak = None if row is None else {name: getattr(row, name) for name in ("day", "days", "best", "solved")}
        return {"puzzles": found, "puzzle_streak": streak}

    async def forgotten(self, connection: AsyncConnection, user: int) -> None:
        """Delete what is kept of a person's puzzles."""
        for table in (tries, streaks):
            await connection.execute(table.delete().where(table.c.user == user))

    async def purged(self, connection: AsyncConnection, scope: int) -> None:
        """Nothing about puzzles is kept by server, but its settings."""


def _mine(user: int, puzzle: Puzzle) -> tuple[sa.ColumnElement[bool], ...]:
    return tries.c.user == user, tries.c.game == puzzle.slug, tries.c.puzzle == puzzle.name

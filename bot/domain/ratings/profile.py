"""A member's record: matches by game, won, lost and drawn, streaks, and whom they have met most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa

import games
from bot.domain.matches import COMPUTER, NOBODY
from bot.domain.matches.base import Row
from bot.domain.ratings.history import History, outcome
from bot.store.tables import matches


@dataclass(frozen=True, slots=True)
class Record:
    """Finished matches against people: of one game, or of all (``game`` empty).

    ``streak``: how many were won (or, below 0, lost) in a row up to now; ``best``: most won in a row.
    """

    game: str
    wins: int
    losses: int
    draws: int
    streak: int
    best: int

    @property
    def matches(self) -> int:
        """How many matches it counts."""
        return self.wins + self.losses + self.draws


@dataclass(frozen=True, slots=True)
class Favourite:
    """The opponent met most: matches against them, and how they went."""

    user: int
    name: str
    record: Record


@dataclass(frozen=True, slots=True)
class Profile:
    """What a member has played; ``records`` in the catalogue's order, ``computer`` counts against the bot itself."""

    user: int
    name: str
    total: Record
    records: tuple[Record, ...]
    favourite: Favourite | None
    running: int
    computer: Record


class Profiles(History):
    """The part of the ratings that sums a member up."""

    async def profile(self, user: int, scope: int | None = None) -> Profile:
        """What a member has played on a server, or with ``scope`` None everywhere (which is for the member alone)."""
        names = ("id", "game", "seat0", "seat1", "name0", "name1", "status", "winner", "finished_at")
        rows: list[Row] = []
        running = 0
        async with self._store.read() as connection:
            for seat in (0, 1):
                here = [matches.c[f"seat{seat}"] == user, *([matches.c.scope == scope] if scope is not None else [])]
                query = sa.select(*(matches.c[name] for name in names)).where(
                    *here, matches.c.finished_at.is_not(None), matches.c.status == "finished"
                )
                rows += [{**row, "seat": seat} for row in (await connection.execute(query)).mappings()]
                going = sa.select(sa.func.count()).where(*here, matches.c.finished_at.is_(None))
                running += (await connection.execute(going)).scalar_one()
        rows.sort(key=lambda row: (row["finished_at"], row["id"]))
        people = [row for row in rows if _opponent(row) != COMPUTER]
        met = Counter(_opponent(row) for row in people if _opponent(row) != NOBODY)
        favourite = None
        if met:
            # Of those met equally often, the one met last.
            last = {_opponent(row): index for index, row in enumerate(people)}
            other = max(met, key=lambda one: (met[one], last[one]))
            shared = [row for row in people if _opponent(row) == other]
            favourite = Favourite(other, shared[-1][f"name{1 - shared[-1]['seat']}"], _record("", shared))
        by_game = [(game.slug, [row for row in people if row["game"] == game.slug]) for game in games.catalog()]
        return Profile(
            user=user,
            name=rows[-1][f"name{rows[-1]['seat']}"] if rows else "",
            total=_record("", people),
            records=tuple(_record(slug, some) for slug, some in by_game if some),
            favourite=favourite,
            running=running,
            computer=_record("", [row for row in rows if _opponent(row) == COMPUTER]),
        )


def _opponent(row: Row) -> int:
    return int(row[f"seat{1 - row['seat']}"])


def _record(game: str, rows: Iterable[Row]) -> Record:
    """The record that matches make, in the order in which they ended."""
    results = [outcome(row, row["seat"]) for row in rows]
    tally = Counter(results)
    streak = best = 0
    for result in results:
        if result == "won":
            streak = max(streak, 0) + 1
        elif result == "lost":
            streak = min(streak, 0) - 1
        else:
            streak = 0
        best = max(best, streak)
    return Record(game, tally["won"], tally["lost"], tally["drawn"], streak, best)

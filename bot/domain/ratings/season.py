"""A server's season: the champion of each game, the longest match, and the prettiest loop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

import games
from bot.domain.matches import NOBODY, replay
from bot.domain.ratings.profile import Profiles
from bot.store.contests import changes
from bot.store.tables import matches
from games.core import State

FEWEST = 3
"""A champion has played at least so many rated matches of the game in the season."""
MOST_LOOPS = 1_000
"""Of a season's matches that a loop may have won, the latest so many are looked at."""
NO_LOOP = ("resigned", "agreed", "time", "left", "limit", "deleted", "settled", "taken-back", "aborted")


@dataclass(frozen=True, slots=True)
class Champion:
    """Who stood highest in a game at the end of a season, and what they scored in it."""

    game: str
    user: int
    name: str
    rating: float
    matches: int
    score: float


@dataclass(frozen=True, slots=True)
class Remarkable:
    """A match worth showing again: ``size`` counts its turns, or the cells of its loop; ``winner`` is a seat."""

    id: int
    number: int
    game: str
    names: tuple[str, str]
    winner: int | None
    size: int

    @property
    def name(self) -> str:
        """The short name people use: M27."""
        return f"M{self.number}"


@dataclass(frozen=True, slots=True)
class Season:
    """What a server played from ``since`` on, up to but not including ``until``.

    ``loop`` is the prettiest one: the longest single loop that won a match; of those as long, the one round most
    ground, then the earliest. ``loop_state`` is its final board, to be drawn.
    """

    since: datetime
    until: datetime
    matches: int
    players: int
    champions: tuple[Champion, ...]
    longest: Remarkable | None
    loop: Remarkable | None
    loop_state: State | None


class Seasons(Profiles):
    """The part of the ratings that looks back on a season."""

    async def season(self, scope: int, since: datetime, until: datetime) -> Season:
        """What was remarkable on a server between two moments (aware, UTC)."""
        ended = (
            matches.c.scope == scope,
            matches.c.finished_at >= since,
            matches.c.finished_at < until,
            matches.c.status == "finished",
        )
        light = [matches.c[name] for name in ("id", "number", "game", "name0", "name1", "winner", "turn")]
        async with self._store.read() as connection:
            count = sa.select(sa.func.count()).where(*ended)
            played = (await connection.execute(count)).scalar_one()
            seats = sa.union(*(sa.select(matches.c[f"seat{seat}"].label("user")).where(*ended) for seat in (0, 1)))
            people = seats.subquery()
            query = sa.select(sa.func.count()).select_from(people).where(people.c.user > 0)
            players = (await connection.execute(query)).scalar_one()
            longest = sa.select(*light).where(*ended).order_by(matches.c.turn.desc(), matches.c.id).limit(1)
            long_row = (await connection.execute(longest)).mappings().one_or_none()
            query = (
                sa.select(*light, matches.c.options, matches.c.decisions, matches.c.log)
                .where(*ended, matches.c.winner.is_not(None), matches.c.reason.not_in(NO_LOOP))
                .order_by(matches.c.finished_at.desc(), matches.c.id)
                .limit(MOST_LOOPS)
            )
            candidates = (await connection.execute(query)).mappings().all()
            course = (
                sa.select(changes)
                .where(changes.c.pool == scope, changes.c.at >= since, changes.c.at < until, changes.c.user != NOBODY)
                .order_by(changes.c.at, changes.c.match)
            )
            rated = (await connection.execute(course)).mappings().all()
        best = await asyncio.to_thread(_prettiest, candidates)
        return Season(
            since=since,
            until=until,
            matches=played,
            players=players,
            champions=_champions(rated),
            longest=None if long_row is None else _remarkable(long_row, long_row["turn"]),
            loop=None if best is None else _remarkable(best[0], best[1]),
            loop_state=None if best is None else best[2],
        )


def _champions(rated: Sequence[Mapping[Any, Any]]) -> tuple[Champion, ...]:
    """The highest rated of each game after the season's matches, of those who have played enough of them."""
    found = []
    for game in games.catalog():
        players: dict[int, list[Mapping[Any, Any]]] = {}
        for row in rated:
            if row["game"] == game.slug:
                players.setdefault(row["user"], []).append(row)
        able = [rows for rows in players.values() if len(rows) >= FEWEST]
        if able:
            best = max(able, key=lambda rows: (rows[-1]["rating"], -rows[-1]["user"]))
            last = best[-1]
            score = sum(row["score"] for row in best)
            found.append(Champion(game.slug, last["user"], last["name"], last["rating"], len(best), score))
    return tuple(found)


def _prettiest(rows: Sequence[Mapping[Any, Any]]) -> tuple[Mapping[Any, Any], int, State] | None:
    """The row with the prettiest winning loop, how many cells that has, and the final state."""
    best: tuple[tuple[int, float, int], Mapping[Any, Any], State] | None = None
    for row in rows:
        decisions = row["decisions"].split()
        state = replay.follow(replay.begin(row["game"], row["options"]), decisions)[-1]
        loops = state.outcome.loops if state.outcome is not None else ()
        for loop in loops:
            rank = (len(loop), _ground([state.board.xy(cell) for cell in loop]), -row["id"])
            if best is None or rank > best[0]:
                best = rank, row, state
    return None if best is None else (best[1], best[0][0], best[2])


def _ground(points: Sequence[Sequence[float]]) -> float:
    """The area that a chain of points goes round, as seen from above."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return round(abs(sum(one[0] * other[1] - other[0] * one[1] for one, other in pairs)) / 2, 6)


def _remarkable(row: Mapping[Any, Any], size: int) -> Remarkable:
    names = (row["name0"], row["name1"])
    return Remarkable(row["id"], row["number"], row["game"], names, row["winner"], size)

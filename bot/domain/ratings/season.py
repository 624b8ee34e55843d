"""A server's season: the champion of each game, the longest match, and the prettiest loop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import games
from bot.domain.ratings.rating import RatingChange
from games.core import State

FEWEST = 3
"""How many rated matches of the game a champion has played in the season at least."""


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
    """A match worth showing again: ``size`` counts its turns, or the cells of its loop; ``winner`` is a seat.

    It is shown to those who may view its ``channel``.
    """

    id: int
    number: int
    game: str
    winner: int | None
    names: tuple[str, str]
    size: int
    channel: int

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


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A match that was won on the board, to be played over: its decisions."""

    id: int
    number: int
    game: str
    winner: int
    names: tuple[str, str]
    options: Mapping[str, str]
    decisions: str
    channel: int


def champions(changes: Iterable[tuple[str, RatingChange]]) -> tuple[Champion, ...]:
    """The highest rated of each game after a season's matches, in order, of those who have played enough of them."""
    players: dict[str, dict[int, list[RatingChange]]] = {}
    for slug, change in changes:
        players.setdefault(slug, {}).setdefault(change.user, []).append(change)
    found = []
    for game in games.catalog():
        able = [own for own in players.get(game.slug, {}).values() if len(own) >= FEWEST]
        if able:
            best = max(able, key=lambda own: (own[-1].after.rating, -own[-1].user))
            last, score = best[-1], sum(change.score for change in best)
            found.append(Champion(game.slug, last.user, last.name, last.after.rating, len(best), score))
    return tuple(found)


def prettiest(candidates: Iterable[PlayedOut]) -> tuple[Remarkable, State] | None:
    """The match with the prettiest winning loop, sized by its cells, and its final state."""
    best: tuple[tuple[int, float, int], PlayedOut, State] | None = None
    for match in candidates:
        state = games.replay(match.game, match.options, match.decisions.split())
        for loop in state.outcome.loops if state.outcome is not None else ():
            rank = (len(loop), _ground([state.board.xy(cell) for cell in loop]), -match.id)
            if best is None or rank > best[0]:
                best = rank, match, state
    if best is None:
        return None
    (size, *_), match, state = best
    return Remarkable(match.id, match.number, match.game, match.winner, match.names, size, match.channel), state


def _ground(points: Sequence[Sequence[float]]) -> float:
    """The area that a chain of points goes round, as seen from above."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return round(abs(sum(one[0] * other[1] - other[0] * one[1] for one, other in pairs)) / 2, 6)

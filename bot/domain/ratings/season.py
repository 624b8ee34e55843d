"""A server's season: the champion of each game, the longest match, and the prettiest loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import games
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
    scope: int
    finished: datetime
    game: str
    options: Mapping[str, str]
    decisions: str

    def state(self) -> State:
        """Its final board."""
        return games.replay(self.game, self.options, self.decisions.split())


class Loop(NamedTuple):
    """How long a loop is, in cells, and the area that it goes round; 0 and 0 where a match was won without one."""

    cells: int
    ground: float


def longest_loop(state: State) -> Loop:
    """The longest of the loops that have won a match; of those as long, the one round most ground."""
    loops = state.outcome.loops if state.outcome is not None else ()
    sized = (Loop(len(loop), _ground([state.board.xy(cell) for cell in loop])) for loop in loops)
    return max(sized, default=Loop(0, 0.0))


def _ground(points: Sequence[Sequence[float]]) -> float:
    """The area that a chain of points goes round, as seen from above."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return round(abs(sum(one[0] * other[1] - other[0] * one[1] for one, other in pairs)) / 2, 6)

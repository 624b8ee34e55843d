"""What a claim is: a typed statement about a turn, with a meaning that is decided before it is said."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...core import Position, State
from ..knowledge import knowledge_of
from ..solved import known_of
from ..solver import OutOfTime, Solver, played

# More turns than a match has that is played out to the last point.
ALL = 40


class Story(NamedTuple):
    """A turn, or the rest of one: its states from before the first decision to after the last."""

    states: tuple[State, ...]

    @property
    def before(self) -> State:
        """Where the turn starts."""
        return self.states[0]

    @property
    def after(self) -> State:
        """Where it has led to."""
        return self.states[-1]

    @property
    def seat(self) -> int:
        """The seat whose turn it is. Raises ValueError where the match is over before it."""
        if (seat := self.before.to_move) is None:
            raise ValueError("nobody is to move")
        return seat


def story(states: Sequence[State]) -> Story:
    """The story that leads through ``states``."""
    return Story(tuple(states))


class Prover:
    """Decides who can force a win from positions of one match: by certificates of its variant, if there are any, else

    by exhaustive search until its time is over.
    """

    def __init__(self, state: State, seconds: float = float("inf")) -> None:
        self.end = time.perf_counter() + seconds
        self.known = known_of(state.game.slug, state.options)
        self._plays_out = knowledge_of(state.game).plays_out
        self._solvers = tuple(Solver(knowledge_of(state.game), seat, seconds) for seat in (0, 1))

    def wins(self, position: Position, seat: int, turns: int = 1) -> bool:
        """Whether a seat can force a win in at most so many of its turns, the present one included if it is its own.

        Raises OutOfTime.
        """
        return not self.known.holds(position, 1 - seat) and self._solvers[seat].wins(position, turns)

    def forces(self, position: Position, seat: int) -> bool:
        """Whether a seat can force a win, however long it takes. Raises OutOfTime where that is not known."""
        if self.known.forces(position, seat, "win"):
            return True
        if self.known.holds(position, 1 - seat):
            return False
        if self._plays_out:
            return self._solvers[seat].wins(position, ALL)
        raise OutOfTime

    def winners(self, position: Position, turns: int = 1, most: int | None = None) -> list[int]:
        """The decisions of the seat to move that force its win within so many turns. Raises OutOfTime."""
        return self._solvers[position.to_move].winners(position, turns, most)

    def loses(self, position: Position, code: int) -> bool:
        """Whether after a decision the other seat can win at once or in its next turn. Raises OutOfTime."""
        return self.wins(played(position, code), 1 - position.to_move)


@dataclass(frozen=True)
class Claim(ABC):
    """A statement about a turn. Its docstring is what it means, ``holds`` decides it, and nothing else may say it."""

    @abstractmethod
    def holds(self, told: Story, prover: Prover) -> bool:
        """Whether the statement is true. Raises OutOfTime where that is not decided in time."""

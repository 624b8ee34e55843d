"""What a plan is: a number that is read off a position, and what is said of it on the board."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...core import Position, Sentence
from ...lattice import Lattice, bits

MOST_NAMES = 3  # cells or moves named one after another

Telling: TypeAlias = Callable[[Any, Any, int], Sentence | None]
"""What a turn of a seat does for a plan and where, from the position before and the one after it.

None where no cell can be named.
"""

Noticing: TypeAlias = Callable[[Any, int], Sentence | None]
"""Where a plan goes well or badly for a seat in a position; None where no cell can be named."""


def _silent(position: Position, seat: int) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan of a game.

    :param aim: What it aims at, as the end of a sentence.
    :param measure: What a seat has of it, as a number.
    :param tell: What a turn does for it. The sentence is true of every turn that it is made for.
    :param strong: Where the seat is ahead by it.
    :param weak: Where the other seat is ahead by it.
    :param less: Whether fewer are better.
    :param fits: The choices of a match in which it is a plan at all.
    """

    slug: str
    aim: str
    measure: Callable[[Any, int], int]
    tell: Telling
    strong: Noticing = _silent
    weak: Noticing = _silent
    less: bool = False
    fits: Callable[[Mapping[str, str]], bool] = lambda options: True

    def lead(self, position: Position, seat: int) -> int:
        """By how much the count is better for a seat than for the other."""
        ahead = self.measure(position, seat) - self.measure(position, 1 - seat)
        return -ahead if self.less else ahead


@dataclass(frozen=True, slots=True)
class MeasuredPlan:
    """A plan with what was measured of it.

    :param worth: In logarithms of odds for each one that a seat is ahead.
    :param spread: How far a seat usually is ahead.
    """

    plan: Plan
    worth: float
    spread: float


def first_telling(*tellings: Telling) -> Telling:
    """What the first of several tellings says that says anything."""

    def tell(start: Position, end: Position, seat: int) -> Sentence | None:
        for telling in tellings:
            sentence = telling(start, end, seat)
            if sentence is not None:
                return sentence
        return None

    return tell


def by_gain(measure: Callable[[Any, int], int], own: Telling, other: Telling) -> Telling:
    """What a turn gives its seat, or takes from the other: first what changes more.

    :param own: Says what it gives.
    :param other: Says what it takes.
    """

    def tell(start: Position, end: Position, seat: int) -> Sentence | None:
        gain = measure(end, seat) - measure(start, seat)
        loss = measure(start, 1 - seat) - measure(end, 1 - seat)
        tellings = (other, own) if loss > gain else (own, other)
        return first_telling(*tellings)(start, end, seat)

    return tell


def names(board: Lattice, cells: int) -> tuple[str, ...]:
    """The first few of some cells by name."""
    return board.names(cells)[:MOST_NAMES]


def beside(board: Lattice, cell: int) -> int:
    """The cells round one, as bits."""
    return board.dilate(1 << cell) & board.full & ~(1 << cell)


def cells_with(board: Lattice, cells: int, neighbours: int) -> int:
    """Those of some cells that have one of ``neighbours`` beside them, as bits."""
    return sum(1 << cell for cell in bits(cells) if beside(board, cell) & neighbours)

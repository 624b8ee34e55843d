"""What a plan is: a number that is read off a position, and what is said of it on the board."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ...core import Position, Sentence
from ...lattice import Lattice, bits

MOST_NAMES = 3  # cells or moves named one after another
CELL = re.compile("[0-9]?[a-z]{1,2}[0-9]{1,2}", re.ASCII)

Telling: TypeAlias = Callable[[Any, Any, int], Sentence | None]
"""What a turn of a seat does for a plan and where, from the position before and the one after it.

None where no cell can be named.
"""

Noticing: TypeAlias = Callable[[Any, int], Iterator[Sentence]]
"""The places where a plan goes well or badly for a seat in a position, what matters most first."""


def _silent(position: Position, seat: int) -> Iterator[Sentence]:
    return iter(())


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan of a game.

    :param aim: What it aims at, as the end of a sentence.
    :param measure: What a seat has of it, as a number.
    :param tell: What a turn does for it. The sentence is true of every turn that it is made for.
    :param strong: Where the seat is ahead by it.
    :param weak: Where the other seat is ahead by it.
    :param warns: Whether what is weak are traps, which a turn heeds that does not walk into them.
    :param less: Whether fewer are better.
    :param aims: The aim by the first words of what is told of a turn, where that is a special one.
        It may name what is told by name, such as ``{stones}``.
    :param fits: The choices of a match in which it is a plan at all.
    """

    slug: str
    aim: str
    measure: Callable[[Any, int], int]
    tell: Telling
    strong: Noticing = _silent
    weak: Noticing = _silent
    warns: bool = False
    less: bool = False
    aims: Mapping[str, str] = field(default_factory=dict)
    fits: Callable[[Mapping[str, str]], bool] = lambda options: True

    def lead(self, position: Position, seat: int) -> int:
        """By how much the count is better for a seat than for the other."""
        ahead = self.measure(position, seat) - self.measure(position, 1 - seat)
        return -ahead if self.less else ahead

    def aim_of(self, told: Sentence) -> Sentence:
        """What a turn aims at of which this is told."""
        for words, aim in self.aims.items():
            if told.template.startswith(words):
                named = {name: value for name, value in told.values.items() if f"{{{name}}}" in aim}
                return Sentence(aim, **named)
        return Sentence(self.aim)


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


def cells_in(sentences: Iterable[Sentence]) -> tuple[str, ...]:
    """The cells that sentences name, or what may be cells by the look of it, in their order."""
    cells: dict[str, None] = {}
    for sentence in sentences:
        for value in sentence.values.values():
            parts = value if isinstance(value, tuple) else (value,)
            for part in parts:
                if isinstance(part, str) and CELL.fullmatch(part):
                    cells.setdefault(part)
    return tuple(cells)

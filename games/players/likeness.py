"""Whether two positions are the same or differ by one turn, on boards turned or reflected, with
colours exchanged.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TypeAlias

from ..core import Position, State
from ..lattice import Lattice, bits
from .knowledge.symmetry import isomorphisms

Stones: TypeAlias = dict[tuple[int, ...], int]
"""The cells of each kind of stone or stack, as bits; a kind is the seats of its pieces, bottom to
top.
"""

MOST_NEW = 6  # cells that a turn fills or changes at most; it may empty any number
# cells that the last decision of a turn may change besides those that lead straight to its end
LAST_CHANGES = 3
MOST_SEARCHED = 300  # unfinished turns that are searched; a position that takes more counts as near


class Neighbourhood:
    """The position of a state and those one turn before and after it, under every symmetry and
    exchange of colours.

    What is not on the board does not matter: whose turn it is, the options, and what has happened
    before.
    """

    def __init__(self, state: State) -> None:
        self._position = state.position()
        self._stones = _stones(self._position)
        self._images: dict[Lattice, list[Stones]] = {}

    def contains(self, state: State) -> bool:
        """Whether a state of the same game has one of these positions, or is within the turn that
        leads to it.
        """
        position = state.position()
        here = self._stones
        board = position.board
        if board not in self._images:
            self._images[board] = list(_images(here, self._position.board, board))
        images = self._images[board]
        stones = _stones(position)
        if not images:
            return False
        if stones in images:
            return True
        return self._reach(position, stones, images) or self._leads_to(position, stones)

    def _reach(self, position: Position, stones: Stones, images: list[Stones]) -> bool:
        goals = [image for image in images if _new(stones, image) <= MOST_NEW]
        return bool(goals) and any(_reaches(start, goals) for start in _starts(position))

    def _leads_to(self, position: Position, stones: Stones) -> bool:
        count = sum(mask.bit_count() for mask in stones.values())
        if count > sum(mask.bit_count() for mask in self._stones.values()) + MOST_NEW:
            return False
        images = _images(stones, position.board, self._position.board)
        goals = [image for image in images if _new(self._stones, image) <= MOST_NEW]
        return bool(goals) and any(_reaches(start, goals) for start in self._first)

    @cached_property
    def _first(self) -> "tuple[_Step, ...]":
        return _starts(self._position)


class _Step:
    """A position within a turn, and what each decision makes of it."""

    def __init__(self, position: Position, stones: Stones) -> None:
        self.position = position
        self.stones = stones

    @cached_property
    def following(self) -> "tuple[_Step, ...]":
        """The positions after each decision, while the turn lasts and at its end."""
        if self.position.reason is not None:
            return ()
        after = (self.position.after(code) for code in self.position.codes())
        return tuple(_Step(position, _stones(position)) for position in after)


def _starts(position: Position) -> tuple[_Step, ...]:
    """A position as the start of a turn of the side to move, and of the other side."""
    return tuple(
        _Step(start, _stones(start))
        for start in (position, position.with_other_to_move())
        if start is not None
    )


def _reaches(start: _Step, goals: list[Stones]) -> bool:
    """Whether a turn, or a part of one, leads to stones in ``goals``."""
    seat = start.position.to_move
    ways = [(start, goals)]
    seen = set[frozenset[tuple[tuple[int, ...], int]]]()
    while ways:
        here, ahead = ways.pop()
        before = [_changed(here.stones, goal) for goal in ahead]
        for step in here.following:
            left = [_changed(step.stones, goal) for goal in ahead]
            if 0 in left:
                return True
            key = frozenset(step.stones.items())
            if step.position.to_move != seat or key in seen:
                continue
            seen.add(key)
            if len(seen) > MOST_SEARCHED:
                return True
            nearer = [
                goal
                for goal, was, now in zip(ahead, before, left, strict=True)
                if now < was or now <= LAST_CHANGES
            ]
            if nearer:
                ways.append((step, nearer))
    return False


def _stones(position: Position) -> Stones:
    stones: Stones = {}
    for cell, kind in position.pieces().items():
        stones[kind] = stones.get(kind, 0) | 1 << position.board.index[cell]
    return stones


def _images(stones: Stones, board: Lattice, other: Lattice) -> Iterator[Stones]:
    """Stones of one board on another, in every way that fits, and each with the colours
    exchanged.
    """
    exchanged = {tuple(1 - seat for seat in kind): kind for kind in stones}
    for table in isomorphisms(board, other):
        moved = {kind: _moved(mask, table) for kind, mask in stones.items()}
        yield moved
        yield {kind: moved[was] for kind, was in exchanged.items()}


def _moved(cells: int, table: Mapping[int, int]) -> int:
    return sum(1 << table[index] for index in bits(cells))


def _changed(before: Stones, after: Stones) -> int:
    """The number of cells that do not hold the same."""
    cells = 0
    for kind in before.keys() | after.keys():
        cells |= before.get(kind, 0) ^ after.get(kind, 0)
    return cells.bit_count()


def _new(before: Stones, after: Stones) -> int:
    """The number of cells that hold what they did not hold before."""
    return sum((mask & ~before.get(kind, 0)).bit_count() for kind, mask in after.items())

"""Whether two positions are the same or a turn apart, however the board lies."""

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
    """The position of a state and those one turn before and after it.

    Under every symmetry and exchange of colours.

    What is not on the board does not matter: whose turn it is, the options, and what has happened
    before.
    """

    def __init__(self, state: State) -> None:
        self._position = state.position()
        self._stones = _stones(self._position)
        self._images: dict[Lattice, list[Stones]] = {}

    def contains(self, state: State) -> bool:
        """Whether a state of the same game has one of these positions.

        Also where it is within the turn that leads to one.
        """
        position = state.position()
        board = position.board
        if board not in self._images:
            self._images[board] = list(_images(self._stones, self._position.board, board))
        images = self._images[board]
        if not images:
            return False
        stones = _stones(position)
        if stones in images:
            return True
        return self._is_reached(position, stones, images) or self._leads_to(position, stones)

    def _is_reached(self, position: Position, stones: Stones, images: list[Stones]) -> bool:
        """Whether a turn, or a part of one, leads from a position to this one."""
        goals = [image for image in images if _count_new(stones, image) <= MOST_NEW]
        if not goals:
            return False
        return any(_reaches(start, goals) for start in _turn_starts(position))

    def _leads_to(self, position: Position, stones: Stones) -> bool:
        """Whether a turn, or a part of one, leads from this position to another."""
        if _count(stones) > _count(self._stones) + MOST_NEW:
            return False
        images = _images(stones, position.board, self._position.board)
        goals = [image for image in images if _count_new(self._stones, image) <= MOST_NEW]
        return bool(goals) and any(_reaches(start, goals) for start in self._first)

    @cached_property
    def _first(self) -> "tuple[_WithinTurn, ...]":
        return _turn_starts(self._position)


class _WithinTurn:
    """A position within a turn, and what each decision makes of it."""

    def __init__(self, position: Position, stones: Stones) -> None:
        self.position = position
        self.stones = stones

    @cached_property
    def following(self) -> "tuple[_WithinTurn, ...]":
        """The positions after each decision, while the turn lasts and at its end."""
        if self.position.reason is not None:
            return ()
        positions = (self.position.after(code) for code in self.position.codes())
        return tuple(_WithinTurn(position, _stones(position)) for position in positions)


def _turn_starts(position: Position) -> tuple[_WithinTurn, ...]:
    """A position as the start of a turn of the side to move, and of the other side."""
    starts = [position]
    other = position.with_other_to_move()
    if other is not None:
        starts.append(other)
    return tuple(_WithinTurn(start, _stones(start)) for start in starts)


def _reaches(start: _WithinTurn, goals: list[Stones]) -> bool:
    """Whether a turn, or a part of one, leads to stones in ``goals``."""
    seat = start.position.to_move
    stack = [(start, goals)]
    seen_stones = set[frozenset[tuple[tuple[int, ...], int]]]()
    while stack:
        node, node_goals = stack.pop()
        distances = [_count_changed(node.stones, goal) for goal in node_goals]
        for step in node.following:
            step_distances = [_count_changed(step.stones, goal) for goal in node_goals]
            if 0 in step_distances:
                return True
            key = frozenset(step.stones.items())
            if step.position.to_move != seat or key in seen_stones:
                continue
            seen_stones.add(key)
            if len(seen_stones) > MOST_SEARCHED:
                return True
            nearer = []
            for goal, old, new in zip(node_goals, distances, step_distances, strict=True):
                if new < old or new <= LAST_CHANGES:
                    nearer.append(goal)
            if nearer:
                stack.append((step, nearer))
    return False


def _stones(position: Position) -> Stones:
    """The cells of each kind of stone or stack on a board."""
    stones: Stones = {}
    for cell, kind in position.pieces().items():
        bit = 1 << position.board.index[cell]
        stones[kind] = stones.get(kind, 0) | bit
    return stones


def _count(stones: Stones) -> int:
    return sum(mask.bit_count() for mask in stones.values())


def _images(stones: Stones, board: Lattice, other: Lattice) -> Iterator[Stones]:
    """Stones of one board on another, in every way that fits.

    Each also with the colours exchanged.
    """
    exchanged = {_exchanged(kind): kind for kind in stones}
    for table in isomorphisms(board, other):
        image = {kind: _moved(mask, table) for kind, mask in stones.items()}
        yield image
        yield {kind: image[former] for kind, former in exchanged.items()}


def _exchanged(kind: tuple[int, ...]) -> tuple[int, ...]:
    """A kind of stone or stack with the colours exchanged."""
    return tuple(1 - seat for seat in kind)


def _moved(cells: int, table: Mapping[int, int]) -> int:
    return sum(1 << table[index] for index in bits(cells))


def _count_changed(old: Stones, new: Stones) -> int:
    """The number of cells that do not hold the same."""
    cells = 0
    for kind in old.keys() | new.keys():
        cells |= old.get(kind, 0) ^ new.get(kind, 0)
    return cells.bit_count()


def _count_new(old: Stones, new: Stones) -> int:
    """The number of cells that hold what they did not hold before."""
    gains = {kind: mask & ~old.get(kind, 0) for kind, mask in new.items()}
    return _count(gains)

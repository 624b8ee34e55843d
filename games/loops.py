"""Closed chains of stones: the shortest one round a cell, for showing what was won."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from .lattice import Lattice, bits


def chain_round(lattice: Lattice, wall: int, inside: str, through: int, steps: Sequence[int]) -> tuple[str, ...]:
    """A shortest closed chain of ``wall`` cells round the cell ``inside``, in walking order; () if there is none.

    ``steps`` are the shifts that join one wall cell to the next. The chain goes through one of the cells of
    ``through`` where it can. A closed walk goes round a point exactly when it crosses a ray from that point an odd
    number of times, so the search is breadth-first over cells and the parity of crossings.
    """
    crossing = _Ray(lattice, inside)
    best: tuple[int, ...] = ()
    for starts in (through & wall, wall & ~through):
        for start in bits(starts):
            chain = _odd_walk(wall, start, steps, crossing, len(best) or len(lattice) + 1)
            if chain:
                best = chain
        if best:
            break
    return tuple(lattice.cell[index] for index in best)


class _Ray:
    """Tells whether the line between two cells crosses a ray that starts in a given cell."""

    def __init__(self, lattice: Lattice, inside: str) -> None:
        self._lattice = lattice
        self._x, self._y = lattice.xy(inside)
        # The ray leaves almost straight to the right, at a slope on which no cell's centre lies.
        self._slope = 0.001234567

    def _above(self, x: float, y: float) -> bool:
        return y - self._y > self._slope * (x - self._x)

    def crosses(self, one: int, other: int) -> bool:
        x1, y1 = self._lattice.xy(self._lattice.cell[one])
        x2, y2 = self._lattice.xy(self._lattice.cell[other])
        if self._above(x1, y1) == self._above(x2, y2):
            return False
        # Where the segment meets the ray's line; it counts on the right of the starting point only.
        d1 = y1 - self._y - self._slope * (x1 - self._x)
        d2 = y2 - self._y - self._slope * (x2 - self._x)
        return x1 + (x2 - x1) * d1 / (d1 - d2) > self._x


def _odd_walk(wall: int, start: int, steps: Sequence[int], ray: _Ray, shorter_than: int) -> tuple[int, ...]:
    origin, goal = (start, False), (start, True)
    came: dict[tuple[int, bool], tuple[int, bool]] = {origin: origin}
    queue = deque([(origin, 0)])
    while queue:
        node, length = queue.popleft()
        if node == goal:
            chain = []
            while node != origin:
                node = came[node]
                chain.append(node[0])
            return tuple(chain)
        if length + 1 >= shorter_than:
            continue
        cell, odd = node
        for step in steps:
            near = cell + step
            if wall >> near & 1:
                beyond = (near, odd ^ ray.crosses(cell, near))
                if beyond not in came:
                    came[beyond] = node
                    queue.append((beyond, length + 1))
    return ()

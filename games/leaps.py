"""Leaps over two cells: all those of a board side by side in one wide integer, to compute the legal
ones at once.
"""

from collections.abc import Sequence
from typing import NamedTuple

from .lattice import Lattice, Vector

KNIGHT: tuple[Vector, ...] = (
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
)
# The six cells at distance √3 in axial coordinates.
DIAGONAL: tuple[Vector, ...] = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))


class Leap(NamedTuple):
    """A leap from one cell to another, the two cells between, and both of them as bits."""

    support: int
    placement: int
    one: int
    other: int
    pair: int


class Leaps:
    """All leaps of a board, side by side in one wide integer: a lane of ``size`` bits for each
    direction.

    Bit ``support`` of a lane stands for the leap from there in the lane's direction; its index is
    the leap's code. Multiplying a board by a sum of powers of two copies it, shifted as the lane
    needs, into every lane at once.
    """

    def __init__(
        self, lattice: Lattice, vectors: Sequence[Vector], wall_steps: Sequence[Vector]
    ) -> None:
        size = lattice.size
        steps = set(lattice.steps)
        self.wall_steps = tuple(map(lattice.shift, wall_steps))
        self.by_code: dict[int, Leap] = {}
        self.code: dict[tuple[int, int], int] = {}
        self.copies = self.shifted = 0
        axes: dict[int, int] = {}
        for lane, vector in enumerate(vectors):
            leap = lattice.shift(vector)
            # The margin of the lattice is as wide as any leap, so a shifted board stays within its
            # lane, and one more lane at the bottom keeps every power of two whole.
            base = (lane + 1) * size
            one, other = sorted(step for step in steps if leap - step in steps)
            self.copies |= 1 << base
            self.shifted |= 1 << base - leap
            axes[other - one] = axes.get(other - one, 0) | 1 << base - one
            for support in lattice.cell:
                if support + leap in lattice.cell:
                    a = support + one
                    b = support + other
                    self.by_code[base + support] = Leap(
                        support, support + leap, a, b, 1 << a | 1 << b
                    )
                    self.code[support, support + leap] = base + support
        # For each direction in which the two cells between can lie: their distance, and the lanes
        # of such leaps.
        self.axes = tuple(axes.items())

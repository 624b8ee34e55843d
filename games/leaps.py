"""Leaps over two cells, all those of a board side by side in one wide integer.

So the legal ones are computed at once.
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
    """A leap, by the indices of its cells.

    It goes from ``support`` to ``placement`` over ``one`` and ``other``; ``pair`` are those two as
    bits.
    """

    support: int
    placement: int
    one: int
    other: int
    pair: int


class Leaps:
    """All leaps of a board: a lane of ``size`` bits for each direction, in one wide integer.

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
        self.code: dict[tuple[int, int], int] = {}  # by the indices of support and placement
        self.copies = 0  # copies the supports into every lane
        self.shifted = 0  # copies the placements to the bits of their supports
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
                placement = support + leap
                if placement in lattice.cell:
                    code = base + support
                    pair = 1 << support + one | 1 << support + other
                    self.by_code[code] = Leap(
                        support, placement, support + one, support + other, pair
                    )
                    self.code[support, placement] = code
        # For each direction in which the two cells between can lie: their distance, and the lanes
        # of such leaps, shifted to the bits of their supports.
        self.axes = tuple(axes.items())

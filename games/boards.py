"""Shapes of boards as data: which coordinates a board has, what its cells are called and where they
lie.
"""

from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from typing import TypeAlias

from .core import Sentence
from .lattice import Vector

FILES = "abcdefghijklmnopqrstuvwxyz"
ROW_HEIGHT = sqrt(3) / 2
Labels: TypeAlias = tuple[tuple[str, Sentence], ...]
"""What players call boards whose own names, which records keep, nobody would say."""


def square(side: int) -> list[Vector]:
    """The coordinates of ``side`` by ``side`` squares."""
    return [(i, j) for j in range(side) for i in range(side)]


def hexagon(bottom: int, side: int) -> list[Vector]:
    """A hexagon whose sides have ``bottom`` and ``side`` cells in turn, in axial coordinates."""
    widest = bottom + side - 1
    return [
        (i, j)
        for j in range(widest)
        for i in range(max(0, side - 1 - j), min(widest, widest + side - 1 - j))
    ]


def trapezoid(top: int, rows: int) -> list[Vector]:
    """Rows of hexagonal cells, ``top`` in the uppermost and one more in each below, in axial
    coordinates.
    """
    return [(i, j) for j in range(rows) for i in range(top + rows - 1 - j)]


def stacked(ground: Iterable[Vector]) -> list[Vector]:
    """A pyramid on hexagonal cells: on each level, every position whose three feet exist on the
    level below.
    """
    sites: list[Vector] = []
    level = 0
    left = set(ground)
    while left:
        sites += [(i, j, level) for i, j in left]
        left = {(i, j) for i, j in left if {(i + 1, j), (i, j + 1)} <= left}
        level += 1
    return sites


def diamond(side: int) -> list[Vector]:
    """The points of a square grid at most ``side`` - 1 orthogonal steps from the middle."""
    reach = side - 1
    return [(i, j) for i, j in square(2 * side - 1) if abs(i - reach) + abs(j - reach) <= reach]


def mesh(rows: Iterable[tuple[int, int]], along: Vector, up: Vector) -> list[Vector]:
    """Sites of a wider lattice, whose steps are ``along`` and ``up``: for each row its first place
    and its length.
    """
    return [
        (place * along[0] + row * up[0], place * along[1] + row * up[1])
        for row, (first, length) in enumerate(rows)
        for place in range(first, first + length)
    ]


def perforated(
    holes: Iterable[Vector], patch: Iterable[Vector]
) -> tuple[list[Vector], list[Vector]]:
    """The sites of the cells that lie at ``patch`` round ``holes``, and of the holes; moved to
    start from 0.
    """
    gone = {(i, j) for i, j in holes}
    cells = {(i + di, j + dj) for i, j in gone for di, dj in patch} - gone
    left, bottom = (min(site[axis] for site in cells) for axis in (0, 1))
    moved = {(i, j): (i - left, j - bottom) for i, j in cells | gone}
    return [moved[site] for site in sorted(cells)], [moved[site] for site in sorted(gone)]


def named(sites: Iterable[Vector]) -> dict[str, Vector]:
    """Cells by name, file letter then rank number: ``c4`` for (2, 3); a level comes first: ``2c4``
    for (2, 3, 1).
    """
    return {
        "".join(str(level + 1) for level in site[2:]) + f"{FILES[site[0]]}{site[1] + 1}": site
        for site in sites
    }


def square_centre(site: Vector) -> tuple[float, float]:
    """The centre of a cell of the square lattice."""
    return float(site[0]), float(site[1])


def hexagonal_centre(site: Vector) -> tuple[float, float]:
    """The centre of a cell of the hexagonal lattice, whose files lean to the right going up."""
    return site[0] + site[1] / 2, site[1] * ROW_HEIGHT


def pyramid_centre(ranks: int) -> Callable[[Vector], tuple[float, float]]:
    """Centres on a pyramid of hexagonal cells, seen from above; (0, 0) is where file a meets the
    topmost rank.
    """

    def centre(site: Vector) -> tuple[float, float]:
        i, j, level = site
        top = ranks - 1
        # A tile lies in the gap of its feet, so a level is a third of a row higher in the picture
        # than its ranks say.
        return i + (j + level - top) / 2, (j + level / 3 - top) * ROW_HEIGHT

    return centre


def hexagons(sizes: Mapping[str, object]) -> Labels:
    """Hexagons by their names, each with its size: a side, two sides that alternate, or a word."""
    return tuple((name, Sentence("hexagon {size}", size=size)) for name, size in sizes.items())

"""Shapes of boards as data: coordinates of their cells, with their names and centres."""

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
    sites: list[Vector] = []
    for j in range(widest):
        first = max(0, side - 1 - j)
        end = min(widest, widest + side - 1 - j)
        sites += [(i, j) for i in range(first, end)]
    return sites


def trapezoid(top: int, rows: int) -> list[Vector]:
    """Rows of hexagonal cells, in axial coordinates.

    There are ``top`` cells in the uppermost row and one more in each below.
    """
    return [(i, j) for j in range(rows) for i in range(top + rows - 1 - j)]


def stacked(ground: Iterable[Vector]) -> list[Vector]:
    """A pyramid on hexagonal cells: on each level, every position whose three feet exist below."""
    sites: list[Vector] = []
    level = 0
    layer = set(ground)
    while layer:
        sites += [(i, j, level) for i, j in layer]
        layer = {(i, j) for i, j in layer if {(i + 1, j), (i, j + 1)} <= layer}
        level += 1
    return sites


def diamond(side: int) -> list[Vector]:
    """The points of a square grid at most ``side`` - 1 orthogonal steps from the middle."""
    middle = side - 1
    points: list[Vector] = []
    for i, j in square(2 * side - 1):
        steps = abs(i - middle) + abs(j - middle)
        if steps < side:
            points.append((i, j))
    return points


def mesh(rows: Iterable[tuple[int, int]], right: Vector, up: Vector) -> list[Vector]:
    """Sites of a wider lattice, whose steps are ``right`` and ``up``.

    :param rows: the first place of each row, and its length
    """
    sites: list[Vector] = []
    right_i, right_j = right
    up_i, up_j = up
    for row, (first, length) in enumerate(rows):
        for place in range(first, first + length):
            i = place * right_i + row * up_i
            j = place * right_j + row * up_j
            sites.append((i, j))
    return sites


def perforated(
    holes: Iterable[Vector], patch: Iterable[Vector]
) -> tuple[list[Vector], list[Vector]]:
    """The sites of the cells that lie at ``patch`` round ``holes``, and of the holes.

    Both are moved so that files and ranks start from 0.
    """
    hole_sites = {(i, j) for i, j in holes}
    cell_sites = {(i + di, j + dj) for i, j in hole_sites for di, dj in patch} - hole_sites
    first_file = min(i for i, _ in cell_sites)
    first_rank = min(j for _, j in cell_sites)

    def moved(sites: Iterable[Vector]) -> list[Vector]:
        return [(i - first_file, j - first_rank) for i, j in sorted(sites)]

    return moved(cell_sites), moved(hole_sites)


def named(sites: Iterable[Vector]) -> dict[str, Vector]:
    """Cells by name: ``c4`` for file 2 and rank 3, both from 0.

    A level comes first: ``2c4`` for (2, 3, 1).
    """
    return {_name(site): site for site in sites}


def _name(site: Vector) -> str:
    level = "".join(str(part + 1) for part in site[2:])
    return f"{level}{FILES[site[0]]}{site[1] + 1}"


def square_centre(site: Vector) -> tuple[float, float]:
    """The centre of a cell of the square lattice."""
    return float(site[0]), float(site[1])


def hexagonal_centre(site: Vector) -> tuple[float, float]:
    """The centre of a cell of the hexagonal lattice, whose files lean to the right going up."""
    return site[0] + site[1] / 2, site[1] * ROW_HEIGHT


def pyramid_centre(ranks: int) -> Callable[[Vector], tuple[float, float]]:
    """Centres on a pyramid of hexagonal cells, seen from above.

    (0, 0) is where file a meets the topmost of ``ranks``.
    """

    def centre(site: Vector) -> tuple[float, float]:
        i, j, level = site
        top = ranks - 1
        # A tile lies in the gap of its feet, so a level is a third of a row higher in the picture
        # than its ranks say.
        x = i + (j + level - top) / 2
        y = (j + level / 3 - top) * ROW_HEIGHT
        return x, y

    return centre


def hexagons(sizes: Mapping[str, object]) -> Labels:
    """Hexagons by their names, each with its size: a side, two sides that alternate, or a word."""
    return tuple((name, Sentence("hexagon {size}", size=size)) for name, size in sizes.items())

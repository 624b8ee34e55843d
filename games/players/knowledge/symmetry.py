"""The symmetries of a board: turns and reflections that lay it on itself."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from math import cos, pi, sin

from ...lattice import Lattice, Pyramid


@cache
def symmetries(board: Lattice) -> tuple[Mapping[int, int], ...]:
    """Every turn and reflection of a board that keeps all steps, as a table from cell index to cell index.

    Of a pyramid only those that keep each level and rank.
    """
    if isinstance(board, Pyramid):
        return ({index: index for index in board.cell}, *_mirrored(board))
    points = {cell: board.xy(cell) for cell in board.cells}
    x, y = (sum(point[axis] for point in points.values()) / len(points) for axis in (0, 1))
    at = {_rounded(px - x, py - y): board.index[cell] for cell, (px, py) in points.items()}
    steps = {(one, one + step) for one in board.cell for step in board.steps if one + step in board.cell}
    tables = []
    # Boards have four or six directions, so turns by a twelfth of a circle are all there can be.
    for mirrored, twelfth in product((1, -1), range(12)):
        c, s = cos(twelfth * pi / 6), sin(twelfth * pi / 6)
        table = {}
        for (px, py), index in ((points[cell], board.index[cell]) for cell in board.cells):
            u, v = px - x, mirrored * (py - y)
            other = at.get(_rounded(c * u - s * v, s * u + c * v))
            if other is None:
                break
            table[index] = other
        else:
            if all((table[one], table[other]) in steps for one, other in steps):
                tables.append(table)
    return tuple(tables)


def _rounded(x: float, y: float) -> tuple[int, int]:
    return round(x * 1000), round(y * 1000)


def _mirrored(board: Pyramid) -> Iterator[Mapping[int, int]]:
    """The reflection of a pyramid that keeps its ranks, if it has one."""
    ranks: dict[tuple[int, float], list[str]] = {}
    for cell in board.cells:
        ranks.setdefault((board.level(cell), round(board.xy(cell)[1], 3)), []).append(cell)
    table: dict[str, str] = {}
    for rank in ranks.values():
        rank.sort(key=board.xy)
        table |= dict(zip(rank, reversed(rank), strict=True))
    if all({table[foot] for foot in board.feet(cell)} == set(board.feet(table[cell])) for cell in board.cells):
        yield {board.index[one]: board.index[other] for one, other in table.items()}

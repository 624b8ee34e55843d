"""The symmetries of a board: turns and reflections that lay it on itself."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from math import cos, pi, sin

from ...lattice import Lattice, Pyramid


@cache
def symmetries(board: Lattice) -> tuple[Mapping[int, int], ...]:
    """Every turn and reflection of a board that keeps steps (of a pyramid, levels and ranks), as
    tables of indices.
    """
    if isinstance(board, Pyramid):
        return ({index: index for index in board.cell}, *_mirrored(board))
    return isomorphisms(board, board)


@cache
def isomorphisms(board: Lattice, other: Lattice) -> tuple[Mapping[int, int], ...]:
    """Every way to turn or reflect a board that lays it on another, with all steps and levels, as
    tables of indices.
    """
    if len(board) != len(other) or board.kind != other.kind:
        return ()
    if isinstance(board, Pyramid) and isinstance(other, Pyramid):
        raised = (
            _raised(board, other, table) for table in isomorphisms(board.ground, other.ground)
        )
        return tuple(table for table in raised if table is not None)
    points = _centred(board)
    targets = _centred(other)
    at = {_rounded(px, py): index for index, (px, py) in targets.items()}
    steps = _joined(board)
    others = _joined(other)
    tables = []
    # Boards have four or six directions, so turns by a twelfth of a circle are all there can be.
    for mirrored, twelfth in product((1, -1), range(12)):
        c = cos(twelfth * pi / 6)
        s = sin(twelfth * pi / 6)
        table = {}
        for index, (u, y) in points.items():
            v = mirrored * y
            image = at.get(_rounded(c * u - s * v, s * u + c * v))
            if image is None:
                break
            table[index] = image
        else:
            if len(steps) == len(others) and all(
                (table[one], table[two]) in others for one, two in steps
            ):
                tables.append(table)
    return tuple(tables)


def _centred(board: Lattice) -> dict[int, tuple[float, float]]:
    """The centres of cells, by index, round the middle of a board."""
    points = {board.index[cell]: board.xy(cell) for cell in board.cells}
    x, y = (sum(point[axis] for point in points.values()) / len(points) for axis in (0, 1))
    return {index: (px - x, py - y) for index, (px, py) in points.items()}


def _joined(board: Lattice) -> set[tuple[int, int]]:
    """The pairs of neighbouring cells."""
    return {
        (one, one + step) for one in board.cell for step in board.steps if one + step in board.cell
    }


def _raised(board: Pyramid, other: Pyramid, ground: Mapping[int, int]) -> Mapping[int, int] | None:
    """A table of level one with those of all levels above it; None where what rests on some cells
    does not match.
    """
    table = dict(ground)
    resting = {
        frozenset(map(other.index.__getitem__, other.feet(cell))): other.index[cell]
        for cell in other.cells
    }
    for cell in sorted(board.cells, key=board.level):
        feet = board.feet(cell)
        if feet:
            image = resting.get(frozenset(table[board.index[foot]] for foot in feet))
            if image is None:
                return None
            table[board.index[cell]] = image
    return table


def _rounded(x: float, y: float) -> tuple[int, int]:
    return round(x * 1000), round(y * 1000)


def _mirrored(board: Pyramid) -> Iterator[Mapping[int, int]]:
    """The reflection of a pyramid that keeps its ranks, if there is any."""
    ranks: dict[tuple[int, float], list[str]] = {}
    for cell in board.cells:
        ranks.setdefault((board.level(cell), round(board.xy(cell)[1], 3)), []).append(cell)
    table: dict[str, str] = {}
    for rank in ranks.values():
        rank.sort(key=board.xy)
        table |= dict(zip(rank, reversed(rank), strict=True))
    if all(
        {table[foot] for foot in board.feet(cell)} == set(board.feet(table[cell]))
        for cell in board.cells
    ):
        yield {board.index[one]: board.index[other] for one, other in table.items()}

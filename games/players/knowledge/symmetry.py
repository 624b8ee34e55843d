"""The symmetries of a board: turns and reflections that lay it on itself."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from math import cos, pi, sin

from ...lattice import Lattice, Pyramid


@cache
def symmetries(board: Lattice) -> tuple[Mapping[int, int], ...]:
    """Every turn and reflection of a board that keeps steps, as tables of indices.

    Of a pyramid: that keeps levels and ranks.
    """
    if isinstance(board, Pyramid):
        return ({index: index for index in board.cell}, *_mirrored(board))
    return isomorphisms(board, board)


@cache
def isomorphisms(board: Lattice, other: Lattice) -> tuple[Mapping[int, int], ...]:
    """Every way to lay a board on another, turned or reflected, as tables of indices.

    All steps and levels are kept.
    """
    if len(board) != len(other) or board.kind != other.kind:
        return ()
    if isinstance(board, Pyramid) and isinstance(other, Pyramid):
        raised_tables = (
            _raised(board, other, table) for table in isomorphisms(board.ground, other.ground)
        )
        return tuple(table for table in raised_tables if table is not None)
    if len(_edges(board)) != len(_edges(other)):
        return ()
    # Boards have four or six directions, so turns by a twelfth of a circle are all there can be.
    tables = (
        _turned(board, other, reflection, twelfths)
        for reflection, twelfths in product((1, -1), range(12))
    )
    return tuple(table for table in tables if table is not None)


def _turned(
    board: Lattice, other: Lattice, reflection: int, twelfths: int
) -> Mapping[int, int] | None:
    """The table of a board that is turned, and lies on another with all steps; None if it does
    not.

    :param reflection: -1 to reflect the board before it is turned, else 1.
    :param twelfths: By how much of a circle it is turned.
    """
    cosine = cos(twelfths * pi / 6)
    sine = sin(twelfths * pi / 6)
    targets = {_rounded(x, y): index for index, (x, y) in _centred(other).items()}
    table = {}
    for index, (x, y) in _centred(board).items():
        y *= reflection
        turned_x = cosine * x - sine * y
        turned_y = sine * x + cosine * y
        image = targets.get(_rounded(turned_x, turned_y))
        if image is None:
            return None
        table[index] = image
    edges = _edges(other)
    if all((table[one], table[two]) in edges for one, two in _edges(board)):
        return table
    return None


@cache
def _centred(board: Lattice) -> dict[int, tuple[float, float]]:
    """The centres of cells, by index, round the middle of a board."""
    points = {board.index[cell]: board.xy(cell) for cell in board.cells}
    middle_x = sum(x for x, _ in points.values()) / len(points)
    middle_y = sum(y for _, y in points.values()) / len(points)
    return {index: (x - middle_x, y - middle_y) for index, (x, y) in points.items()}


@cache
def _edges(board: Lattice) -> set[tuple[int, int]]:
    """The pairs of neighbouring cells."""
    pairs = product(board.cell, board.steps)
    return {(cell, cell + step) for cell, step in pairs if cell + step in board.cell}


def _raised(board: Pyramid, other: Pyramid, ground: Mapping[int, int]) -> Mapping[int, int] | None:
    """A table of level one with those of all levels above it.

    None where what rests on some cells does not match.
    """
    table = dict(ground)
    resting: dict[frozenset[int], int] = {}
    for cell in other.cells:
        footing = frozenset(other.index[foot] for foot in other.feet(cell))
        resting[footing] = other.index[cell]
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
        _, y = board.xy(cell)
        ranks.setdefault((board.level(cell), round(y, 3)), []).append(cell)
    table: dict[str, str] = {}
    for rank in ranks.values():
        rank.sort(key=board.xy)
        table |= dict(zip(rank, reversed(rank), strict=True))
    for cell in board.cells:
        images = {table[foot] for foot in board.feet(cell)}
        if images != set(board.feet(table[cell])):
            return
    yield {board.index[one]: board.index[other] for one, other in table.items()}

"""What identifies a position of a solved game: sets of cells and a number; and its mirror
images.
"""

import hashlib
from collections.abc import Mapping

from ...core import Position
from ...lattice import Lattice, Pyramid, bits
from ..knowledge.symmetry import symmetries

# As many as the compiled solver has room for.
PLACES = 64

KEY_BYTES = 5


class Mirror:
    """Tells mirror images of positions of one match as the same: those by symmetries that keep its
    start.
    """

    def __init__(self, start: Position) -> None:
        self.board = start.board
        sets, _ = start.key()
        self.tables = [
            table
            for table in symmetries(self.board)
            if all(_moved(cells, table) == cells for cells in sets)
        ]
        self.tables.sort(key=lambda table: any(one != other for one, other in table.items()))

    def key(self, position: Position) -> bytes:
        """Equal for positions that are equal or mirror images of each other, and for hardly any
        others.
        """
        return self.image(position)[0]

    def image(self, position: Position) -> tuple[bytes, Mapping[int, int]]:
        """The key, and the table of the symmetry under which the position looks as the key says."""
        sets, flags = position.key()
        image, table = min(
            ((tuple(_moved(cells, table) for cells in sets), table) for table in self.tables),
            key=lambda pair: pair[0],
        )
        return hashlib.blake2b(repr((image, flags)).encode(), digest_size=KEY_BYTES).digest(), table


def _moved(cells: int, table: Mapping[int, int]) -> int:
    return sum(1 << table[index] for index in bits(cells))


def compact(board: Lattice) -> dict[int, int]:
    """The cells of a board, by index, numbered so that 64 bits have room for many.

    Those of a flat one lie in a grid with a margin of one file, unless that is too large; else row
    by row, as those of a pyramid lie level by level.
    """
    width = grid_width(board)
    if width is None:
        return {index: number for number, index in enumerate(board.cell)}
    return {board.index[cell]: j * width + i for cell, (i, j) in board.coordinates.items()}


def grid_width(board: Lattice) -> int | None:
    """How many places a row of the grid has in which the cells of a board are numbered; None where
    they lie in none.
    """
    if isinstance(board, Pyramid):
        return None
    columns, rows = (1 + max(site[axis] for site in board.coordinates.values()) for axis in (0, 1))
    return columns + 1 if (columns + 1) * rows <= PLACES else None

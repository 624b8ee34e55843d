"""What tells positions of the games that are solved apart: sets of cells and a number; and their mirror images."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TypeAlias

from ...core import Position
from ...lattice import Lattice, Pyramid, bits
from ...loop import Loop
from ...loops_n_leaps import LoopsNLeaps
from ...snipsnip import SnipSnip
from ...veloop import Veloop
from ...vigilance import FIRST_TEST, Vigilance
from ..knowledge.symmetry import images

# As many as the compiled solver has room for.
PLACES = 64

Form: TypeAlias = tuple[tuple[int, ...], int]
"""Sets of cells, as bits of the board, and everything else that counts for what may follow, as a number."""

KEY_BYTES = 5


def form(position: Position) -> Form:
    """What tells a position from others of its match. Raises TypeError for a game that is not solved here.

    Of SnipSnip it leaves out the past: that the third time of a position is a draw does not matter to whoever plays
    towards a win, since no position comes back on the way of a proof.
    """
    if isinstance(position, Veloop):
        flags = position.to_move | position.left << 1 | position.moved << 3 | position.passed << 4
        return (*position.tops, *position.lower), flags
    if isinstance(position, SnipSnip):
        return (*position.stones(), position.removable), position.to_move
    if isinstance(position, Loop):
        return tuple(position.tiles), position.to_move
    if isinstance(position, Vigilance):
        made = min(position.made, FIRST_TEST)
        flags = position.to_move | position.slid << 1 | position.idle << 2 | made << 3
        return tuple(position.stones), flags | position.hand[0] << 6 | position.hand[1] << 14
    if isinstance(position, LoopsNLeaps):
        leapers = sum(1 << index for own in position.doubles for index in own)
        return (*position.men, leapers), position.to_move | position.stuck << 1
    raise TypeError(type(position).__name__)


class Mirror:
    """Tells mirror images of positions of one match as the same: those by symmetries that keep its start."""

    def __init__(self, start: Position) -> None:
        self.board = start.board
        sets, _ = form(start)
        index = self.board.index
        tables = [{index[one]: index[other] for one, other in named.items()} for named in images(self.board)]
        self.tables = [table for table in tables if all(_moved(cells, table) == cells for cells in sets)]
        self.tables.sort(key=lambda table: any(one != other for one, other in table.items()))

    def key(self, position: Position) -> bytes:
        """Equal for positions that are equal or mirror images of each other, and for hardly any others."""
        return self.image(position)[0]

    def image(self, position: Position) -> tuple[bytes, Mapping[int, int]]:
        """The key, and the table of the symmetry under which the position looks as the key says."""
        sets, flags = form(position)
        image, table = min(
            ((tuple(_moved(cells, table) for cells in sets), table) for table in self.tables), key=lambda pair: pair[0]
        )
        return hashlib.blake2b(repr((image, flags)).encode(), digest_size=KEY_BYTES).digest(), table


def _moved(cells: int, table: Mapping[int, int]) -> int:
    return sum(1 << table[index] for index in bits(cells))


def compact(board: Lattice) -> dict[int, int]:
    """The cells of a board, by index, numbered so that 64 bits have room for many.

    Those of a flat one lie in a grid with a margin of one file, unless that is too large; else row by row, as those of
    a pyramid lie level by level.
    """
    width = grid_width(board)
    if width is None:
        return {index: number for number, index in enumerate(board.cell)}
    return {board.index[cell]: j * width + i for cell, (i, j) in board.coordinates.items()}


def grid_width(board: Lattice) -> int | None:
    """How many places a row of the grid has in which the cells of a board are numbered; None where they lie in none."""
    if isinstance(board, Pyramid):
        return None
    columns, rows = (1 + max(site[axis] for site in board.coordinates.values()) for axis in (0, 1))
    return columns + 1 if (columns + 1) * rows <= PLACES else None

"""What is said in Loop of rings on level one: built, and stopped."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...core import Sentence, _
from ...lattice import bits
from ...loop import Loop
from .base import beside

LACKED = 2  # tiles of a ring that is spoken of; of one that lacks a single tile it is said anyway


@dataclass(frozen=True, slots=True)
class NearRing:
    """The six cells round one on level one, of which two are free and the others a seat's.

    :param middle: The cell in the ring.
    :param missing: The two free cells, as bits.
    """

    middle: str
    missing: int


def _near_rings(position: Loop, seat: int) -> Iterator[NearRing]:
    board = position.board
    ground = board.ground
    own = position.tiles[seat]
    enemy = position.tiles[1 - seat]
    for cell in bits(ground.full & ~own):
        ring = beside(ground, cell)
        missing = ring & ~own
        if ring.bit_count() == 6 and not missing & enemy and missing.bit_count() == LACKED:
            yield NearRing(board.cell[cell], missing)


def build_ring(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """A ring to which the turn has added a tile, and that lacks two more now."""
    board = end.board
    new = end.tiles[seat] & ~start.tiles[seat]
    for ring in _near_rings(end, seat):
        if beside(board.ground, board.index[ring.middle]) & new:
            return Sentence(
                _("build a ring round {middle}: it lacks only {cells} now"),
                middle=ring.middle,
                cells=board.names(ring.missing),
            )
    return None


def stop_ring(start: Loop, end: Loop, seat: int) -> Sentence | None:
    """A ring of the other side's that lacked two tiles, one of which the turn has taken."""
    board = end.board
    new = end.tiles[seat] & ~start.tiles[seat]
    for ring in _near_rings(start, 1 - seat):
        if ring.missing & new:
            return Sentence(
                _("break your opponent’s ring round {middle}: it lacked only {cells}"),
                middle=ring.middle,
                cells=board.names(ring.missing),
            )
    return None


def enemy_ring(position: Loop, seat: int) -> Iterator[Sentence]:
    for ring in _near_rings(position, 1 - seat):
        yield Sentence(
            _("mind your opponent’s ring round {middle}: it lacks only {cells}"),
            middle=ring.middle,
            cells=position.board.names(ring.missing),
        )

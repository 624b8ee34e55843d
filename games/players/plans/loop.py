"""The plans of Loop."""

from ...core import _
from ...lattice import bits
from ...loop import Loop
from ..knowledge.loop import bridges
from .base import Plan


def _above(position: Loop, seat: int) -> int:
    """The free cells above level one, open or not, that tiles of a seat touch."""
    board = position.board
    high = board.full & ~board.ground.full & ~(position.tiles[0] | position.tiles[1])
    return (board.dilate(position.tiles[seat]) & high).bit_count()


def _height(position: Loop, seat: int) -> int:
    return (position.tiles[seat] & ~position.board.ground.full).bit_count()


def _starts(position: Loop, seat: int) -> int:
    ground = position.board.ground
    return len(ground.groups(position.tiles[seat] & ground.full))


def _shoulders(position: Loop, seat: int) -> int:
    """The cells above level one, open or not, with two feet or more of the other side, beside a tile of the seat."""
    board, other = position.board, position.tiles[1 - seat]
    free = board.dilate(position.tiles[seat]) & ~board.ground.full & board.full
    free &= ~(position.tiles[0] | position.tiles[1])
    return sum((board.mask(board.feet(board.cell[cell])) & other).bit_count() >= 2 for cell in bits(free))


PLANS = (
    Plan(
        "above",
        _("free cells above level one beside tiles"),
        _("touch many cells above level one: there your bridges are built"),
        _above,
    ),
    Plan("height", _("tiles above level one"), _("gain height: bridges are closed above level one"), _height),
    Plan(
        "shoulders",
        _("cells on two enemy tiles or more, beside tiles"),
        _("prepare tiles that rest on two enemy tiles"),
        _shoulders,
    ),
    Plan(
        "bridges",
        _("cells that would close a bridge"),
        _("prepare bridges several ways, and take your opponent’s"),
        lambda position, seat: bridges(position, seat).bit_count(),
    ),
)

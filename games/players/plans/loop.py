"""The plans of Loop."""

from ...core import _
from ...lattice import bits
from ...loop import Loop
from ..knowledge.loop import bridges, places_of, upon_of
from .base import Plan


def _above(position: Loop, seat: int) -> int:
    """The free cells above level one, open or not, that tiles of a seat touch."""
    board = position.board
    occupied = position.tiles[0] | position.tiles[1]
    high = board.full & ~board.ground.full & ~occupied
    return (board.dilate(position.tiles[seat]) & high).bit_count()


def _places(position: Loop, seat: int) -> int:
    """The free cells above level one that have a tile of a seat among their twelve places."""
    upon = upon_of(position.board)
    high_cells = 0
    for cell in bits(position.tiles[seat]):
        high_cells |= upon[cell]
    occupied = position.tiles[0] | position.tiles[1]
    return (high_cells & ~occupied).bit_count()


def _spans(position: Loop, seat: int) -> int:
    """The free cells above level one where a tile closes a bridge once a seat has one tile more."""
    own = position.tiles[seat]
    occupied = position.tiles[0] | position.tiles[1]
    offset = position.vicinity.offset
    window = position.vicinity.window
    closing = position.vicinity.bridges
    count = 0
    for cell, places in places_of(position.board).items():
        if occupied >> cell & 1 or not places & own:
            continue
        for place in bits(places & ~occupied):
            if (own | 1 << place) >> cell - offset & window in closing:
                count += 1
                break
    return count


def _height(position: Loop, seat: int) -> int:
    return (position.tiles[seat] & ~position.board.ground.full).bit_count()


def _shoulders(position: Loop, seat: int) -> int:
    """The cells above level one that rest on two enemy tiles or more, beside a tile.

    Open or not.
    """
    board = position.board
    enemy = position.tiles[1 - seat]
    occupied = position.tiles[0] | position.tiles[1]
    free = board.dilate(position.tiles[seat]) & ~board.ground.full & board.full & ~occupied
    count = 0
    for cell in bits(free):
        feet = board.mask(board.feet(board.cell[cell]))
        if (feet & enemy).bit_count() >= 2:
            count += 1
    return count


PLANS = (
    Plan(
        "above",
        _("free cells above level one beside tiles"),
        _("touch many cells above level one: there your bridges are built"),
        _above,
    ),
    Plan(
        "places",
        _("free cells above level one with tiles among their twelve places"),
        _("have tiles among the twelve places of many cells"),
        _places,
    ),
    Plan(
        "spans",
        _("cells two tiles short of a bridge"),
        _("lay out bridges that two more tiles close"),
        _spans,
    ),
    Plan(
        "height",
        _("tiles above level one"),
        _("gain height: bridges are closed above level one"),
        _height,
    ),
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

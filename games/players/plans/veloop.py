"""The plans of Veloop, on squares and on hexagons."""

from functools import cache

from ...core import _
from ...lattice import Lattice, bits
from ...veloop import Veloop
from .base import Plan


def _with_move(position: Veloop, seat: int) -> Veloop:
    return position if position.to_move == seat else position.with_other_to_move()


def _leaps(position: Veloop, seat: int) -> int:
    return _with_move(position, seat)._legal().bit_count()


def _supports(position: Veloop, seat: int) -> int:
    own_turn = _with_move(position, seat)
    return len({own_turn.move(code).source for code in bits(own_turn._legal())})


def _edge(position: Veloop, seat: int) -> int:
    return (position.tops[seat] & position.board.rim).bit_count()


def _dense(position: Veloop, seat: int) -> int:
    own = position.tops[seat]
    neighbours = 0
    for cell in bits(own):
        vicinity = position.board.dilate(1 << cell)
        neighbours += (vicinity & own).bit_count() - 1
    return neighbours // 2


def _largest(position: Veloop, seat: int) -> int:
    return position.board.largest(position.tops[seat]).bit_count()


def _depth(position: Veloop, seat: int) -> int:
    own = position.tops[seat]
    return sum((own & ~band).bit_count() for band in _bands(position.board))


@cache
def _bands(board: Lattice) -> tuple[int, ...]:
    """The cells on the edge, those within one step of it, and so on."""
    bands = [board.rim]
    wider = board.dilate(board.rim) & board.full
    while wider != board.full:
        bands.append(wider)
        wider = board.dilate(wider) & board.full
    return tuple(bands)


def _alone(position: Veloop, seat: int) -> int:
    own = position.tops[seat]
    count = 0
    for cell in bits(own):
        neighbours = position.board.dilate(1 << cell) & ~(1 << cell)
        if not neighbours & own:
            count += 1
    return count


def _round(position: Veloop, seat: int) -> int:
    board = position.board
    own = position.tops[seat]
    inner_enemies = position.tops[1 - seat] & ~board.rim
    counts = [(board.dilate(1 << cell) & own).bit_count() for cell in bits(inner_enemies)]
    return max(counts, default=0)


PLANS = (
    Plan("leaps", _("leaps"), _("have the wider choice of leaps"), _leaps),
    Plan(
        "supports",
        _("stones with a leap of their own"),
        _("keep many of your stones able to leap, and leave your opponent few"),
        _supports,
    ),
    Plan(
        "edge",
        _("stones on the edge"),
        _("keep stones off the edge: in the middle they meet more"),
        _edge,
        less=True,
    ),
    Plan(
        "depth",
        _("steps from the edge, all stones added up"),
        _("head for the middle: more leaps start there"),
        _depth,
    ),
    Plan(
        "dense",
        _("pairs of neighbouring stones"),
        _("keep your stones dense: a wall grows from neighbours"),
        _dense,
    ),
    Plan(
        "group",
        _("stones in the largest group"),
        _("hold your stones together in one group"),
        _largest,
    ),
    Plan(
        "alone",
        _("stones without a friendly neighbour"),
        _("leave no stone alone: it takes neighbours to make a wall"),
        _alone,
        less=True,
    ),
    Plan(
        "round",
        _("most stones round one enemy stone off the edge"),
        _("close in on one enemy stone, and wall it in"),
        _round,
    ),
)

"""The plans of Veloop, on squares and on hexagons."""

from ...core import _
from ...lattice import bits
from ...veloop import Veloop
from .base import Plan


def _with_move(position: Veloop, seat: int) -> Veloop:
    return position if position.to_move == seat else position.turned()


def _leaps(position: Veloop, seat: int) -> int:
    return _with_move(position, seat)._legal().bit_count()


def _supports(position: Veloop, seat: int) -> int:
    moved = _with_move(position, seat)
    return len({moved.move(code).source for code in bits(moved._legal())})


def _edge(position: Veloop, seat: int) -> int:
    return (position.tops[seat] & position.board.rim).bit_count()


def _dense(position: Veloop, seat: int) -> int:
    own = position.tops[seat]
    return sum((position.board.dilate(1 << index) & own).bit_count() - 1 for index in bits(own)) // 2


def _largest(position: Veloop, seat: int) -> int:
    return position.board.largest(position.tops[seat]).bit_count()


PLANS = (
    Plan("leaps", _("leaps"), _("have the wider choice of leaps"), _leaps),
    Plan(
        "supports",
        _("stones with a leap of their own"),
        _("keep many of your stones able to leap, and leave your opponent few"),
        _supports,
    ),
    Plan("edge", _("stones on the edge"), _("keep stones off the edge: in the middle they meet more"), _edge, True),
    Plan("dense", _("pairs of neighbouring stones"), _("keep your stones dense: a wall grows from neighbours"), _dense),
    Plan("group", _("stones in the largest group"), _("hold your stones together in one group"), _largest),
)

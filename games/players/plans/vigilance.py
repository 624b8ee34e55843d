"""The plans of Vigilance."""

from ...core import _
from ...vigilance import Vigilance
from .base import Plan


def _open(position: Vigilance, seat: int) -> int:
    """The empty cells out of the other seat's sight, as bits."""
    return position.empty & ~position._seen_by(1 - seat)


def _slides(position: Vigilance, seat: int) -> int:
    return position.sight.observers(position.gaps, position.visible[seat]).bit_count()


def _room(position: Vigilance, seat: int) -> int:
    return _open(position, seat).bit_count()


def _reserve(position: Vigilance, seat: int) -> int:
    return position.hand[seat]


def _shelter(position: Vigilance, seat: int) -> int:
    beside_stones = position.board.dilate(position.stones[seat])
    return (_open(position, seat) & beside_stones).bit_count()


PLANS = (
    Plan(
        "room",
        _("cells out of the other side’s sight"),
        _("cross lines of sight, for more than half of the cells"),
        _room,
    ),
    Plan(
        "reserve",
        _("stones in reserve"),
        _("bring your stones onto the board: each in reserve counts against you"),
        _reserve,
        less=True,
    ),
    Plan("slides", _("slides"), _("keep your stones mobile, and hem in your opponent’s"), _slides),
    Plan(
        "shelter",
        _("unseen cells beside stones"),
        _("keep unseen cells beside your stones, so that no slide captures them"),
        _shelter,
    ),
)

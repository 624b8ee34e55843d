"""The plans of SnipSnip."""

from collections.abc import Mapping

from ...core import _
from ...lattice import bits
from ...snipsnip import SnipSnip
from .base import Plan

DEPENDS = "scoring"


def _misere(options: Mapping[str, str]) -> bool:
    return options["scoring"].endswith("misere")


def _plain(options: Mapping[str, str]) -> bool:
    return not _misere(options)


def _free(position: SnipSnip) -> int:
    return position.sites.everything & ~position.shut


def _largest(position: SnipSnip, seat: int) -> int:
    return position.links.largest(position.stones()[seat]).bit_count()


def _growth(position: SnipSnip, seat: int) -> int:
    links = position.links
    largest = links.largest(position.stones()[seat])
    return (_free(position) & links.dilate(largest)).bit_count()


def _groups(position: SnipSnip, seat: int) -> int:
    return len(position.links.groups(position.stones()[seat]))


def _endangered(position: SnipSnip, seat: int) -> int:
    """The stones of a seat that the other's next stone may capture."""
    sites = position.sites
    stones = position.stones()
    own = stones[seat]
    if not stones[1 - seat]:
        return 0
    removable = 0
    for point in bits(_free(position)):
        shift = point - sites.offset
        removable |= sites.spans[own >> shift & sites.far] << shift
    return (removable & own).bit_count()


def _apart(position: SnipSnip, seat: int) -> int:
    touched = position.links.dilate(position.stones()[seat])
    return (_free(position) & ~touched).bit_count()


def _stones(position: SnipSnip, seat: int) -> int:
    return position.stones()[seat].bit_count()


def _edge(position: SnipSnip, seat: int) -> int:
    return (position.stones()[seat] & position.board.rim).bit_count()


PLANS = (
    Plan(
        "small",
        _("stones in the largest group"),
        _("keep your groups small: the largest group loses"),
        _largest,
        less=True,
        fits=_misere,
    ),
    Plan(
        "large",
        _("stones in the largest group"),
        _("grow one large group: it wins"),
        _largest,
        fits=_plain,
    ),
    Plan(
        "grow",
        _("free points where the largest group can grow"),
        _("keep room for your largest group to grow"),
        _growth,
        fits=_plain,
    ),
    Plan(
        "few", _("groups"), _("join your stones into few groups"), _groups, less=True, fits=_plain
    ),
    Plan(
        "apart",
        _("free points that touch none of the side’s stones"),
        _("keep points where you can place without growing a group"),
        _apart,
        fits=_misere,
    ),
    Plan(
        "stones",
        _("stones on the board"),
        _("be ahead in stones: capture more than you lose"),
        _stones,
        fits=_plain,
    ),
    Plan(
        "edge",
        _("stones on the edge"),
        _("keep to the edge: there groups have fewer neighbours"),
        _edge,
        fits=_misere,
    ),
    Plan(
        "endangered",
        _("stones that can be captured next"),
        _("threaten more stones than you leave to be captured"),
        _endangered,
        less=True,
        fits=_misere,
    ),
)

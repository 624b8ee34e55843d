"""The plans of Loop."""

from collections.abc import Iterator

from ...core import Sentence, _
from ...lattice import bits
from ...loop import Loop
from ..knowledge.loop import bridges, places_of, upon_of
from .base import Plan, by_gain, first_telling
from .loop_bridges import (
    closing_places,
    enemy_bridge,
    enemy_plan,
    face,
    own_bridge,
    own_plan,
    plan_bridge,
    prepare_bridge,
    spoil_plan,
    stop_bridge,
)
from .loop_footholds import (
    enemy_height,
    enemy_reach,
    gain_height,
    guard_foothold,
    high_tiles,
    open_for_oneself,
    own_height,
    own_reach,
    own_steps,
    reach_foothold,
    steps_on_enemies,
    take_steps,
    within_reach,
)
from .loop_rings import build_ring, enemy_ring, stop_ring


def _above(position: Loop, seat: int) -> int:
    return within_reach(position, seat).bit_count()


def _places(position: Loop, seat: int) -> int:
    """The free cells above level one that have a tile of a seat among their twelve places."""
    cells_upon = upon_of(position.board)
    high_cells = 0
    for cell in bits(position.tiles[seat]):
        high_cells |= cells_upon[cell]
    all_tiles = position.tiles[0] | position.tiles[1]
    return (high_cells & ~all_tiles).bit_count()


def _spans(position: Loop, seat: int) -> int:
    """The free cells above level one where a tile closes a bridge once a seat has one tile more."""
    own = position.tiles[seat]
    all_tiles = own | position.tiles[1 - seat]
    count = 0
    for cell, places in places_of(position.board).items():
        if not all_tiles >> cell & 1 and places & own:
            count += any(closing_places(position, seat, cell, places & ~all_tiles))
    return count


def _height(position: Loop, seat: int) -> int:
    return high_tiles(position, seat).bit_count()


def _shoulders(position: Loop, seat: int) -> int:
    return len(list(steps_on_enemies(position, seat)))


def _bridges(position: Loop, seat: int) -> int:
    return bridges(position, seat).bit_count()


def _enemy_ring_or_plan(position: Loop, seat: int) -> Iterator[Sentence]:
    yield from enemy_ring(position, seat)
    yield from enemy_plan(position, seat)


AIMS = {
    "guard": _("be ready to climb before your opponent does"),
    "stand beside": _("be ready to climb before your opponent does"),
    "open {high}": _("open a place that only you can climb to"),
    "reach for": _("get a foothold higher up"),
    "plan a bridge": _("plan a bridge"),
    "stand opposite": _("plan a bridge"),
    "take {taken}": _("spoil a bridge that your opponent plans"),
    "prepare a bridge": _("prepare a bridge"),
    "threaten a bridge": _("threaten a bridge"),
    "build a ring": _("build a ring"),
    "break your opponent’s ring round {middle}": _("keep your opponent from closing a ring"),
    "take {cell} yourself": _("stop your opponent’s bridge"),
    "take {cell} before": _("climb before your opponent does"),
}
"""What a turn aims at, by the first words of what is told of it, whichever plan tells it."""

PLANS = (
    Plan(
        "above",
        _("get a foothold higher up"),
        _above,
        first_telling(open_for_oneself, reach_foothold, face),
        strong=own_reach,
        weak=enemy_reach,
        aims=AIMS,
    ),
    Plan(
        "places",
        _("reach for more places above level one"),
        _places,
        first_telling(
            stop_ring,
            plan_bridge,
            face,
            open_for_oneself,
            reach_foothold,
            build_ring,
            guard_foothold,
        ),
        strong=own_plan,
        weak=_enemy_ring_or_plan,
        aims=AIMS,
    ),
    Plan(
        "spans",
        _("plan a bridge"),
        _spans,
        by_gain(_spans, first_telling(plan_bridge, face), first_telling(spoil_plan, stop_ring)),
        strong=own_plan,
        weak=_enemy_ring_or_plan,
        aims=AIMS,
    ),
    Plan(
        "height",
        _("gain height"),
        _height,
        gain_height,
        strong=own_height,
        weak=enemy_height,
        aims=AIMS,
    ),
    Plan(
        "shoulders",
        _("use your opponent’s tiles as steps"),
        _shoulders,
        take_steps,
        strong=own_steps,
    ),
    Plan(
        "bridges",
        _("prepare bridges, or stop your opponent’s"),
        _bridges,
        first_telling(prepare_bridge, stop_bridge),
        strong=own_bridge,
        weak=enemy_bridge,
        warns=True,
        aims=AIMS,
    ),
)

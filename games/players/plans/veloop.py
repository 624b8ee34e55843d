"""The plans of Veloop, on squares and on hexagons."""

from collections.abc import Callable
from typing import Any, TypeAlias

from ...core import _
from . import (
    veloop_groups as groups,
    veloop_leaps as leaps,
    veloop_middle as middle,
    veloop_rings as rings,
    veloop_walls as walls,
)
from .base import Plan, Telling, by_gain, first_telling
from .veloop_moves import leaps as count_leaps, remembered, supports

Measure: TypeAlias = Callable[[Any, int], int]


# By how a sentence about a turn begins.
_AIMS = {
    "wall in": _("wall in a stone of your opponent’s"),
    "pull your opponent’s stone to {cell}, into": _("pull a stone into your wall"),
    "break your": _("break your opponent’s wall"),
    "block your": _("break your opponent’s wall"),
    "close in": _("close in on a stone of your opponent’s"),
    "pull your opponent’s stone": _("close in on a stone of your opponent’s"),
    "stand beside": _("close in on a stone of your opponent’s"),
    "make room": _("make room for a stone of yours"),
    "get {move} ready": _("prepare a leap for your wall"),
    "rule out": _("stop a leap of your opponent’s"),
    "leave your opponent": _("take leaps from your opponent"),
    "take the last": _("take leaps from your opponent"),
    "open leaps": _("open leaps for your stones"),
    "let each": _("open leaps for your stones"),
    "give your stone on {stone} a leap": _("open leaps for your stones"),
    "get a stone to": _("take the middle"),
    "push your opponent’s stone to the edge": _("push your opponent to the edge"),
    "push your": _("push your opponent out of the middle"),
    "connect": _("connect stones in danger with the edge"),
    "link": _("join your stones into a chain"),
    "lengthen": _("join your stones into a chain"),
    "cut": _("cut stones of your opponent’s off from the edge"),
    "pull {stone}": _("cut stones of your opponent’s off from the edge"),
    "break up": _("part your opponent’s stones"),
    "part": _("part your opponent’s stones"),
    "back up": _("leave no stone of yours alone"),
    "give your stone on {stone} a neighbour": _("leave no stone of yours alone"),
    "isolate": _("isolate a stone of your opponent’s"),
}

# What matters more than the plan that a turn is told for, if it does that, too.
_STRONGEST = remembered(
    first_telling(
        groups.reach_edge,
        walls.build_or_break,
        rings.close_in,
        groups.cut_off,
        rings.gather,
    )
)
_BEGIN = remembered(rings.begin)


def _plan(slug: str, aim: str, measure: Measure, telling: Telling, **values: Any) -> Plan:
    """A plan of which a turn is told what is strongest in it; else what it does for the plan."""
    tell = first_telling(_STRONGEST, telling, _BEGIN)
    return Plan(slug, aim, measure, tell, aims=_AIMS, **values)


_LEAPS = by_gain(
    count_leaps,
    first_telling(leaps.prepare, leaps.wake_several),
    first_telling(leaps.leave_few, leaps.forestall),
)
_SUPPORTS = by_gain(
    supports,
    first_telling(leaps.wake_all, leaps.prepare, leaps.wake_several, leaps.wake),
    first_telling(leaps.leave_few_able, leaps.pin),
)
_MIDDLE = first_telling(
    middle.push, middle.come_beside, middle.push_to_edge, groups.company, middle.gain_reach
)
_GROUPS = first_telling(groups.link, groups.lengthen)
_OTHER_GROUPS = first_telling(groups.split, groups.off_the_edge, groups.part)

PLANS = (
    _plan(
        "walls",
        _("build walls, or break your opponent’s"),
        walls.closeness,
        rings.loosen,
        strong=walls.own_walls,
        weak=walls.enemy_walls,
    ),
    _plan(
        "leaps",
        _("open leaps for yourself, or take your opponent’s"),
        count_leaps,
        _LEAPS,
        strong=leaps.enemy_unable,
        weak=leaps.own_unable,
    ),
    _plan(
        "supports",
        _("open leaps for yourself, or take your opponent’s"),
        supports,
        _SUPPORTS,
        strong=leaps.enemy_unable,
        weak=leaps.own_unable,
    ),
    _plan(
        "edge",
        _("take the middle, or push your opponent to the edge"),
        middle.on_edge,
        _MIDDLE,
        less=True,
    ),
    _plan(
        "depth",
        _("take the middle, or push your opponent to the edge"),
        middle.depth,
        _MIDDLE,
    ),
    _plan(
        "dense",
        _("keep your stones together, or part your opponent’s"),
        groups.dense,
        by_gain(groups.dense, _GROUPS, _OTHER_GROUPS),
        strong=groups.enemy_alone,
        weak=groups.own_alone,
    ),
    _plan(
        "group",
        _("keep your stones together, or part your opponent’s"),
        groups.largest,
        by_gain(groups.largest, _GROUPS, _OTHER_GROUPS),
        strong=groups.enemy_alone,
        weak=groups.own_alone,
    ),
    _plan(
        "alone",
        _("leave no stone of yours alone, or isolate your opponent’s"),
        groups.alone,
        first_telling(groups.company, groups.strand),
        strong=groups.enemy_alone,
        weak=groups.own_alone,
        less=True,
    ),
    _plan(
        "round",
        _("close in on a stone of your opponent’s, or make room for yours"),
        rings.stones_round,
        rings.loosen,
        strong=rings.own_targets,
        weak=rings.own_dangers,
    ),
)

"""The plans of Veloop, on squares and on hexagons."""

from collections.abc import Iterator
from functools import cache

from ...core import Sentence, _
from ...lattice import Lattice
from ...veloop import Veloop
from . import (
    veloop_groups as groups,
    veloop_leaps as leaps,
    veloop_rings as rings,
    veloop_walls as walls,
)
from .base import (
    MOST_NAMES,
    Plan,
    Telling,
    by_gain,
    first_telling,
)
from .veloop_moves import able, leaps as count_leaps, slide, supports


def _edge(position: Veloop, seat: int) -> int:
    return (position.tops[seat] & position.board.rim).bit_count()


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


def _of_other_turns(telling: Telling) -> Telling:
    """A telling that is for turns only that have nothing to do with a wall or a ring."""

    def tell(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
        if _is_closing(start, end, seat) or _is_freeing(start, end, seat):
            return None
        return telling(start, end, seat)

    return tell


def _is_closing(start: Veloop, end: Veloop, seat: int) -> bool:
    """Whether a turn builds a wall or fills a ring, and gives up no other for it."""
    is_closer = walls.closeness(end, seat) > walls.closeness(start, seat)
    if is_closer and walls.grown(start, end, seat) is not None:
        return True
    is_fuller = rings.stones_round(end, seat) > rings.stones_round(start, seat)
    return (is_closer or is_fuller) and rings.fuller_ring(start, end, seat) is not None


def _is_freeing(start: Veloop, end: Veloop, seat: int) -> bool:
    """Whether a turn breaks a wall of the other side, and opens no way for another."""
    is_farther = walls.closeness(end, 1 - seat) < walls.closeness(start, 1 - seat)
    return is_farther and walls.broken(start, end, seat) is not None


def _to_the_middle(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stone that has come farthest from the edge, with leaps from there.

    It is farther from there than most stones of its side were.
    """
    board = end.board
    targets = able(end, seat)
    own = start.tops[seat]
    new = end.tops[seat] & ~own
    for band in reversed(_bands(board)):
        if 2 * (own & band).bit_count() <= own.bit_count():
            return None
        for cell in board.names(new & ~band):
            if cell in targets:
                return Sentence(
                    _("take the middle with {cell}: from there you can place on {cells} next"),
                    cell=cell,
                    cells=targets[cell][:MOST_NAMES],
                )
    return None


def _over_to_edge(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The enemy stone that was swapped to the edge."""
    board = start.board
    swap = slide(start, end, seat)
    if swap is None or swap[0] & board.rim or not swap[1] & board.rim:
        return None
    return Sentence(
        _("leap over {stone} so that it slides to {cell} on the edge: fewer leaps start there"),
        stone=board.names(swap[0])[0],
        cell=board.names(swap[1])[0],
    )


def _outwards(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The enemy stone that was swapped towards the edge."""
    board = start.board
    swap = slide(start, end, seat)
    if swap is None:
        return None
    source, target = swap
    if not any(target & band and not source & band for band in _bands(board)):
        return None
    return Sentence(
        _(
            "leap over {stone} so that it slides to {cell}, nearer to the edge, where fewer leaps "
            "start"
        ),
        stone=board.names(source)[0],
        cell=board.names(target)[0],
    )


def _to_the_edge(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    stones = end.tops[1 - seat] & ~start.tops[1 - seat] & end.board.rim
    if not stones:
        return None
    return Sentence(
        _(
            "push your opponent to the edge: one of their stones goes to {cell}. Fewer leaps start "
            "there"
        ),
        cell=end.board.names(stones)[0],
    )


def _own_on_edge(position: Veloop, seat: int) -> Iterator[Sentence]:
    for stone in position.board.names(position.tops[seat] & position.board.rim):
        yield Sentence(
            _("your stone on {cell} is on the edge, where fewer leaps start: head for the middle"),
            cell=stone,
        )


PLANS = (
    Plan(
        "walls",
        _("build walls, or break your opponent’s"),
        walls.closeness,
        first_telling(walls.build_or_break, rings.close_in, rings.loosen),
        strong=walls.own_walls,
        weak=walls.enemy_walls,
    ),
    Plan(
        "leaps",
        _("open leaps for yourself, or take your opponent’s"),
        count_leaps,
        _of_other_turns(
            by_gain(count_leaps, leaps.prepare, first_telling(leaps.leave_few, leaps.forestall))
        ),
        strong=leaps.enemy_unable,
        weak=leaps.own_unable,
    ),
    Plan(
        "supports",
        _("let your stones leap, or pin your opponent’s"),
        supports,
        _of_other_turns(
            by_gain(
                supports,
                first_telling(leaps.wake_all, leaps.wake),
                first_telling(leaps.leave_few_able, leaps.pin),
            )
        ),
        strong=leaps.enemy_unable,
        weak=leaps.own_unable,
    ),
    Plan(
        "edge",
        _("take the middle, or push your opponent to the edge"),
        _edge,
        first_telling(
            _over_to_edge, _of_other_turns(first_telling(_outwards, _to_the_middle)), _to_the_edge
        ),
        weak=_own_on_edge,
        less=True,
    ),
    Plan(
        "depth",
        _("take the middle, or push your opponent to the edge"),
        _depth,
        first_telling(
            _over_to_edge, _of_other_turns(first_telling(_outwards, _to_the_middle)), _to_the_edge
        ),
        weak=_own_on_edge,
    ),
    Plan(
        "dense",
        _("keep your stones together, or part your opponent’s"),
        groups.dense,
        by_gain(
            groups.dense,
            first_telling(groups.reach_edge, groups.link, _of_other_turns(groups.lengthen)),
            first_telling(groups.cut_off, groups.split, groups.off_the_edge, groups.part),
        ),
        strong=groups.enemy_alone,
        weak=groups.own_alone,
    ),
    Plan(
        "group",
        _("keep your stones together, or part your opponent’s"),
        groups.largest,
        by_gain(
            groups.largest,
            first_telling(groups.reach_edge, groups.link, _of_other_turns(groups.lengthen)),
            first_telling(groups.cut_off, groups.split, groups.off_the_edge, groups.part),
        ),
        strong=groups.enemy_alone,
        weak=groups.own_alone,
    ),
    Plan(
        "alone",
        _("leave no stone of yours alone, or isolate your opponent’s"),
        groups.alone,
        _of_other_turns(first_telling(groups.company, groups.strand)),
        strong=groups.enemy_alone,
        weak=groups.own_alone,
        less=True,
    ),
    Plan(
        "round",
        _("close in on a stone, or loosen the ring round yours"),
        rings.stones_round,
        by_gain(rings.stones_round, first_telling(rings.close_in, rings.begin), rings.loosen),
        strong=rings.own_targets,
        weak=rings.own_dangers,
    ),
)

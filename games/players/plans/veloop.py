"""The plans of Veloop, on squares and on hexagons."""

from collections.abc import Iterator
from functools import cache
from math import dist

from ...core import Move, Sentence, _
from ...lattice import Lattice, bits
from ...veloop import Veloop
from .base import MOST_NAMES, Plan, beside, by_gain, cells_with, first_telling, names

DIAGONAL = 1.2  # from which distance on two cells touch at a corner only


def _with_move(position: Veloop, seat: int) -> Veloop:
    return position if position.to_move == seat else position.with_other_to_move()


def _leaps(position: Veloop, seat: int) -> int:
    return _with_move(position, seat)._legal().bit_count()


def _moves(position: Veloop, seat: int) -> Iterator[Move]:
    """The leaps that a seat would have in its turn."""
    own_turn = _with_move(position, seat)
    for code in bits(own_turn._legal()):
        yield own_turn.move(code)


def _able(position: Veloop, seat: int) -> dict[str, str]:
    """The stones of a seat that have a leap, each with a cell where it can place."""
    able: dict[str, str] = {}
    for move in _moves(position, seat):
        able.setdefault(move.source, move.target)
    return able


def _supports(position: Veloop, seat: int) -> int:
    return len(_able(position, seat))


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


def _lone_stones(position: Veloop, seat: int) -> int:
    """The stones without a friendly neighbour, as bits."""
    own = position.tops[seat]
    return own & ~cells_with(position.board, own, own)


def _alone(position: Veloop, seat: int) -> int:
    return _lone_stones(position, seat).bit_count()


def _round(position: Veloop, seat: int) -> int:
    return _target(position, seat)[0]


def _target(position: Veloop, seat: int) -> tuple[int, int]:
    """How many stones of a seat stand round the enemy stone that has most of them, and that stone.

    Only stones off the edge count; (0, -1) where there is none.
    """
    board = position.board
    own = position.tops[seat]
    count = 0
    target = -1
    for cell in bits(position.tops[1 - seat] & ~board.rim):
        stones = (beside(board, cell) & own).bit_count()
        if stones > count:
            count = stones
            target = cell
    return count, target


def _is_spoken_of(position: Veloop, seat: int, count: int, ring: int) -> bool:
    """Whether so many stones of a seat round an enemy stone are worth a word.

    With fewer than half of the cells round it none is in danger yet, and one that has others beside
    it takes a wider wall.
    """
    return 2 * count >= ring.bit_count() and not ring & position.tops[1 - seat]


def _open_leaps(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    earlier = set(_moves(start, seat))
    new = [move for move in _moves(end, seat) if move not in earlier]
    if not new:
        return None
    return Sentence(
        _("open new leaps for your next turn: {moves}. With more leaps you can close more walls"),
        moves=tuple(map(str, new[:MOST_NAMES])),
    )


def _shut_leaps(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    later = set(_moves(end, 1 - seat))
    lost_moves = [move for move in _moves(start, 1 - seat) if move not in later]
    if not lost_moves:
        return None
    return Sentence(
        _("take leaps away from your opponent: {moves}. With fewer they can stop fewer walls"),
        moves=tuple(map(str, lost_moves[:MOST_NAMES])),
    )


def _wake(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    earlier = _able(start, seat)
    own = set(start.board.names(start.tops[seat]))
    for stone, target in _able(end, seat).items():
        if stone in own and stone not in earlier:
            return Sentence(
                _(
                    "give your stone on {stone} a leap: from there you can place on {next}. The "
                    "more stones can leap, the harder you are to stop"
                ),
                stone=stone,
                next=target,
            )
    return None


def _pin(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    able = _able(end, 1 - seat)
    enemy = set(end.board.names(end.tops[1 - seat]))
    for stone in _able(start, 1 - seat):
        if stone in enemy and stone not in able:
            return Sentence(
                _(
                    "take the last leap from your opponent’s stone on {stone}: a stone that can’t "
                    "leap stops no wall"
                ),
                stone=stone,
            )
    return None


def _to_the_middle(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stone that has come farthest from the edge, with a leap from there.

    It is farther from there than most stones of its side were.
    """
    board = end.board
    able = _able(end, seat)
    own = start.tops[seat]
    new = end.tops[seat] & ~own
    for band in reversed(_bands(board)):
        if 2 * (own & band).bit_count() <= own.bit_count():
            return None
        for cell in board.names(new & ~band):
            if cell in able:
                return Sentence(
                    _(
                        "head for the middle, as fewer leaps start at the edge: from {cell} you "
                        "can place on {next}"
                    ),
                    cell=cell,
                    next=able[cell],
                )
    return None


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


def _join(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The new stone that most stones of its own stand side by side with, with these.

    Where there is a way out between two cells that touch at a corner only, these are not.
    """
    board = end.board
    own = end.tops[seat]
    new = own & ~start.tops[seat]
    stones = [(_side_by_side(board, cell) & own, cell) for cell in bits(new)]
    neighbours, best = max(stones, key=lambda item: item[0].bit_count(), default=(0, -1))
    if not neighbours:
        return None
    return Sentence(
        _("keep your stones together: {cell} is next to {stones}. Stones apart make no wall"),
        cell=board.cell[best],
        stones=names(board, neighbours),
    )


def _side_by_side(board: Lattice, cell: int) -> int:
    """The cells that have a side in common with one, as bits."""
    name = board.cell[cell]
    centre = board.xy(name)
    cells = 0
    for other in board.neighbours(name):
        if dist(board.xy(other), centre) < DIAGONAL:
            cells |= 1 << board.index[other]
    return cells


def _part(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    board = start.board
    old = start.tops[1 - seat]
    enemy = end.tops[1 - seat]
    for cell in bits(old & ~enemy):
        neighbours = _left_alone(board, beside(board, cell) & old, old, enemy)
        if neighbours:
            return Sentence(
                _(
                    "part your opponent’s stones: {cell} and {other} no longer stand together. "
                    "Stones apart make no wall"
                ),
                cell=board.cell[cell],
                other=board.names(neighbours)[0],
            )
    return None


def _left_alone(board: Lattice, stones: int, earlier: int, later: int) -> int:
    """Those of some stones that stay, and had more stones beside them earlier than later."""
    left_alone = 0
    for stone in bits(stones & later):
        neighbours = beside(board, stone)
        if (neighbours & later).bit_count() < (neighbours & earlier).bit_count():
            left_alone |= 1 << stone
    return left_alone


def _company(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    board = end.board
    own = end.tops[seat]
    helped = _lone_stones(start, seat) & own & ~_lone_stones(end, seat)
    for stone in bits(helped):
        return Sentence(
            _(
                "give your stone on {stone} a neighbour: {cell} will be next to it. Stones apart "
                "make no wall"
            ),
            stone=board.cell[stone],
            cell=board.names(beside(board, stone) & own)[0],
        )
    return None


def _strand(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    old = start.tops[1 - seat]
    stranded = _lone_stones(end, 1 - seat) & old & ~_lone_stones(start, 1 - seat)
    if not stranded:
        return None
    return Sentence(
        _(
            "isolate your opponent’s stone on {stone}: none of their stones will be next to it. "
            "Stones apart make no wall"
        ),
        stone=end.board.names(stranded)[0],
    )


def _approached(start: Veloop, end: Veloop, seat: int) -> int:
    """Of the enemy stones that new stones of a seat stand beside, that with most stones round it.

    -1 where there is none.
    """
    board = end.board
    own = end.tops[seat]
    enemy = end.tops[1 - seat] & ~board.rim
    approached = cells_with(board, enemy, own & ~start.tops[seat])
    return max(
        bits(approached), key=lambda cell: (beside(board, cell) & own).bit_count(), default=-1
    )


def _close_in(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    target = _approached(start, end, seat)
    if target < 0:
        return None
    board = end.board
    ring = beside(board, target)
    count = (ring & end.tops[seat]).bit_count()
    if not _is_spoken_of(end, seat, count, ring):
        return None
    if not start.tops[1 - seat] >> target & 1:
        return Sentence(
            _(
                "pull your opponent’s stone to {cell} and close in: you’ll hold {count} of the "
                "{around} cells round it. A wall all the way round wins"
            ),
            cell=board.cell[target],
            count=count,
            around=ring.bit_count(),
        )
    places = {move.target for move in _moves(end, seat)}
    free = [cell for cell in board.names(ring) if cell in places]
    if not free:
        return Sentence(
            _(
                "close in on {cell}: you’ll hold {count} of the {around} cells round it. A wall "
                "all the way round wins"
            ),
            cell=board.cell[target],
            count=count,
            around=ring.bit_count(),
        )
    return Sentence(
        _(
            "close in on {cell}: you’ll hold {count} of the {around} cells round it, and {next} is "
            "the next one. A wall all the way round wins"
        ),
        cell=board.cell[target],
        count=count,
        around=ring.bit_count(),
        next=free[0],
    )


def _loosen(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The own stone that had most enemies round it, where it has fewer now."""
    count, stone = _target(start, 1 - seat)
    if not count or not end.tops[seat] >> stone & 1:
        return None
    board = end.board
    ring = beside(board, stone)
    now = (ring & end.tops[1 - seat]).bit_count()
    if now >= count or not _is_spoken_of(start, 1 - seat, count, ring):
        return None
    return Sentence(
        _(
            "loosen the ring round your stone on {stone}: your opponent held {was} of the {around} "
            "cells, and holds {count} now"
        ),
        stone=board.cell[stone],
        was=count,
        count=now,
        around=ring.bit_count(),
    )


def _own_target(position: Veloop, seat: int) -> Iterator[Sentence]:
    count, target = _target(position, seat)
    ring = beside(position.board, target) if count else 0
    if count and _is_spoken_of(position, seat, count, ring):
        yield Sentence(
            _("your best target is {cell}: you hold {count} of the {around} cells round it"),
            cell=position.board.cell[target],
            count=count,
            around=ring.bit_count(),
        )


def _own_danger(position: Veloop, seat: int) -> Iterator[Sentence]:
    count, target = _target(position, 1 - seat)
    ring = beside(position.board, target) if count else 0
    if count and _is_spoken_of(position, 1 - seat, count, ring):
        yield Sentence(
            _(
                "watch your stone on {cell}: your opponent holds {count} of the {around} cells "
                "round it"
            ),
            cell=position.board.cell[target],
            count=count,
            around=ring.bit_count(),
        )


def _unable(position: Veloop, seat: int) -> Iterator[str]:
    """The stones of a seat that have no leap."""
    able = _able(position, seat)
    for stone in position.board.names(position.tops[seat]):
        if stone not in able:
            yield stone


def _enemy_unable(position: Veloop, seat: int) -> Iterator[Sentence]:
    for stone in _unable(position, 1 - seat):
        yield Sentence(_("your opponent’s stone on {cell} has no leap: keep it so"), cell=stone)


def _own_unable(position: Veloop, seat: int) -> Iterator[Sentence]:
    for stone in _unable(position, seat):
        yield Sentence(_("your stone on {cell} has no leap: give it one"), cell=stone)


def _enemy_on_edge(position: Veloop, seat: int) -> Iterator[Sentence]:
    for stone in position.board.names(position.tops[1 - seat] & position.board.rim):
        yield Sentence(
            _("your opponent’s stone on {cell} is on the edge: take the middle"), cell=stone
        )


def _own_on_edge(position: Veloop, seat: int) -> Iterator[Sentence]:
    for stone in position.board.names(position.tops[seat] & position.board.rim):
        yield Sentence(
            _("your stone on {cell} is on the edge, where fewer leaps start: head for the middle"),
            cell=stone,
        )


def _enemy_alone(position: Veloop, seat: int) -> Iterator[Sentence]:
    for stone in position.board.names(_lone_stones(position, 1 - seat) & ~position.board.rim):
        yield Sentence(_("your opponent’s stone on {cell} stands alone: keep it so"), cell=stone)


def _own_alone(position: Veloop, seat: int) -> Iterator[Sentence]:
    for stone in position.board.names(_lone_stones(position, seat)):
        yield Sentence(_("your stone on {cell} stands alone: build towards it"), cell=stone)


PLANS = (
    Plan(
        "leaps",
        _("open leaps for yourself, and take your opponent’s"),
        _leaps,
        by_gain(_leaps, _open_leaps, _shut_leaps),
        strong=_enemy_unable,
        weak=_own_unable,
    ),
    Plan(
        "supports",
        _("let your stones leap, and pin your opponent’s"),
        _supports,
        by_gain(_supports, _wake, _pin),
        strong=_enemy_unable,
        weak=_own_unable,
    ),
    Plan(
        "edge",
        _("take the middle, and push your opponent to the edge"),
        _edge,
        first_telling(_to_the_middle, _to_the_edge),
        strong=_enemy_on_edge,
        weak=_own_on_edge,
        less=True,
    ),
    Plan(
        "depth",
        _("take the middle, and push your opponent to the edge"),
        _depth,
        first_telling(_to_the_middle, _to_the_edge),
        strong=_enemy_on_edge,
        weak=_own_on_edge,
    ),
    Plan(
        "dense",
        _("keep your stones together, and part your opponent’s"),
        _dense,
        by_gain(_dense, _join, _part),
        strong=_enemy_alone,
        weak=_own_alone,
    ),
    Plan(
        "group",
        _("keep your stones together, and part your opponent’s"),
        _largest,
        by_gain(_largest, _join, _part),
        strong=_enemy_alone,
        weak=_own_alone,
    ),
    Plan(
        "alone",
        _("leave no stone of yours alone, and isolate your opponent’s"),
        _alone,
        first_telling(_company, _strand),
        strong=_enemy_alone,
        weak=_own_alone,
        less=True,
    ),
    Plan(
        "round",
        _("close in on a stone, and loosen the ring round yours"),
        _round,
        by_gain(_round, _close_in, _loosen),
        strong=_own_target,
        weak=_own_danger,
    ),
)

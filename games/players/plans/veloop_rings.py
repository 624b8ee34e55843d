"""The cells round stones of Veloop, and what a turn does to fill or to free them."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...core import Sentence, _
from ...lattice import bits
from ...veloop import Veloop
from .base import MOST_NAMES, beside
from .veloop_moves import brings_home, leading, moves, stays_possible

LARGEST = 3  # stones of a group whose ring is spoken of
MOST_HOLDERS = 6  # stones of a ring that are named one after another
BEGINNING = 6  # stones of a seat: up to so many, two beside an enemy stone are worth a word


@dataclass(frozen=True, slots=True)
class Ring:
    """The cells round a group of enemy stones off the edge.

    :param stones: The group, as bits.
    :param cells: Those round it, as bits.
    :param count: How many of them a seat holds.
    """

    stones: int
    cells: int
    count: int

    @property
    def around(self) -> int:
        return self.cells.bit_count()

    @property
    def is_half_full(self) -> bool:
        """With fewer than half of the cells round it none is in danger yet."""
        return 2 * self.count >= self.around

    @property
    def is_mostly_full(self) -> bool:
        """So full that one leap more or less matters."""
        return 5 * self.count >= 3 * self.around

    @property
    def is_nearly_full(self) -> bool:
        """With so few cells left, all of them can be named."""
        return self.around - self.count <= MOST_NAMES


def stones_round(position: Veloop, seat: int) -> int:
    """How many stones of a seat stand round the enemy stone off the edge that has most of them."""
    own = position.tops[seat]
    stones = bits(position.tops[1 - seat] & ~position.board.rim)
    return max(((beside(position.board, cell) & own).bit_count() for cell in stones), default=0)


def rings(position: Veloop, seat: int) -> list[Ring]:
    """The rings round small groups of enemy stones off the edge, the fullest first.

    A stone that has others beside it takes a wider ring.
    """
    board = position.board
    own = position.tops[seat]
    found = []
    for group in board.groups(position.tops[1 - seat]):
        if not group & board.rim and group.bit_count() <= LARGEST:
            cells = board.dilate(group) & board.full & ~group
            found.append(Ring(group, cells, (cells & own).bit_count()))
    return sorted(found, key=lambda ring: (ring.around - ring.count, -ring.stones.bit_count()))


def fuller_rings(start: Veloop, end: Veloop, seat: int) -> Iterator[Ring]:
    """The rings that got fuller, the fullest first."""
    earlier_counts = {ring.stones: ring.count for ring in rings(start, seat)}
    for ring in rings(end, seat):
        if ring.count > earlier_counts.get(ring.stones, 0):
            yield ring


def fuller_ring(start: Veloop, end: Veloop, seat: int) -> Ring | None:
    """The fullest ring that got fuller, if it is at least half full."""
    fuller = (ring for ring in fuller_rings(start, end, seat) if ring.is_half_full)
    return next(fuller, None)


def close_in(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The fullest ring that got fuller, with the cell that can be filled next, or all those left.

    None where there is no such cell, and many are left.
    """
    ring = fuller_ring(start, end, seat)
    if ring is None:
        return None
    cell = _next_cell(end, ring, seat)
    pulled = _pulled(start, ring, seat)
    if pulled and brings_home(start, end, seat):
        return None
    if cell is not None:
        return _go_on(end, ring, cell, pulled)
    is_told_by_rest = ring.is_nearly_full and ring.is_mostly_full
    return _all_but(end, ring, seat, pulled) if is_told_by_rest else None


def gather(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The fullest ring that got fuller, with the stones that it is of, if they are not too many."""
    ring = fuller_ring(start, end, seat)
    if ring is None:
        return None
    if _pulled(start, ring, seat) and brings_home(start, end, seat):
        return None
    board = end.board
    stones = board.names(ring.stones)
    own = board.names(ring.cells & end.tops[seat])
    if len(own) > MOST_HOLDERS:
        return Sentence(
            _("close in on {stones}: you’ll hold {count} of the {around} cells round them"),
            stones=stones,
            count=ring.count,
            around=ring.around,
        )
    text = _("close in on {stones}: your stones on {own} are half the wall round it")
    if len(stones) > 1:
        text = _("close in on {stones}: your stones on {own} are half the wall round them")
    elif _pulled(start, ring, seat):
        text = _(
            "pull your opponent’s stone to {stones}, amid yours on {own}: that is half the wall "
            "round it"
        )
    return Sentence(text, stones=stones, own=own)


def _pulled(start: Veloop, ring: Ring, seat: int) -> int:
    """The one stone of a ring that a turn has pulled there, as a bit; 0 where it is not one."""
    new_stones = ring.stones & ~start.tops[1 - seat]
    return new_stones if new_stones.bit_count() == 1 else 0


def _go_on(end: Veloop, ring: Ring, next_cell: str, pulled: int) -> Sentence:
    """That a ring is fuller, and which of its cells can be filled next.

    :param pulled: The stone of the ring that the turn has pulled there, if it has.
    """
    board = end.board
    others = ring.stones & ~pulled
    if not pulled and others.bit_count() == 1:
        text = _(
            "close in on {cell}: you’ll hold {count} of the {around} cells round it, and {next} is "
            "the next one"
        )
    elif not pulled:
        text = _(
            "close in on {stones}: you’ll hold {count} of the {around} cells round them, and "
            "{next} is the next one"
        )
    elif not others:
        text = _(
            "pull your opponent’s stone to {cell} and close in: you’ll hold {count} of the "
            "{around} cells round it, and {next} is the next one"
        )
    else:
        text = _(
            "pull your opponent’s stone to {cell}, beside {stones}, and close in: you’ll hold "
            "{count} of the {around} cells round them, and {next} is the next one"
        )
    return Sentence(
        text,
        cell=board.names(pulled or others)[0],
        stones=board.names(others),
        count=ring.count,
        around=ring.around,
        next=next_cell,
    )


def _all_but(end: Veloop, ring: Ring, seat: int, pulled: int) -> Sentence:
    """That a ring is nearly full, and which of its cells are not.

    :param pulled: The stone of the ring that the turn has pulled there, if it has.
    """
    board = end.board
    others = ring.stones & ~pulled
    if not pulled and others.bit_count() == 1:
        text = _("close in on {cell}: all the cells round it but {open} are yours")
    elif not pulled:
        text = _("close in on {stones}: all the cells round them but {open} are yours")
    elif not others:
        text = _(
            "pull your opponent’s stone to {cell} and close in: all the cells round it but {open} "
            "are yours"
        )
    else:
        text = _(
            "pull your opponent’s stone to {cell}, beside {stones}, and close in: all the cells "
            "round them but {open} are yours"
        )
    return Sentence(
        text,
        cell=board.names(pulled or others)[0],
        stones=board.names(others),
        open=board.names(ring.cells & ~end.tops[seat]),
    )


def _next_cell(position: Veloop, ring: Ring, seat: int) -> str | None:
    """A cell of a ring that the seat can fill by a leap, and that brings no enemy stone beside it.

    All else of the ring stays, and most answers of the other side leave the leap possible.
    """
    board = position.board
    held = position.tops[seat] & ring.cells
    free = ring.cells & ~position.tops[1 - seat]
    filling = [move for move in moves(position, seat) if ring.cells >> board.index[move.target] & 1]
    for move, next_position in leading(position, seat, filling):
        is_ringed = not ring.stones & ~next_position.tops[1 - seat]
        is_kept = not held & ~next_position.tops[seat]
        has_joined = free & next_position.tops[1 - seat]
        if is_ringed and is_kept and not has_joined and stays_possible(position, seat, move):
            return move.target
    return None


def begin(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """With few stones on the board, the enemy stone that most own stones stand beside now.

    Two at least, and no own stone has more enemies beside it.
    """
    board = end.board
    own = end.tops[seat]
    most = max(1, stones_round(end, 1 - seat) - 1)
    target = None
    if own.bit_count() > BEGINNING:
        return None
    candidates = end.tops[1 - seat] & ~board.rim
    if brings_home(start, end, seat):
        candidates &= start.tops[1 - seat]
    for cell in bits(candidates):
        count = (beside(board, cell) & own).bit_count()
        is_new = not start.tops[1 - seat] >> cell & 1
        if count > most and (
            is_new or count > (beside(board, cell) & start.tops[seat]).bit_count()
        ):
            most = count
            target = cell
    if target is None:
        return None
    around = beside(board, target)
    next_cell = _next_cell(end, Ring(1 << target, around, most), seat)
    name = board.cell[target]
    stones = board.names(around & own)
    stands_there = bool(start.tops[1 - seat] >> target & 1)
    if next_cell is not None:
        if stands_there:
            text = _("stand beside {cell} with your stones on {stones}: you can add {next} next")
        else:
            text = _(
                "pull your opponent’s stone to {cell}, where your stones on {stones} stand beside "
                "it: you can add {next} next"
            )
        return Sentence(text, cell=name, stones=stones, next=next_cell)
    if stands_there:
        text = _("stand beside {cell} with your stones on {stones}: a wall can begin there")
    else:
        text = _(
            "pull your opponent’s stone to {cell}, where your stones on {stones} stand beside it: "
            "a wall can begin there"
        )
    return Sentence(text, cell=name, stones=stones)


def loosen(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The fullest ring round own stones that stay, of those that are less full now."""
    other = 1 - seat
    for ring in rings(start, other):
        left = (ring.cells & end.tops[other]).bit_count()
        is_freed = left < ring.count - 1 or (left < ring.count and ring.is_mostly_full)
        if ring.stones & ~end.tops[seat] or not ring.is_half_full or not is_freed:
            continue
        text = _(
            "make room for your stone on {stone}: your opponent held {was} of the {around} cells "
            "round it, and holds {count} now"
        )
        stones = end.board.names(ring.stones)
        if len(stones) > 1:
            text = _(
                "make room for your stones on {stones}: your opponent held {was} of the {around} "
                "cells round them, and holds {count} now"
            )
        return Sentence(
            text,
            stone=stones[0],
            stones=stones,
            was=ring.count,
            count=left,
            around=ring.around,
        )
    return None


def own_targets(position: Veloop, seat: int) -> Iterator[Sentence]:
    for ring in rings(position, seat)[:1]:
        if ring.is_half_full:
            yield _about(
                position,
                ring,
                _("your best target is {cell}: you hold {count} of the {around} cells round it"),
                _(
                    "your best target is the group of {stones}: you hold {count} of the {around} "
                    "cells round it"
                ),
            )


def own_dangers(position: Veloop, seat: int) -> Iterator[Sentence]:
    for ring in rings(position, 1 - seat):
        if ring.is_half_full:
            yield _about(
                position,
                ring,
                _(
                    "watch your stone on {cell}: your opponent holds {count} of the {around} cells "
                    "round it"
                ),
                _(
                    "watch your stones on {stones}: your opponent holds {count} of the {around} "
                    "cells round them"
                ),
            )


def _about(position: Veloop, ring: Ring, of_one: str, of_several: str) -> Sentence:
    """A ring as it is: a text about one stone, or about several."""
    stones = position.board.names(ring.stones)
    return Sentence(
        of_one if len(stones) == 1 else of_several,
        cell=stones[0],
        stones=stones,
        count=ring.count,
        around=ring.around,
    )

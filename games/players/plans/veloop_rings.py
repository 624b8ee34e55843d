"""The cells round stones of Veloop, and what a turn does to fill or to free them."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...core import Sentence, _
from ...lattice import bits
from ...veloop import Veloop
from .base import beside
from .veloop_moves import leading, moves

LARGEST = 3  # stones of a group whose ring is spoken of
BEGINNING = 5  # stones of a seat: up to so many, two beside an enemy stone are worth a word


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
    ring = fuller_ring(start, end, seat)
    if ring is None:
        return None
    new_stones = ring.stones & ~start.tops[1 - seat]
    if new_stones.bit_count() == 1:
        return _pull_in(end, ring, new_stones)
    stones = end.board.names(ring.stones)
    cell = _next_cell(end, ring, seat)
    if cell is not None:
        return _go_on(ring, stones, cell)
    text = _(
        "close in on {cell}: you’ll hold {count} of the {around} cells round it. A wall all the "
        "way round wins"
    )
    if len(stones) > 1:
        text = _(
            "close in on {stones}: you’ll hold {count} of the {around} cells round them. A wall "
            "all the way round wins"
        )
    return Sentence(text, cell=stones[0], stones=stones, count=ring.count, around=ring.around)


def _next_cell(position: Veloop, ring: Ring, seat: int) -> str | None:
    """A cell of a ring that the seat can fill by a leap, with all else of the ring as it is."""
    board = position.board
    held = position.tops[seat] & ring.cells
    for move, next_position in leading(position, seat, moves(position, seat)):
        is_ringed = not ring.stones & ~next_position.tops[1 - seat]
        is_kept = not held & ~next_position.tops[seat]
        if move.target in board.names(ring.cells) and is_ringed and is_kept:
            return move.target
    return None


def begin(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """With few stones on the board, an enemy stone that two own stones stand beside now.

    Only where no own stone has more enemies beside it.
    """
    board = end.board
    own = end.tops[seat]
    if own.bit_count() > BEGINNING or stones_round(end, 1 - seat) > 2:
        return None
    for cell in bits(end.tops[1 - seat] & ~board.rim):
        around = beside(board, cell) & own
        if around.bit_count() != 2:
            continue
        if not start.tops[1 - seat] >> cell & 1:
            return Sentence(
                _(
                    "pull your opponent’s stone to {cell}, where your stones on {stones} stand "
                    "beside it: a wall can begin with the two"
                ),
                cell=board.cell[cell],
                stones=board.names(around),
            )
        if (beside(board, cell) & start.tops[seat]).bit_count() < 2:
            return Sentence(
                _(
                    "stand beside {cell} with your stones on {stones}: a wall can begin with the "
                    "two"
                ),
                cell=board.cell[cell],
                stones=board.names(around),
            )
    return None


def _pull_in(end: Veloop, ring: Ring, new_stones: int) -> Sentence:
    """That enemy stones have come into a ring."""
    text = _(
        "pull your opponent’s stone to {cell} and close in: you’ll hold {count} of the {around} "
        "cells round it. A wall all the way round wins"
    )
    if new_stones != ring.stones:
        text = _(
            "pull your opponent’s stone to {cell}, beside {stones}, and close in: you’ll hold "
            "{count} of the {around} cells round them"
        )
    return Sentence(
        text,
        cell=end.board.names(new_stones)[0],
        stones=end.board.names(ring.stones & ~new_stones),
        count=ring.count,
        around=ring.around,
    )


def _go_on(ring: Ring, stones: tuple[str, ...], cell: str) -> Sentence:
    """That a ring is fuller, and which of its cells can be filled next."""
    text = _(
        "close in on {cell}: you’ll hold {count} of the {around} cells round it, and {next} is the "
        "next one"
    )
    if len(stones) > 1:
        text = _(
            "close in on {stones}: you’ll hold {count} of the {around} cells round them, and "
            "{next} is the next one"
        )
    return Sentence(
        text, cell=stones[0], stones=stones, count=ring.count, around=ring.around, next=cell
    )


def loosen(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The fullest ring round own stones that stay, of those that are less full now."""
    other = 1 - seat
    for ring in rings(start, other):
        left = (ring.cells & end.tops[other]).bit_count()
        if ring.stones & ~end.tops[seat] or not ring.is_half_full or left >= ring.count:
            continue
        text = _(
            "loosen the ring round your stone on {stone}: your opponent held {was} of the {around} "
            "cells, and holds {count} now"
        )
        stones = end.board.names(ring.stones)
        if len(stones) > 1:
            text = _(
                "loosen the ring round your stones on {stones}: your opponent held {was} of the "
                "{around} cells, and holds {count} now"
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

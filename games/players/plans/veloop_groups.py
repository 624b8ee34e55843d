"""What a turn of Veloop does for groups and chains: what holds together, what reaches the edge."""

from collections.abc import Iterator
from functools import cache
from math import dist

from ...core import Sentence, _
from ...lattice import Lattice, bits
from ...veloop import Veloop
from .base import MOST_NAMES, beside, cells_with, names
from .veloop_moves import slide

DIAGONAL = 1.2  # from which distance on two cells touch at a corner only
LONG = 4  # stones: from so many on a chain is worth a word where something is special about it
VERY_LONG = 5  # stones: from so many on in any case
START_OF_WALL = 8  # stones: up to so many are only a start


def _lone_stones(position: Veloop, seat: int) -> int:
    """The stones without a friendly neighbour, as bits."""
    own = position.tops[seat]
    return own & ~cells_with(position.board, own, own)


def alone(position: Veloop, seat: int) -> int:
    return _lone_stones(position, seat).bit_count()


def dense(position: Veloop, seat: int) -> int:
    own = position.tops[seat]
    neighbours = 0
    for cell in bits(own):
        vicinity = position.board.dilate(1 << cell)
        neighbours += (vicinity & own).bit_count() - 1
    return neighbours // 2


def largest(position: Veloop, seat: int) -> int:
    return position.board.largest(position.tops[seat]).bit_count()


def _ashore(board: Lattice, stones: int) -> int:
    """Those of some stones whose group reaches the edge, as bits: it can’t be walled in."""
    return sum(group for group in board.groups(stones) if group & board.rim)


def reach_edge(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stones that stay, and now belong to a group that reaches the edge."""
    board = end.board
    saved = start.tops[seat] & ~_ashore(board, start.tops[seat]) & _ashore(board, end.tops[seat])
    for group in board.groups(end.tops[seat]):
        if group & saved & ~board.rim and group & board.rim:
            ends = group & board.rim
            new_ends = ends & ~start.tops[seat]
            return Sentence(
                _(
                    "connect {stones} with the edge at {cell}: a group that reaches the edge can’t "
                    "be walled in"
                ),
                stones=names(board, group & saved),
                cell=board.names(new_ends or ends)[0],
            )
    return None


def cut_off(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The enemy stones that stay, and no longer belong to a group that reaches the edge."""
    board = end.board
    enemy = end.tops[1 - seat]
    stones = _ashore(board, start.tops[1 - seat]) & enemy & ~_ashore(board, enemy)
    if not stones:
        return None
    return Sentence(
        _("cut {stones} off from your opponent’s stones on the edge: now they can be walled in"),
        stones=names(board, stones),
    )


def off_the_edge(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The enemy stone that was swapped away from a group that reaches the edge."""
    board = end.board
    swap = slide(start, end, seat)
    if swap is None:
        return None
    source, target = swap
    if not source & _ashore(board, start.tops[1 - seat]):
        return None
    if target & _ashore(board, end.tops[1 - seat]):
        return None
    text = _("pull {stone} to {cell}, away from its friends on the edge: there it can be walled in")
    if source & board.rim:
        text = _("pull {stone} off the edge to {cell}: there it can be walled in")
    return Sentence(text, stone=board.names(source)[0], cell=board.names(target)[0])


def _chains(board: Lattice, stones: int) -> Iterator[int]:
    """The chains that may be parts of a wall, as bits: of stones side by side."""
    while stones:
        chain = stones & -stones
        frontier = chain
        while frontier:
            around = 0
            for cell in bits(frontier):
                around |= _side_by_side(board, cell)
            frontier = around & stones & ~chain
            chain |= frontier
        yield chain
        stones &= ~chain


def link(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The longest chain that joins chains of before, each with a stone where it is joined."""
    board = end.board
    own = end.tops[seat]
    staying = own & start.tops[seat]
    earlier_chains = list(_chains(board, start.tops[seat]))
    for chain in sorted(_chains(board, own), key=int.bit_count, reverse=True):
        if chain.bit_count() < LONG:
            return None
        joints = 0
        for cell in bits(chain & ~staying):
            joints |= _side_by_side(board, cell)
        parts = [part & chain & staying for part in earlier_chains]
        joined = [joints & part for part in parts if joints & part]
        if len(joined) > 1:
            return Sentence(
                _("link {stones} into one chain of {count}: that is a good piece of a wall"),
                stones=tuple(board.names(part)[0] for part in joined[:MOST_NAMES]),
                count=chain.bit_count(),
            )
    return None


def lengthen(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The longest chain of a seat, if the turn has made it longer and it stands out."""
    board = end.board
    earlier = max(map(int.bit_count, _chains(board, start.tops[seat])))
    chain = max(_chains(board, end.tops[seat]), key=int.bit_count)
    count = chain.bit_count()
    new = chain & ~start.tops[seat]
    if not new or count <= earlier:
        return None
    most = max(map(int.bit_count, _chains(board, end.tops[1 - seat])))
    if count > most and count >= LONG:
        text = _(
            "lengthen your chain with {cells}: with {count} stones it is longer than any of your "
            "opponent’s"
        )
    elif VERY_LONG <= count <= START_OF_WALL:
        text = _(
            "lengthen your chain with {cells}: it has {count} stones now, a good start for a wall"
        )
    else:
        return None
    return Sentence(text, cells=names(board, new), count=count)


@cache
def _side_by_side(board: Lattice, cell: int) -> int:
    """The cells that have a side in common with one, as bits.

    Where there is a way out between two cells that touch at a corner only, these have none.
    """
    name = board.cell[cell]
    centre = board.xy(name)
    cells = 0
    for other in board.neighbours(name):
        if dist(board.xy(other), centre) < DIAGONAL:
            cells |= 1 << board.index[other]
    return cells


def part(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
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


def split(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The enemy chain that has come apart, with a stone of each of its two largest parts."""
    board = start.board
    enemy = end.tops[1 - seat]
    later_chains = list(_chains(board, enemy))
    for chain in _chains(board, start.tops[1 - seat]):
        parts = [chain & later for later in later_chains]
        parts = [part for part in parts if part.bit_count() > 1]
        if chain.bit_count() < LONG or len(parts) < 2:
            continue
        one, other = sorted(parts, key=int.bit_count, reverse=True)[:2]
        gap = board.dilate(chain & ~enemy)
        return Sentence(
            _(
                "break up your opponent’s chain of {count}: {one} and {other} no longer hang "
                "together. Stones apart make no wall"
            ),
            count=chain.bit_count(),
            one=board.names(one & gap or one)[0],
            other=board.names(other & gap or other)[0],
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


def company(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
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


def strand(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
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


def _lone_among_others(position: Veloop, seat: int) -> tuple[str, ...]:
    """The stones off the edge that have none but stones of the other side beside them."""
    board = position.board
    lone = _lone_stones(position, seat) & ~board.rim
    return board.names(cells_with(board, lone, position.tops[1 - seat]))


def enemy_alone(position: Veloop, seat: int) -> Iterator[Sentence]:
    for stone in _lone_among_others(position, 1 - seat):
        yield Sentence(_("your opponent’s stone on {cell} stands alone: keep it so"), cell=stone)


def own_alone(position: Veloop, seat: int) -> Iterator[Sentence]:
    for stone in _lone_among_others(position, seat):
        yield Sentence(_("your stone on {cell} stands alone: build towards it"), cell=stone)

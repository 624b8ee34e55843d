"""What a turn of Veloop does for groups and chains: what holds together, what reaches the edge."""

from collections.abc import Iterator
from functools import cache
from math import dist

from ...core import Sentence, _
from ...lattice import Lattice, bits
from ...veloop import Veloop
from .base import MOST_NAMES, beside, cells_with, names
from .veloop_moves import slide, usually
from .veloop_rings import Ring, rings
from .veloop_walls import FEW_GAPS, walls

DIAGONAL = 1.2  # from which distance on two cells touch at a corner only
LONG = 4  # stones: from so many on a chain is worth a word where something is special about it
VERY_LONG = 5  # stones: from so many on in any case
FEWEST_HEMMING = 3  # stones of a chain that stand round others
START_OF_WALL = 8  # stones: up to so many are only a start
MOST_CUT = 4  # stones of a group that is cut off: all of them are named
DANGER = 3  # the other side on one in so many of the cells round a group endangers it
BEGINNING = 6  # stones of a seat: up to so many, each that stands apart or alone is worth a word


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


def ashore(board: Lattice, stones: int) -> int:
    """Those of some stones whose group reaches the edge, as bits: it can’t be walled in."""
    return sum(group for group in board.groups(stones) if group & board.rim)


def reach_edge(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stones that stay, had nearly been walled in, and now hang together with the edge.

    Most leaps of the other side leave them there.
    """
    board = end.board
    own = end.tops[seat]
    for wall in walls(start, 1 - seat):
        saved = wall.stones & ashore(board, own)
        if wall.lacks > FEW_GAPS:
            return None
        if not saved or not all(_stays_ashore(end, seat, cell) for cell in bits(saved)):
            continue
        ends = _nearest_ends(board, own, saved)
        new_ends = ends & ~start.tops[seat]
        count = saved.bit_count()
        text = _(
            "connect {stones} with the edge at {cell}: your opponent’s wall round them lacked only "
            "{gaps}"
        )
        if count == 1:
            text = _(
                "connect {stones} with the edge at {cell}: your opponent’s wall round it lacked "
                "only {gaps}"
            )
        elif count > MOST_NAMES:
            text = _(
                "connect your {count} stones round {stone} with the edge at {cell}: your "
                "opponent’s wall lacked only {gaps}"
            )
        stones = board.names(saved)
        return Sentence(
            text,
            stones=stones,
            stone=stones[len(stones) // 2],
            count=count,
            cell=board.names(new_ends or ends)[0],
            gaps=board.names(wall.gaps),
        )
    return None


def _nearest_ends(board: Lattice, stones: int, some: int) -> int:
    """The stones on the edge to which the shortest ways lead from some of a group, as bits."""
    reached = some
    while not reached & board.rim:
        reached |= board.dilate(reached) & stones
    return reached & board.rim


def _group_of(board: Lattice, stones: int, some: int) -> int:
    """The groups of stones to which some of them belong, as bits."""
    return sum(group for group in board.groups(stones) if group & some)


def _stays_ashore(position: Veloop, seat: int, cell: int) -> bool:
    """Whether the stone on a cell still reaches the edge after most leaps of the other side."""

    def is_ashore(reply: Veloop) -> bool:
        return ashore(reply.board, reply.tops[seat]) >> cell & 1 == 1

    return usually(position, seat, is_ashore)


def _returns_ashore(position: Veloop, seat: int, cell: int) -> bool:
    """Whether leaps of the other side often connect its stone on a cell with the edge again."""

    def is_cut_off(reply: Veloop) -> bool:
        return not ashore(reply.board, reply.tops[1 - seat]) >> cell & 1

    return not usually(position, seat, is_cut_off)


def cut_off(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The small enemy group that stays, no longer reaches the edge, and is hemmed in already."""
    board = end.board
    enemy = end.tops[1 - seat]
    were_ashore = ashore(board, start.tops[1 - seat])
    for group in board.groups(enemy):
        is_cut = not group & board.rim and not group & ~were_ashore
        if not is_cut or group.bit_count() > MOST_CUT or not _stands_round(end, seat, group):
            continue
        if any(_returns_ashore(end, seat, cell) for cell in bits(group)):
            continue
        text = _(
            "cut {stones} off from your opponent’s stones on the edge: now they must find another "
            "way there"
        )
        if group.bit_count() == 1:
            text = _(
                "cut {stones} off from your opponent’s stones on the edge: now it must find "
                "another way there"
            )
        return Sentence(text, stones=board.names(group))
    return None


def _stands_round(position: Veloop, seat: int, stones: int) -> bool:
    """Whether a seat holds at least two and a third of the cells round some enemy stones."""
    around = position.board.dilate(stones) & position.board.full & ~stones
    count = (around & position.tops[seat]).bit_count()
    return count > 1 and DANGER * count >= around.bit_count()


def off_the_edge(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The enemy stone that was swapped away from a group that reaches the edge."""
    board = end.board
    swap = slide(start, end, seat)
    if swap is None:
        return None
    source, target = swap
    if not source & ashore(board, start.tops[1 - seat]):
        return None
    enemy = end.tops[1 - seat]
    if target & ashore(board, enemy) or _returns_ashore(end, seat, target.bit_length() - 1):
        return None
    if not _stands_round(end, seat, _group_of(board, enemy, target)):
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
    """The longest chain that joins chains of before, each with a stone where it is joined.

    A long one only where it hems something in.
    """
    board = end.board
    own = end.tops[seat]
    staying = own & start.tops[seat]
    earlier_chains = list(_chains(board, start.tops[seat]))
    for chain in sorted(_chains(board, own), key=int.bit_count, reverse=True):
        count = chain.bit_count()
        if count < LONG:
            return None
        joints = 0
        for cell in bits(chain & ~staying):
            joints |= _side_by_side(board, cell)
        parts = [part & chain & staying for part in earlier_chains]
        joined = [joints & part for part in parts if joints & part]
        if len(joined) < 2:
            continue
        stones = tuple(board.names(part)[0] for part in joined[:MOST_NAMES])
        hemmed = _hemmed(end, seat, chain, chain & ~staying)
        if hemmed is not None:
            return Sentence(
                _(
                    "link {stones} into one chain: it holds {count} of the {around} cells round "
                    "{enemies}"
                ),
                stones=stones,
                count=hemmed.count,
                around=hemmed.around,
                enemies=board.names(hemmed.stones),
            )
        if count <= START_OF_WALL:
            enemy = _faced(end, seat, chain, chain & ~staying)
            if enemy is None:
                text = _("link {stones} into one chain of {count}: that is a good piece of a wall")
                return Sentence(text, stones=stones, count=count)
            text = _(
                "link {stones} into one chain of {count}: that is a good piece of a wall round "
                "{enemy}"
            )
            return Sentence(text, stones=stones, count=count, enemy=enemy)
    return None


def _hemmed(position: Veloop, seat: int, chain: int, new: int) -> Ring | None:
    """The ring of which a chain holds most, with what it holds of it; one that it has just come to.

    None where it holds less than two fifths.

    :param new: The new stones of the chain.
    """
    best: Ring | None = None
    for ring in rings(position, seat):
        count = (ring.cells & chain).bit_count()
        if not ring.cells & new or count < FEWEST_HEMMING or 5 * count < 2 * ring.around:
            continue
        if best is None or count * best.around > best.count * ring.around:
            best = Ring(ring.stones, ring.cells, count)
    return best


def _faced(position: Veloop, seat: int, chain: int, new: int) -> str | None:
    """The enemy stone that most stones of a chain stand beside, two at least.

    One whose group does not reach the edge, and that the chain has just come to; None where there
    is none.

    :param new: The new stones of the chain.
    """
    board = position.board
    most = 1
    faced = None
    enemy = position.tops[1 - seat]
    for cell in bits(board.dilate(new) & enemy & ~ashore(board, enemy)):
        count = (beside(board, cell) & chain).bit_count()
        if count > most:
            most = count
            faced = board.cell[cell]
    return faced


def lengthen(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The longest chain of a seat, if the turn has made it longer.

    A long one only where it hems something in.
    """
    board = end.board
    earlier = max(map(int.bit_count, _chains(board, start.tops[seat])))
    chain = max(_chains(board, end.tops[seat]), key=int.bit_count)
    count = chain.bit_count()
    new = chain & ~start.tops[seat]
    is_beginning = end.tops[seat].bit_count() <= BEGINNING
    fewest = FEWEST_HEMMING if is_beginning else LONG
    if not new or count <= earlier or count < fewest:
        return None
    hemmed = _hemmed(end, seat, chain, new)
    if hemmed is not None:
        return Sentence(
            _(
                "lengthen your chain with {cells}: it holds {count} of the {around} cells round "
                "{enemies}"
            ),
            cells=names(board, new),
            count=hemmed.count,
            around=hemmed.around,
            enemies=board.names(hemmed.stones),
        )
    enemy = _faced(end, seat, chain, new)
    is_of_use = is_beginning or count >= VERY_LONG
    if enemy is None or count > START_OF_WALL or not is_of_use:
        return None
    return Sentence(
        _(
            "lengthen your chain with {cells}: it has {count} stones now, a good start for a wall "
            "round {enemy}"
        ),
        cells=names(board, new),
        count=count,
        enemy=enemy,
    )


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
    if enemy.bit_count() > BEGINNING:
        return None
    for cell in bits(old & ~enemy):
        neighbours = _left_alone(board, _side_by_side(board, cell) & old, old, enemy)
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
    """Those of some stones that stay, and had more others side by side earlier than later."""
    left_alone = 0
    for stone in bits(stones & later):
        neighbours = _side_by_side(board, stone)
        if (neighbours & later).bit_count() < (neighbours & earlier).bit_count():
            left_alone |= 1 << stone
    return left_alone


def company(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stone that stays and is no longer alone, with the enemies that stand beside it."""
    board = end.board
    own = end.tops[seat]
    helped = _lone_stones(start, seat) & own & ~_lone_stones(end, seat) & ~board.rim
    for stone in bits(helped):
        enemies = beside(board, stone) & end.tops[1 - seat]
        friends = _hanging_together(end, seat, stone)
        if friends and enemies.bit_count() > 1:
            return Sentence(
                _(
                    "back up your stone on {stone} with {cell}: alone beside {enemies} it would be "
                    "easy to wall in"
                ),
                stone=board.cell[stone],
                cell=board.names(friends)[0],
                enemies=names(board, enemies),
            )
        friends = _side_by_side(board, stone) & own
        if friends and own.bit_count() <= BEGINNING:
            return Sentence(
                _(
                    "give your stone on {stone} a neighbour: {cell} will be next to it. Stones "
                    "apart make no wall"
                ),
                stone=board.cell[stone],
                cell=board.names(friends)[0],
            )
    return None


def _hanging_together(position: Veloop, seat: int, cell: int) -> int:
    """The stones of a seat beside a cell, as bits: side by side, or with no enemy between them."""
    board = position.board
    sides = _side_by_side(board, cell)
    own = beside(board, cell) & position.tops[seat]
    found = own & sides
    for other in bits(own & ~sides):
        if not sides & _side_by_side(board, other) & position.tops[1 - seat]:
            found |= 1 << other
    return found


def strand(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The enemy stone off the edge that stays and is alone now, with the own stones beside it."""
    board = end.board
    old = start.tops[1 - seat]
    stranded = _lone_stones(end, 1 - seat) & old & ~_lone_stones(start, 1 - seat) & ~board.rim
    for stone in bits(stranded):
        own = beside(board, stone) & end.tops[seat]
        if own.bit_count() > 1:
            return Sentence(
                _(
                    "isolate your opponent’s stone on {stone}: alone beside your stones on {own} "
                    "it is easy to wall in"
                ),
                stone=board.cell[stone],
                own=names(board, own),
            )
        if end.tops[1 - seat].bit_count() <= BEGINNING:
            return Sentence(
                _(
                    "isolate your opponent’s stone on {stone}: none of their stones will be next "
                    "to it. Stones apart make no wall"
                ),
                stone=board.cell[stone],
            )
    return None


def _lone_among_others(position: Veloop, seat: int) -> tuple[str, ...]:
    """The stones off the edge that have no friends beside them, but enough of the others."""
    board = position.board
    endangered = 0
    for stone in bits(_lone_stones(position, seat) & ~board.rim):
        around = beside(board, stone)
        enemies = around & position.tops[1 - seat]
        if DANGER * enemies.bit_count() >= around.bit_count():
            endangered |= 1 << stone
    return board.names(endangered)


def enemy_alone(position: Veloop, seat: int) -> Iterator[Sentence]:
    for stone in _lone_among_others(position, 1 - seat):
        yield Sentence(
            _("your opponent’s stone on {cell} stands alone among yours: close in on it"),
            cell=stone,
        )


def own_alone(position: Veloop, seat: int) -> Iterator[Sentence]:
    for stone in _lone_among_others(position, seat):
        yield Sentence(
            _("your stone on {cell} stands alone among your opponent’s: build towards it"),
            cell=stone,
        )

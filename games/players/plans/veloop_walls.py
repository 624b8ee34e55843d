"""Walls of Veloop that are being built: what they lack, and what a turn does for them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from ...core import Move, Sentence, _
from ...lattice import Lattice, bits
from ...veloop import Veloop
from .base import names
from .veloop_moves import moves, stays_possible, with_move

MOST_GAPS = 4  # cells that a wall may lack to count as one that is being built
SHOWN = 3  # the same to be spoken of
FEW_GAPS = 2  # with no more a wall is near to closing

Node = tuple[int, bool]
"""A cell of a way out, and whether the way leaves it, or only comes to it."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall that is being built round a group of stones.

    :param stones: The group, as bits.
    :param gaps: The fewest free cells with which it is closed, as bits.
    """

    stones: int
    gaps: int

    @property
    def lacks(self) -> int:
        return self.gaps.bit_count()


def walls(position: Veloop, seat: int) -> tuple[Wall, ...]:
    """The walls that a seat is building, those that lack least first."""
    return _walls(position.board, position.tops[seat], position.tops[1 - seat])


@lru_cache(maxsize=4096)
def _walls(board: Lattice, own: int, enemy: int) -> tuple[Wall, ...]:
    built_walls = []
    for group in board.groups(enemy):
        if group & board.rim:
            continue
        gaps = _gaps(board, group, own, enemy)
        if gaps is not None:
            built_walls.append(Wall(group, gaps))
    return tuple(sorted(built_walls, key=lambda wall: (wall.lacks, -wall.stones.bit_count())))


def _gaps(board: Lattice, group: int, own: int, enemy: int) -> int | None:
    """The fewest free cells that part a group from the edge, as bits; None where they are many.

    By the theorem of Menger they are as many as there are ways out that share no free cell.
    """
    free = board.full & ~own & ~enemy
    if _has_many_ways(board, group, free, enemy):
        return None
    into: dict[int, list[int]] = {}
    for _number in range(MOST_GAPS + 1):
        nodes = _ways(board, group, own, enemy, into)
        end = next((cell for cell, leaves in nodes if leaves and board.rim >> cell & 1), None)
        if end is None:
            return sum(
                1 << cell
                for cell in bits(free)
                if (cell, False) in nodes and (cell, True) not in nodes
            )
        _take_way(nodes, (end, True), into)
    return None


def _has_many_ways(board: Lattice, group: int, free: int, enemy: int) -> bool:
    """Whether shortest ways out, taken one after another, already are too many.

    This is decided fast, and it is so of most groups.
    """
    for _number in range(MOST_GAPS + 1):
        layers = [group]
        visited_cells = group
        while not layers[-1] & board.rim:
            layer = board.dilate(layers[-1]) & (free | enemy) & ~visited_cells
            if not layer:
                return False
            layers.append(layer)
            visited_cells |= layer
        cell = layers.pop() & board.rim
        while layers:
            cell &= -cell
            free &= ~cell
            cell = board.dilate(cell) & layers.pop()
    return True


def _ways(
    board: Lattice, group: int, own: int, enemy: int, into: dict[int, list[int]]
) -> dict[Node, Node | None]:
    """What can be reached from a group beside ways out that are taken, each with what is before it.

    A way may come to a free cell that is taken and push the way there back.

    :param into: For each cell on a way that is taken, the cells before it.
    """
    nodes: dict[Node, Node | None] = {(cell, True): None for cell in bits(group)}
    queue = list(nodes)
    for cell, leaves in queue:
        earlier_cells = into.get(cell, [])
        next_nodes: list[Node] = []
        if leaves:
            around = board.dilate(1 << cell) & board.full & ~own & ~(1 << cell)
            next_nodes += ((other, False) for other in bits(around))
            if earlier_cells:
                next_nodes.append((cell, False))
        else:
            next_nodes += ((other, True) for other in earlier_cells)
            if enemy >> cell & 1 or not earlier_cells:
                next_nodes.append((cell, True))
        for node in next_nodes:
            if node not in nodes:
                nodes[node] = (cell, leaves)
                queue.append(node)
    return nodes


def _take_way(nodes: dict[Node, Node | None], end: Node, into: dict[int, list[int]]) -> None:
    """Add the way to ``end`` to those that are taken."""
    node = end
    while True:
        earlier = nodes[node]
        if earlier is None:
            return
        if earlier[0] != node[0]:
            if node[1]:
                into[earlier[0]].remove(node[0])
            else:
                into.setdefault(node[0], []).append(earlier[0])
        node = earlier


def shown(position: Veloop, seat: int) -> Iterator[Wall]:
    """The walls of a seat that are worth a word."""
    return (wall for wall in walls(position, seat) if wall.lacks <= SHOWN)


def lacking(position: Veloop, seat: int, stones: int) -> int:
    """What the wall of a seat lacks that lacks least of those round any of some enemy stones.

    More than ``MOST_GAPS`` where there is none.
    """
    found = (wall.lacks for wall in walls(position, seat) if wall.stones & stones)
    return min(found, default=MOST_GAPS + 1)


def closeness(position: Veloop, seat: int) -> int:
    """How far a seat has come with its walls."""
    return sum(MOST_GAPS + 1 - wall.lacks for wall in walls(position, seat))


def grown(start: Veloop, end: Veloop, seat: int) -> Wall | None:
    """The wall that lacks least of those that lack less than before, if any does."""
    earlier = start.tops[1 - seat]
    for wall in shown(end, seat):
        if lacking(start, seat, wall.stones & earlier) > wall.lacks:
            return wall
    return None


def build(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The wall that is nearer to closing, and the leap with which it goes on."""
    wall = grown(start, end, seat)
    if wall is None:
        return None
    steps = list(_steps(end, seat, wall))
    step = _lasting(end, seat, steps)
    if step is None:
        is_near = end.double or wall.lacks <= FEW_GAPS
        can_fill_all = not wall.gaps & ~reduce(or_, (one.gaps for one in steps), 0)
        return _without_step(start, end, seat, wall) if is_near and can_fill_all else None
    board = end.board
    gaps = board.names(wall.gaps)
    staying = wall.stones & start.tops[1 - seat]
    if not staying:
        return Sentence(
            _(
                "pull your opponent’s stone to {cell}, into your wall: fill {gaps} as well, and it "
                "is closed. Next comes {next}"
            ),
            cell=board.names(wall.stones)[0],
            gaps=gaps,
            next=str(step),
        )
    return Sentence(
        _("wall in {stones}: fill {gaps} as well, and the wall is closed. Next comes {next}"),
        stones=names(board, staying),
        gaps=gaps,
        next=str(step),
    )


def _without_step(start: Veloop, end: Veloop, seat: int, wall: Wall) -> Sentence:
    """What a wall lacks that no leap goes on with yet."""
    board = end.board
    gaps = board.names(wall.gaps)
    staying = wall.stones & start.tops[1 - seat]
    if not staying:
        return Sentence(
            _(
                "pull your opponent’s stone to {cell}, into your wall: fill {gaps} as well, and it "
                "is closed"
            ),
            cell=board.names(wall.stones)[0],
            gaps=gaps,
        )
    return Sentence(
        _("wall in {stones}: fill {gaps} as well, and the wall is closed"),
        stones=names(board, staying),
        gaps=gaps,
    )


@dataclass(frozen=True, slots=True)
class Step:
    """A leap that goes on with a wall.

    :param gaps: The gaps that it fills, as bits.
    :param lacks: How many cells the wall lacks after it.
    """

    move: Move
    gaps: int
    lacks: int


def _steps(position: Veloop, seat: int, wall: Wall) -> Iterator[Step]:
    """The leaps that fill gaps of a wall, after which it lacks less or is closed."""
    own_turn = with_move(position, seat)
    for move in moves(position, seat):
        code = own_turn.code(move)
        assert code is not None
        later = own_turn.copy()
        later._leap(code)
        if not later.tops[seat] & wall.gaps or wall.stones & ~later.tops[1 - seat]:
            continue
        lacks = wall.lacks
        if later.reason is None:
            lacks = lacking(later, seat, wall.stones)
        elif later.winner == seat and not wall.stones & ~later.board.enclosed(later.tops[seat]):
            lacks = 0
        if lacks < wall.lacks:
            yield Step(move, later.tops[seat] & wall.gaps, lacks)


def _lasting(position: Veloop, seat: int, steps: Iterable[Step]) -> Move | None:
    """The step that does most of those that most answers of the other side leave possible."""
    for step in sorted(steps, key=lambda step: step.lacks):
        if stays_possible(position, seat, step.move):
            return step.move
    return None


def broken(start: Veloop, end: Veloop, seat: int) -> Wall | None:
    """The enemy wall that lacked least of those that lack more after the turn, or are gone.

    Round stones that are still there, some at least.
    """
    for wall in shown(start, 1 - seat):
        stones = wall.stones & end.tops[seat]
        if stones and lacking(end, 1 - seat, stones) > wall.lacks:
            return wall
    return None


def break_out(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    wall = broken(start, end, seat)
    if wall is None:
        return None
    board = end.board
    stones = names(board, wall.stones & end.tops[seat])
    gaps = board.names(wall.gaps)
    new = wall.gaps & end.tops[seat]
    is_near = wall.lacks <= FEW_GAPS
    if new:
        text = _(
            "block your opponent’s wall round {stones}: it lacked {gaps}, and {cell} is yours now"
        )
        if is_near:
            text = _(
                "block your opponent’s wall round {stones}: it lacked only {gaps}, and {cell} is "
                "yours now"
            )
        return Sentence(
            text,
            stones=stones,
            gaps=gaps,
            cell=board.names(new)[0],
        )
    missed = _missed(start, end, seat, wall)
    if missed is not None:
        text = _(
            "break your opponent’s wall round {stones}: it lacked {gaps}, and now {cell} as well"
        )
        if is_near:
            text = _(
                "break your opponent’s wall round {stones}: it lacked only {gaps}, and now {cell} "
                "as well"
            )
        return Sentence(
            text,
            stones=stones,
            gaps=gaps,
            cell=missed,
        )
    text = _("break your opponent’s wall round {stones}: it lacked {gaps}")
    if is_near:
        text = _("break your opponent’s wall round {stones}: it lacked only {gaps}")
    return Sentence(
        text,
        stones=stones,
        gaps=gaps,
    )


def _missed(start: Veloop, end: Veloop, seat: int, wall: Wall) -> str | None:
    """The cell that the other side has lost and with which its wall would be as near as before."""
    other = 1 - seat
    for cell in bits(start.tops[other] & ~end.tops[other]):
        own = end.tops[other] | 1 << cell
        enemy = end.tops[seat] & ~(1 << cell)
        lacks = [one.lacks for one in _walls(end.board, own, enemy) if one.stones & wall.stones]
        if min(lacks, default=MOST_GAPS + 1) <= wall.lacks:
            return end.board.cell[cell]
    return None


def build_or_break(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """What concerns the wall that is nearer to closing; of two as near that of the other side,
    whose turn is next.
    """
    own_wall = grown(start, end, seat)
    enemy_wall = broken(start, end, seat)
    if own_wall is None or (enemy_wall is not None and enemy_wall.lacks <= own_wall.lacks):
        return break_out(start, end, seat)
    return build(start, end, seat)


def own_walls(position: Veloop, seat: int) -> Iterator[Sentence]:
    for wall in shown(position, seat):
        text = _("your wall round {stones} lacks {gaps}")
        if wall.lacks <= FEW_GAPS:
            text = _("your wall round {stones} lacks only {gaps}")
        yield Sentence(
            text,
            stones=names(position.board, wall.stones),
            gaps=position.board.names(wall.gaps),
        )


def enemy_walls(position: Veloop, seat: int) -> Iterator[Sentence]:
    """Without what they lack: a wall that only lacks something else is as much of a danger."""
    for wall in shown(position, 1 - seat):
        stones = names(position.board, wall.stones)
        text = _("be careful: your opponent is building a wall round your stone on {stones}")
        if len(stones) > 1:
            text = _("be careful: your opponent is building a wall round your stones on {stones}")
        yield Sentence(text, stones=stones)

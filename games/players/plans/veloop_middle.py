"""What a turn of Veloop does for the middle of the board: who stands there, and who is pushed out.

That a stone is nearer to the edge is no reason by itself: what comes of it is told.
"""

from collections.abc import Iterator
from functools import cache

from ...core import Move, Sentence, _
from ...lattice import Lattice, bits
from ...veloop import Veloop
from .base import MOST_NAMES, Telling, beside, first_telling
from .veloop_groups import ashore
from .veloop_moves import able, brings_home, moves, slide, stays_possible, stays_unable
from .veloop_rings import rings
from .veloop_walls import shown

FEW_LEAPS = 2  # from a stone on the edge: with no more it is nearly out of play
MANY_LEAPS = 3  # from a stone in the middle: with so many it can go any way


def on_edge(position: Veloop, seat: int) -> int:
    return (position.tops[seat] & position.board.rim).bit_count()


def depth(position: Veloop, seat: int) -> int:
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


def _steps_to_edge(board: Lattice, cell: int) -> int:
    return sum(1 for band in _bands(board) if not band >> cell & 1)


def _pushed(start: Veloop, end: Veloop, seat: int) -> Iterator[str]:
    """The cells to which enemy stones have been pushed: on the edge, or nearer to it than before.

    Of several stones it cannot be told which has come from where: each has to be on the edge.
    """
    board = end.board
    swap = slide(start, end, seat)
    if swap is not None:
        source, target = (cell.bit_length() - 1 for cell in swap)
        if _steps_to_edge(board, target) < _steps_to_edge(board, source):
            yield board.cell[target]
        return
    new = end.tops[1 - seat] & ~start.tops[1 - seat]
    old = start.tops[1 - seat] & ~end.tops[1 - seat]
    if not old & board.rim:
        yield from board.names(new & board.rim)


def _push_to_no_leap(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stone that has been pushed to where it has no leap, nor soon will have one."""
    board = end.board
    able_later = able(end, 1 - seat)
    for cell in _pushed(start, end, seat):
        if cell in able_later or not stays_unable(end, seat, cell):
            continue
        text = _("push your opponent’s stone out to {cell}: it has no leap from there")
        if board.rim >> board.index[cell] & 1:
            text = _("push your opponent’s stone to the edge at {cell}: it has no leap from there")
        return Sentence(text, cell=cell)
    return None


def _push_away(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stone that had others beside it, and has none where it has been pushed."""
    board = end.board
    swap = slide(start, end, seat)
    if swap is None:
        return None
    enemy = end.tops[1 - seat]
    friends = beside(board, swap[0].bit_length() - 1) & enemy & ~swap[1]
    if not friends or beside(board, swap[1].bit_length() - 1) & enemy:
        return None
    for cell in _pushed(start, end, seat):
        return Sentence(
            _(
                "push your opponent’s stone out to {cell}, where it stands alone, away from "
                "{stones}"
            ),
            cell=cell,
            stones=board.names(friends)[:MOST_NAMES],
        )
    return None


def _push_and_follow(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stone that has been pushed out of a cell that the seat holds now, or can take next."""
    board = end.board
    swap = slide(start, end, seat)
    if swap is None or brings_home(start, end, seat) or not any(_pushed(start, end, seat)):
        return None
    source, cell = (board.names(part)[0] for part in swap)
    if swap[0] & end.tops[seat]:
        return Sentence(
            _(
                "push your opponent’s stone from {source} out to {cell}: your stone stands on "
                "{source} now, nearer to the middle"
            ),
            source=source,
            cell=cell,
        )
    step = _leap_to(end, seat, source)
    if step is None:
        return None
    return Sentence(
        _(
            "push your opponent’s stone from {source} out to {cell}, and place on {source} "
            "yourself next, with {next}"
        ),
        source=source,
        cell=cell,
        next=str(step),
    )


def _leap_to(position: Veloop, seat: int, cell: str) -> Move | None:
    """A leap of a seat to a cell that most answers of the other side leave possible."""
    for move in moves(position, seat):
        if move.target == cell and stays_possible(position, seat, move):
            return move
    return None


def _push_to_few_leaps(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stone that has been pushed to the edge, with the few leaps that it has there."""
    board = end.board
    if brings_home(start, end, seat):
        return None
    able_later = able(end, 1 - seat)
    for cell in _pushed(start, end, seat):
        targets = able_later.get(cell, ())
        if board.rim >> board.index[cell] & 1 and 0 < len(targets) <= FEW_LEAPS:
            return Sentence(
                _(
                    "push your opponent’s stone to the edge at {cell}: it can’t be walled in "
                    "there, but it can leap only to {targets}"
                ),
                cell=cell,
                targets=targets,
            )
    return None


def _push_to_edge(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stone that has been pushed to the edge and has fewer leaps there than it had."""
    board = end.board
    swap = slide(start, end, seat)
    if swap is None or brings_home(start, end, seat):
        return None
    (source,) = board.names(swap[0])
    earlier_targets = able(start, 1 - seat).get(source, ())
    for cell in _pushed(start, end, seat):
        targets = able(end, 1 - seat).get(cell, ())
        if board.rim >> board.index[cell] & 1 and len(targets) < len(earlier_targets):
            return Sentence(
                _("push your opponent’s stone to the edge at {cell}: fewer leaps start there"),
                cell=cell,
            )
    return None


def _was_hemmed(start: Veloop, end: Veloop, seat: int) -> bool:
    """Whether an enemy stone that is gone had a wall of the seat begun round it.

    To push it out of there is no gain: on the edge it can’t be walled in.
    """
    gone = start.tops[1 - seat] & ~end.tops[1 - seat]
    is_in_wall = any(wall.stones & gone for wall in shown(start, seat))
    return is_in_wall or any(
        ring.is_half_full and ring.stones & gone for ring in rings(start, seat)
    )


def _unless_hemmed(telling: Telling) -> Telling:
    """What a telling says of stones that are pushed away, but for those in a wall of the seat."""

    def tell(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
        sentence = telling(start, end, seat)
        return None if sentence is None or _was_hemmed(start, end, seat) else sentence

    return tell


push: Telling = _unless_hemmed(first_telling(_push_to_no_leap, _push_away, _push_and_follow))
push_to_edge: Telling = _unless_hemmed(first_telling(_push_to_few_leaps, _push_to_edge))


def come_beside(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stone that has come farthest from the edge, and the enemy stone that it stands beside."""
    for index in _come_to_the_middle(start, end, seat):
        sentence = _facing(start, end, seat, index)
        if sentence is not None:
            return sentence
    return None


def gain_reach(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stone that has come farthest from the edge, and where it can place next."""
    targets = able(end, seat)
    for index in _come_to_the_middle(start, end, seat):
        cell = end.board.cell[index]
        if len(targets.get(cell, ())) >= MANY_LEAPS:
            return Sentence(
                _("get a stone to {cell}, in the middle: from there you can place on {cells} next"),
                cell=cell,
                cells=targets[cell][:MOST_NAMES],
            )
    return None


def _come_to_the_middle(start: Veloop, end: Veloop, seat: int) -> Iterator[int]:
    """The new stones in the middle, those farthest from the edge first.

    They are farther from there than most stones of their side were.
    """
    board = end.board
    own = start.tops[seat]
    new = end.tops[seat] & ~own
    for band in reversed(_bands(board)):
        if 2 * (own & band).bit_count() <= own.bit_count():
            return
        for index in bits(new & ~band):
            if _is_middle(board, index):
                yield index


def _is_middle(board: Lattice, index: int) -> bool:
    """Whether a cell is farther from the edge than halfway to the middle."""
    return 2 * _steps_to_edge(board, index) > len(_bands(board))


def _facing(start: Veloop, end: Veloop, seat: int, index: int) -> Sentence | None:
    """The enemy stone that a new stone stands beside, with others of its side.

    Only one that hangs together with none on the edge, as those can’t be walled in, and only where
    no more enemy stones stand beside the new one.
    """
    board = end.board
    own = end.tops[seat]
    enemies = beside(board, index) & end.tops[1 - seat]
    most = max(1, enemies.bit_count() - 1)
    enemy = None
    targets = enemies & ~ashore(board, end.tops[1 - seat])
    if brings_home(start, end, seat):
        targets &= start.tops[1 - seat]
    for cell in bits(targets):
        count = (beside(board, cell) & own).bit_count()
        if count > most:
            most = count
            enemy = cell
    if enemy is None:
        return None
    text = _(
        "get a stone to {cell}, in the middle: with {stones} it stands beside {enemy}, where a "
        "wall can grow"
    )
    if not start.tops[1 - seat] >> enemy & 1:
        text = _(
            "get a stone to {cell}, in the middle, and pull your opponent’s stone to {enemy}, "
            "beside it and {stones}: a wall can grow there"
        )
    return Sentence(
        text,
        cell=board.cell[index],
        stones=board.names(beside(board, enemy) & own & ~(1 << index))[:MOST_NAMES],
        enemy=board.cell[enemy],
    )

"""What a turn of Veloop does for the leaps of both sides, and what the leaps would do."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...core import Move, Sentence, _
from ...lattice import Lattice
from ...veloop import Veloop
from .base import MOST_NAMES, beside as neighbours, names
from .veloop_moves import (
    able,
    leading,
    leaps,
    moves,
    stays_possible,
    stays_unable,
    unable,
    usually,
)
from .veloop_rings import Ring, fuller_ring, rings
from .veloop_walls import Wall, grown, lacking

FEW_ABLE = 3  # stones: with no more that can leap a side is nearly stuck
SEVERAL = 4  # stones: of so many on it is worth a word what all of them can do
FEW_GAPS = 2  # cells that a wall may lack after a leap that is spoken of


@dataclass(frozen=True, slots=True)
class BestLeap:
    """The leap that would do most for a wall, or else for a ring.

    :param wall: What it would make of a wall, if anything.
    :param ring: The same of a ring; given where there is no wall.
    """

    move: Move
    wall: Wall | None
    ring: Ring | None


def _best_leap(
    position: Veloop, beside: Veloop, seat: int, some_moves: list[Move]
) -> BestLeap | None:
    """The best of some leaps of a seat; None where none does anything for a wall or a ring.

    :param beside: The position before or after the turn, whichever ``position`` is not: the wall
        or the ring has to be round stones that stand there, too, and less far than by the leap.
    """
    standing = position.tops[1 - seat] & beside.tops[1 - seat]
    counts = {ring.stones: ring.count for ring in rings(beside, seat)}
    walls: list[tuple[Move, Wall]] = []
    fuller_rings: list[tuple[Move, Ring]] = []
    for move, next_position in leading(position, seat, some_moves):
        wall = grown(position, next_position, seat)
        if wall is not None and not wall.stones & ~standing:
            walls.append((move, wall))
        ring = fuller_ring(position, next_position, seat)
        if ring is not None and not ring.stones & ~standing:
            fuller_rings.append((move, ring))
    walls = [item for item in walls if item[1].lacks < lacking(beside, seat, item[1].stones)]
    fuller_rings = [item for item in fuller_rings if item[1].count > counts.get(item[1].stones, 0)]
    walls = [item for item in walls if item[1].lacks <= FEW_GAPS]
    fuller_rings = [item for item in fuller_rings if item[1].is_mostly_full]
    if walls:
        move, wall = min(walls, key=lambda item: item[1].lacks)
        return BestLeap(move, wall, None)
    if fuller_rings:
        move, ring = min(fuller_rings, key=lambda item: item[1].around - item[1].count)
        return BestLeap(move, None, ring)
    return None


def _told(best: BestLeap, board: Lattice, of_wall: str, of_ring: str) -> Sentence:
    """What a leap would do, by the text for a wall or the one for a ring."""
    if best.wall is not None:
        return Sentence(
            of_wall,
            move=str(best.move),
            stones=names(board, best.wall.stones),
            gaps=board.names(best.wall.gaps),
        )
    assert best.ring is not None
    return Sentence(
        of_ring,
        move=str(best.move),
        stones=board.names(best.ring.stones),
        count=best.ring.count,
        around=best.ring.around,
    )


def prepare(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The new leap that would do most."""
    earlier = set(moves(start, seat))
    new_moves = [move for move in moves(end, seat) if move not in earlier]
    best = _best_leap(end, start, seat, new_moves)
    if best is None or not stays_possible(end, seat, best.move):
        return None
    return _told(
        best,
        end.board,
        _("get {move} ready: after that leap your wall round {stones} would lack only {gaps}"),
        _(
            "get {move} ready: with that leap you would hold {count} of the {around} cells round "
            "{stones}"
        ),
    )


def forestall(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The lost leap of the other side that would have done most, round stones that stay."""
    other = 1 - seat
    later = set(moves(end, other))
    lost_moves = [move for move in moves(start, other) if move not in later]
    best = _best_leap(start, end, other, lost_moves)
    if best is None:
        return None
    return _told(
        best,
        start.board,
        _(
            "rule out {move}: after that leap your opponent’s wall round {stones} would have "
            "lacked only {gaps}"
        ),
        _(
            "rule out {move}: with that leap your opponent would have held {count} of the {around} "
            "cells round {stones}"
        ),
    )


def leave_few(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The few leaps that the other side has left."""
    left = list(moves(end, 1 - seat))
    if not 0 < len(left) <= MOST_NAMES or len(left) >= leaps(start, 1 - seat):
        return None
    return Sentence(
        _("leave your opponent no leap but {moves}: they can’t stop much with so few"),
        moves=tuple(map(str, left)),
    )


def leave_few_able(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The few stones of the other side that can leap, where most of them can’t."""
    left = able(end, 1 - seat)
    stuck = end.tops[1 - seat].bit_count() - len(left)
    if not 0 < len(left) <= FEW_ABLE or stuck < 2 or len(left) >= len(able(start, 1 - seat)):
        return None
    return Sentence(
        _("leave your opponent only leaps from {stones}: their other stones are stuck"),
        stones=tuple(left),
    )


def wake_all(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """That all own stones can leap, where some could not."""
    own = end.tops[seat]
    if own.bit_count() < SEVERAL or any(unable(end, seat)):
        return None
    woken = [stone for stone in unable(start, seat) if own >> end.board.index[stone] & 1]
    if not woken:
        return None
    return Sentence(
        _("let each of your stones leap: {stones} had no leap so far"),
        stones=tuple(woken[:MOST_NAMES]),
    )


def wake_several(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stones, several, that stay and have leaps now, as they do after most answers."""
    able_now = able(end, seat)
    woken = []
    for stone in unable(start, seat):
        if stone in able_now and _stays_able(end, seat, stone):
            woken.append(stone)
    if len(woken) < 2:
        return None
    return Sentence(
        _("open leaps for your stones on {stones}: they had none so far"),
        stones=tuple(woken[:MOST_NAMES]),
    )


def _stays_able(position: Veloop, seat: int, stone: str) -> bool:
    """Whether a stone of a seat has a leap after most leaps of the other side, too."""
    return usually(position, seat, lambda reply: stone in able(reply, seat))


def wake(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stone that stays and has a leap now, where few could leap."""
    earlier = able(start, seat)
    if len(earlier) > FEW_ABLE:
        return None
    own = set(start.board.names(start.tops[seat]))
    for stone, targets in able(end, seat).items():
        if stone in own and stone not in earlier:
            return Sentence(
                _(
                    "give your stone on {stone} a leap: from there you can place on {next}. So far "
                    "only {able} could leap"
                ),
                stone=stone,
                next=targets[0],
                able=tuple(earlier),
            )
    return None


def pin(start: Veloop, end: Veloop, seat: int) -> Sentence | None:
    """The stones that stay and have no leap now, nor soon: several, or one where few can leap."""
    able_later = able(end, 1 - seat)
    enemy = set(end.board.names(end.tops[1 - seat]))
    pinned = [
        stone
        for stone in able(start, 1 - seat)
        if stone in enemy and stone not in able_later and stays_unable(end, seat, stone)
    ]
    if len(pinned) > 1:
        return Sentence(
            _(
                "take the last leaps from your opponent’s stones on {stones}: stones that can’t "
                "leap stop no wall"
            ),
            stones=tuple(pinned[:MOST_NAMES]),
        )
    if not pinned:
        return None
    if 0 < len(able_later) <= FEW_ABLE:
        return Sentence(
            _(
                "take the last leap from your opponent’s stone on {stone}: only {able} can still "
                "leap"
            ),
            stone=pinned[0],
            able=tuple(able_later),
        )
    own = _near_stone_in_danger(end, 1 - seat, end.board.index[pinned[0]])
    if not own:
        return None
    return Sentence(
        _(
            "take the last leap from your opponent’s stone on {stone}, beside yours on {own}: it "
            "can’t help itself now"
        ),
        stone=pinned[0],
        own=names(end.board, own),
    )


def _near_stone_in_danger(position: Veloop, seat: int, stone: int) -> int:
    """The stones of the other side beside one off the edge that is alone or nearly surrounded.

    0 where it is neither, or on the edge.
    """
    board = position.board
    around = neighbours(board, stone)
    enemies = around & position.tops[1 - seat]
    is_alone = not around & position.tops[seat]
    is_in_danger = is_alone or 2 * enemies.bit_count() >= around.bit_count()
    return 0 if board.rim >> stone & 1 or not is_in_danger else enemies


def _few_able(position: Veloop, seat: int) -> bool:
    """Whether so few stones of a seat can leap that it matters for each of the others."""
    return len(able(position, seat)) <= FEW_ABLE


def enemy_unable(position: Veloop, seat: int) -> Iterator[Sentence]:
    if not _few_able(position, 1 - seat):
        return
    for stone in unable(position, 1 - seat):
        yield Sentence(_("your opponent’s stone on {cell} has no leap: keep it so"), cell=stone)


def own_unable(position: Veloop, seat: int) -> Iterator[Sentence]:
    if not _few_able(position, seat):
        return
    for stone in unable(position, seat):
        yield Sentence(_("your stone on {cell} has no leap: give it one"), cell=stone)

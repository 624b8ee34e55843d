"""What players know of Veloop: which leaps close a wall round enemy stones."""

from collections.abc import Iterator

from ...lattice import bits
from ...veloop import EMPTY, Veloop
from .base import Knowledge


class VeloopKnowledge(Knowledge[Veloop]):
    """A leap that wins is never overlooked; playouts are random."""

    prior_weight = 2.0
    trust = 40.0
    amaf = True
    glimpse = 60  # without a limit casual checks hundreds of double turns, which people cannot

    def hopeless(self, position: Veloop) -> bool:
        return position.moves_left == 1

    def winning(self, position: Veloop) -> int | None:
        return next(wins(position), None)


def wins(position: Veloop) -> Iterator[int]:
    """The leaps that win the match at once."""
    seat = position.to_move
    own = position.tops[seat]
    enemy = position.tops[1 - seat]
    board = position.board
    steps = len(board.steps)
    # One cell alone takes as many stones round it as it has neighbours; a leap brings two, a stone
    # beneath another.
    lower = position.lower[seat]
    if own.bit_count() + 2 + (1 if lower else 0) < steps and not position.walled:
        return
    by_code = position.leaps.by_code
    cells = position.cells
    gaps = board.arcs.gaps
    under = position.lower[0] | position.lower[1]
    for code in bits(position._legal()):
        _, placement, one, other, pair = by_code[code]
        mine = own | 1 << placement
        theirs = enemy & ~(1 << placement)
        a = cells[one]
        b = cells[other]
        gained = placement
        second = -1
        if a != EMPTY != b:
            mine ^= pair
            theirs ^= pair
            second = other if a == seat else one
        else:
            if b != EMPTY:
                one, other, a = other, one, b
            if a == seat:
                mine ^= pair
                second = other
            else:
                theirs ^= pair
            if under >> one & 1:
                # A stone comes to light.
                if lower >> one & 1:
                    mine |= 1 << one
                    if gaps(mine, one):
                        gained = one
                else:
                    theirs |= 1 << one
        if (
            position.walled
            or gaps(mine, gained)
            or gaps(mine, placement)
            or (second >= 0 and gaps(mine, second))
        ):
            caught = (theirs & board.enclosed(mine)).bit_count()
            if caught and caught > (mine & board.enclosed(theirs)).bit_count():
                yield code


KNOWLEDGE = VeloopKnowledge()

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
    # Fitted by ``tools/calibration.py`` to 523 matches of ``club``: 0.50, and to 487 others: 0.60 ±
    # 0.15; -0.07 ± 0.01.
    steepness = 0.65
    tempo = -0.07
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
    # One cell alone takes as many stones round it as it has neighbours; a leap brings two, a stone
    # beneath another.
    lower = position.lower[seat]
    most = own.bit_count() + (3 if lower else 2)
    if most < len(board.steps) and not position.walled:
        return
    by_code = position.leaps.by_code
    cells = position.cells
    gaps = board.arcs.gaps
    lower_stones = position.lower[0] | position.lower[1]
    for code in bits(position._legal()):
        _, placement, one, other, pair = by_code[code]
        mine = own | 1 << placement
        theirs = enemy & ~(1 << placement)
        holder = cells[one]
        other_holder = cells[other]
        # The cells where a stone of one's own is new: besides the placement at most two.
        uncovered = placement
        swap_cell = -1
        if holder != EMPTY != other_holder:
            mine ^= pair
            theirs ^= pair
            swap_cell = other if holder == seat else one
        else:
            if other_holder != EMPTY:
                one, other, holder = other, one, other_holder
            if holder == seat:
                mine ^= pair
                swap_cell = other
            else:
                theirs ^= pair
            if lower_stones >> one & 1:
                # A stone comes to light.
                if lower >> one & 1:
                    mine |= 1 << one
                    uncovered = one
                else:
                    theirs |= 1 << one
        may_wall = (
            position.walled
            or gaps(mine, uncovered)
            or gaps(mine, placement)
            or (swap_cell >= 0 and gaps(mine, swap_cell))
        )
        if may_wall:
            captives = (theirs & board.enclosed(mine)).bit_count()
            if captives and captives > (mine & board.enclosed(theirs)).bit_count():
                yield code


KNOWLEDGE = VeloopKnowledge()

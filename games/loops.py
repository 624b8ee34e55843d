"""Closed chains of stones: the shortest one round a cell, for showing what was won."""

from collections import deque
from collections.abc import Callable, Sequence

from .lattice import Lattice, bits

SLOPE = 0.001234567  # of a ray to the right; no cell's centre lies on it


def chain_round(
    lattice: Lattice, wall: int, inside: str, through: int, steps: Sequence[int]
) -> tuple[str, ...]:
    """A shortest closed chain of ``wall`` cells round the cell ``inside``, in walking order; () if
    there is none.

    ``steps`` are the shifts that join one wall cell to the next. The chain goes through one of the
    cells of ``through`` where it can. A closed walk goes round a point exactly when it crosses a
    ray from that point an odd number of times, so the search is breadth-first over cells and the
    parity of crossings.
    """
    crosses = _crossing(lattice, inside)
    best: tuple[int, ...] = ()
    for starts in (through & wall, wall & ~through):
        for start in bits(starts):
            chain = _odd_walk(wall, start, steps, crosses, len(best) or len(lattice) + 1)
            if chain:
                best = chain
        if best:
            break
    return tuple(lattice.cell[index] for index in best)


def _crossing(lattice: Lattice, inside: str) -> Callable[[int, int], bool]:
    """Whether the line between two cells, given by index, crosses a ray that starts in the cell
    ``inside``.
    """
    x, y = lattice.xy(inside)

    def crosses(one: int, other: int) -> bool:
        (x1, y1), (x2, y2) = (lattice.xy(lattice.cell[index]) for index in (one, other))
        # How far the ends are above the ray's line. Where the segment meets it counts to the right
        # of its start only.
        d1 = y1 - y - SLOPE * (x1 - x)
        d2 = y2 - y - SLOPE * (x2 - x)
        return (d1 > 0) != (d2 > 0) and x1 + (x2 - x1) * d1 / (d1 - d2) > x

    return crosses


def _odd_walk(
    wall: int,
    start: int,
    steps: Sequence[int],
    crosses: Callable[[int, int], bool],
    shorter_than: int,
) -> tuple[int, ...]:
    origin = (start, False)
    goal = (start, True)
    came: dict[tuple[int, bool], tuple[int, bool]] = {origin: origin}
    queue = deque([(origin, 0)])
    while queue:
        node, length = queue.popleft()
        if node == goal:
            chain = []
            while node != origin:
                node = came[node]
                chain.append(node[0])
            return tuple(chain)
        if length + 1 >= shorter_than:
            continue
        cell, odd = node
        for step in steps:
            near = cell + step
            if wall >> near & 1:
                beyond = (near, odd ^ crosses(cell, near))
                if beyond not in came:
                    came[beyond] = node
                    queue.append((beyond, length + 1))
    return ()

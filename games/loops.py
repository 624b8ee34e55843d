"""Closed chains of stones: the shortest one round a cell, for showing what was won."""

from collections import deque
from collections.abc import Callable, Sequence

from .lattice import Lattice, bits

SLOPE = 0.001234567  # of a ray to the right; no cell's centre lies on it


def chain_round(
    lattice: Lattice, wall: int, inner_cell: str, waypoints: int, steps: Sequence[int]
) -> tuple[str, ...]:
    """A shortest closed chain of ``wall`` cells round the cell ``inner_cell``; () if there is none.

    The chain is in walking order, and goes through one of the cells of ``waypoints`` where it can.
    ``steps`` are the shifts that join one wall cell to the next. A closed walk goes round a point
    exactly when it crosses a ray from that point an odd number of times, so the search is
    breadth-first over cells and the parity of crossings.
    """
    crosses = _crossing(lattice, inner_cell)
    shortest_chain: tuple[int, ...] = ()
    shorter_than = len(lattice) + 1
    for starts in (waypoints & wall, wall & ~waypoints):
        for start in bits(starts):
            chain = _odd_walk(wall, start, steps, crosses, shorter_than)
            if chain:
                shortest_chain = chain
                shorter_than = len(chain)
        if shortest_chain:
            break
    return tuple(lattice.cell[index] for index in shortest_chain)


def _crossing(lattice: Lattice, inner_cell: str) -> Callable[[int, int], bool]:
    """Whether the line between two cells, by index, crosses a ray from the cell ``inner_cell``."""
    x, y = lattice.xy(inner_cell)

    def above(point: tuple[float, float]) -> float:
        """How far a point is above the ray's line."""
        return point[1] - y - SLOPE * (point[0] - x)

    def crosses(one: int, other: int) -> bool:
        start = lattice.xy(lattice.cell[one])
        end = lattice.xy(lattice.cell[other])
        height = above(start)
        end_height = above(end)
        if (height > 0) == (end_height > 0):
            return False
        # Where the segment meets the line counts to the right of the ray's start only.
        meeting_x = start[0] + (end[0] - start[0]) * height / (height - end_height)
        return meeting_x > x

    return crosses


def _odd_walk(
    wall: int,
    start: int,
    steps: Sequence[int],
    crosses: Callable[[int, int], bool],
    shorter_than: int,
) -> tuple[int, ...]:
    """A shortest closed walk from ``start`` over ``wall`` that goes round the cell in question.

    ``crosses`` tells for each of its steps whether it crosses a ray from that cell. The walk has
    fewer than ``shorter_than`` cells; () if there is none.
    """
    origin = (start, False)
    goal = (start, True)
    previous_nodes: dict[tuple[int, bool], tuple[int, bool]] = {origin: origin}
    queue = deque([(origin, 0)])
    while queue:
        node, length = queue.popleft()
        if node == goal:
            chain = []
            while node != origin:
                node = previous_nodes[node]
                chain.append(node[0])
            return tuple(chain)
        if length + 1 >= shorter_than:
            continue
        cell, odd = node
        for step in steps:
            neighbour = cell + step
            if wall >> neighbour & 1:
                next_node = (neighbour, odd ^ crosses(cell, neighbour))
                if next_node not in previous_nodes:
                    previous_nodes[next_node] = node
                    queue.append((next_node, length + 1))
    return ()

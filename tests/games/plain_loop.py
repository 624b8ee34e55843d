"""Loop once more, slowly: tiles in a dictionary, 3-D loops by counting the holes of a solid in all
of space.
"""

import re
from collections.abc import Collection, Iterable
from itertools import combinations
from string import ascii_lowercase
from typing import Any

# level from 1, row from 0 at the topmost rank, column from 0 at file a
Place = tuple[int, int, int]

STEPS = [(0, 0, 1), (0, 1, 1), (0, 1, 0), (1, 0, 0), (1, -1, 0), (1, -1, -1)]
STEPS += [(-a, -b, -c) for a, b, c in STEPS]
RING = [step for step in STEPS if step[0] == 0]
FEET = [step for step in STEPS if step[0] == -1]


def near(place: Place, steps: Iterable[Place] = STEPS) -> list[Place]:
    """The places one of ``steps`` away, on the board or not."""
    return [(place[0] + a, place[1] + b, place[2] + c) for a, b, c in steps]


def pieces(places: Iterable[Place], steps: Iterable[Place] = STEPS) -> list[set[Place]]:
    """``places`` cut where no step joins them."""
    left = set(places)
    found = []
    steps = list(steps)
    while left:
        piece = set()
        frontier = [left.pop()]
        while frontier:
            place = frontier.pop()
            piece.add(place)
            for other in near(place, steps):
                if other in left:
                    left.discard(other)
                    frontier.append(other)
        found.append(piece)
    return found


class PlainLoop:
    """A match of Loop.

    ``board`` is a recorded board: its cells, levels and feet, from which all else is worked out.
    """

    def __init__(self, board: dict[str, Any]) -> None:
        # A name tells level, column and, counted from the bottom, row.
        names = {cell: re.split("([a-z])", cell) for cell in board["cells"]}
        ranks = max(int(rank) for _, _, rank in names.values())
        self.place = {
            cell: (int(level), ranks - int(level) + 1 - int(rank), ascii_lowercase.index(file))
            for cell, (level, file, rank) in names.items()
        }
        self.cell = {place: cell for cell, place in self.place.items()}
        self.owner: dict[Place, int] = {}
        self.seat = 0
        self.decisions = 0
        levels, rows, columns = ([place[axis] for place in self.cell] for axis in range(3))
        # Space round the board, wide enough for all that is vacant outside to hang together; level
        # 0 is the ground.
        self.space = {
            (level, row, column)
            for level in range(max(levels) + 3)
            for row in range(min(rows) - 3, max(rows) + 4)
            for column in range(min(columns) - 3, max(columns) + 4)
        }
        self.ground = {place for place in self.space if place[0] == 0}

    def legal(self) -> set[str]:
        """The cells where the seat to move may place a tile; and ``swap``."""
        found = {
            cell
            for cell, place in self.place.items()
            if place not in self.owner
            and (
                place[0] == 1
                or (
                    all(foot in self.owner for foot in near(place, FEET))
                    and any(self.owner.get(other) == self.seat for other in near(place))
                )
            )
        }
        return found | {"swap"} if self.decisions == 1 else found

    def play(self, text: str) -> None:
        """Place a tile, or take over the first one; afterwards the other seat is to move."""
        if text == "swap":
            self.owner = dict.fromkeys(self.owner, 1)
        else:
            self.owner[self.place[text]] = self.seat
        self.seat = 1 - self.seat
        self.decisions += 1

    def tiles(self, seat: int) -> set[Place]:
        return {place for place, owner in self.owner.items() if owner == seat}

    def result(self, full_board: str = "draw") -> tuple[int | None, str] | None:
        """Winner and reason after the last placement; None while the match goes on."""
        last = 1 - self.seat
        if self.flat_loop(last):
            return last, "loop"
        if self.tunnels(self.tiles(last)):
            return last, "bridge"
        if len(self.owner) == len(self.cell):
            return (last if full_board == "last-mover" else None), "full"
        return None if self.legal() else (last, "no-move")

    def flat_loop(self, seat: int) -> bool:
        """Is a place of level one that is not the seat's shut off from the outside?"""
        flat = {place for place in self.space if place[0] == 1} - self.tiles(seat)
        return len(pieces(flat, RING)) > 1

    def tunnels(self, tiles: Collection[Place]) -> int:
        """The first Betti number of the solid made of ``tiles`` and the ground: how many ways lead
        through it.

        b1 = b0 + b2 - chi. Besides the mutually touching, rings of four round a point where no tile
        fits are filled.
        """
        solid = self.ground | set(tiles)
        chi = 0
        for place in solid:
            later = [other for other in near(place) if other in solid and other > place]
            edges = {pair for pair in combinations(later, 2) if pair[1] in near(pair[0])}
            edges |= {(b, a) for a, b in edges}
            solids = sum(
                (a, b) in edges and (b, c) in edges and (a, c) in edges
                for a, b, c in combinations(later, 3)
            )
            chi += 1 - len(later) + len(edges) // 2 - solids
        for hole in {hole for place in tiles for hole in _holes(place)}:
            whole = [sum(place in solid for place in pair) for pair in _opposite(hole)]
            # Six tiles round a hole enclose it and two opposite pairs make a ring round it; both
            # are to be filled.
            chi += {(2, 2, 2): -1, (0, 2, 2): 1}.get(tuple(sorted(whole)), 0)
        return len(pieces(solid)) + len(pieces(self.space - solid)) - 1 - chi


def _opposite(hole: Place) -> list[tuple[Place, Place]]:
    """The three pairs of places that face each other across a point where six meet and no tile
    fits.
    """
    n, r, c = hole
    return [
        ((n, r, c), (n + 1, r, c - 1)),
        ((n, r + 1, c), (n + 1, r - 1, c - 1)),
        ((n, r, c - 1), (n + 1, r, c)),
    ]


def _holes(place: Place) -> list[Place]:
    """The six holes that ``place`` lies at."""
    n, r, c = place
    return [
        (n, r, c),
        (n, r - 1, c),
        (n, r, c + 1),
        (n - 1, r, c + 1),
        (n - 1, r + 1, c + 1),
        (n - 1, r, c),
    ]

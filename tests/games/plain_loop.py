"""Loop once more, slowly: tiles in a dictionary, 3-D loops by counting the holes of a solid."""

import re
from collections.abc import Collection, Iterable
from itertools import chain, combinations, product
from string import ascii_lowercase
from typing import Any

# level from 1, row from 0 at the topmost rank, column from 0 at file a
Place = tuple[int, int, int]

STEPS = [(0, 0, 1), (0, 1, 1), (0, 1, 0), (1, 0, 0), (1, -1, 0), (1, -1, -1)]
STEPS += [(-a, -b, -c) for a, b, c in STEPS]
RING = [step for step in STEPS if step[0] == 0]
FEET = [step for step in STEPS if step[0] == -1]


def neighbours(place: Place, steps: Iterable[Place] = STEPS) -> list[Place]:
    """The places one of ``steps`` away, on the board or not."""
    return [(place[0] + a, place[1] + b, place[2] + c) for a, b, c in steps]


def pieces(places: Iterable[Place], steps: Iterable[Place] = STEPS) -> list[set[Place]]:
    """``places`` cut where no step joins them."""
    unseen = set(places)
    pieces = []
    steps = list(steps)
    while unseen:
        piece = set()
        frontier = [unseen.pop()]
        while frontier:
            place = frontier.pop()
            piece.add(place)
            for other in neighbours(place, steps):
                if other in unseen:
                    unseen.discard(other)
                    frontier.append(other)
        pieces.append(piece)
    return pieces


class PlainLoop:
    """A match of Loop.

    ``board`` is a recorded board: its cells, levels and feet, from which all else is worked out.
    """

    def __init__(self, board: dict[str, Any]) -> None:
        # A name tells level, column and, counted from the bottom, row.
        names = {cell: re.split("([a-z])", cell) for cell in board["cells"]}
        ranks = max(int(rank) for _, _, rank in names.values())
        self.place: dict[str, Place] = {}
        for cell, (level, file, rank) in names.items():
            row = ranks - int(level) + 1 - int(rank)
            self.place[cell] = (int(level), row, ascii_lowercase.index(file))
        self.cell = {place: cell for cell, place in self.place.items()}
        self.owner: dict[Place, int] = {}
        self.seat = 0
        self.decisions = 0
        levels, rows, columns = zip(*self.cell, strict=True)
        # Space round the board, wide enough for all that is vacant outside to hang together; level
        # 0 is the ground.
        self.space: set[Place] = set(
            product(
                range(max(levels) + 3),
                range(min(rows) - 3, max(rows) + 4),
                range(min(columns) - 3, max(columns) + 4),
            )
        )
        self.ground = {place for place in self.space if place[0] == 0}

    def legal(self) -> set[str]:
        """The cells where the seat to move may place a tile; and ``swap``."""
        cells = {cell for cell, place in self.place.items() if self.may_place(place)}
        return cells | {"swap"} if self.decisions == 1 else cells

    def may_place(self, place: Place) -> bool:
        """Whether the seat to move may place a tile: on the ground, or on three beside its own."""
        if place in self.owner:
            return False
        if place[0] == 1:
            return True
        rests = all(foot in self.owner for foot in neighbours(place, FEET))
        return rests and any(self.owner.get(other) == self.seat for other in neighbours(place))

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
            winner = last if full_board == "last-mover" else None
            return winner, "full"
        if self.legal():
            return None
        return last, "no-move"

    def flat_loop(self, seat: int) -> bool:
        """Whether a place of level one that is not the seat's is shut off from the outside."""
        flat = {place for place in self.space if place[0] == 1} - self.tiles(seat)
        return len(pieces(flat, RING)) > 1

    def tunnels(self, tiles: Collection[Place]) -> int:
        """How many ways lead through the solid of ``tiles`` and the ground: its first Betti number.

        b1 = b0 + b2 - chi. Besides the mutually touching, rings of four round a point where no tile
        fits are filled.
        """
        solid = self.ground | set(tiles)
        chi = 0
        for place in solid:
            later = [other for other in neighbours(place) if other in solid and other > place]
            edges = {pair for pair in combinations(later, 2) if pair[1] in neighbours(pair[0])}
            edges |= {(b, a) for a, b in edges}
            solids = 0
            for a, b, c in combinations(later, 3):
                if (a, b) in edges and (b, c) in edges and (a, c) in edges:
                    solids += 1
            chi += 1 - len(later) + len(edges) // 2 - solids
        for hole in set(chain(*map(_holes, tiles))):
            counts = sorted(sum(place in solid for place in pair) for pair in _opposite(hole))
            # Six tiles round a hole enclose it and two opposite pairs make a ring round it; both
            # are to be filled.
            if counts == [2, 2, 2]:
                chi -= 1
            elif counts == [0, 2, 2]:
                chi += 1
        inside = len(pieces(solid))
        outside = len(pieces(self.space - solid))
        return inside + outside - 1 - chi


def _opposite(hole: Place) -> list[tuple[Place, Place]]:
    """The pairs of places that face each other across a point where six meet and no tile fits."""
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

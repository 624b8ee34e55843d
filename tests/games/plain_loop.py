"""Loop once more, slowly: tiles in a dictionary, 3-D loops by counting the holes of a solid."""

import re
from collections.abc import Collection, Iterable
from functools import cache
from itertools import combinations, product
from string import ascii_lowercase
from typing import Any

# level from 1, row from 0 at the topmost rank, column from 0 at file a
Place = tuple[int, int, int]

Steps = tuple[tuple[int, int, int], ...]

RING: Steps = ((0, 0, 1), (0, 1, 1), (0, 1, 0), (0, 0, -1), (0, -1, -1), (0, -1, 0))
"""The steps to the six places round one on its own level."""
UP: Steps = ((1, 0, 0), (1, -1, 0), (1, -1, -1))
"""The steps to the three places that rest on one."""
FEET: Steps = ((-1, 0, 0), (-1, 1, 0), (-1, 1, 1))
"""The steps to the three places on which one rests."""
STEPS = (*RING, *UP, *FEET)
OUTSIDE = 1
"""How many rows and columns of space lie round the board, and levels above it, so that all outside
hangs together.
"""


@cache
def neighbours(place: Place, steps: Steps = STEPS) -> tuple[Place, ...]:
    """The places one of ``steps`` away, on the board or not."""
    level, row, column = place
    return tuple((level + up, row + down, column + right) for up, down, right in steps)


def pieces(places: Iterable[Place], steps: Steps = STEPS) -> list[set[Place]]:
    """``places`` cut where no step joins them."""
    unseen = set(places)
    pieces = []
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


def places_of(cells: Iterable[str]) -> dict[str, Place]:
    """The place of each cell: its name tells level, column and, counted from the bottom, row."""
    parts = {}
    for cell in cells:
        level, file, rank = re.split("([a-z])", cell)
        parts[cell] = (int(level), file, int(rank))
    ranks = max(rank for _, _, rank in parts.values())
    places = {}
    for cell, (level, file, rank) in parts.items():
        row = ranks - level + 1 - rank
        places[cell] = (level, row, ascii_lowercase.index(file))
    return places


def space_around(places: Iterable[Place]) -> set[Place]:
    """The places and enough round them; level 0 is the ground."""
    levels, rows, columns = zip(*places, strict=True)
    heights = range(max(levels) + OUTSIDE + 1)
    top = min(rows) - OUTSIDE
    after_bottom = max(rows) + OUTSIDE + 1
    depths = range(top, after_bottom)
    leftmost = min(columns) - OUTSIDE
    after_rightmost = max(columns) + OUTSIDE + 1
    widths = range(leftmost, after_rightmost)
    return set(product(heights, depths, widths))


class PlainLoop:
    """A match of Loop.

    ``board`` is a recorded board: its cells, levels and feet, from which all else is worked out.
    """

    def __init__(self, board: dict[str, Any]) -> None:
        self.place = places_of(board["cells"])
        self.cell = {place: cell for cell, place in self.place.items()}
        self.owner: dict[Place, int] = {}
        self.seat = 0
        self.decisions = 0
        self.space = space_around(self.cell)
        self.ground = {place for place in self.space if place[0] == 0}

    def legal(self) -> set[str]:
        """The cells where the seat to move may place a tile; and ``swap``."""
        texts = {cell for cell, place in self.place.items() if self.may_place(place)}
        if self.decisions == 1:
            texts.add("swap")
        return texts

    def may_place(self, place: Place) -> bool:
        """Whether the seat to move may place a tile: on the ground, or on three beside its own."""
        if place in self.owner:
            return False
        if place[0] == 1:
            return True
        rests = all(foot in self.owner for foot in neighbours(place, FEET))
        touches = any(self.owner.get(other) == self.seat for other in neighbours(place))
        return rests and touches

    def play(self, text: str) -> None:
        """Place a tile, or take over the first one; afterwards the other seat is to move."""
        if text == "swap":
            self.owner = dict.fromkeys(self.owner, 1)
        else:
            self.owner[self.place[text]] = self.seat
        self.seat = 1 - self.seat
        self.decisions += 1

    def tiles(self, seat: int) -> set[Place]:
        """The places of a seat's tiles."""
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
        level_one = {place for place in self.space if place[0] == 1}
        return len(pieces(level_one - self.tiles(seat), RING)) > 1

    def tunnels(self, tiles: Collection[Place]) -> int:
        """How many ways lead through the solid of ``tiles`` and the ground: its first Betti number.

        b1 = b0 + b2 - chi: the pieces of the solid, the spaces that it shuts off, and its Euler
        characteristic. Besides the mutually touching, rings of four round a point where no tile
        fits are filled.
        """
        solid = self.ground | set(tiles)
        simplices = sum(_simplices_from(place, solid) for place in solid)
        holes = {hole for tile in tiles for hole in _holes(tile)}
        fillings = sum(_filling(hole, solid) for hole in holes)
        chi = simplices + fillings
        inside = len(pieces(solid))
        outside = len(pieces(self.space - solid))
        return inside + outside - 1 - chi


def _simplices_from(place: Place, solid: set[Place]) -> int:
    """What a place adds to the Euler characteristic of a solid.

    Counted is what has it for its smallest corner: itself, its edges, triangles and tetrahedra of
    places that all touch each other; those of an even number of corners count as negative.
    """
    edges = [other for other in neighbours(place) if other in solid and other > place]
    triangles = [pair for pair in combinations(edges, 2) if _touch(*pair)]
    tetrahedra = 0
    for one, other, third in combinations(edges, 3):
        if _touch(one, other) and _touch(other, third) and _touch(one, third):
            tetrahedra += 1
    return 1 - len(edges) + len(triangles) - tetrahedra


def _touch(one: Place, other: Place) -> bool:
    return other in neighbours(one)


def _filling(hole: Place, solid: set[Place]) -> int:
    """What filling a hole adds to the Euler characteristic: six tiles enclose it, four ring it."""
    filled_pairs = sorted(len(solid.intersection(pair)) for pair in _opposite(hole))
    if filled_pairs == [2, 2, 2]:
        return -1
    if filled_pairs == [0, 2, 2]:
        return 1
    return 0


def _opposite(hole: Place) -> list[tuple[Place, Place]]:
    """The pairs of places that face each other across a point where six meet and no tile fits."""
    level, row, column = hole
    return [
        ((level, row, column), (level + 1, row, column - 1)),
        ((level, row + 1, column), (level + 1, row - 1, column - 1)),
        ((level, row, column - 1), (level + 1, row, column)),
    ]


def _holes(place: Place) -> list[Place]:
    """The six holes that ``place`` lies at."""
    level, row, column = place
    return [
        (level, row, column),
        (level, row - 1, column),
        (level, row, column + 1),
        (level - 1, row, column + 1),
        (level - 1, row + 1, column + 1),
        (level - 1, row, column),
    ]

"""Loops 'n Leaps once more, slowly: what is surrounded and safe, on a dictionary of pieces."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
Cell = tuple[int, int]
"""Axial coordinates from the centre of the board."""

BASES = {"base4": 4, "base6": 6, "base8": 8, "base10": 10}
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
FILES = "abcdefghijklmnopqrs"
SMALLEST_LOOP = 6


def flood(starts: Iterable[T], area: set[T], neighbours: Callable[[T], Iterable[T]]) -> set[T]:
    """What of an area hangs together with any of the starts."""
    wet = set[T]()
    frontier = [cell for cell in starts if cell in area]
    while frontier:
        cell = frontier.pop()
        if cell not in wet:
            wet.add(cell)
            frontier += area.intersection(neighbours(cell))
    return wet


class PlainLeaps:
    """A match on a dictionary of pieces."""

    def __init__(self, board: str) -> None:
        self.radius = BASES[board] - 1
        span = range(-self.radius, self.radius + 1)
        self.ground = {(q, r) for q in span for r in span if abs(q + r) <= self.radius}
        self.pillars = {(q, r) for q, r in self.ground if q % 2 == 0 and r % 2 == 0}
        self.pieces: dict[Cell, tuple[int, int]] = {}
        """Seat and height of the piece on each cell that has one."""

    def name(self, cell: Cell) -> str:
        """The name of a cell, such as ``h8``."""
        file = FILES[cell[0] + self.radius]
        rank = cell[1] + self.radius + 1
        return f"{file}{rank}"

    def cell(self, name: str) -> Cell:
        """The cell of a name."""
        q = FILES.index(name[0]) - self.radius
        r = int(name[1:]) - self.radius - 1
        return q, r

    def neighbours(self, cell: Cell) -> set[Cell]:
        """The cells and pillars beside one."""
        places = {(cell[0] + q, cell[1] + r) for q, r in STEPS}
        return places & self.ground

    def surrounded(self, wall: set[Cell]) -> set[Cell]:
        """The pillars from which no way leads to the rim but through a wall."""
        rim = {cell for cell in self.ground if len(self.neighbours(cell)) < len(STEPS)}
        return self.pillars - flood(rim, self.ground - wall, self.neighbours)

    def men(self, seat: int) -> set[Cell]:
        """The cells of a seat's pieces."""
        return {cell for cell, (owner, _) in self.pieces.items() if owner == seat}

    def safe(self, seat: int) -> set[Cell]:
        """The cells of the groups of a seat that surround a pillar."""
        safe = set()
        rest = self.men(seat)
        while rest:
            group = flood([next(iter(rest))], rest, self.neighbours)
            rest -= group
            if len(group) >= SMALLEST_LOOP and self.surrounded(group):
                safe |= group
        return safe

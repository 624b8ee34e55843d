"""Loops 'n Leaps once more, slowly: what is surrounded, safe and can be done, on a dictionary of
pieces.
"""

from collections.abc import Iterable

BASES = {"base4": 4, "base6": 6, "base8": 8, "base10": 10}


class PlainLeaps:
    """A match on a dictionary of pieces by axial coordinates from the centre."""

    STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

    def __init__(self, board: str) -> None:
        self.most = BASES[board] - 1
        span = range(-self.most, self.most + 1)
        self.ground = {(q, r) for q in span for r in span if abs(q + r) <= self.most}
        self.pillars = {(q, r) for q, r in self.ground if q % 2 == 0 and r % 2 == 0}
        self.pieces: dict[tuple[int, int], tuple[int, int]] = {}  # seat and height

    def name(self, cell: tuple[int, int]) -> str:
        return f"{'abcdefghijklmnopqrs'[cell[0] + self.most]}{cell[1] + self.most + 1}"

    def cell(self, name: str) -> tuple[int, int]:
        return ord(name[0]) - ord("a") - self.most, int(name[1:]) - self.most - 1

    def ray(self, cell: tuple[int, int], step: tuple[int, int]) -> list[tuple[int, int]]:
        found = []
        while True:
            cell = cell[0] + step[0], cell[1] + step[1]
            if cell not in self.ground or cell in self.pillars:
                return found
            found.append(cell)

    def rays(self, cell: tuple[int, int]) -> list[list[tuple[int, int]]]:
        return [ray for step in self.STEPS if (ray := self.ray(cell, step))]

    def owner(self, cell: tuple[int, int]) -> int | None:
        return self.pieces[cell][0] if cell in self.pieces else None

    def near(self, cell: tuple[int, int]) -> set[tuple[int, int]]:
        return {(cell[0] + q, cell[1] + r) for q, r in self.STEPS} & self.ground

    def spread(
        self, starts: Iterable[tuple[int, int]], over: set[tuple[int, int]]
    ) -> set[tuple[int, int]]:
        reached = set()
        frontier = [cell for cell in starts if cell in over]
        while frontier:
            cell = frontier.pop()
            if cell not in reached:
                reached.add(cell)
                frontier += self.near(cell) & over
        return reached

    def surrounded(self, wall: set[tuple[int, int]]) -> set[tuple[int, int]]:
        rim = {cell for cell in self.ground if len(self.near(cell)) < 6}
        return self.pillars - self.spread(rim, self.ground - wall)

    def of(self, seat: int) -> set[tuple[int, int]]:
        return {cell for cell, (owner, _) in self.pieces.items() if owner == seat}

    def safe(self, seat: int) -> set[tuple[int, int]]:
        found = set()
        left = self.of(seat)
        while left:
            group = self.spread([next(iter(left))], left)
            left -= group
            if len(group) > 5 and self.surrounded(group):
                found |= group
        return found

    def deeds(self, seat: int) -> set[str]:
        """Placements and leaps."""
        found = {self.name(cell) for cell in self.ground - self.pillars if cell not in self.pieces}
        safe = self.safe(1 - seat)
        for source, (owner, height) in self.pieces.items():
            if owner != seat or height != 2:
                continue
            for ray in self.rays(source):
                for target in ray:
                    if self.owner(target) is None or (
                        self.owner(target) == 1 - seat and target not in safe
                    ):
                        found.add(f"{self.name(source)}-{self.name(target)}")
                    if self.owner(target) == 1 - seat:
                        break
        return found

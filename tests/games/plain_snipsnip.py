"""SnipSnip once more, slowly, on a dictionary of stones, with every position of the match kept."""

import json
from itertools import product
from pathlib import Path

BOARDS = json.loads((Path(__file__).parents[1] / "data" / "boards.json").read_text())["snipsnip"]


class PlainSnipSnip:
    """A match.

    ``result`` is winner and reason; None while the match goes on.
    """

    def __init__(self, board: str, scoring: str, capture: str) -> None:
        record = BOARDS[board]
        self.xy = dict(zip(record["cells"], record["xy"], strict=True))
        self.neighbours = {cell: set(cells) for cell, cells in record["neighbours"].items()}
        self.diagonal = {cell: set(cells) for cell, cells in record["diagonal_pairs"].items()}
        self.linked = "linked" in scoring
        self.misere = "misere" in scoring
        self.capture = capture
        self.known_between: dict[tuple[str, str], set[str]] = {}
        self.stones: dict[str, int] = {}
        self.seat = 0
        self.capturing: str | None = None
        """The stone because of which a capture is owed."""
        self.result: tuple[int | None, str] | None = None
        self.positions = [self.position()]
        """All positions of the match in their order."""

    def position(self) -> tuple[object, ...]:
        """All that tells a position from others."""
        return frozenset(self.stones.items()), self.seat, self.capturing

    def between(self, one: str, other: str) -> set[str]:
        """The points across which two points face each other, looked for once for each pair."""
        pair = (one, other)
        if pair not in self.known_between:
            self.known_between[pair] = self.find_between(one, other)
        return self.known_between[pair]

    def find_between(self, one: str, other: str) -> set[str]:
        """The same, looked for."""
        common = self.neighbours[one] & self.neighbours[other]
        if self.capture == "diagonal":
            return common if other in self.diagonal[one] else set()
        return {cell for cell in common if self.is_midway(cell, one, other)}

    def is_midway(self, cell: str, one: str, other: str) -> bool:
        """Whether a point is in the middle of the line from one point to another."""
        x, y = self.xy[cell]
        one_x, one_y = self.xy[one]
        other_x, other_y = self.xy[other]
        return abs(one_x + other_x - 2 * x) < 0.01 and abs(one_y + other_y - 2 * y) < 0.01

    def stones_of(self, seat: int) -> set[str]:
        """The points with a stone of a seat."""
        return {cell for cell, owner in self.stones.items() if owner == seat}

    def captives(self, stone: str) -> set[str]:
        """The enemy stones between a stone of the seat to move and another enemy stone."""
        enemy = self.stones_of(1 - self.seat)
        captives = set()
        for other in enemy:
            captives |= self.between(stone, other) & enemy
        return captives

    def legal(self) -> set[str]:
        """The captures that are owed, else the points where a stone may be placed."""
        if self.capturing:
            return {f"x{cell}" for cell in self.captives(self.capturing)}
        sites = set()
        for white, black in product(self.stones_of(0), self.stones_of(1)):
            sites |= self.between(white, black)
        return self.neighbours.keys() - self.stones.keys() - sites

    def play(self, text: str) -> None:
        """Place a stone or capture one."""
        if text.startswith("x"):
            del self.stones[text[1:]]
            self.capturing = None
            passes_on = not self.misere
        else:
            self.stones[text] = self.seat
            self.capturing = text if self.captives(text) else None
            passes_on = not self.capturing
        if passes_on:
            self.seat = 1 - self.seat
        self.positions.append(self.position())
        if not self.legal():
            self.result = self.result_by_groups()
        elif self.is_third_time():
            self.result = None, "repetition"

    def is_third_time(self) -> bool:
        """Whether the position has come up for the third time."""
        return self.positions.count(self.positions[-1]) == 3

    def result_by_groups(self) -> tuple[int, str]:
        """The result when nobody can place; the seat to move loses a tie."""
        other = 1 - self.seat
        own_size = self.largest(self.seat)
        other_size = self.largest(other)
        if own_size == other_size:
            return other, "tie"
        larger = self.seat if own_size > other_size else other
        winner = 1 - larger if self.misere else larger
        return winner, "group"

    def largest(self, seat: int) -> int:
        """The size of a seat's largest group."""
        rest = self.stones_of(seat)
        most = 0
        while rest:
            size = 0
            frontier = [rest.pop()]
            while frontier:
                stone = frontier.pop()
                size += 1
                others = self.joined(stone) & rest
                rest -= others
                frontier += others
            most = max(most, size)
        return most

    def joined(self, cell: str) -> set[str]:
        """The points that belong to the group of a stone, if they have one of its colour."""
        if self.linked:
            return self.neighbours[cell] | self.diagonal[cell]
        return self.neighbours[cell]

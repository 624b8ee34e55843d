"""Hex, by Piet Hein and John Nash: join your two edges of a rhombus with one chain of stones."""

from collections.abc import Mapping
from functools import cache
from typing import Self

from games.boards import hexagonal_centre, named
from games.core import (
    SWAP,
    SWAP_CODE,
    Event,
    Game,
    Move,
    Option,
    Outcome,
    Position,
    Random,
    Sentence,
    _,
)
from games.lattice import HEXAGONAL, Lattice, bits, nth_bit

SIDES = {"11x11": 11, "7x7": 7, "9x9": 9, "14x14": 14}


class Hex(Position):
    """A position of Hex.

    ``stones`` are the seats' stones; a code is the index of a cell, or ``SWAP_CODE``.
    """

    __slots__ = ("stones",)

    def __init__(self, board: Lattice) -> None:
        super().__init__(board)
        self.stones = [0, 0]

    def copy(self) -> Self:
        twin = self._twin()
        twin.stones = self.stones[:]
        return twin

    def _empty(self) -> int:
        return self.board.full & ~(self.stones[0] | self.stones[1])

    def _may_swap(self) -> bool:
        return self.to_move == 1 and not self.stones[1]

    def codes(self) -> list[int]:
        codes = list(bits(self._empty()))
        if self._may_swap():
            codes.append(SWAP_CODE)
        return codes

    def random_code(self, random: Random) -> int:
        empty = self._empty()
        count = empty.bit_count()
        choices = count + 1 if self._may_swap() else count
        n = int(random() * choices)
        if n == count:
            return SWAP_CODE
        return nth_bit(empty, n)

    def play(self, code: int) -> None:
        seat = self.to_move
        if code == SWAP_CODE:
            self.stones = [0, self._mirrored(self.stones[0])]
        else:
            self.stones[seat] |= 1 << code
            first, last = _edges(self.board, seat)
            if self.board.flood(first, self.stones[seat]) & last:
                self.reason = "joined"
                self.winner = seat
                return
        self.to_move = 1 - seat

    def _mirrored(self, stones: int) -> int:
        """The cells across the long diagonal, which takes each seat's edges to the other's."""
        board = self.board
        cell_at = {place: cell for cell, place in board.coordinates.items()}
        mirror_cells = []
        for cell in board.names(stones):
            i, j = board.coordinates[cell]
            mirror_cells.append(cell_at[j, i])
        return board.mask(mirror_cells)

    def objection(self, move: Move) -> Sentence:
        if move == SWAP:
            return Sentence("only Blue can swap, and only instead of the first blue stone")
        if move.kind != "place":
            return Sentence(
                "a move names the empty cell to place on, such as {move}",
                move=self.move(self.codes()[0]),
            )
        return Sentence("there is a stone on {cell}", cell=move.target)

    def pieces(self) -> dict[str, tuple[int, ...]]:
        red, blue = self.stones
        return {self.board.cell[index]: (blue >> index & 1,) for index in bits(red | blue)}

    def events(self, previous: Self, move: Move) -> tuple[Event, ...]:
        if move == SWAP:
            return (Event("recoloured", previous.to_move, self.board.names(self.stones[1])),)
        return (Event("placed", previous.to_move, (move.target,)),)

    def outcome(self, previous: Self | None, move: Move | None) -> Outcome:
        assert self.reason is not None
        assert self.winner is not None
        first, last = _edges(self.board, self.winner)
        stones = self.stones[self.winner]
        ways = [self.board.walk(stones, start, last & stones) for start in bits(first & stones)]
        shortest = min((way for way in ways if way), key=len)
        chain = tuple(self.board.cell[index] for index in shortest)
        return Outcome(self.winner, self.reason, chain)


@cache
def _edges(board: Lattice, seat: int) -> tuple[int, int]:
    """The cells on the first and on the last edge of a seat.

    Red's are at the bottom and top, Blue's left and right.
    """
    axis = 1 - seat
    place_on_axis = {cell: place[axis] for cell, place in board.coordinates.items()}
    last = max(place_on_axis.values())
    first_edge = [cell for cell, place in place_on_axis.items() if place == 0]
    last_edge = [cell for cell, place in place_on_axis.items() if place == last]
    return board.mask(first_edge), board.mask(last_edge)


@cache
def _board(name: str) -> Lattice:
    side = SIDES[name]
    cells = named((i, j) for i in range(side) for j in range(side))
    ends = (0, side - 1)
    red = [cell for cell, (_, j) in cells.items() if j in ends]
    blue = [cell for cell, (i, _) in cells.items() if i in ends]
    return Lattice(name, "hexagons", cells, HEXAGONAL, centre=hexagonal_centre, owned=(red, blue))


def _start(options: Mapping[str, str]) -> Hex:
    return Hex(_board(options["board"]))


def _aim(options: Mapping[str, str]) -> str:
    return _("Join your two edges of the board with one chain of your stones.")


GAMES = (
    Game(
        slug="hex",
        name="Hex",
        seats=(_("Red"), _("Blue")),
        author="Piet Hein and John Nash",
        year=1942,
        aim_of=_aim,
        options=(
            Option("board", _("Board"), tuple(SIDES), "11x11", _("How large the rhombus is")),
        ),
        setup=_start,
        pie=True,
    ),
)

"""A board turned or mirrored gives the mirrored game; colours exchanged give the exchanged game."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin

import pytest

import games
from games import Game, Move, State
from games.lattice import Lattice
from games.veloop import Veloop

from .traces import RECORDED

Names = Mapping[str, str]
"""The cell that each cell of a board becomes."""

CASES = [
    (game, board) for game in map(games.get, RECORDED) for board in game.options[0].choices[:3]
]
each_case = pytest.mark.parametrize(
    ("game", "board"), CASES, ids=[f"{game.slug}-{board}" for game, board in CASES]
)
ANGLES = sorted({*range(0, 360, 60), *range(0, 360, 90)})
"""Degrees by which a board may be turned."""


@cache
def symmetries(board: Lattice) -> list[dict[str, str]]:
    """The ways to turn and mirror a board onto itself; the identity left out."""
    maps = []
    for angle in ANGLES:
        for mirror in (1, -1):
            names = image(board, angle, mirror)
            if names is not None and any(cell != other for cell, other in names.items()):
                maps.append(names)
    return maps


def image(board: Lattice, angle: int, mirror: int) -> dict[str, str] | None:
    """Where each cell comes to lie when the board is mirrored (-1) or not (1), and then turned.

    None if the board does not come to lie on itself.
    """
    centre_x, centre_y = centre_of(board)
    cell_at = {(level_of(cell), *rounded(*board.xy(cell))): cell for cell in board.cells}
    cosine = cos(angle * pi / 180)
    sine = sin(angle * pi / 180)
    names = {}
    for cell in board.cells:
        x, y = board.xy(cell)
        x = (x - centre_x) * mirror
        y = y - centre_y
        turned_x = x * cosine - y * sine
        turned_y = x * sine + y * cosine
        place = rounded(turned_x + centre_x, turned_y + centre_y)
        other = cell_near(cell_at, level_of(cell), place)
        if other is None:
            return None
        names[cell] = other
    return names


def level_of(cell: str) -> str:
    """The level of a cell of a pyramid; elsewhere nothing."""
    return cell.rstrip("0123456789")[:-1]


def centre_of(board: Lattice) -> tuple[float, float]:
    """The middle of the board, or of the lowest level of a pyramid."""
    points = [board.xy(cell) for cell in board.cells if level_of(cell) in ("", "1")]
    x = sum(x for x, _ in points) / len(points)
    y = sum(y for _, y in points) / len(points)
    return x, y


def rounded(x: float, y: float) -> tuple[int, int]:
    """A place in hundredths."""
    return round(x * 100), round(y * 100)


def cell_near(
    cell_at: Mapping[tuple[str, int, int], str], level: str, place: tuple[int, int]
) -> str | None:
    """The cell at a place or a hundredth beside it."""
    x, y = place
    for dx in (0, -1, 1):
        for dy in (0, -1, 1):
            cell = cell_at.get((level, x + dx, y + dy))
            if cell is not None:
                return cell
    return None


def start(game: Game, board: str, names: Names, exchanged: bool) -> State:
    """The start of a match with other names of cells, perhaps with the colours exchanged."""
    state = game.start(board=board)
    position = state.position()
    if isinstance(position, Veloop):
        owners = {stack[-1]: cell for cell, stack in state.pieces().items()}
        stones = (names[owners[0]], names[owners[1]])
        if exchanged:
            stones = stones[::-1]
        position = Veloop(position.board, position.leaps, stones, position.double)
    position.to_move = int(exchanged)
    return State(game, state.options, position)


def same_names(board: Lattice) -> Names:
    """Each cell as it is."""
    return {cell: cell for cell in board.cells}


@dataclass(frozen=True, slots=True)
class Likeness:
    """How one match is like another: by other names of cells, perhaps with the colours
    exchanged.
    """

    names: Names
    exchanged: bool

    def seat(self, seat: int | None) -> int | None:
        if seat is None or not self.exchanged:
            return seat
        return 1 - seat

    def move(self, move: Move) -> Move:
        return Move(move.kind, self.names.get(move.target, ""), self.names.get(move.source, ""))

    def pieces(self, state: State) -> dict[str, tuple[int | None, ...]]:
        return {
            self.names[cell]: tuple(map(self.seat, stack)) for cell, stack in state.pieces().items()
        }

    def pair(self, numbers: tuple[int, int] | None) -> tuple[int, int] | None:
        """Numbers of both seats."""
        if numbers is None or not self.exchanged:
            return numbers
        return numbers[::-1]

    def check(self, one: State, other: State) -> None:
        """One state is like the other."""
        assert self.pieces(one) == other.pieces()
        assert self.seat(one.to_move) == other.to_move
        assert {self.move(move) for move in one.legal_moves()} == set(other.legal_moves())
        assert self.pair(one.reserve) == other.reserve
        if other.score is not None:
            assert self.pair(one.score) == other.score

    def follow(self, one: State, other: State, rng: random.Random) -> None:
        """Play at random on ``one`` and the same on ``other``; they must stay alike to the end."""
        self.check(one, other)
        while one.to_move is not None:
            move = rng.choice(one.legal_moves())
            one = one.play(move)
            other = other.play(self.move(move))
            self.check(one, other)
        assert self.seat(one.outcome.winner) == other.outcome.winner
        assert one.outcome.reason == other.outcome.reason


@pytest.mark.some_cases(4)
@each_case
def test_a_board_turned_or_mirrored_gives_the_mirrored_game(game: Game, board: str) -> None:
    rng = random.Random(6)
    lattice = game.start(board=board).board
    maps = symmetries(lattice)
    assert maps
    for names in rng.sample(maps, min(2, len(maps))):
        original = start(game, board, same_names(lattice), exchanged=False)
        mirror_state = start(game, board, names, exchanged=False)
        Likeness(names, exchanged=False).follow(original, mirror_state, rng)


@each_case
def test_colours_exchanged_give_the_exchanged_game(game: Game, board: str) -> None:
    rng = random.Random(12)
    state = game.start(board=board)
    names = same_names(state.board)
    exchange = Likeness(names, exchanged=True)
    if not game.pie:
        original = start(game, board, names, exchanged=False)
        exchanged = start(game, board, names, exchanged=True)
        exchange.follow(original, exchanged, rng)
        return
    # Where sides can be swapped, swapping is what exchanges them.
    swap = Move("swap")
    while swap not in state.legal_moves():
        state = state.play(rng.choice(state.legal_moves()))
    after_swap = state.play(swap)
    assert set(after_swap.legal_moves()) == set(state.legal_moves()) - {swap}
    move = rng.choice(after_swap.legal_moves())
    exchange.follow(state.play(move), after_swap.play(move), rng)

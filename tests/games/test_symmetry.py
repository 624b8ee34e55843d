"""A board turned or mirrored gives the mirrored game; colours exchanged give the exchanged game."""

import random
from collections.abc import Mapping
from functools import cache
from math import cos, pi, sin

import pytest

import games
from games import Game, Move, State
from games.lattice import Lattice
from games.veloop import Veloop

from .traces import RECORDED

CASES = [
    (game, board) for game in map(games.get, RECORDED) for board in game.options[0].choices[:3]
]
each_case = pytest.mark.parametrize(
    ("game", "board"), CASES, ids=[f"{game.slug}-{board}" for game, board in CASES]
)


@cache
def symmetries(board: Lattice) -> list[dict[str, str]]:
    """The ways to turn and mirror a board onto itself, as maps of its cells; the identity left
    out.
    """
    level = {cell: cell.rstrip("0123456789")[:-1] for cell in board.cells}
    centre_x, centre_y = (
        sum(board.xy(cell)[axis] for cell in board.cells if level[cell] in ("", "1"))
        / sum(level[cell] in ("", "1") for cell in board.cells)
        for axis in (0, 1)
    )
    at = {(level[cell], *_rounded(*board.xy(cell))): cell for cell in board.cells}
    found = []
    for turn in {*range(0, 360, 60), *range(0, 360, 90)}:
        for mirror in (1, -1):
            renamed = {}
            for cell in board.cells:
                x, y = board.xy(cell)
                x = (x - centre_x) * mirror
                y = y - centre_y
                a = turn * pi / 180
                place = _rounded(
                    x * cos(a) - y * sin(a) + centre_x, x * sin(a) + y * cos(a) + centre_y
                )
                other = _near(at, level[cell], place)
                if other is None:
                    break
                renamed[cell] = other
            else:
                if any(cell != other for cell, other in renamed.items()):
                    found.append(renamed)
    return found


def _rounded(x: float, y: float) -> tuple[int, int]:
    return round(x * 100), round(y * 100)


def _near(at: Mapping[tuple[str, int, int], str], level: str, place: tuple[int, int]) -> str | None:
    x, y = place
    cells = (at.get((level, x + dx, y + dy)) for dx in (0, -1, 1) for dy in (0, -1, 1))
    return next((cell for cell in cells if cell is not None), None)


def start(game: Game, board: str, renamed: Mapping[str, str], exchanged: bool) -> State:
    """The start of a match on a board whose cells are renamed, perhaps with the colours
    exchanged.
    """
    state = game.start(board=board)
    position = state.position()
    if isinstance(position, Veloop):
        first, second = (
            cell for cell, _ in sorted(state.pieces().items(), key=lambda item: item[1])
        )
        stones = (renamed[first], renamed[second])
        position = Veloop(
            position.board, position.leaps, stones[::-1] if exchanged else stones, position.double
        )
    position.to_move = int(exchanged)
    return State(game, state.options, position)


def follow(
    one: State, other: State, renamed: Mapping[str, str], exchanged: bool, rng: random.Random
) -> None:
    """Play at random on ``one`` and the same on ``other``, its cells renamed; they must stay alike
    to the end.
    """

    def seat(number: int | None) -> int | None:
        return number if number is None or not exchanged else 1 - number

    def move(played: Move) -> Move:
        return Move(played.kind, renamed.get(played.target, ""), renamed.get(played.source, ""))

    while True:
        stacks = {renamed[cell]: tuple(map(seat, stack)) for cell, stack in one.pieces().items()}
        assert stacks == other.pieces()
        assert seat(one.to_move) == other.to_move
        assert {move(legal) for legal in one.legal_moves()} == set(other.legal_moves())
        assert one.reserve == (other.reserve[::-1] if exchanged else other.reserve)
        if one.score is not None and other.score is not None:
            assert one.score == (other.score[::-1] if exchanged else other.score)
        if one.to_move is None:
            break
        played = rng.choice(one.legal_moves())
        one = one.play(played)
        other = other.play(move(played))
    assert seat(one.outcome.winner) == other.outcome.winner
    assert one.outcome.reason == other.outcome.reason


@pytest.mark.some_cases(4)
@each_case
def test_a_board_turned_or_mirrored_gives_the_mirrored_game(game: Game, board: str) -> None:
    rng = random.Random(6)
    maps = symmetries(game.start(board=board).board)
    assert maps
    for renamed in rng.sample(maps, min(2, len(maps))):
        same = {cell: cell for cell in renamed}
        follow(
            start(game, board, same, False), start(game, board, renamed, False), renamed, False, rng
        )


@each_case
def test_colours_exchanged_give_the_exchanged_game(game: Game, board: str) -> None:
    rng = random.Random(12)
    state = game.start(board=board)
    same = {cell: cell for cell in state.board.cells}
    if not game.pie:
        follow(start(game, board, same, False), start(game, board, same, True), same, True, rng)
        return
    # Where sides can be swapped, swapping is what exchanges them.
    while games.Move("swap") not in state.legal_moves():
        state = state.play(rng.choice(state.legal_moves()))
    swapped = state.play(games.Move("swap"))
    _without_swap(state, swapped, same, rng)


def _without_swap(
    state: State, swapped: State, same: Mapping[str, str], rng: random.Random
) -> None:
    assert set(swapped.legal_moves()) == set(state.legal_moves()) - {games.Move("swap")}
    played = rng.choice(swapped.legal_moves())
    follow(state.play(played), swapped.play(played), same, True, rng)

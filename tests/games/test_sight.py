"""Sight along lines: what the wide integers say is what walking each line says."""

import random

import pytest

import games
from games.lattice import Lattice, bits
from games.sight import Sight

BOARDS = [
    games.get(slug).start(board=board).board
    for slug, board in [
        ("veloop-square", "8x8"),
        ("veloop-hex", "hex45"),
        ("vigilance", "square-4-adjacent"),
        ("vigilance", "square-6-orthogonal"),
        ("vigilance", "hex-xl"),
    ]
]


def walked(board: Lattice, empty: set[int], stones: set[int]) -> set[tuple[int, int]]:
    """The empty cells from which stones are seen, each with such a stone."""
    found = set()
    for index in empty:
        for step in board.steps:
            met = next((far for far in board.ray(index, step) if far not in empty), None)
            if met in stones:
                found.add((index, met))
    return found


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_observers_see_the_first_stone_on_their_line(board: Lattice) -> None:
    sight, rng = Sight(board), random.Random(5)
    for share in (0, 0.1, 0.3, 0.6, 0.9):
        owner = {index: rng.randrange(2) for index in board.cell if rng.random() < share}
        stones = {index for index, seat in owner.items() if seat == 0}
        gaps, visible = sight.open, 0
        for index in owner:
            gaps ^= sight.across[index]
        for index in stones:
            visible ^= sight.at[index]
        observers = sight.observers(gaps, visible)
        mask = sum(1 << index for index in stones)
        expected = walked(board, set(board.cell) - set(owner), stones)
        # Two directions never show the same cell the same stone, so these are all of them.
        assert {(observer % board.size, sight.met(observer, mask)) for observer in bits(observers)} == expected
        assert observers.bit_count() == len(expected)
        assert set(bits(sight.cells(observers))) == {index for index, _ in expected}
        for index in board.cell:
            seen = sight.seen_from(index, observers, mask)
            assert (index, seen) in expected if seen is not None else all(index != one for one, _ in expected)


def test_whoever_sees_nothing_meets_nothing() -> None:
    sight = Sight(BOARDS[0])
    with pytest.raises(ValueError, match="sees none"):
        sight.met(BOARDS[0].index["a1"], 0)

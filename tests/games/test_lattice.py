"""The boards as bitboards: geometry against the recorded boards, floods, groups, walls."""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import games
from games.boards import named, square, square_centre
from games.lattice import KING, ORTHOGONAL, Lattice, bits, nth_bit
from games.loops import chain_round

BOARDS = json.loads((Path(__file__).parent.parent / "data" / "boards.json").read_text())
EVERY_BOARD = [(slug, board) for slug in BOARDS for board in games.get(slug).options[0].choices]

SQUARES = Lattice("7x7", "squares", named(square(7)), KING, centre=square_centre)


@pytest.mark.parametrize(("slug", "name"), EVERY_BOARD, ids="/".join)
def test_every_board_is_the_recorded_one(slug: str, name: str) -> None:
    board = games.get(slug).start(board=name).board
    record = BOARDS[slug][name]
    assert list(board.cells) == record["cells"]
    for cell, (x, y) in zip(record["cells"], record["xy"], strict=True):
        assert board.xy(cell) == pytest.approx((x, y), abs=0.001)
        assert sorted(board.neighbours(cell)) == sorted(record["neighbours"][cell])


@pytest.mark.parametrize(("slug", "name"), EVERY_BOARD, ids="/".join)
def test_every_board_starts_with_the_recorded_stones(slug: str, name: str) -> None:
    stones = BOARDS[slug][name].get("start", {})
    pieces = games.get(slug).start(board=name).pieces()
    assert pieces == {cell: (seat,) for cell, seat in stones.items()}


@given(st.integers(min_value=1, max_value=2**200), st.data())
def test_the_nth_bit_is_the_nth_of_all_bits(mask: int, data: st.DataObject) -> None:
    every = list(bits(mask))
    n = data.draw(st.integers(0, len(every) - 1))
    assert nth_bit(mask, n) == every[n]


def test_the_shortest_chain_round_a_cell_is_found_in_walking_order() -> None:
    wall = SQUARES.mask(["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5", "f3", "f4", "f5", "a1"])
    chain = chain_round(SQUARES, wall, "d4", 0, tuple(map(SQUARES.shift, ORTHOGONAL)))
    assert sorted(chain) == ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"]
    for one, other in zip(chain, (*chain[1:], chain[0]), strict=True):
        x, y = SQUARES.xy(one)
        other_x, other_y = SQUARES.xy(other)
        assert abs(x - other_x) + abs(y - other_y) == 1


def test_the_chain_goes_through_the_cell_asked_for_if_one_does() -> None:
    wall = SQUARES.mask(["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5", "f3", "f4", "f5"])
    steps = tuple(map(SQUARES.shift, ORTHOGONAL))
    assert "f4" in chain_round(SQUARES, wall, "d4", SQUARES.mask(["f4"]), steps)

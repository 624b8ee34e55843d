"""The boards as bitboards: geometry against the recorded boards, floods, groups, walls."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import games
from games.boards import hexagon, hexagonal_centre, named, square, square_centre
from games.lattice import HEXAGONAL, KING, ORTHOGONAL, Lattice, bits, nth_bit
from games.loops import chain_round

BOARDS = json.loads((Path(__file__).parent.parent / "data" / "boards.json").read_text())
EVERY_BOARD = [(slug, board) for slug in BOARDS for board in games.get(slug).options[0].choices]

SQUARES = Lattice("7x7", "squares", named(square(7)), KING, centre=square_centre)
HEXAGONS = Lattice("side 4", "hexagons", named(hexagon(4, 4)), HEXAGONAL, centre=hexagonal_centre)


@pytest.mark.parametrize(("slug", "name"), EVERY_BOARD, ids="/".join)
def test_every_board_is_the_recorded_one(slug: str, name: str) -> None:
    board, known = games.get(slug).start(board=name).board, BOARDS[slug][name]
    assert list(board.cells) == known["cells"]
    for cell, (x, y) in zip(known["cells"], known["xy"], strict=True):
        assert board.xy(cell) == pytest.approx((x, y), abs=0.001)
        assert sorted(board.neighbours(cell)) == sorted(known["neighbours"][cell])


@pytest.mark.parametrize(("slug", "name"), EVERY_BOARD, ids="/".join)
def test_every_board_starts_with_the_recorded_stones(slug: str, name: str) -> None:
    pieces = games.get(slug).start(board=name).pieces()
    assert pieces == {cell: (seat,) for cell, seat in BOARDS[slug][name].get("start", {}).items()}


@given(st.integers(min_value=1, max_value=2**200), st.data())
def test_the_nth_bit_is_the_nth_of_all_bits(mask: int, data: st.DataObject) -> None:
    every = list(bits(mask))
    n = data.draw(st.integers(0, len(every) - 1))
    assert nth_bit(mask, n) == every[n]


@pytest.mark.parametrize("board", [SQUARES, HEXAGONS], ids=repr)
def test_a_step_never_wraps_round_the_board(board: Lattice) -> None:
    for cell in board.cells:
        near = board.dilate(board.mask([cell])) & board.full
        assert set(board.names(near)) == {cell, *board.neighbours(cell)}


@pytest.mark.parametrize("steps", [ORTHOGONAL, KING, HEXAGONAL], ids=["orthogonal", "king", "hexagonal"])
def test_the_quick_dilations_are_the_plain_one(steps: tuple[tuple[int, int], ...]) -> None:
    board = Lattice("9x9", "squares", named(square(9)), steps, centre=square_centre)
    rng = random.Random(1)
    for _ in range(200):
        cells = board.full & rng.getrandbits(board.size)
        plain = cells
        for step in board.steps:
            plain |= cells << step if step > 0 else cells >> -step
        assert board.dilate(cells) & board.full == plain & board.full


def test_groups_are_cut_where_no_step_joins_them() -> None:
    groups = HEXAGONS.groups(HEXAGONS.mask(["d1", "e1", "c3", "g4"]))
    assert [HEXAGONS.names(group) for group in groups] == [("d1", "e1"), ("c3",), ("g4",)]


def test_a_diagonal_gap_lets_the_king_out_of_a_wall() -> None:
    ring = ["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"]
    assert SQUARES.names(SQUARES.enclosed(SQUARES.mask(ring))) == ("d4",)
    assert SQUARES.enclosed(SQUARES.mask(ring[1:])) == 0


@pytest.mark.parametrize("board", [SQUARES, HEXAGONS], ids=repr)
def test_the_arcs_round_a_stone_find_every_wall_it_closes(board: Lattice) -> None:
    rng = random.Random(5)
    closed = 0
    for _ in range(4000):
        before = board.full & rng.getrandbits(board.size) & rng.getrandbits(board.size) | rng.getrandbits(1)
        before |= board.full & rng.getrandbits(board.size)
        before &= board.full
        cell = board.index[rng.choice(board.cells)]
        before &= ~(1 << cell)
        after = before | 1 << cell
        # The cell itself may have been shut in before; what counts is what lies beside it.
        fresh = board.enclosed(after) & ~board.enclosed(before)
        pocket = board.arcs.pocket(after, cell)
        assert fresh & ~pocket == 0
        assert pocket & ~board.enclosed(after) == 0
        closed += bool(fresh)
    assert closed > 50


def test_a_stone_that_closes_a_wall_on_hexagons_joins_a_group_to_itself() -> None:
    rng = random.Random(9)
    closed = 0
    for _ in range(4000):
        after = HEXAGONS.full & (rng.getrandbits(HEXAGONS.size) | rng.getrandbits(HEXAGONS.size))
        cell = HEXAGONS.index[rng.choice(HEXAGONS.cells)]
        after |= 1 << cell
        enclosed = HEXAGONS.enclosed(after)
        fresh = enclosed & ~HEXAGONS.enclosed(after ^ 1 << cell)
        joined = HEXAGONS.arcs.joined(after, cell)
        assert joined or not fresh
        # Who joins without shutting in anything new has parted what was shut in already.
        assert not joined or HEXAGONS.dilate(1 << cell) & enclosed
        closed += bool(fresh)
    assert closed > 50


def test_the_arcs_of_a_ring_are_the_runs_in_it() -> None:
    arcs, home = HEXAGONS.arcs, HEXAGONS.index["d4"]
    ring = HEXAGONS.neighbours("d4")
    for pattern in range(1 << 6):
        held = [pattern >> place & 1 for place in range(6)]
        runs = sum(held[place] != held[place - 1] for place in range(6)) // 2
        stones = HEXAGONS.mask([cell for place, cell in enumerate(ring) if held[place]])
        assert len(arcs.gaps(stones, home)) == (runs if runs > 1 else 0)


def test_a_ray_goes_on_to_the_end_of_the_board() -> None:
    index = HEXAGONS.index
    assert HEXAGONS.ray(index["d4"], HEXAGONS.shift((1, 0))) == (index["e4"], index["f4"], index["g4"])
    assert HEXAGONS.ray(index["g4"], HEXAGONS.shift((1, 0))) == ()


def test_the_shortest_chain_round_a_cell_is_found_in_walking_order() -> None:
    wall = SQUARES.mask(["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5", "f3", "f4", "f5", "a1"])
    chain = chain_round(SQUARES, wall, "d4", 0, tuple(map(SQUARES.shift, ORTHOGONAL)))
    assert sorted(chain) == ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"]
    for one, other in zip(chain, (*chain[1:], chain[0]), strict=True):
        (x1, y1), (x2, y2) = SQUARES.xy(one), SQUARES.xy(other)
        assert abs(x1 - x2) + abs(y1 - y2) == 1


def test_the_chain_goes_through_the_cell_asked_for_if_one_does() -> None:
    wall = SQUARES.mask(["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5", "f3", "f4", "f5"])
    steps = tuple(map(SQUARES.shift, ORTHOGONAL))
    assert "f4" in chain_round(SQUARES, wall, "d4", SQUARES.mask(["f4"]), steps)


def test_there_is_no_chain_round_a_cell_in_the_open() -> None:
    wall = SQUARES.mask(["c3", "d3", "e3", "c4"])
    assert chain_round(SQUARES, wall, "d4", 0, tuple(map(SQUARES.shift, ORTHOGONAL))) == ()

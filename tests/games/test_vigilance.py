"""Vigilance's rules, one by one, on positions set up by hand, and against a plain second
opinion.
"""

import json
from math import dist
from pathlib import Path

import pytest

import games
from games import State

from .playing import legal, play, reached, refusal

pytestmark = pytest.mark.usefixtures("translatable_sentences")

GAME = games.get("vigilance")
DATA = Path(__file__).parent.parent / "data"
BOARDS = json.loads((DATA / "boards.json").read_text())["vigilance"]


def position(
    red: str,
    white: str,
    to_move: int = 0,
    *,
    board: str = "square-3-adjacent",
    captures: str = "on",
    hand: tuple[int, int] = (0, 0),
    ply: int = 10,
) -> State:
    """A state at the start of a turn, with stones on the named cells; ``*``: on all others.

    ``hand`` are the reserves; ``ply`` is how many decisions have been made.
    """
    options = GAME.complete({"board": board, "captures": captures})
    vigilance = GAME.setup(options)
    cells = [red.split(), white.split()]
    for seat in (0, 1):
        if cells[seat] == ["*"]:
            cells[seat] = [cell for cell in vigilance.board.cells if cell not in cells[1 - seat]]
        for cell in cells[seat]:
            vigilance._toggle(seat, vigilance.board.index[cell])
    vigilance.hand = list(hand)
    vigilance.ply = ply
    vigilance.to_move = to_move
    vigilance._watch(to_move)
    return State(GAME, options, vigilance)


def stones(state: State, seat: int) -> set[str]:
    return {cell for cell, owners in state.pieces().items() if owners == (seat,)}


# Boards


@pytest.mark.parametrize("board", GAME.options[0].choices)
def test_holes_are_sites_with_cells_all_round_them(board: str) -> None:
    lattice = GAME.start(board=board).board
    holes = lattice.features["holes"]
    for name, centre in holes.items():
        assert name not in lattice
        ring = [cell for cell in lattice.cells if dist(lattice.xy(cell), centre) < 1.5]
        assert len(ring) == (6 if lattice.kind == "hexagons" else 8)
        # A hole has the file of some of these cells and the rank of others.
        assert name[0] in {cell[0] for cell in ring}
        assert name[1:] in {cell[1:] for cell in ring}
    if lattice.kind == "squares":
        assert len(holes) == (int(board.split("-")[1]) - 1) ** 2


# The pie


def test_red_places_two_red_stones_and_a_white_one_and_white_moves() -> None:
    state = GAME.start()
    seats = []
    for text in ("g1", "h1", "k8"):
        seats.append(state.to_move)
        state = play(state, text)
    assert seats == [0, 0, 0]
    assert state.to_move == 1
    assert state.pieces() == {"g1": (0,), "h1": (0,), "k8": (1,)}
    assert state.reserve == (0, 0)


def test_white_may_swap_the_colours_and_then_red_slides() -> None:
    third_stone = play(GAME.start(), "g1", "h2", "k8")
    assert "swap" in legal(third_stone)
    after_swap = play(third_stone, "swap")
    assert after_swap.to_move == 0
    assert after_swap.pieces() == {"g1": (1,), "h2": (1,), "k8": (0,)}
    (event,) = after_swap.events
    assert event.kind == "recoloured"
    assert set(event.cells) == {"g1", "h2", "k8"}
    assert legal(after_swap) == legal(third_stone) - {"swap"}


# Placements


def test_each_turn_brings_one_new_stone_to_be_placed_out_of_the_enemys_sight() -> None:
    state = play(GAME.start(), "g1", "h1", "k8", "k8-j8")
    assert state.to_move == 1
    assert state.reserve == (0, 1)
    visible = set(state.marks["seen0"])
    assert legal(state) == set(state.board.cells) - set(state.pieces()) - visible
    next_state = play(state, "a4")
    assert next_state.to_move == 0
    assert next_state.reserve == (0, 0)


def nearly_full(red: str, empty: str) -> State:
    """White stones on all cells but these, Red to slide."""
    board = "square-3-orthogonal"
    others = {*red.split(), *empty.split()}
    white = [cell for cell in BOARDS[board]["cells"] if cell not in others]
    return position(red, " ".join(white), board=board, captures="off")


def test_whoever_has_no_liberty_left_passes_and_keeps_the_reserve() -> None:
    # After the slide only a4 is empty, and b4 looks at it.
    state = play(nearly_full("a4", "a3"), "a4-a3")
    assert legal(state) == {"pass"}
    next_state = play(state, "pass")
    assert next_state.to_move == 1
    assert next_state.reserve == (1, 0)
    assert next_state.events == (games.Event("passed", 0),)


HEMMED_IN = position(
    "b4 a3", "a4", to_move=1, board="square-3-orthogonal", captures="off", hand=(0, 2)
)


def test_whoever_cannot_slide_passes_and_places_nothing() -> None:
    assert legal(HEMMED_IN) == {"pass"}
    next_state = play(HEMMED_IN, "pass")
    assert next_state.outcome is None
    assert next_state.to_move == 0
    assert next_state.reserve == (0, 2)


# Captures


def test_a_chain_all_of_whose_empty_neighbours_are_seen_is_captured_into_its_owners_reserve() -> (
    None
):
    # Round a4, Red holds a3 and comes to look at b4.
    state = play(position("a3 c3", "a4 h5", board="square-3-orthogonal"), "c3-b3")
    assert stones(state, 1) == {"h5"}
    assert "b4" not in state.pieces()
    assert state.reserve == (1, 1)
    assert state.events == (
        games.Event("slid", 0, ("c3", "b3")),
        games.Event("captured", 0, ("a4",)),
    )


def test_all_dead_chains_leave_together() -> None:
    # a4 and b5 have nothing but b4 left.
    state = play(position("a3 b3 b6 c5", "a4 b5 h5", board="square-3-orthogonal"), "b3-b4")
    assert stones(state, 1) == {"h5"}
    assert state.reserve == (1, 2)
    assert state.events[1] == games.Event("captured", 0, ("a4", "b5"))


# The end


def test_a_player_swept_off_the_board_has_lost() -> None:
    state = play(position("a3 b6 b3", "a4"), "b6-b4")
    assert stones(state, 1) == set()
    assert state.outcome.winner == 0
    assert state.outcome.reason == "sealed"
    assert set(state.outcome.cells) == set(state.board.cells) - {"a3", "b3", "b4"}
    assert state.score == (33, 0)


def test_nobody_wins_before_the_seventh_decision() -> None:
    state = play(position("a3 b6 b3", "a4", ply=4), "b6-b4")
    assert state.outcome is None  # the fifth decision
    state = play(state, "h5")
    assert state.outcome is None
    assert legal(state) == {"pass"}
    state = play(state, "pass")  # the seventh, but White has sealed nothing
    assert state.outcome is None
    assert state.to_move == 0
    state = state.play(state.legal_moves()[0])
    assert state.outcome.winner == 0


# With four directions the file c, with its hole, parts the board; Red holds it, White has one stone
# to the left.
PARTED = "square-3-orthogonal"
WALL = " ".join(cell for cell in BOARDS[PARTED]["cells"] if cell[0] == "c")


def test_more_than_half_of_the_empty_cells_sealed_wins() -> None:
    state = position(f"{WALL} h5", "a4", board=PARTED, captures="off")
    next_state = play(state, "h5-h6")
    assert next_state.outcome.winner == 0
    assert next_state.outcome.reason == "sealed"
    right_of_the_wall = {cell for cell in next_state.board.cells if cell[0] in "defgh"}
    assert set(next_state.outcome.cells) == right_of_the_wall - {"h6"}
    assert next_state.score == (len(next_state.outcome.cells), 0)
    assert next_state.marks["sealed0"] == next_state.outcome.cells


@pytest.mark.parametrize(
    ("own", "enemy", "wins"),
    [
        (0, 0, True),
        (8, 0, True),
        (9, 0, False),
        (9, 1, False),
        (9, 2, True),
        (10, 3, False),
    ],
)
def test_the_own_reserve_weighs_against_the_win_and_the_enemys_for_it(
    own: int, enemy: int, wins: bool
) -> None:
    start = position(f"{WALL} h5", "a4", board=PARTED, captures="off", hand=(own, enemy))
    state = play(start, "h5-h6")
    assert len(state.board) - len(state.pieces()) == 28
    assert state.score == (23, 0)
    # 28 - enemy <= 2 * (23 - (own + 1)): the stone of this turn is in hand as well.
    assert (state.outcome is not None) is wins


def test_two_turns_of_nothing_but_a_forced_pass_are_a_draw() -> None:
    state = position("c8 d8", "*", hand=(1, 1))
    assert legal(state) == {"pass"}
    once = play(state, "pass")
    assert once.outcome is None
    assert legal(once) == {"pass"}
    twice = play(once, "pass")
    assert twice.outcome == games.Outcome(None, "passes")


# What players are told


def test_nothing_is_sealed_before_the_pie_is_laid() -> None:
    state = play(GAME.start(), "g1", "h1")
    assert state.score == (0, 0)
    assert state.marks["sealed0"] == ()
    assert len(state.marks["seen0"]) > 0


def test_marks_show_what_each_seat_sees() -> None:
    marks = position("d3", "f3", board="square-3-orthogonal").marks
    assert set(marks["seen0"]) == {"d4", "d5", "c3", "b3", "a3", "d2"}
    assert {"g3", "f4", "f2", "f1"} == set(marks["seen1"])


PIE_LAID = ("g1", "h2", "k8")
SLID = (*PIE_LAID, "k8-j8")


@pytest.mark.parametrize(
    ("moves", "text", "why"),
    [
        (("h1",), "h1", "h1 is occupied"),
        (
            (),
            "g1-h1",
            "Red places two red stones and a white one first; name an empty cell, such as g1",
        ),
        ((), "swap", "only White can take over the start, and only right after the third stone"),
        (SLID, "swap", "only White can take over the start, and only right after the third stone"),
        (PIE_LAID, "c8", "you must slide a stone first, such as k8-"),
        (PIE_LAID, "c8-c9", "c8 is empty; slide one of your own stones"),
        (PIE_LAID, "g1-f2", "the stone on g1 is your opponent’s"),
        (PIE_LAID, "k8-k8", "a slide can’t end on k8, where it starts"),
        (PIE_LAID, "k8-h6", "h6 isn’t in line with k8"),
        (PIE_LAID, "k8-f8", "there’s a hole between k8 and f8"),
        (PIE_LAID, "k8-z9", "there’s no cell z9 on this board"),
        (PIE_LAID, "xk8", "captured stones leave the board by themselves; you don’t remove them"),
        (PIE_LAID, "pass", "you can only pass if you have no other move"),
        (SLID, "j8-k8", "you’ve already slid; now place a stone, such as "),
        (SLID, "h2", "h2 is occupied"),
        (SLID, "g2", "the enemy stone on "),
    ],
)
def test_each_way_to_be_illegal_is_explained(moves: tuple[str, ...], text: str, why: str) -> None:
    assert refusal(play(GAME.start(), *moves), text).startswith(why)


def test_without_captures_no_stone_is_removed_and_it_is_said_so() -> None:
    state = play(GAME.start(captures="off"), *PIE_LAID)
    assert refusal(state, "xk8").startswith("nothing is captured in this match")


def test_what_is_in_the_way_of_a_slide_is_named() -> None:
    state = position("a3 c3 g6", "h5 b3 d3")
    assert refusal(state, "a3-b3").startswith("b3 is occupied; a slide ends on an empty cell")
    assert refusal(state, "a3-d3").startswith("the stone on b3 is in the way")
    assert refusal(state, "c3-c6").startswith("there’s a hole between c3 and c6")
    notched = position("h2", "a14", board="hex-xl")
    assert refusal(notched, "h2-n2").startswith("the edge of the board is between h2 and n2")


def test_diagonals_are_no_lines_on_orthogonal_boards() -> None:
    state = position("d3", "h5", board="square-3-orthogonal")
    assert refusal(state, "d3-e4").startswith("e4 isn’t in line with d3")


def test_having_to_pass_is_explained() -> None:
    assert refusal(HEMMED_IN, "a4-b4").startswith("none of your stones can slide: you must pass")
    slid = play(nearly_full("a4", "a3"), "a4-a3")
    assert refusal(slid, "a4").startswith("enemy stones see every empty cell: you must pass")


@pytest.mark.parametrize("plies", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_known_numbers_of_pies_can_be_laid(plies: int) -> None:
    # 64; 64 * 63 / 2; and a white stone on any of the 62 other cells.
    assert reached(GAME.start(), plies) == [64, 2_016, 124_992][:plies]


def test_the_known_numbers_of_positions_follow_a_pie() -> None:
    assert reached(play(GAME.start(), "d5", "h8", "f7"), 3) == [11, 392, 8_421]

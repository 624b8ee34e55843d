"""SnipSnip’s rules, one by one."""

import pytest

import games
from games import State

from .plain_snipsnip import BOARDS
from .playing import legal, play, reached, refusal

pytestmark = pytest.mark.usefixtures("translatable_sentences")

GAME = games.get("snipsnip")
# How many points the boards have, by the rules.
POINTS = {
    "hex-2-3": 12,
    "hex-2-4": 18,
    "hex-3-5": 36,
    "hex-4-5": 48,
    "hex-4-6": 60,
    "hex-5-7": 90,
    "hex-6-7": 108,
    "hex-6-8": 126,
    "hex-3-4": 27,
    "hex-5-6": 75,
    "hex-7-8": 147,
    "hex-3": 19,
    "hex-4": 37,
    "hex-5": 61,
    "hex-6": 91,
    "hex-7": 127,
    "ortho-4": 16,
    "ortho-5": 25,
    "ortho-6": 36,
    "ortho-7": 49,
    "ortho-8": 64,
    "ortho-9": 81,
    "ortho-10": 100,
    "omni-3": 13,
    "omni-4": 25,
    "omni-5": 41,
    "omni-6": 61,
    "omni-7": 85,
}
# The rules' own example of a position that comes back: the way there, and the way round.
THERE = "d1 b3 b4 d2 a2 b1 c3 c2 xc3 c1 xc2 a4"
ROUND = "c3 xb3 b2 xc1 a3 xb2 c2 xc3 c1 xc2 b3 xa3"


def replay(moves: str, **options: str) -> State:
    """The state that moves lead to, on the smallest hexagon and without misère unless options say
    otherwise.
    """
    terms = {"board": "hex-2-3", "scoring": "group", **options}
    return games.replay("snipsnip", terms, moves.split())


@pytest.mark.parametrize("name", POINTS)
def test_a_board_has_the_points_of_the_rules(name: str) -> None:
    board = GAME.start(board=name).board
    assert board.kind == "points"
    assert len(board) == POINTS[name]


@pytest.mark.parametrize("name", POINTS)
def test_diagonal_pairs_of_a_board_are_as_recorded(name: str) -> None:
    board = GAME.start(board=name).board
    pairs = BOARDS[name]["diagonal_pairs"]
    links = GAME.start(board=name, scoring="linked").position().links
    for cell in board.cells:
        diagonal = set(links.neighbours(cell)) - set(board.neighbours(cell))
        assert diagonal == set(pairs[cell]), cell


def test_neither_player_may_place_between_opposite_colours_that_face_each_other_diagonally() -> (
    None
):
    state = replay("b1 c2")
    assert state.marks["banned"] == ("c1", "b2")
    assert legal(state) == {"d1", "a2", "d2", "a3", "b3", "c3", "a4", "b4"}
    assert legal(replay("b1 c2 b4")).isdisjoint({"c1", "b2"})


def test_with_captures_between_only_straight_lines_count() -> None:
    assert replay("b1 c2", capture="between").marks["banned"] == ()
    assert replay("b1 d1", capture="between").marks["banned"] == ("c1",)
    assert replay("b1 d1").marks["banned"] == ()


# White's stone on b1 faces Black's on c2 across b2, where Black has a stone too, and across c1,
# which is empty.
CAPTURING = "a4 c2 d2 b2 b1"


def test_who_captures_must_remove_a_stone_and_only_then_the_turn_passes() -> None:
    state = replay(CAPTURING)
    assert state.to_move == 0
    assert legal(state) == {"xb2"}
    capture = play(state, "b2")
    assert capture.pieces() == {"b1": (0,), "c2": (1,), "d2": (0,), "a4": (0,)}
    assert capture.events == (games.Event("captured", 0, ("b2",)),)
    assert capture.to_move == 1
    assert capture.turn == 6


def test_a_turn_with_its_capture_and_in_misere_the_next_one_can_be_typed_at_once() -> None:
    moves = "a4 c2 d2 b2"
    normal = replay(moves)
    misere = replay(moves, scoring="group-misere")
    assert reading(normal, "b1 xb2") == ("complete", True)
    assert reading(misere, "b1 xb2") == ("complete", False)
    assert reading(misere, "b1 xb2 d1") == ("complete", True)


def reading(state: State, text: str) -> tuple[str, bool]:
    """How a typed turn is read, and whether the turn is over after it."""
    reading = state.read(text)
    return reading.status, reading.turn_is_over


def test_on_omni_boards_opposite_ends_of_a_slanted_line_ban_what_is_between() -> None:
    def banned(moves: str, capture: str) -> tuple[str, ...]:
        return replay(moves, board="omni-3", capture=capture).marks["banned"]

    assert banned("b2 d4", "between") == ("c3",)
    assert banned("d2 b4", "between") == ("c3",)
    assert banned("b2 d3", "between") == ()
    assert banned("b2 d3", "diagonal") == ("c2", "c3")


# No capture in it, so that it is the same match in every scoring; at its end White would be next.
# White: b4, a2, d2, each alone. Black: b3-a4, and c1 linked to b3 diagonally.
QUIET = "b4 b3 a2 c1 d2 a4"


@pytest.mark.parametrize(
    ("scoring", "score", "winner", "cells"),
    [
        ("group", (1, 2), 1, ("b3", "a4")),
        ("group-misere", (1, 2), 0, ("b3", "a4")),
        ("linked", (1, 3), 1, ("c1", "b3", "a4")),
        ("linked-misere", (1, 3), 0, ("c1", "b3", "a4")),
    ],
)
def test_when_nobody_can_place_the_largest_groups_decide(
    scoring: str, score: tuple[int, int], winner: int, cells: tuple[str, ...]
) -> None:
    state = replay(QUIET, scoring=scoring)
    assert state.outcome == (winner, "group", cells, ())
    assert state.score == score
    assert state.to_move is None
    assert state.marks["group0"] == ("a2", "d2", "b4")
    assert state.marks["group1"] == cells


def test_of_several_groups_that_are_equally_large_each_is_a_largest_one() -> None:
    moves = "d1 a4 c1 c3 c4 b2 xc1 b5 a5 b1 e1 a2 b3 xb2 c1 xb1 b4 d3 xc4"
    state = replay(moves, board="hex-2-4", scoring="group-misere")
    assert state.score == (3, 2)
    assert state.marks["group0"] == ("c1", "d1", "e1", "b3", "b4", "a5")
    assert state.outcome == (1, "group", state.marks["group0"], ())


def test_a_position_that_stands_for_the_third_time_is_a_draw() -> None:
    first = replay(THERE)
    second = replay(f"{THERE} {ROUND}")
    assert second.pieces() == first.pieces()
    assert second.to_move == first.to_move
    assert legal(second) == legal(first)
    assert second.outcome is None
    *moves, last = f"{THERE} {ROUND} {ROUND}".split()
    almost = replay(" ".join(moves))
    assert almost.outcome is None
    third = play(almost, last)
    assert third.pieces() == first.pieces()
    assert third.outcome == games.Outcome(None, "repetition")
    assert third.to_move is None


def test_how_often_a_position_has_stood_belongs_to_the_state_not_to_the_match_played_on() -> None:
    second = replay(f"{THERE} {ROUND}")
    for _ in range(3):
        state = second
        for text in ROUND.split():
            assert state.outcome is None
            state = play(state, text)
        assert state.outcome is not None
    # A position that is played on, as in a search, counts for itself too.
    position = second.position()
    for text in ROUND.split():
        codes = {str(position.move(code)): code for code in position.codes()}
        position.play(codes[text])
    assert position.reason == "repetition"
    assert second.outcome is None


OWED = replay("b2 b4 c1 a4 c2 d1")


@pytest.mark.parametrize(
    ("state", "text", "why"),
    [
        (replay("b1 c2"), "b1", "b1 is occupied"),
        (
            replay("b1 c2"),
            "c1",
            "c1 is a capture site (opposite colours face each other on b1 and c2), so nobody "
            "can place there",
        ),
        (replay("b1 c2"), "xc2", "there’s nothing to capture now; place a stone"),
        (replay("b1 c2"), "c2-b4", "name one point, such as d1"),
        (replay("b1 c2"), "swap", "in SnipSnip the start can’t be taken over"),
        (replay("b1 c2"), "pass", "you can only pass if you have no other move"),
        (replay("b1 c2"), "e9", "there’s no cell e9 on this board"),
        (OWED, "xd2", "d2 is empty; remove an enemy stone"),
        (OWED, "xa4", "the stone on a4 is yours; remove an enemy stone"),
        (OWED, "xb2", "the stone on b2 isn’t between yours on d1 and an enemy stone facing it"),
    ],
)
def test_each_way_to_be_illegal_is_explained(state: State, text: str, why: str) -> None:
    assert refusal(state, text).startswith(why)


def test_who_owes_a_capture_is_told_which_stones_may_be_removed() -> None:
    why = OWED.objection(games.Move("place", "a2"))
    assert str(why) == "your stone on d1 captures: first remove one enemy stone (c1, c2)"


def test_the_known_numbers_of_positions_are_reached() -> None:
    assert reached(GAME.start(board="hex-2-4"), 3) == [18, 306, 2448]

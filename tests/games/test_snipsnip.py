"""SnipSnip’s rules, one by one; and a slow second opinion on them, for what is said of an end."""

import json
from pathlib import Path

import pytest

import games
from games import State

from .playing import legal, reached, refusal

pytestmark = pytest.mark.usefixtures("translatable_sentences")

GAME = games.get("snipsnip")
BOARDS = json.loads((Path(__file__).parent.parent / "data" / "boards.json").read_text())["snipsnip"]
# How many points the boards have, by the rules, in the order of the menu but for the default, which
# comes first there.
COUNTED = """
hex-2-3:12 hex-2-4:18 hex-3-5:36 hex-4-5:48 hex-4-6:60 hex-5-7:90 hex-6-7:108 hex-6-8:126
hex-3-4:27 hex-5-6:75 hex-7-8:147 hex-3:19 hex-4:37 hex-5:61 hex-6:91 hex-7:127
ortho-4:16 ortho-5:25 ortho-6:36 ortho-7:49 ortho-8:64 ortho-9:81 ortho-10:100
omni-3:13 omni-4:25 omni-5:41 omni-6:61 omni-7:85
"""
POINTS = {name: int(count) for name, count in (word.split(":") for word in COUNTED.split())}
# The rules' own example of a position that comes back: the way there, and the way round.
THERE = "d1 b3 b4 d2 a2 b1 c3 c2 xc3 c1 xc2 a4"
ROUND = "c3 xb3 b2 xc1 a3 xb2 c2 xc3 c1 xc2 b3 xa3"


def replay(moves: str, **options: str) -> State:
    """The state that moves lead to, on the smallest hexagon and without misère unless options say
    otherwise.
    """
    return games.replay(
        "snipsnip", {"board": "hex-2-3", "scoring": "group", **options}, moves.split()
    )


@pytest.mark.parametrize("name", POINTS)
def test_points_and_diagonal_pairs_of_a_board_are_as_recorded(name: str) -> None:
    board = GAME.start(board=name).board
    known = BOARDS[name]
    linked = GAME.start(board=name, scoring="linked").position()
    assert board.kind == "points"
    assert len(board) == POINTS[name]
    for cell in board.cells:
        links = set(linked.links.neighbours(cell))
        assert links - set(board.neighbours(cell)) == set(known["diagonal_pairs"][cell])


def test_neither_player_may_place_between_opposite_colours_that_face_each_other_diagonally() -> (
    None
):
    state = replay("b1 c2")
    assert state.marks["banned"] == ("c1", "b2")
    assert legal(state) == {"d1", "a2", "d2", "a3", "b3", "c3", "a4", "b4"}
    assert {"c1", "b2"} & legal(replay("b1 c2 b4")) == set()


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
    after = state.play(state.parse("b2"))
    assert after.pieces() == {"b1": (0,), "c2": (1,), "d2": (0,), "a4": (0,)}
    assert [(event.kind, event.seat, event.cells) for event in after.events] == [
        ("captured", 0, ("b2",))
    ]
    assert (after.to_move, after.turn) == (1, 6)


def test_a_turn_with_its_capture_and_in_misere_the_next_one_can_be_typed_at_once() -> None:
    before = "a4 c2 d2 b2"
    one = replay(before).read("b1 xb2")
    assert (one.status, one.turn_is_over) == ("complete", True)
    unfinished = replay(before, scoring="group-misere").read("b1 xb2")
    assert (unfinished.status, unfinished.turn_is_over) == ("complete", False)
    whole = replay(before, scoring="group-misere").read("b1 xb2 d1")
    assert (whole.status, whole.turn_is_over) == ("complete", True)


def test_on_omni_boards_opposite_ends_of_a_slanted_line_ban_what_is_between() -> None:
    assert replay("b2 d4", board="omni-3", capture="between").marks["banned"] == ("c3",)
    assert replay("d2 b4", board="omni-3", capture="between").marks["banned"] == ("c3",)
    assert replay("b2 d3", board="omni-3", capture="between").marks["banned"] == ()
    assert replay("b2 d3", board="omni-3").marks["banned"] == ("c2", "c3")


# No capture in it, so that it is the same match in every scoring; at its end White would be next.
# White: b4, a2, d2, each alone. Black: b3-a4, and c1 linked to b3 diagonally.
QUIET = "b4 b3 a2 c1 d2 a4"


@pytest.mark.parametrize(
    ("scoring", "score", "winner", "cells"),
    [
        ("group", (1, 2), 1, ("b3", "a4")),
        ("group-misere", (1, 2), 0, ("a2",)),
        ("linked", (1, 3), 1, ("c1", "b3", "a4")),
        ("linked-misere", (1, 3), 0, ("a2",)),
    ],
)
def test_when_nobody_can_place_the_largest_groups_decide(
    scoring: str, score: tuple[int, int], winner: int, cells: tuple[str, ...]
) -> None:
    state = replay(QUIET, scoring=scoring)
    assert state.outcome == (winner, "group", cells, ())
    assert state.score == score
    assert state.to_move is None
    assert len(state.marks[f"group{1 - winner}"]) == score[1 - winner]


def test_a_position_that_stands_for_the_third_time_is_a_draw() -> None:
    first = replay(THERE)
    second = replay(f"{THERE} {ROUND}")
    assert (second.pieces(), second.to_move, legal(second)) == (
        first.pieces(),
        first.to_move,
        legal(first),
    )
    assert second.outcome is None
    almost = replay(f"{THERE} {ROUND} {ROUND[: -len(' xa3')]}")
    assert almost.outcome is None
    third = almost.play(almost.parse("xa3"))
    assert third.pieces() == first.pieces()
    assert third.outcome == (None, "repetition", (), ())
    assert third.to_move is None


def test_how_often_a_position_has_stood_belongs_to_the_state_not_to_the_match_played_on() -> None:
    second = replay(f"{THERE} {ROUND}")
    for _ in range(3):
        state = second
        for text in ROUND.split():
            assert state.outcome is None
            state = state.play(state.parse(text))
        assert state.outcome is not None
    searched = second.position()
    for text in ROUND.split():
        searched.play(
            searched.codes()[[str(searched.move(code)) for code in searched.codes()].index(text)]
        )
    assert searched.reason == "repetition"
    assert second.outcome is None


OWED = replay("b2 b4 c1 a4 c2 d1")


@pytest.mark.parametrize(
    ("state", "text", "why"),
    [
        (replay("b1 c2"), "b1", "b1 is occupied"),
        (
            replay("b1 c2"),
            "c1",
            (
                "c1 is a capture site (opposite colours face each other on b1 and c2), so nobody "
                "can place there"
            ),
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


class Plain:
    """SnipSnip once more, slowly, on a dictionary of stones, with every position of the match
    kept.
    """

    def __init__(self, board: str, scoring: str, capture: str) -> None:
        known = BOARDS[board]
        self.xy = dict(zip(known["cells"], known["xy"], strict=True))
        self.near = {cell: set(near) for cell, near in known["neighbours"].items()}
        self.diagonal = {cell: set(far) for cell, far in known["diagonal_pairs"].items()}
        self.linked = "linked" in scoring
        self.misere = "misere" in scoring
        self.capture = capture
        self.stones: dict[str, int] = {}
        self.seat = 0
        self.capturing: str | None = None  # the stone because of which a capture is owed
        self.result: tuple[int | None, str] | None = None
        self.stood = [self.standing()]

    def standing(self) -> tuple[object, ...]:
        return frozenset(self.stones.items()), self.seat, self.capturing

    def between(self, one: str, other: str) -> set[str]:
        common = self.near[one] & self.near[other]
        if self.capture == "diagonal":
            return common if other in self.diagonal[one] else set()
        (x1, y1), (x2, y2) = self.xy[one], self.xy[other]
        return {
            cell
            for cell in common
            if abs(x1 + x2 - 2 * self.xy[cell][0]) < 0.01
            and abs(y1 + y2 - 2 * self.xy[cell][1]) < 0.01
        }

    def of(self, seat: int) -> set[str]:
        return {cell for cell, owner in self.stones.items() if owner == seat}

    def caught(self, placed: str) -> set[str]:
        enemy = self.of(1 - self.seat)
        return {cell for other in enemy for cell in self.between(placed, other)} & enemy

    def legal(self) -> set[str]:
        if self.capturing:
            return {f"x{cell}" for cell in self.caught(self.capturing)}
        sites = {
            cell
            for white in self.of(0)
            for black in self.of(1)
            for cell in self.between(white, black)
        }
        return self.near.keys() - self.stones.keys() - sites

    def play(self, text: str) -> None:
        if text.startswith("x"):
            del self.stones[text[1:]]
            self.capturing = None
            passes_on = not self.misere
        else:
            self.stones[text] = self.seat
            self.capturing = text if self.caught(text) else None
            passes_on = not self.capturing
        if passes_on:
            self.seat = 1 - self.seat
        self.stood.append(self.standing())
        if not self.legal():
            mine = self.largest(self.seat)
            theirs = self.largest(1 - self.seat)
            if mine == theirs:
                self.result = 1 - self.seat, "tie"
            else:
                self.result = (
                    self.seat if (mine > theirs) != self.misere else 1 - self.seat,
                    "group",
                )
        elif self.stood.count(self.stood[-1]) == 3:
            self.result = None, "repetition"

    def largest(self, seat: int) -> int:
        left = self.of(seat)
        most = 0
        while left:
            size = 0
            edge = {left.pop()}
            while edge:
                size += len(edge)
                edge = {
                    to
                    for cell in edge
                    for to in self.near[cell] | (self.diagonal[cell] if self.linked else set())
                }
                edge &= left
                left -= edge
            most = max(most, size)
        return most


def test_the_known_numbers_of_positions_are_reached() -> None:
    assert reached(GAME.start(board="hex-2-4"), 3) == [18, 306, 2448]

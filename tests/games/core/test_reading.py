"""How words become decisions, on a scripted turn whose legal decisions are given rather than
computed.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import games
from games import Move
from games.boards import named, square, square_centre
from games.core import Sentence
from games.core.notation import Reading, exact, parse, read
from games.lattice import ORTHOGONAL, Lattice

BOARD = Lattice("12x12", "squares", named(square(12)), ORTHOGONAL, centre=square_centre)


@dataclass(frozen=True)
class Script:
    """A turn of seat 0.

    ``script`` has the legal decisions after each beginning of the turn; where it has none, seat 1
    is to move. ``decisions`` are those of the turn so far.
    """

    script: dict[str, str]
    decisions: str = ""
    board: Lattice = BOARD

    @property
    def to_move(self) -> int | None:
        return 0 if self.decisions in self.script else 1

    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(map(exact, self.script.get(self.decisions, "").split()))

    def pieces(self) -> dict[str, tuple[int, ...]]:
        return {}

    def objection(self, move: Move) -> Sentence:
        return Sentence("no {move}", move=move)

    def after(self, move: Move) -> Script:
        assert move in self.legal_moves()
        return Script(self.script, f"{self.decisions} {move}".strip())


def of(text: str, *, first: str, **later: str) -> Reading[Script]:
    """A text read against the decisions that are legal ``first``, and after another."""
    return read(Script({"": first, **later}), text)


def shown(reading: Reading[Script]) -> tuple[str, str, str]:
    """The status of a reading, the decisions that are read, and those that may follow."""
    moves = " ".join(str(move) for move in reading.moves)
    rest = " ".join(str(move) for move in reading.following)
    return reading.status, moves, rest


def sentence(text: str, *, first: str, **later: str) -> str:
    """What is said of a text that cannot be read."""
    return str(of(text, first=first, **later).sentence)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("a1", ("complete", "a1", "")),
        ("xa1", ("impossible", "", "")),
        ("-a1", ("impossible", "", "")),
        ("b2 c3", ("complete", "b2-c3", "")),
        ("b2-c3", ("complete", "b2-c3", "")),
        ("b2 xc3", ("impossible", "", "")),
        ("xb2 c3", ("impossible", "", "")),
        ("xd4", ("complete", "xd4", "")),
        ("x d4", ("complete", "xd4", "")),
        ("d4", ("complete", "xd4", "")),
        ("e5", ("complete", "e5-f6", "")),
        ("f6", ("complete", "e5-f6", "")),
        ("xf6", ("impossible", "", "")),
        ("-f6", ("impossible", "", "")),
        ("b2", ("partial", "", "b2-c3 b2-b3")),
        ("b2 c", ("partial", "", "b2-c3")),
        ("b2-", ("partial", "", "b2-c3 b2-b3")),
        ("x", ("partial", "", "xd4")),
        ("d", ("partial", "", "xd4")),
        ("a", ("partial", "", "a1")),
        ("swap", ("complete", "swap", "")),
        ("Take over", ("complete", "swap", "")),
        ("take over a1, b2", ("complete", "swap", "")),
        ("take o", ("partial", "", "swap")),
        ("swap a1", ("impossible", "swap", "")),
        ("pass", ("impossible", "", "")),
        ("c3", ("complete", "b2-c3", "")),
        ("b3 c3", ("impossible", "b2-b3", "")),
        ("g7", ("impossible", "", "")),
    ],
)
def test_a_word_is_a_cell_to_place_on_to_remove_from_or_an_end_of_a_step(
    text: str, result: tuple[str, str, str]
) -> None:
    assert shown(of(text, first="a1 b2-c3 b2-b3 xd4 e5-f6 swap")) == result


def test_a_cell_that_is_an_end_of_two_steps_names_neither() -> None:
    assert of("e5", first="e5-f6 e5-g7").status == "partial"
    assert of("e5", first="d4-e5 e5-g7").status == "partial"
    assert of("f6", first="d4-f6 e5-f6").status == "impossible"


def test_a_text_that_can_be_read_in_two_ways_names_both() -> None:
    reading = of("a1 b2", first="a1 a1-b2", a1="b2 c3")
    assert shown(reading) == ("partial", "", "a1-b2 a1")
    assert str(reading.sentence) == "“a1 b2” could mean a1 b2 or a1-b2"
    with pytest.raises(games.IllegalMove, match=r"^“a1 b2” could mean a1 b2 or a1-b2$"):
        parse(Script({"": "a1 a1-b2", "a1": "b2"}), "a1 b2")


def test_of_many_ways_four_are_named() -> None:
    turn = {
        "": "a1 a1-b2",
        "a1": "b2 b2-c3",
        "a1-b2": "c3 c3-d4",
        "a1 b2": "c3 c3-d4",
        "a1 b2-c3": "d4",
        "a1-b2 c3": "d4",
        "a1 b2 c3": "d4",
    }
    reading = read(Script(turn), "a1 b2 c3 d4")
    assert str(reading.sentence) == (
        "“a1 b2 c3 d4” could mean a1 b2 c3 d4, a1 b2 c3-d4, a1 b2-c3 d4 or a1-b2 c3 d4"
    )
    assert [str(move) for move in reading.following] == ["a1-b2", "a1"]


TURN = {"first": "a1 b2-c3", "a1": "b2-c3 c4"}


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("a1 b2 c3", ("complete", "a1 b2-c3", "")),
        ("a1", ("complete", "a1", "b2-c3 c4")),
        ("a1 c", ("partial", "a1", "c4")),
        ("a1 b2 c", ("partial", "a1", "b2-c3")),
        ("a1 b", ("partial", "a1", "b2-c3")),
    ],
)
def test_decisions_of_a_turn_may_follow_one_another(
    text: str, result: tuple[str, str, str]
) -> None:
    assert shown(of(text, **TURN)) == result


def test_a_whole_turn_is_read_with_the_states_after_each_decision() -> None:
    turn = of("a1 c4", **TURN)
    assert turn.turn_is_over
    assert [state.decisions for state in turn.states] == ["a1", "a1 c4"]
    assert turn.state.decisions == "a1 c4"
    assert not of("a1", **TURN).turn_is_over


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a1 c5", "after a1: no c5; the nearest legal moves are c4 or b2-c3"),
        ("b2-c3 c4", "your turn ends after b2-c3, so “c4” is too much"),
        ("b2-c3 – c4 d5", "your turn ends after b2-c3, so “c4 d5” is too much"),
    ],
)
def test_what_does_not_follow_in_a_turn_is_told(text: str, words: str) -> None:
    assert sentence(text, **TURN) == words


@pytest.mark.parametrize(
    ("first", "text", "words"),
    [
        ("xa1 xb2", "c4", "no xc4; the nearest legal moves are xa1 or xb2"),
        ("xa1 b2", "c4", "no c4; the nearest legal moves are xa1 or b2"),
        ("a1 b2", "xc4", "no xc4; the nearest legal moves are a1 or b2"),
    ],
)
def test_only_where_a_turn_has_removals_alone_a_cell_means_a_removal(
    first: str, text: str, words: str
) -> None:
    assert sentence(text, first=first) == words


@pytest.mark.parametrize(
    ("first", "text", "words"),
    [
        ("a1-b1", "c4 d4", "no c4-d4; a1-b1 is legal"),
        ("a1", "c4-d4", "no c4-d4; a1 is legal"),
        ("a1", "c4 d4", "no c4; a1 is legal"),
        ("a1-b1", "c4 xd4", "no c4; a1-b1 is legal"),
        ("a1", "swap", "no swap; a1 is legal"),
    ],
)
def test_two_cells_mean_a_step_where_there_are_steps_or_a_dash_says_so(
    first: str, text: str, words: str
) -> None:
    assert sentence(text, first=first) == words


def test_a_legal_cell_after_a_dash_that_leads_from_nothing_is_answered_with_itself() -> None:
    assert sentence("-a1", first="a1 b2") == "“-a1” isn’t a move; write it like a1"


def test_a_short_rank_may_still_become_a_longer_one() -> None:
    reading = of("a1", first="a10 a11 b2")
    assert shown(reading) == ("partial", "", "a10 a11")
    assert str(reading.sentence) == "no a1; the nearest legal moves are a10, a11 or b2"
    assert sentence("a1", first="a10-b2 a11-b2").startswith("no a1")
    assert of("a", first="a10 a11 b2").sentence is None
    assert of("a1", first="a1-b2 a10").sentence is None


def test_the_longest_beginning_of_a_turn_is_the_one_that_goes_on() -> None:
    reading = of("a1 b", first="a1 a1-b2", a1="b2 b3")
    assert shown(reading) == ("partial", "a1", "b2 b3")


def test_where_nothing_is_legal_only_the_objection_is_said() -> None:
    assert sentence("c4", first="") == "no c4"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("zz top", "“zz top” isn’t a move; write it like a1, b2 or c3"),
        ("z" * 50, f"“{'z' * 39}…” isn’t a move; write it like a1, b2 or c3"),
        ("", "“” isn’t a complete move; did you mean a1, b2 or c3?"),
        ("c", "“c” isn’t a complete move; did you mean c3?"),
        ("a1 b2", "“a1 b2” is more than one move"),
    ],
)
def test_what_is_no_single_decision_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(games.NotationError) as refusal:
        parse(Script({"": "a1 b2 c3 d4", "a1": "b2"}), text)
    assert str(refusal.value) == words


def test_on_a_pyramid_a_cell_without_its_level_is_the_lowest_empty_one() -> None:
    state = games.get("loop").start(board="mini")
    assert str(state.read("2c1").sentence).startswith("a tile on 2c1 must rest")
    for cell in ("1c1", "1d1", "1c2", "1a1"):
        assert str(state.parse(cell[1:])) == cell
        state = state.play(state.parse(cell))
    assert str(state.parse("c1")) == "2c1"
    higher = state.play(state.parse("1b1"))
    assert str(higher.read("d1").sentence).startswith("a tile on 2d1 must rest")
    assert str(higher.read("a9").sentence).startswith("there’s no cell a9")

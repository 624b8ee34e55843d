"""The parts of a match: what moves are written as, and what options, events and outcomes leave
out.
"""

import pytest

from games.core import PASS, SWAP, Event, Move, Option, Outcome, Sentence
from games.core.notation import exact

NOTATIONS = [
    (Move("place", "c4"), "c4", ("c4",)),
    (Move("step", "e5", "c4"), "c4-e5", ("c4", "e5")),
    (Move("remove", "c4"), "xc4", ("c4",)),
    (SWAP, "swap", ()),
    (PASS, "pass", ()),
]


@pytest.mark.parametrize(("move", "text", "cells"), NOTATIONS, ids=lambda value: str(value))
def test_every_kind_of_move_has_its_notation(move: Move, text: str, cells: tuple[str, ...]) -> None:
    assert str(move) == text
    assert exact(text) == move
    assert move.cells == cells


def test_swap_and_pass_are_moves_without_cells() -> None:
    assert Move("swap", "", "") == SWAP
    assert Move("pass", "", "") == PASS


def test_what_is_left_out_is_empty() -> None:
    assert Event("passed", 1) == ("passed", 1, ())
    assert Outcome(None, "passes") == (None, "passes", (), ())
    option = Option("board", "Board", ("8x8", "5x5"), "8x8", "Size of the board")
    assert (option.labels, option.meaning, option.sizes) == ((), "", ())
    assert option.label_of("8x8") is None


def test_a_choice_may_have_a_name_of_its_own_for_players() -> None:
    size = Sentence("hexagon {size}", size=4)
    option = Option(
        "board", "Board", ("hex4", "hex3"), "hex4", "Size of the board", (("hex4", size),)
    )
    assert option.label_of("hex4") is size
    assert option.label_of("hex3") is None

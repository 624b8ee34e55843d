"""The example of docs/adding-a-game.md is a working game: its code is taken from the page and put
to the contract.
"""

from collections.abc import Callable

import pytest

from games import Game, IllegalMove, Move
from games.core import State

from . import test_contract as contract
from .example import example

CONTRACT: list[Callable[..., None]] = [
    contract.test_an_unknown_option_or_value_is_named_with_what_it_may_be,
    contract.test_a_match_starts_with_seat_0_and_nothing_done,
    contract.test_playing_changes_nothing_but_the_new_state,
    contract.test_random_codes_are_legal_and_all_legal_ones_come_up,
    contract.test_random_codes_are_evenly_distributed,
    contract.test_a_text_is_no_move_and_the_error_says_how_to_read_it,
    contract.test_what_is_not_legal_is_refused_with_a_reason,
    contract.test_a_finished_match_takes_no_more_moves,
    contract.test_events_tell_what_each_decision_did,
]


@pytest.fixture
def col() -> Game:
    return example()


@pytest.mark.parametrize("promise", CONTRACT, ids=lambda promise: promise.__name__)
def test_the_example_keeps_the_contract(col: Game, promise: Callable[..., None]) -> None:
    promise(game=col)


def test_the_example_says_why_a_move_is_refused(col: Game) -> None:
    state: State = col.start()
    for text in ("d4", "a7"):
        state = state.play(state.parse(text))
    with pytest.raises(IllegalMove, match="e4 touches your own stone on d4"):
        state.parse("e4")
    with pytest.raises(IllegalMove, match="a7 is occupied"):
        state.play(Move("place", "a7"))


def test_the_example_is_lost_by_who_cannot_place(col: Game) -> None:
    state = col.start(board="side-3")
    while state.to_move is not None:
        state = state.play(state.legal_moves()[0])
    assert state.outcome.winner == (state.turn + 1) % 2

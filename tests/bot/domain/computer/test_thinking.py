"""What the computer thinks about in helper processes."""

import time

import pytest

import games
from bot.domain.computer import thinking
from bot.domain.computer.thinking import PositionData
from bot.domain.opponent import LEVEL_NUMBERS, level_name, level_number
from games.players import LEVELS

START = PositionData("veloop-square", {"board": "6x6"}, ())


def test_a_turn_is_whole_and_is_worth_something_between_the_two_ends() -> None:
    position = START._replace(options={"board": "6x6", "turns": "double"}, decisions=("d3-c5",))
    choice = thinking.choose(position, "casual", 0.1)
    assert (
        games.replay(position.slug, position.options, position.decisions + choice.moves).to_move
        == 0
    )
    assert len(choice.moves) == 2
    assert -1 <= choice.value <= 1
    assert -1 <= thinking.judge(position, "casual", 0.1) <= 1
    explained = thinking.explain(position, choice.moves, 0.9, 7)
    assert explained.percent == 95
    assert explained.reasons or explained.plans
    begin = time.thread_time()
    thinking.judge(position, "master", 0.01)
    assert time.thread_time() - begin < LEVELS["master"].seconds / 2


def test_the_least_chance_is_that_before_a_turn_of_ones_own() -> None:
    alone = PositionData("loop", {"board": "mini"}, ())
    state = alone.state()
    decisions = []
    while state.to_move is not None:
        decisions.append(str(state.legal_moves()[0]))
        state = state.play(state.legal_moves()[0])
    winner = state.outcome and state.outcome.winner
    assert winner is not None
    end = alone._replace(decisions=tuple(decisions))
    assert thinking.least_chance(end, 1 - winner, 0.02) < 20
    assert thinking.least_chance(alone, 0, 0.02) == 100


def test_a_match_without_a_level_that_is_known_is_casual() -> None:
    assert [level_name(number) for number in (None, -1, 0, 4, 5, 6)] == [
        "casual",
        "casual",
        "novice",
        "master",
        "regular",
        "casual",
    ]


def test_each_level_keeps_the_number_that_is_stored_and_its_place_among_the_others() -> None:
    assert list(LEVEL_NUMBERS) == list(LEVELS)
    assert [level_number(name) for name in LEVELS] == [0, 1, 5, 2, 3, 4]


def test_the_last_states_begin_before_the_last_decisions() -> None:
    position = START._replace(decisions=("d3-c5", "c4-d2"))
    assert [state.ply for state in position.last_states(1)] == [1, 2]
    assert [state.ply for state in position.last_states(0)] == [2]
    assert position.last_states(2)[-1].pieces() == position.state().pieces()


@pytest.mark.slow
def test_an_analysis_looks_at_every_turn() -> None:
    position = PositionData(
        "veloop-square", {"board": "8x8", "turns": "single"}, ("e4-d6", "d5-e3")
    )
    assert [turn.seat for turn in thinking.analyse(position, 1.0).turns[:2]] == [0, 1]

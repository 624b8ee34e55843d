"""What the computer thinks about in helper processes."""

import time

import pytest

import games
from bot.domain.computer import thinking
from bot.domain.computer.thinking import PositionData
from bot.domain.opponent import level_name
from games.players import LEVELS

START = PositionData("veloop-square", {"board": "6x6"}, ())


def test_a_turn_is_whole_and_is_worth_something_between_the_two_ends() -> None:
    at = START._replace(options={"board": "6x6", "turns": "double"}, decisions=("d3-c5",))
    chosen = thinking.choose(at, "casual", 0.1)
    assert games.replay(at.slug, at.options, at.decisions + chosen.moves).to_move == 0
    assert len(chosen.moves) == 2
    assert -1 <= chosen.value <= 1
    assert -1 <= thinking.judge(at, "casual", 0.1) <= 1
    assert str(thinking.explain(at, chosen.moves, 0.9, 7).reasons[0]).endswith(
        "7 lines puts your chances at 95%"
    )
    begun = time.perf_counter()
    thinking.judge(at, "master", 0.01)
    assert time.perf_counter() - begun < LEVELS["master"].seconds / 2


def test_the_least_chance_is_that_before_a_turn_of_ones_own() -> None:
    alone = PositionData("loop", {"board": "mini"}, ())
    state = alone.state()
    made = []
    while state.to_move is not None:
        made.append(str(state.legal_moves()[0]))
        state = state.play(state.legal_moves()[0])
    winner = state.outcome and state.outcome.winner
    assert winner is not None
    over = alone._replace(decisions=tuple(made))
    assert thinking.least_chance(over, 1 - winner, 0.02) < 20
    assert thinking.least_chance(alone, 0, 0.02) == 100


def test_a_match_without_a_level_that_is_known_is_casual() -> None:
    assert [level_name(number) for number in (None, -1, 0, 4, 5)] == [
        "casual",
        "casual",
        "novice",
        "master",
        "casual",
    ]


def test_the_last_states_begin_before_the_last_decisions() -> None:
    at = START._replace(decisions=("d3-c5", "c4-d2"))
    assert [state.ply for state in at.last_states(1)] == [1, 2]
    assert [state.ply for state in at.last_states(0)] == [2]
    assert at.last_states(2)[-1].pieces() == at.state().pieces()


@pytest.mark.slow
def test_an_analysis_looks_at_every_turn() -> None:
    at = PositionData("veloop-square", {"board": "8x8", "turns": "single"}, ("e4-d6", "d5-e3"))
    assert [turn.seat for turn in thinking.analyse(at, 1.0).turns[:2]] == [0, 1]

"""Wins by threats alone in Loop: each is a proof, and players use it."""

import random
from collections.abc import Iterator

import pytest

import games
from games.loop import Loop
from games.players import ComputerPlayer
from games.players.knowledge import knowledge_of
from games.players.solver import Solver
from tests.games.playing import play

LOOP = games.get("loop")
# Longer chains take the solver too long.
LONGEST = 5


def threat_wins(board: str, matches: int) -> Iterator[tuple[Loop, int, int]]:
    """Positions of random matches in which the search sees a win by threats, with its first
    decision and its length.
    """
    knowledge = knowledge_of(LOOP)
    for seed in range(matches):
        rng = random.Random(f"{board} {seed}")
        position = LOOP.start(board=board).position()
        while position.reason is None:
            if knowledge.winning(position) is None:
                forced_move = knowledge.forced(position)
                if forced_move is not None:
                    code, decisions = forced_move
                    yield position.copy(), code, decisions
            position.play(position.random_code(rng.random))


@pytest.mark.parametrize("board", ["mini", "main", "hex37"])
def test_what_is_found_wins_within_as_many_turns_as_told(board: str) -> None:
    count = 0
    for position, code, decisions in threat_wins(board, 12):
        if decisions <= LONGEST:
            solver = Solver(knowledge_of(LOOP), position.to_move)
            assert solver.wins(position.after(code), decisions // 2)
            count += 1
    assert count


RING_AND_BRIDGE = """1j1 1g5 1a4 1a3 1i2 1f4 1g6 1c3 1g1 1d6 1h1 1f6 1e3 1a6 1d1 1e6 1e4 1e5 1g4 1g3
2e4"""
"""In Loop, Black threatens a ring, then two bridges, then a ring whose stop carries a bridge."""


def test_threats_of_rings_win_too() -> None:
    position = play(LOOP.start(), *RING_AND_BRIDGE.split()).position()
    knowledge = knowledge_of(LOOP)
    forced_move = knowledge.forced(position)
    assert forced_move is not None
    code, decisions = forced_move
    assert str(position.move(code)) == "1h3"
    assert decisions == 9
    assert Solver(knowledge, position.to_move).wins(position.after(code), 4)


def test_a_player_makes_the_first_threat() -> None:
    rng = random.Random(3)
    state = LOOP.start()
    while not wins_by_threats(state):
        state = state.play(rng.choice(state.legal_moves()))
        if state.to_move is None:
            state = LOOP.start()
    decision = ComputerPlayer("strong", random.Random(1)).think(state, 0.2)
    assert decision.proven
    assert decision.value == 1.0


def wins_by_threats(state: games.State) -> bool:
    knowledge = knowledge_of(LOOP)
    position = state.position()
    return knowledge.winning(position) is None and knowledge.forced(position) is not None


def test_playouts_win_where_a_double_threat_stands() -> None:
    knowledge = knowledge_of(LOOP)
    rng = random.Random(5)
    doubled = 0
    for position, code, _ in threat_wins("mini", 40):
        seat = position.to_move
        next_position = position.after(code)
        if knowledge.wins(next_position, seat).bit_count() > 1:
            doubled += 1
            for _ in range(10):
                assert knowledge.simulate(next_position.copy(), rng.random, ([], [])) == 1.0 - seat
    assert doubled


def test_a_decision_is_left_out_only_where_the_other_side_wins_next() -> None:
    knowledge = knowledge_of(LOOP)
    left_out = 0
    for seed in range(20):
        rng = random.Random(seed)
        position = LOOP.start().position()
        while position.reason is None:
            codes = knowledge.candidates(position)
            for code in set(position.codes()) - set(codes):
                left_out += 1
                next_position = position.after(code)
                assert next_position.reason is None
                assert knowledge.winning(next_position) is not None
            position.play(position.random_code(rng.random))
    assert left_out


def test_what_a_search_tries_includes_every_win_at_once() -> None:
    knowledge = knowledge_of(LOOP)
    wins = 0
    for seed in range(20):
        rng = random.Random(seed)
        position = LOOP.start().position()
        while position.reason is None:
            code = knowledge.winning(position)
            if code is not None:
                wins += 1
                assert code in knowledge.candidates(position)
            position.play(position.random_code(rng.random))
    assert wins

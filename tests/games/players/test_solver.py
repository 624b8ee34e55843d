"""Exhaustive proofs: small boards worked out to the end, and the same answers as a search without
knowledge.
"""

import random

import pytest

import games
from games.players.book import advice
from games.players.knowledge import Knowledge, knowledge_of
from games.players.knowledge.symmetry import symmetries
from games.players.solver import OutOfTime, Solver
from tools.solve import solve

from .late_positions import positions


@pytest.mark.slow
def test_the_second_player_wins_the_smallest_snipsnip_in_five_turns() -> None:
    solution = solve(games.get("snipsnip"), {"board": "hex-2-3"})
    assert solution.winner == 1
    assert solution.turns == 5


@pytest.mark.parametrize(
    ("slug", "board"),
    [
        ("veloop-hex", "hex3"),
        ("loop", "mini"),
        ("loops-n-leaps", "base4"),
        ("snipsnip", "hex-2-3"),
    ],
)
def test_knowledge_changes_no_answer(slug: str, board: str) -> None:
    rng = random.Random(slug)
    states = positions(slug, {"board": board}, rng, 6)
    for _ in range(4):
        position = next(states).position()
        seat = position.to_move
        solver = Solver(knowledge_of(games.get(slug)), seat)
        plain = Solver(Knowledge(), seat, 1.0)
        for turns in (1, 2):
            try:
                truth = plain.winners(position, turns)
            except OutOfTime:
                break
            assert solver.winners(position, turns) == truth


@pytest.mark.parametrize(
    ("board", "count"), [("hex-2-4", 6), ("hex-3", 12), ("ortho-4", 8), ("omni-3", 8)]
)
def test_boards_have_their_symmetries(board: str, count: int) -> None:
    assert len(symmetries(games.get("snipsnip").start(board=board).board)) == count


def test_out_of_time_is_told() -> None:
    state = games.get("veloop-square").start()
    solver = Solver(knowledge_of(state.game), 0, 0.01)
    with pytest.raises(OutOfTime):
        solver.wins(state.position(), 9)


@pytest.mark.parametrize("first", ["b1", "c1", "b2", "e1", "a3", "c3"])
def test_first_moves_known_by_heart_are_legal_whichever_way_the_board_lies(first: str) -> None:
    state = games.get("snipsnip").start(board="hex-2-4")
    state = state.play(state.parse(first))
    move = advice(state)
    assert move in state.legal_moves()


@pytest.mark.slow
def test_the_book_wins_after_three_decisions() -> None:
    rng = random.Random(4)
    knowledge = knowledge_of(games.get("snipsnip"))
    for _ in range(3):
        state = games.get("snipsnip").start(board="hex-2-4")
        for _ in range(2):
            state = state.play(rng.choice(state.legal_moves()))
            move = advice(state)
            assert move is not None
            state = state.play(move)
        assert Solver(knowledge, 1).wins(state.position(), 40)

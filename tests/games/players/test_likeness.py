"""Positions that are the same or a turn apart, however the board is turned and whatever the colours
are.
"""

import random

import pytest
from hypothesis import given, settings, strategies as st

import games
from games import Game, Move, State
from games.players.likeness import Neighbourhood

from ..test_symmetry import start, symmetries


def turned(game: Game, board: str, moves: list[Move], rng: random.Random) -> State:
    """The state after ``moves`` on a board turned or reflected at random, perhaps with the colours
    exchanged.
    """
    cells = game.start(board=board).board.cells
    renamed = rng.choice(
        [{cell: cell for cell in cells}, *symmetries(game.start(board=board).board)]
    )
    exchanged = rng.random() < 0.5 and not game.pie
    state = start(game, board, renamed, exchanged)
    for move in moves:
        state = state.play(
            Move(move.kind, renamed.get(move.target, ""), renamed.get(move.source, ""))
        )
    return state


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(st.sampled_from([game.slug for game in games.catalog()]), st.integers(0, 2**32))
def test_whatever_is_at_most_a_turn_away_is_near_however_the_board_lies(
    slug: str, seed: int
) -> None:
    rng = random.Random(seed)
    game = games.get(slug)
    board = rng.choice(game.options[0].choices[:4])
    state = game.start(board=board)
    moves = list[Move]()
    turns = rng.randint(1, 20)
    starts = [0]
    while state.to_move is not None and state.turn <= turns:
        moves.append(rng.choice(state.legal_moves()))
        turn = state.turn
        state = state.play(moves[-1])
        starts += [len(moves)] if state.turn != turn else []
    standing = rng.choice(starts)
    before, after = (
        starts[max(0, min(starts.index(standing) + step, len(starts) - 1))] for step in (-1, 1)
    )
    near = Neighbourhood(game.start(board=board).replay(moves[:standing]))
    for count in range(before, after + 1):
        other = turned(game, board, moves[:count], rng)
        assert near.contains(other), (board, moves, standing, count)


def test_another_match_is_not_near_once_it_has_gone_its_own_way() -> None:
    rng = random.Random(3)
    near = 0
    pairs = 0
    for game in games.catalog():
        for _ in range(6):
            first = game.start()
            second = game.start()
            for _ in range(10):
                if first.to_move is None or second.to_move is None:
                    break
                first, second = (
                    state.play(rng.choice(state.legal_moves())) for state in (first, second)
                )
            pairs += 1
            near += Neighbourhood(first).contains(second)
    assert near <= pairs // 4  # on small boards two random matches may meet

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


def randomly_turned(game: Game, board: str, moves: list[Move], rng: random.Random) -> State:
    """The state after ``moves`` on a board turned or reflected at random, perhaps with the colours
    exchanged.
    """
    lattice = game.start(board=board).board
    unchanged = {cell: cell for cell in lattice.cells}
    names = rng.choice([unchanged, *symmetries(lattice)])
    exchanged = rng.random() < 0.5 and not game.pie
    state = start(game, board, names, exchanged)
    for move in moves:
        target = names.get(move.target, "")
        source = names.get(move.source, "")
        state = state.play(Move(move.kind, target, source))
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
    most_turns = rng.randint(1, 20)
    starts = [0]
    while state.to_move is not None and state.turn <= most_turns:
        moves.append(rng.choice(state.legal_moves()))
        turn = state.turn
        state = state.play(moves[-1])
        if state.turn != turn:
            starts.append(len(moves))
    place = rng.randrange(len(starts))
    earliest = starts[max(0, place - 1)]
    latest = starts[min(place + 1, len(starts) - 1)]
    neighbourhood = Neighbourhood(game.start(board=board).replay(moves[: starts[place]]))
    for count in range(earliest, latest + 1):
        other = randomly_turned(game, board, moves[:count], rng)
        assert neighbourhood.contains(other), (board, moves, starts[place], count)


def test_another_match_is_not_near_once_it_has_gone_its_own_way() -> None:
    rng = random.Random(3)
    alike = 0
    pairs = 0
    for game in games.catalog():
        for _ in range(6):
            first = after_random_moves(game, 10, rng)
            second = after_random_moves(game, 10, rng)
            pairs += 1
            alike += Neighbourhood(first).contains(second)
    assert alike <= pairs // 4  # on small boards two random matches may meet


def after_random_moves(game: Game, count: int, rng: random.Random) -> State:
    state = game.start()
    while state.to_move is not None and state.ply < count:
        state = state.play(rng.choice(state.legal_moves()))
    return state

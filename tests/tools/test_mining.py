"""What is mined is proved again."""

import random
from dataclasses import replace

import pytest

import games
from games import State
from games.players.puzzles import Puzzle
from tools.puzzles.mine import is_proved, of_match

MOST_MATCHES = 40
"""Played until one has a puzzle, as few have."""
FOR_EVER = float("inf")


@pytest.mark.slow
def test_a_mined_puzzle_is_won_within_its_turns_and_not_sooner() -> None:
    start = games.get("veloop-square").start(board="5x5")
    rng = random.Random(2)
    puzzles = mine(start, rng)
    assert puzzles
    for puzzle in puzzles:
        assert is_proved(puzzle, FOR_EVER)
        longer = replace(puzzle, turns=puzzle.turns + 1)
        assert not is_proved(longer, FOR_EVER)
        assert not is_proved(without_the_win(puzzle), FOR_EVER)


def mine(start: State, rng: random.Random) -> list[Puzzle]:
    """The puzzles of the first match that has any."""
    for _ in range(MOST_MATCHES):
        puzzles = list(of_match(start, rng, 10_000))
        if puzzles:
            return puzzles
    return []


def without_the_win(puzzle: Puzzle) -> Puzzle:
    """A puzzle whose line stops before its last decision."""
    if puzzle.line:
        return replace(puzzle, line=puzzle.line[:-1], solution=puzzle.solution[:1])
    return replace(puzzle, solution=())

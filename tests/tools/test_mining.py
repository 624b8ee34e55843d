"""What is mined is proved again."""

import random
from dataclasses import replace

import pytest

import games
from tools.puzzles.mine import is_proved, of_match

MOST_MATCHES = 40
"""Played until one has a puzzle, as few have."""


@pytest.mark.slow
def test_a_mined_puzzle_is_won_within_its_turns_and_not_sooner() -> None:
    start = games.get("veloop-square").start(board="5x5")
    rng = random.Random(2)
    matches = (list(of_match(start, rng, 10_000)) for _ in range(MOST_MATCHES))
    mined = next(filter(None, matches), [])
    assert mined
    for puzzle in mined:
        assert is_proved(puzzle, float("inf"))
        longer = replace(puzzle, turns=puzzle.turns + 1)
        assert not is_proved(longer, float("inf"))
        unfinished = replace(
            puzzle, line=puzzle.line[:-1], solution=puzzle.solution[: bool(puzzle.line)]
        )
        assert not is_proved(unfinished, float("inf"))

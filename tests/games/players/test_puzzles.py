"""Puzzles: enough of them for every game, each with exactly the solution that it says."""

from __future__ import annotations

import random

import pytest

import games
from games.players.puzzles import Puzzle, puzzles, solution_of
from games.players.puzzles.make import finds, to_data

SLUGS = [game.slug for game in games.catalog()]
EVERY = [puzzle for slug in SLUGS for puzzle in puzzles(slug)]


def prove(puzzle: Puzzle) -> None:
    state = puzzle.start()
    seat = state.to_move
    assert seat is not None
    assert solution_of(state, puzzle.turns) == puzzle.solution
    for text in (*puzzle.solution, *puzzle.line):
        state = state.play(state.parse(text))
    assert state.outcome is not None
    assert state.outcome.winner == seat


@pytest.mark.parametrize("slug", SLUGS)
def test_there_are_forty_for_every_game_with_names_of_their_own(slug: str) -> None:
    found = puzzles(slug)
    assert len(found) >= 40
    assert len({puzzle.name for puzzle in found}) == len(found)
    assert {1, 2} >= {puzzle.turns for puzzle in found}


@pytest.mark.parametrize("slug", SLUGS)
def test_some_are_proven_again(slug: str) -> None:
    quick = [puzzle for puzzle in puzzles(slug) if puzzle.turns == 1]
    for puzzle in random.Random(slug).sample(quick, min(4, len(quick))):
        prove(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", EVERY, ids=[f"{puzzle.slug}-{puzzle.name}" for puzzle in EVERY])
def test_each_is_proven_again(puzzle: Puzzle) -> None:
    prove(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_one_turn_wins_hold_against_search_that_knows_nothing(slug: str) -> None:
    from .brute import starts_win

    for puzzle in puzzles(slug):
        if puzzle.turns == 1:
            position = puzzle.start().position()
            for text in puzzle.solution:
                right = [code for code in position.codes() if starts_win(position, code)]
                assert [str(position.move(code)) for code in right] == [text]
                position.play(right[0])


def test_more_can_be_made() -> None:
    puzzle = next(finds(games.get("veloop-hex"), random.Random(5)))
    prove(puzzle)
    assert set(to_data(puzzle)) == {"name", "options", "turns", "moves", "solution", "line"}

"""What an answer to a puzzle comes to, before anything is stored or shown."""

import pytest

import games
from bot.chat.board.links import ShowPuzzle
from bot.chat.features.learn.attempts import (
    Attempt,
    OffLine,
    PuzzleSolved,
    Replied,
    TurnUnfinished,
    decide_answer,
)
from bot.domain.errors import Unplayable
from games.players.puzzles import Puzzle, puzzles

PUZZLES = [puzzle for game in games.catalog() for puzzle in puzzles(game.slug)[::40]]


def play_on(attempt: Attempt, move: str) -> Attempt | None:
    """The attempt after a decision and the reply to it; None where it solves the puzzle."""
    answer = decide_answer(attempt, move)
    assert isinstance(answer, PuzzleSolved | TurnUnfinished | Replied)
    if isinstance(answer, PuzzleSolved):
        return None
    if isinstance(answer, Replied):
        return answer.attempt.plus(answer.reply)
    return answer.attempt


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.slug}-{puzzle.name}")
def test_the_solution_solves_the_puzzle_decision_by_decision(puzzle: Puzzle) -> None:
    line = (*puzzle.solution, *puzzle.line)
    attempt: Attempt | None = Attempt(puzzle)
    while attempt is not None:
        attempt = play_on(attempt, line[len(attempt.decisions)])


def test_a_turn_off_the_line_is_left_to_a_search() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.turns > 1 and not puzzle.saves)
    start = Attempt(puzzle)
    other_moves = [
        str(move) for move in start.state.legal_moves() if str(move) not in puzzle.solution
    ]
    answers = [decide_answer(start, move) for move in other_moves]
    off_line = [decision for decision in answers if isinstance(decision, OffLine)]
    assert off_line
    assert not [decision for decision in answers if isinstance(decision, Replied)]
    assert off_line[0].attempt.first(0).decisions == start.decisions


def test_what_is_no_move_is_refused() -> None:
    with pytest.raises(Unplayable):
        decide_answer(Attempt(PUZZLES[0]), "nonsense")


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.slug}-{puzzle.name}")
def test_an_attempt_is_read_back_from_its_path(puzzle: Puzzle) -> None:
    attempt = Attempt(puzzle, puzzle.solution)
    assert Attempt.parse(puzzle, attempt.path) == attempt
    press = attempt.press(ShowPuzzle)
    assert (press.attempt_length, press.path) == (len(puzzle.solution), attempt.path)

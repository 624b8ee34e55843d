"""Puzzles: enough of them for every game, each won within the turns that it says, and not
sooner.
"""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import games
from games.core import State
from games.players.claims import JudgedTurn
from games.players.ideas import idea, ideas_in
from games.players.knowledge import knowledge_of
from games.players.knowledge.symmetry import symmetries
from games.players.puzzles import (
    FIRST,
    Puzzle,
    answers,
    from_data,
    main_idea,
    number_of,
    puzzles,
    to_data,
)
from games.players.solver import Solver
from games.players.turning import exercise
from tools.puzzles.curate import (
    LEAST,
    MOST,
    board_of,
    has_one_first_decision,
    is_riddle,
    motif,
    of_one_match,
)
from tools.puzzles.fit import (
    FOUND,
    by_difficulty,
    ideas_of_key_turn,
    is_first,
    share_found,
)
from tools.puzzles.mine import (
    MOST_AT_ONCE,
    MOST_OF_A_MATCH,
    PATIENCE,
    forms,
    is_like_another,
    of_match,
)

from ...sampling import Parameters
from .late_positions import random_move
from .plain_claims import TooMuch, Tries

SLUGS = [game.slug for game in games.catalog() if puzzles(game.slug)]


def prove(puzzle: Puzzle) -> None:
    state = puzzle.start()
    seat = state.to_move
    assert seat is not None
    solver = Solver(knowledge_of(state.game), seat)
    assert solver.wins(state.position(), puzzle.turns)
    assert puzzle.turns == 1 or not solver.wins(state.position(), puzzle.turns - 1)
    for text in puzzle.solution:
        state = state.play(state.parse(text))
    assert state.outcome is not None or solver.wins(state.position(), puzzle.turns - 1)
    for text in puzzle.line:
        state = state.play(state.parse(text))
    assert state.outcome.winner == seat


@pytest.mark.parametrize("slug", SLUGS)
def test_there_are_many_for_every_game_with_names_of_their_own(slug: str) -> None:
    stock = puzzles(slug)
    later_puzzles = stock[FIRST:]
    assert LEAST <= len(later_puzzles) <= MOST
    assert len({puzzle.name for puzzle in stock}) == len(stock)
    for puzzle in later_puzzles:
        assert sum(of_one_match(puzzle, other) for other in stock) <= MOST_OF_A_MATCH
        assert 1 <= puzzle.turns <= 5
        assert puzzle.ideas
        assert motif(puzzle) == puzzle.ideas, "an idea says more than how it ends"
    usual_board = games.get(slug).options[0].default
    usual = sum(board_of(puzzle) == usual_board for puzzle in stock)
    assert 2 * usual >= len(later_puzzles)
    at_once = sum(puzzle.turns == 1 for puzzle in later_puzzles)
    assert at_once <= MOST_AT_ONCE * len(later_puzzles) + 1


@pytest.mark.parametrize("slug", SLUGS)
def test_the_first_are_sparse_with_one_idea_each_and_grow_harder(slug: str) -> None:
    first_puzzles = puzzles(slug)[:FIRST]
    for puzzle in first_puzzles:
        assert is_first(puzzle)
        assert puzzle.ideas == ideas_of_key_turn(puzzle)
    difficulties = [by_difficulty(puzzle) for puzzle in first_puzzles]
    assert difficulties == sorted(difficulties)
    ratings = [puzzle.rating for puzzle in first_puzzles]
    assert ratings == sorted(set(ratings))
    assert ratings[-1] < min(puzzle.rating for puzzle in puzzles(slug)[FIRST:])


@pytest.mark.parametrize("slug", SLUGS)
def test_a_puzzle_has_the_number_of_its_place_and_the_name_of_an_idea_of_its_own(slug: str) -> None:
    for place, puzzle in enumerate(puzzles(slug)):
        assert number_of(puzzle) == place + 1
        solving_turn = JudgedTurn.of(puzzle.start(), puzzle.solution)
        assert main_idea(puzzle) in (*puzzle.ideas, *ideas_in(solving_turn))
        assert idea(slug, main_idea(puzzle)) is not None
    assert number_of(replace(puzzles(slug)[0], name="12x4")) == 0


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_nine_in_ten_casual_players_find_the_first(slug: str) -> None:
    rng = random.Random(7)
    shares = [share_found(puzzle, "casual", rng) for puzzle in puzzles(slug)[:FIRST]]
    assert sum(shares) >= FOUND * FIRST


@pytest.mark.some_cases(3)
@pytest.mark.parametrize("slug", SLUGS)
def test_none_is_nearly_another_mirrored_or_with_colours_exchanged(slug: str) -> None:
    count = min(60, len(puzzles(slug)))
    starts = [puzzle.start() for puzzle in random.Random(slug).sample(puzzles(slug), count)]
    for number, state in enumerate(starts):
        others = [next(forms(other)) for other in starts[:number] if other.options == state.options]
        assert not is_like_another(state, others)
    board = starts[0].board
    assert all(len(image) == len(board) for image in symmetries(board))


SMALL = {"board": "hex-2-4"}


def small_match(*moves: str) -> State:
    return games.replay("snipsnip", SMALL, moves)


def test_a_position_a_stone_away_from_another_is_nearly_the_same() -> None:
    state = small_match("a3", "e1")
    same = next(forms(state))
    mirror_form = next(form for form in forms(state) if form != same)
    assert is_like_another(state, [mirror_form])
    one_more = next(forms(small_match("a3", "e1", "b1")))
    assert is_like_another(small_match("a3"), [one_more])
    four_more = next(forms(small_match("a3", "e1", "b1", "c2", "d1", "b4")))
    assert not is_like_another(state, [four_more])


def now_and_then(slug: str) -> Iterator[Parameters]:
    """The puzzles of a game but the first ones: the shortest always, every 20th among the slow
    tests, the others among the exhaustive ones. Whatever makes a puzzle proves it, too.
    """
    for place, puzzle in enumerate(sorted(puzzles(slug)[FIRST:], key=lambda puzzle: puzzle.turns)):
        marks = []
        if place > 0:
            marks = [pytest.mark.exhaustive if place % 20 else pytest.mark.slow]
        yield pytest.param(puzzle, marks=marks)


@pytest.mark.parametrize("puzzle", [case for slug in SLUGS for case in now_and_then(slug)])
def test_each_is_proven_again_and_has_one_first_decision(puzzle: Puzzle) -> None:
    prove(puzzle)
    assert is_riddle(puzzle)


@pytest.mark.parametrize("slug", SLUGS)
def test_each_of_the_first_is_proven_again_and_has_one_first_decision(slug: str) -> None:
    for puzzle in puzzles(slug)[:FIRST]:
        prove(puzzle)
        assert has_one_first_decision(puzzle), puzzle


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("one_of", [10, pytest.param(1, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("slug", SLUGS)
def test_wins_hold_against_search_that_knows_nothing(slug: str, one_of: int) -> None:
    """One of so many puzzles, as far as trying everything goes; a share that is never decided would
    say nothing.
    """
    count = 0
    sample = puzzles(slug)[::one_of]
    for puzzle in sample:
        position = puzzle.start().position()
        tries = Tries(60_000)
        try:
            assert tries.wins(position, position.to_move, puzzle.turns), puzzle
            if puzzle.turns > 1:
                assert not tries.wins(position, position.to_move, puzzle.turns - 1), puzzle
        except TooMuch:
            continue
        count += 1
    assert count > len(sample) / 2


def test_what_was_missed_in_a_match_becomes_an_exercise_that_is_proved() -> None:
    rng = random.Random(1)
    kinds = set[str]()
    for _ in range(30):
        states = [games.get("veloop-square").start(board="5x5", turns="single")]
        while states[-1].to_move is not None:
            states.append(random_move(states[-1], rng))
        decisions = [str(state.last_move) for state in states[1:]]
        for place in range(max(0, len(states) - 6), len(states) - 1):
            turn = JudgedTurn((states[place], states[place + 1]))
            task = exercise(turn, decisions[:place], 2.0)
            if task is not None:
                kinds.add("win" if task.turns else "save")
                check_exercise(task, turn)
    assert kinds == {"win", "save"}


def check_exercise(task: Puzzle, turn: JudgedTurn) -> None:
    """An exercise's solution is judged to be right, and the turn that was played to be wrong."""

    def judge(state: State) -> bool | None:
        if task.saves:
            return answers.save_verdict(state, task.saves, 9.0).right
        return answers.verdict(state, task.turns - 1, 9.0).right

    right = task.start().play(turn.before.parse(*task.solution))
    if right.to_move is not None:
        assert judge(right)
    if turn.after.to_move is not None:
        assert judge(turn.after) is False
    if task.turns:
        prove(task)


def test_the_defence_holds_out_as_long_as_it_can() -> None:
    puzzle = next(puzzle for puzzle in puzzles("loop") if puzzle.turns >= 3)
    state = puzzle.start()
    for text in puzzle.solution:
        state = state.play(state.parse(text))
    solver = Solver(knowledge_of(state.game), 1 - (state.to_move or 0))
    state = state.play(state.parse(puzzle.line[0]))
    assert not solver.wins(state.position(), puzzle.turns - 2)


@pytest.mark.slow
def test_more_can_be_made() -> None:
    rng = random.Random(5)
    start = games.get("veloop-hex").start(board="hex34")
    puzzle = next(puzzle for _ in range(20) for puzzle in of_match(start, rng, PATIENCE))
    prove(puzzle)
    data = to_data(puzzle)
    assert from_data("veloop-hex", data) == puzzle
    assert data["options"].items() <= puzzle.options.items()

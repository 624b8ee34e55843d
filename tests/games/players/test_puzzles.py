"""Puzzles: enough of them for every game, each won within the turns that it says, and not
sooner.
"""

import random
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import pytest
from _pytest.mark import ParameterSet

import games
from games.players.claims import Turn
from games.players.knowledge import knowledge_of
from games.players.knowledge.symmetry import symmetries
from games.players.puzzles import Puzzle, answers, from_data, puzzles, to_data
from games.players.solved import best_play, winner
from games.players.solver import Solver
from games.players.turning import exercise
from tools.puzzles.curate import LEAST, MOST, board_of, is_riddle, motif, of_one_match
from tools.puzzles.mine import MOST_AT_ONCE, MOST_OF_A_MATCH, PATIENCE, forms, is_near, of_match

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
    given = puzzles(slug)
    assert LEAST <= len(given) <= MOST
    assert (
        max(sum(of_one_match(puzzle, other) for other in given) for puzzle in given)
        <= MOST_OF_A_MATCH
    )
    assert len({puzzle.name for puzzle in given}) == len(given)
    assert all(1 <= puzzle.turns <= 5 and puzzle.ideas for puzzle in given)
    assert 2 * sum(
        board_of(puzzle) == games.get(slug).options[0].default for puzzle in given
    ) >= len(given)
    assert sum(puzzle.turns == 1 for puzzle in given) <= MOST_AT_ONCE * len(given) + 1
    assert all(motif(puzzle) == puzzle.ideas for puzzle in given), (
        "an idea says more than how it ends"
    )


@pytest.mark.some_cases(3)
@pytest.mark.parametrize("slug", SLUGS)
def test_none_is_nearly_another_mirrored_or_with_colours_exchanged(slug: str) -> None:
    some = [
        puzzle.start()
        for puzzle in random.Random(slug).sample(puzzles(slug), min(60, len(puzzles(slug))))
    ]
    for number, state in enumerate(some):
        others = [next(forms(other)) for other in some[:number] if other.options == state.options]
        assert not is_near(state, others)
    assert all(len(image) == len(some[0].board) for image in symmetries(some[0].board))


SMALL = {"board": "hex-2-4"}


def test_a_position_a_stone_away_from_another_is_nearly_the_same() -> None:
    start = games.replay("snipsnip", SMALL, ("a3", "e1"))
    (mirrored, *_) = (form for form in forms(start) if form != next(forms(start)))
    assert is_near(start, [mirrored])
    assert is_near(
        games.replay("snipsnip", SMALL, ("a3",)),
        [next(forms(games.replay("snipsnip", SMALL, ("a3", "e1", "b1"))))],
    )
    far = games.replay("snipsnip", SMALL, ("a3", "e1", "b1", "c2", "d1", "b4"))
    assert not is_near(start, [next(forms(far))])


def now_and_then(slug: str) -> Iterator[ParameterSet]:
    """The puzzles of a game: the first one always, every fourth among the slow tests, the others
    among the exhaustive ones.
    """
    for place, puzzle in enumerate(sorted(puzzles(slug), key=lambda puzzle: puzzle.turns)):
        marks = []
        if place > 0:
            marks = [pytest.mark.exhaustive if place % 4 else pytest.mark.slow]
        yield pytest.param(puzzle, marks=marks)


@pytest.mark.parametrize("puzzle", [case for slug in SLUGS for case in now_and_then(slug)])
def test_each_is_proven_again_and_has_one_first_decision(puzzle: Puzzle) -> None:
    prove(puzzle)
    assert is_riddle(puzzle)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("slug", SLUGS)
def test_wins_hold_against_search_that_knows_nothing(slug: str) -> None:
    """All of them, as far as trying everything goes; a share that is never decided would say
    nothing.
    """
    decided = 0
    for puzzle in puzzles(slug):
        seat = puzzle.start().to_move
        tries = Tries(60_000)
        assert seat is not None
        try:
            assert tries.wins(puzzle.start().position(), seat, puzzle.turns), puzzle
            assert puzzle.turns == 1 or not tries.wins(
                puzzle.start().position(), seat, puzzle.turns - 1
            ), puzzle
        except TooMuch:
            continue
        decided += 1
    assert decided > len(puzzles(slug)) / 2


def test_what_was_missed_in_a_match_becomes_an_exercise_that_is_proved() -> None:
    slug = "veloop-square"
    rng = random.Random(1)
    met = set[bool]()
    for _ in range(30):
        states = [games.get(slug).start(board="5x5", turns="single")]
        while states[-1].to_move is not None:
            states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
        made = [str(state.last_move) for state in states[1:]]
        for at, (before, after) in enumerate(pairwise(states)):
            if (
                at < len(states) - 6
                or (task := exercise(Turn((before, after)), made[:at], 2.0)) is None
            ):
                continue
            met.add(task.turns > 0)
            right = task.start().play(before.parse(*task.solution))
            ask, within = (
                (answers.kept, task.saves) if task.saves else (answers.verdict, task.turns - 1)
            )
            judge = partial(ask, turns=within)
            assert right.to_move is None or judge(right, seconds=9.0).right
            if after.to_move is not None:
                assert judge(after, seconds=9.0).right is False
            if task.turns:
                prove(task)
    assert met == {True, False}


def test_the_defence_holds_out_as_long_as_it_can() -> None:
    puzzle = next(puzzle for puzzle in puzzles("loop") if puzzle.turns >= 3)
    state = puzzle.start()
    for text in puzzle.solution:
        state = state.play(state.parse(text))
    solver = Solver(knowledge_of(state.game), 1 - (state.to_move or 0))
    answered = state.play(state.parse(puzzle.line[0]))
    assert not solver.wins(answered.position(), puzzle.turns - 2)


@pytest.mark.slow
def test_more_can_be_made() -> None:
    rng = random.Random(5)
    start = games.get("veloop-hex").start(board="hex34")
    puzzle = next(puzzle for _ in range(20) for puzzle in of_match(start, rng, PATIENCE))
    prove(puzzle)
    data = to_data(puzzle)
    assert from_data("veloop-hex", data) == puzzle
    assert data["options"].items() <= puzzle.options.items()


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_solved_says_of_puzzles_what_they_say(slug: str) -> None:
    for puzzle in puzzles(slug):
        state = puzzle.start()
        if best_play(slug, state.options) is not None:
            assert winner(state) in (None, state.to_move)

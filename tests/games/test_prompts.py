"""Each step of a turn is named in the words of the rules: what to do, and which step of how many it
is.
"""

import random
from itertools import product

import pytest

import games
from games import SWAP, Game, State
from games.saying import Prompt, prompt

pytestmark = pytest.mark.usefixtures("translatable_sentences")


def every_start() -> list[State]:
    """The start of a match of every game with all its options."""
    return [game.start(**options) for game in games.catalog() for options in every_choice_of(game)]


def every_choice_of(game: Game) -> list[dict[str, str]]:
    """All combinations of the options of a game."""
    names = [option.name for option in game.options]
    choices = product(*(option.choices for option in game.options))
    return [dict(zip(names, values, strict=True)) for values in choices]


def step_after(slug: str, moves: str = "", **options: str) -> str:
    """The step that follows ``moves``, and what has to be known of it, as a player reads it."""
    step = prompt(games.replay(slug, options, moves.split()))
    words = f"{step.number} of {step.steps}: {step.asks}"
    return "; ".join([words, *map(str, step.notes)])


@pytest.mark.slow
def test_each_decision_of_a_match_is_a_named_step_of_its_turn() -> None:
    for start in every_start():
        rng = random.Random(str(start))
        state = start
        steps = list[Prompt]()
        while state.to_move is not None and state.ply < 1_000:
            steps.append(prompt(state))
            check_step(steps, is_pass=state.legal_moves()[0].kind == "pass")
            next_state = state.play(rng.choice(state.legal_moves()))
            if next_state.to_move != state.to_move:
                check_length(steps[-1], next_state)
                steps = []
            state = next_state


def check_step(steps: list[Prompt], *, is_pass: bool) -> None:
    """The last of the steps since a side came to move goes on where the one before it was.

    In misère a side may have another turn, whose steps are counted anew.
    """
    step = steps[-1]
    assert str(step.asks)
    if len(steps) == 1:
        assert step.number == 1
        return
    previous = steps[-2]
    if step.number == 1:
        assert previous.steps in (None, previous.number)
        return
    assert step.number == previous.number + 1
    assert is_pass or previous.steps in (None, step.steps)


def check_length(step: Prompt, next_state: State) -> None:
    """The turn that ends with a step is as long as was said, but for the end and a swap."""
    is_cut_short = next_state.to_move is None or next_state.last_move == SWAP
    assert is_cut_short or step.steps in (None, step.number)


KNIGHT = "place a stone a knight’s leap from one of yours; the two cells between swap"
CAPTURING = "d3 b4 b1 b2 b3 a3"


def test_a_step_of_veloop_is_in_the_words_of_the_rules() -> None:
    first = step_after("veloop-square")
    assert first.startswith(f"1 of 1: {KNIGHT}; the first turn is a single move")
    assert step_after("veloop-square", "e4-d6") == f"1 of 2: {KNIGHT}"


def test_a_step_of_vigilance_is_in_the_words_of_the_rules() -> None:
    assert "they stop slides and sight" in step_after("vigilance")
    third = step_after("vigilance", "e7 h4")
    words = "3 of 3: place your opponent’s stone on any empty cell; White may then"
    assert third.startswith(words)
    swap = step_after("vigilance", "e7 h4 g5")
    assert swap.endswith("; or take over h4, e7 for White; then Red moves")
    placement = step_after("vigilance", "e7 h4 g5 g5-g7")
    assert placement.startswith("2 of 2: place the new stone where none of")


def test_a_step_of_loop_is_in_the_words_of_the_rules() -> None:
    swap = step_after("loop", "1a1")
    assert swap.endswith("; or take over 1a1 for White; then Black moves")


def test_a_step_of_snipsnip_is_in_the_words_of_the_rules() -> None:
    placement = step_after("snipsnip", CAPTURING, board="hex-2-4")
    assert placement.endswith("if it captures, remove a stone next")
    capture = step_after("snipsnip", f"{CAPTURING} a4", board="hex-2-4")
    assert capture == "2 of 2: remove one captured stone, then move again"

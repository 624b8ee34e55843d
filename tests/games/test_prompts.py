"""Each step of a turn is named in the words of the rules: what to do, and which step of how many it
is.
"""

import random
from itertools import product

import pytest

import games
from games import SWAP
from games.saying import Prompt, prompt

pytestmark = pytest.mark.usefixtures("translatable_sentences")
EVERY_START = [
    game.start(**dict(zip((option.name for option in game.options), chosen, strict=True)))
    for game in games.catalog()
    for chosen in product(*(option.choices for option in game.options))
]


def asked(slug: str, moves: str = "", **options: str) -> str:
    """The step that follows ``moves``, and what has to be known of it, as a player reads it."""
    said = prompt(games.replay(slug, options, moves.split()))
    return "; ".join([f"{said.number} of {said.steps}: {said.asks}", *map(str, said.notes)])


@pytest.mark.slow
@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_each_decision_of_a_match_is_a_named_step_of_its_turn(each: int) -> None:
    for start in EVERY_START[::each]:
        rng = random.Random(str(start))
        state = start
        turn = list[Prompt]()
        while state.to_move is not None and state.ply < 1_000:
            turn.append(step := prompt(state))
            after = state.play(rng.choice(state.legal_moves()))
            numbers = [one.number for one in turn]
            # another turn of the same side, as in misère
            again = step.number == 1 and len(turn) > 1
            assert str(step.asks)
            assert step.number == 1 + (0 if len(turn) == 1 or again else numbers[-2])
            if len(turn) > 1 and not again:
                passes = state.legal_moves()[0].kind == "pass"
                assert passes or turn[-2].steps in (None, step.steps)
            if again:
                assert turn[-2].steps in (None, turn[-2].number)
            if after.to_move != state.to_move:
                over = after.to_move is None or after.last_move == SWAP
                assert over or step.steps in (None, step.number)  # the turn is as long as was said
                turn = []
            state = after


def test_the_words_are_those_of_the_rules() -> None:
    knight = "place a stone a knight’s leap from one of yours; the two cells between swap"
    assert asked("veloop-square").startswith(f"1 of 1: {knight}; the first turn is a single move")
    assert asked("veloop-square", "e4-d6") == f"1 of 2: {knight}"
    assert asked("vigilance", "e7 h4").startswith(
        "3 of 3: place your opponent’s stone on any empty cell; White may then"
    )
    assert asked("vigilance", "e7 h4 g5 g5-g7").startswith(
        "2 of 2: place the new stone where none of"
    )
    assert asked("vigilance", "e7 h4 g5").endswith(
        "; or take over h4, e7 for White; then Red moves"
    )
    assert "they stop slides and sight" in asked("vigilance")
    assert asked("loop", "1a1").endswith("; or take over 1a1 for White; then Black moves")
    taking = "d3 b4 b1 b2 b3 a3"
    assert asked("snipsnip", taking, board="hex-2-4").endswith(
        "if it captures, remove a stone next"
    )
    assert (
        asked("snipsnip", f"{taking} a4", board="hex-2-4")
        == "2 of 2: remove one captured stone, then move again"
    )

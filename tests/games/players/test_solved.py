"""What is solved: facts about variants that exist, proved again where that is quick."""

import random

import pytest

import games
from games.core import REPLAYED, SEARCHED, Game, SolvedVariant
from games.players.claims import claims, in_words, situation
from games.players.claims.base import JudgedTurn
from games.players.claims.forced import Drawn, Solved
from games.players.reasons import hint
from tools.solve import solve

FACTS = [(game, fact) for game in games.catalog() for fact in game.solved_variants]
QUICK_BOARDS = ("hex-2-3", "omni-3")
"""Boards of SnipSnip that Python works out from the start in seconds …"""
SLOW_VARIANT = "omni-3 linked between"
"""… but for this variant, which takes minutes."""


def options_of(game: Game, fact: SolvedVariant) -> dict[str, str]:
    names = [option.name for option in game.options]
    return dict(zip(names, fact.variant.split(), strict=True))


def named(game: Game, fact: SolvedVariant) -> str:
    """The name of a fact, as of a test's parameter."""
    return f"{game.slug} {fact.variant}"


def board_of(fact: SolvedVariant) -> str:
    return fact.variant.split()[0]


def test_every_solved_variant_is_one_of_its_game_and_stands_once() -> None:
    assert len(FACTS) == 35
    assert len({named(game, fact) for game, fact in FACTS}) == len(FACTS)
    for game, fact in FACTS:
        options = options_of(game, fact)
        assert game.complete(options) == options
        assert game.best_play(options) is fact
        assert fact.proof in (REPLAYED, SEARCHED)


def test_no_game_is_solved_on_its_usual_board() -> None:
    for game in games.catalog():
        assert game.best_play(game.complete({})) is None


@pytest.mark.parametrize(
    ("slug", "options", "winner"),
    [
        ("veloop-hex", {"board": "hex3", "turns": "single"}, 0),
        ("veloop-hex", {"board": "hex3", "turns": "double"}, None),
        ("veloop-hex", {"board": "hex34", "turns": "single"}, 0),
        ("snipsnip", {"board": "hex-2-4"}, 1),
    ],
)
def test_boards_that_others_have_worked_out_end_as_they_say(
    slug: str, options: dict[str, str], winner: int | None
) -> None:
    game = games.get(slug)
    fact = game.best_play(game.complete(options))
    assert fact is not None
    assert fact.winner == winner


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("game", "fact"),
    [
        pytest.param(game, fact, id=named(game, fact))
        for game, fact in FACTS
        if board_of(fact) in QUICK_BOARDS and fact.variant != SLOW_VARIANT
    ],
)
def test_what_is_quickly_proved_is_proved_again(game: Game, fact: SolvedVariant) -> None:
    assert solve(game, options_of(game, fact)).winner == fact.winner


def test_before_the_first_move_it_is_told_how_a_solved_variant_ends() -> None:
    veloop = games.get("veloop-hex")
    first_wins = veloop.start(board="hex3", turns="single")
    assert situation(first_wins, 0.2) == Solved(opponent_wins=False)
    draw = veloop.start(board="hex3", turns="double")
    assert situation(draw, 0.2) == Drawn()
    second_wins = games.get("snipsnip").start(board="ortho-4")
    assert situation(second_wins, 0.2) == Solved(opponent_wins=True)
    turn = JudgedTurn.of(draw, ["b4-c5"])
    assert "this variant is solved" in str(in_words(Drawn(), turn))


def test_after_the_first_move_nothing_is_claimed_that_is_not_proved_there() -> None:
    """The facts say who wins from the start, not after a move that may have thrown it away."""
    start = games.get("veloop-hex").start(board="hex3", turns="single")
    for move in start.legal_moves():
        next_state = start.play(move)
        turn = JudgedTurn((start, next_state))
        assert not isinstance(situation(next_state, 0.05), Solved | Drawn)
        for claim in claims(turn):
            assert not isinstance(claim, Solved | Drawn)


def test_a_hint_on_a_solved_variant_does_not_say_that_nothing_is_proved() -> None:
    start = games.get("veloop-hex").start(board="hex3", turns="double")
    advised = hint(start, "novice", None, random.Random(1))
    assert str(advised.stake).startswith("this variant is solved")
    assert not any("nothing is forced" in str(reason) for reason in advised.reasons)

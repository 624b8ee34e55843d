"""What a playout tells the search of the decisions that were made in it."""

import random

import pytest

import games
from games.players.knowledge import knowledge_of
from tests.games.playing import wander

PLAYOUTS = 20


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_the_decisions_of_a_playout_can_be_made_one_after_another(game: games.Game) -> None:
    knowledge = knowledge_of(game)
    for seed in range(PLAYOUTS):
        rng = random.Random(seed)
        position = wander(game.start(), rng, seed).position()
        if position.reason is not None:
            continue
        history: tuple[list[int], list[int]] = ([], [])
        knowledge.simulate(position.copy(), rng.random, history)
        decisions = (iter(history[0]), iter(history[1]))
        for _ in range(len(history[0]) + len(history[1])):
            code = next(decisions[position.to_move])
            assert code in position.codes()
            position = position.after(code)


def test_a_playout_of_loop_tells_what_both_sides_placed() -> None:
    history: tuple[list[int], list[int]] = ([], [])
    game = games.get("loop")
    knowledge_of(game).simulate(game.start().position(), random.Random(1).random, history)
    assert history[0]
    assert history[1]

"""The pie: players offer even starts, and take over by what a start is worth."""

import random
import time
from dataclasses import replace

import pytest

import games
from games.core import SWAP, SWAP_CODE
from games.players import LEVELS, Player
from games.players.knowledge import knowledge_of
from games.players.pie import even_starts_of, known_start, known_starts

WITH_STARTS = ("vigilance", "loops-n-leaps")
"""The games in which a start is looked for that may be taken over."""
each_game = pytest.mark.parametrize(
    "game", [games.get(slug) for slug in WITH_STARTS], ids=WITH_STARTS
)
FEW = {"playouts": 16, "seconds": 60.0}


def offered(state: games.State, player: Player) -> games.State:
    """The state after the start that a player offers."""
    while SWAP not in state.legal_moves():
        state = state.play(player.think(state).move)
    return state


@each_game
def test_a_start_that_is_offered_on_a_default_board_is_known_to_be_even(game: games.Game) -> None:
    for seed in range(4):
        player = Player(replace(LEVELS["club"], **FEW), random.Random(seed))
        start = known_start(offered(game.start(), player))
        assert start in even_starts_of(game.start())


@each_game
def test_starts_differ_from_match_to_match(game: games.Game) -> None:
    starts = set()
    for seed in range(6):
        player = Player(replace(LEVELS["club"], **FEW), random.Random(seed))
        starts.add(tuple(offered(game.start(), player).pieces()))
    assert len(starts) > 1


@each_game
def test_a_start_is_found_on_every_board_in_time(game: games.Game) -> None:
    for board in game.options[0].choices:
        state = game.start(board=board)
        player = Player(replace(LEVELS["novice"], seconds=0.05), random.Random(1))
        begin = time.thread_time()
        assert player.think(state).move in state.legal_moves()
        assert time.thread_time() - begin < 1.0


@each_game
def test_starts_that_are_known_are_legal_and_counted(game: games.Game) -> None:
    knowledge = knowledge_of(game)
    starts = known_starts(game.start())
    assert starts
    for start in starts:
        state = game.start()
        for cell in start.cells:
            state = state.play(state.parse(cell))
        assert SWAP_CODE in state.position().codes()
        assert len(start.cells) == knowledge.start_length
        assert 0 <= start.wins <= start.matches
        assert known_start(state) == start


@each_game
@pytest.mark.parametrize("level", ["casual", "club", "strong", "master"])
def test_a_start_is_taken_over_by_what_it_is_worth(game: games.Game, level: str) -> None:
    starts = sorted(known_starts(game.start()), key=lambda start: start.chance())
    for start in (starts[0], starts[-1]):
        state = game.start()
        for cell in start.cells:
            state = state.play(state.parse(cell))
        player = Player(replace(LEVELS[level], playouts=16), random.Random(1))
        takes_over = player.think(state).move == SWAP
        assert takes_over == (start.chance() < 0.5)

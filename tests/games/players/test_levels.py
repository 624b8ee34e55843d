"""The levels: all of them play legal decisions within their time, and the better ones think
further.
"""

import random
from dataclasses import replace

import pytest

import games
from games.players import LEVELS, ComputerPlayer, UnknownLevel, choose
from tests.games.playing import wander
from tests.sampling import only, paired

each_game = pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)


def test_there_are_six_levels_that_keep_to_their_times() -> None:
    assert list(LEVELS) == ["novice", "casual", "regular", "club", "strong", "master"]
    most = {"strong": 3.0, "master": 8.0}
    assert all(level.seconds <= most.get(level.name, 1.0) for level in LEVELS.values())


@pytest.mark.parametrize(("game", "level"), paired(games.catalog(), list(LEVELS)[:4]))
def test_decisions_are_legal(game: games.Game, level: str) -> None:
    for plies in (0, 9):
        state = wander(game.start(), random.Random(1), plies)
        assert choose(state, level, 0.03, random.Random(2)) in state.legal_moves()


@pytest.mark.parametrize(("game", "level"), paired(games.catalog(), list(LEVELS)))
def test_a_player_whose_time_is_over_still_decides(game: games.Game, level: str) -> None:
    largest = game.options[0].choices[-1]
    state = wander(game.start(board=largest), random.Random(1), 9)
    player = ComputerPlayer(LEVELS[level], random.Random(2))
    assert player.think(state, 0.0).move in state.legal_moves()


@pytest.mark.some_cases(1)
@each_game
def test_a_master_searches_for_its_whole_time_in_every_decision(game: games.Game) -> None:
    level = replace(LEVELS["master"], seconds=0.1)
    few = LEVELS["casual"].playouts or 0
    state = wander(game.start(), random.Random(1), 6)
    for seed in range(3):
        assert ComputerPlayer(level, random.Random(seed)).think(state).playouts > few


def test_club_and_strong_search_lines_in_every_decision() -> None:
    state = wander(games.get("loops-n-leaps").start(), random.Random(1), 6)
    few = LEVELS["casual"].playouts or 0
    for seed in range(6):
        assert ComputerPlayer("club", random.Random(seed)).think(state).playouts > few


def test_only_the_master_is_limited_by_nothing_but_its_time() -> None:
    unlimited = [level.name for level in LEVELS.values() if level.playouts is None]
    assert unlimited == ["master"]


def test_a_weak_player_does_not_play_better_for_having_time() -> None:
    state = wander(games.get("loop").start(), random.Random(1), 4)
    assert ComputerPlayer("novice", random.Random(1)).think(state, 60.0).playouts <= 4


def test_an_unknown_level_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownLevel, match="did you mean master"):
        choose(games.get("loop").start(), "mastr")


def test_thoughts_are_kept_from_turn_to_turn() -> None:
    level = replace(LEVELS["club"], playouts=60, seconds=60.0)
    player = ComputerPlayer(level, random.Random(1))
    state = wander(games.get("loop").start(), random.Random(1), 2)
    for _ in range(2):
        state = state.play(player.think(state).move)
        player.observe(state)
    fresh = ComputerPlayer(level, random.Random(1)).think(state)
    assert player.think(state).playouts > fresh.playouts
    later = wander(state, random.Random(1), 2)
    player.observe(later)  # not what follows the last state: nothing of it is kept
    assert player.think(state).playouts <= fresh.playouts + 1


def test_the_same_chance_gives_the_same_decision() -> None:
    state = wander(games.get("vigilance").start(), random.Random(1), 5)
    first = choose(state, "casual", 30.0, random.Random(6))
    assert choose(state, "casual", 30.0, random.Random(6)) == first


@pytest.mark.parametrize(
    "game", only(games.catalog(), "snipsnip", "loop"), ids=lambda game: game.slug
)
def test_openings_vary(game: games.Game) -> None:
    level = replace(LEVELS["club"], playouts=16, seconds=60.0)
    players = [ComputerPlayer(level, random.Random(seed)) for seed in range(6)]
    moves = {player.think(game.start()).move for player in players}
    assert len(moves) > 1


def test_only_what_is_proven_is_worth_a_whole_win_or_loss() -> None:
    state = games.get("loop").start()
    for seed in range(12):
        decision = ComputerPlayer("novice", random.Random(seed)).think(state)
        assert not decision.proven
        assert abs(decision.value) < 1


RING = "1g5 1e3 1a4 1c4 1e6 1d2 1g2 1c3 1d4 1d5 1e5 1e4"
"""In Loop, White has a ring with gaps at 1c5 and at either 1d3 or 1e2; Black is to move."""


def answers_of_casual(moves: str) -> set[str]:
    """What a casual player answers in Loop, tried a few times."""
    state = games.replay("loop", {"board": "main", "full_board": "draw"}, moves.split())
    return {str(choose(state, "casual", 0.5, random.Random(seed))) for seed in range(8)}


def test_a_casual_player_closes_one_of_two_gaps_although_neither_is_enough() -> None:
    assert answers_of_casual(f"{RING} 2d4 1c5") <= {"1d3", "1e2"}


def test_a_casual_player_closes_the_last_gap_of_a_ring_far_from_the_last_tile() -> None:
    assert answers_of_casual(f"{RING} 1d3 1c5 1k1 1l1") == {"1e2"}

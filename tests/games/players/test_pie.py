"""The pie: players offer even starts, and take over by what a start is worth."""

import random
import re
import time
from dataclasses import replace

import pytest

import games
from games.core import SWAP, SWAP_CODE
from games.players import LEVELS, ComputerPlayer
from games.players.claims import JudgedTurn
from games.players.knowledge import knowledge_of
from games.players.pie import Start, even_starts_of, known_start, known_starts
from games.players.pie_words import about_start, about_turn
from games.players.reasons import cells_in, hint

WITH_STARTS = ("vigilance", "loops-n-leaps")
"""The games in which a start is looked for that may be taken over."""
each_game = pytest.mark.parametrize(
    "game", [games.get(slug) for slug in WITH_STARTS], ids=WITH_STARTS
)
FEW = {"playouts": 16, "seconds": 60.0}
SECONDS = 0.03
"""For a hint on a start, whose words come from what is known of it, not from a search."""


def offered(state: games.State, player: ComputerPlayer) -> games.State:
    """The state after the start that a player offers."""
    while SWAP not in state.legal_moves():
        state = state.play(player.think(state).move)
    return state


@each_game
def test_a_start_that_is_offered_on_a_default_board_is_known_to_be_even(game: games.Game) -> None:
    for seed in range(4):
        player = ComputerPlayer(replace(LEVELS["club"], **FEW), random.Random(seed))
        start = known_start(offered(game.start(), player))
        assert start in even_starts_of(game.start())


@each_game
def test_starts_differ_from_match_to_match(game: games.Game) -> None:
    starts = set()
    for seed in range(6):
        player = ComputerPlayer(replace(LEVELS["club"], **FEW), random.Random(seed))
        starts.add(tuple(offered(game.start(), player).pieces()))
    assert len(starts) > 1


@each_game
def test_a_start_is_found_on_every_board_in_time(game: games.Game) -> None:
    for board in game.options[0].choices:
        state = game.start(board=board)
        player = ComputerPlayer(replace(LEVELS["novice"], seconds=0.02), random.Random(1))
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


def uneven_starts(game: games.Game) -> list[Start]:
    """The best and the worst of the known starts that are not even, for the side that moves next;
    a single one where all are bad for it.
    """
    even_starts = even_starts_of(game.start())
    starts = [start for start in known_starts(game.start()) if start not in even_starts]
    starts.sort(key=lambda start: start.chance())
    return starts[:1] if starts[-1].chance() < 0.5 else [starts[0], starts[-1]]


@each_game
@pytest.mark.parametrize("level", ["casual", "club", "strong", "master"])
def test_a_start_is_taken_over_by_what_it_is_worth(game: games.Game, level: str) -> None:
    for start in uneven_starts(game):
        state = game.start()
        for cell in start.cells:
            state = state.play(state.parse(cell))
        player = ComputerPlayer(replace(LEVELS[level], playouts=16), random.Random(1))
        takes_over = player.think(state).move == SWAP
        assert takes_over == (start.chance() < 0.5)


@each_game
def test_whoever_takes_a_start_over_expects_to_win(game: games.Game) -> None:
    player = ComputerPlayer(replace(LEVELS["club"], **FEW), random.Random(1))
    for start in known_starts(game.start()):
        thought = player.think(JudgedTurn.of(game.start(), start.cells).after)
        if thought.move == SWAP and start not in even_starts_of(game.start()):
            assert thought.value >= 0


@each_game
def test_an_even_start_is_taken_over_in_one_match_of_two(game: games.Game) -> None:
    start = even_starts_of(game.start())[0]
    state = JudgedTurn.of(game.start(), start.cells).after
    taken = 0
    for number in range(24):
        player = ComputerPlayer(replace(LEVELS["club"], **FEW), random.Random(number))
        taken += player.think(state).move == SWAP
    assert 5 <= taken <= 19


@each_game
def test_a_start_is_taken_over_after_all_the_time_that_is_given(game: games.Game) -> None:
    start = min(known_starts(game.start()), key=lambda start: start.chance())
    state = JudgedTurn.of(game.start(), start.cells).after
    begin = time.thread_time()
    thought = ComputerPlayer("strong", random.Random(1)).think(state, 0.6)
    assert thought.move == SWAP
    assert time.thread_time() - begin > 0.9 * 0.6


@pytest.mark.some_cases(1)
@each_game
def test_a_hint_for_a_start_says_why_it_is_even(game: games.Game) -> None:
    advised = hint(game.start(), "strong", SECONDS, random.Random(1))
    (plan,) = advised.plans
    assert "neither side won much more often" in str(plan)
    assert not any("nothing is forced" in str(reason) for reason in advised.reasons)
    (look,) = advised.standing
    assert len(cells_in([look])) == len(even_starts_of(game.start()))
    assert advised.moves[0].target in cells_in([look])


@pytest.mark.some_cases(1)
@each_game
def test_a_hint_says_why_a_start_is_taken_over_or_left(game: games.Game) -> None:
    words = {even_starts_of(game.start())[0]: "as you like"}
    for uneven_start in uneven_starts(game):
        words[uneven_start] = "take over " if uneven_start.chance() < 0.5 else "don’t take "
    for start, text in words.items():
        state = game.start()
        for cell in start.cells:
            state = state.play(state.parse(cell))
        advised = hint(state, "strong", SECONDS, random.Random(1))
        assert re.search(text, str(advised.plans[0])), start
        assert cells_in(advised.plans[:1]) == state.play(SWAP).taken_over
        assert SWAP not in advised.moves or advised.standing == ()
        assert not any("nothing is forced" in str(reason) for reason in advised.reasons)


def test_a_start_that_nobody_knows_is_not_said_to_have_been_tried() -> None:
    state = games.get("loops-n-leaps").start(board="base4")
    advised = hint(state, "strong", SECONDS, random.Random(1))
    assert str(advised.plans[0]).startswith("start with ")
    assert "tried" not in str(advised.plans[0])
    assert cells_in(advised.standing) == ()


def test_turns_that_meet_no_start_have_no_words_about_one() -> None:
    state = games.replay("loops-n-leaps", {}, ("h5", "h7"))
    turn = JudgedTurn.of(state, state.legal_moves()[:1])
    assert about_start(turn) is None
    assert about_turn(turn, 0.0) is None
    snipsnip = games.get("snipsnip").start()
    snipsnip_turn = JudgedTurn.of(snipsnip, snipsnip.legal_moves()[:1])
    assert about_start(snipsnip_turn) is None
    assert about_turn(snipsnip_turn, 0.0) is None


@pytest.mark.parametrize("seed", [1, 2])
def test_where_to_look_for_an_unknown_start_is_where_the_advised_one_is(seed: int) -> None:
    advised = hint(games.get("loop").start(), "strong", SECONDS, random.Random(seed))
    assert advised.moves[0].target in cells_in(advised.standing), advised.standing

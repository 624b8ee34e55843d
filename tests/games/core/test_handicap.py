"""Handicaps: turns that the second side has made before a match begins, and hints for it."""

import dataclasses
import random

import pytest
from hypothesis import given, settings, strategies as st

import games
from games import BadOption, Game, State
from games.core import (
    HANDICAP,
    NO_HANDICAP,
    SWAP,
    Handicap,
    HandicapWorth,
    HeadStart,
    IllegalMove,
)
from games.core.errors import either
from games.core.handicap import HINTS, SIDE
from games.players import ComputerPlayer
from games.records import Record, RecordedTurn, read, to_json, to_text
from tests.games.example import example
from tests.games.playing import random_turn

STARTS = [
    pytest.param(game, variant, count, id=f"{game.slug}-{variant}-{count}".replace(" ", "-"))
    for game in games.catalog()
    for variant, head_start in game.head_starts
    for count in head_start.counts
]
each_start = pytest.mark.parametrize(("game", "variant", "count"), STARTS)
each_game = pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)


def options_of(game: Game, variant: str) -> dict[str, str]:
    """The options that a variant is named by."""
    names = [option.name for option in game.options]
    return dict(zip(names, variant.split(), strict=True))


def start(game: Game, variant: str, handicap: str) -> State:
    """The start of a match of a variant with a handicap."""
    return game.start(**options_of(game, variant), handicap=handicap)


def wander(state: State, decisions: int, rng: random.Random) -> list[State]:
    """A state and those after some random decisions."""
    states = [state]
    while states[-1].to_move is not None and len(states) <= decisions:
        move = rng.choice(states[-1].legal_moves())
        states.append(states[-1].play(move))
    return states


# ------------------------------------------------------------------------------------- a head start


@each_start
def test_the_first_side_begins_and_nothing_was_played(game: Game, variant: str, count: int) -> None:
    state = start(game, variant, f"turns-{count}")
    assert (state.to_move, state.ply, state.turn, state.turns) == (0, 0, 1, 0)
    assert state.has_head_start
    assert state.outcome is None
    assert state.last_move is None
    assert state.events == ()


@each_start
def test_the_second_side_is_ahead_of_where_it_would_begin(
    game: Game, variant: str, count: int
) -> None:
    head_start = dict(game.head_starts)[variant]
    place = head_start.counts.index(count)
    fewer = NO_HANDICAP if place == 0 else f"turns-{head_start.counts[place - 1]}"
    one_less = start(game, variant, fewer)
    state = start(game, variant, f"turns-{count}")
    assert state.pieces() != one_less.pieces()
    assert sum(map(len, state.pieces().values())) >= sum(map(len, one_less.pieces().values()))


@each_start
def test_the_first_side_has_a_choice(game: Game, variant: str, count: int) -> None:
    state = start(game, variant, f"turns-{count}")
    assert len(state.legal_moves()) > 1
    assert not state.threatens_win


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [1, pytest.param(3, marks=pytest.mark.exhaustive)])
@each_start
def test_neither_side_has_won_before_the_first_move(
    game: Game, variant: str, count: int, seconds: int
) -> None:
    player = ComputerPlayer("master", random.Random(1))
    thought = player.think(start(game, variant, f"turns-{count}"), seconds)
    assert not thought.proven, thought


@each_start
def test_no_start_is_taken_over(game: Game, variant: str, count: int) -> None:
    with pytest.raises(IllegalMove, match="with extra turns on the board"):
        start(game, variant, f"turns-{count}").play(SWAP)
    rng = random.Random(count)
    for state in wander(start(game, variant, f"turns-{count}"), 12, rng):
        assert SWAP not in state.legal_moves()


@each_start
def test_a_match_with_it_ends(game: Game, variant: str, count: int) -> None:
    state = start(game, variant, f"turns-{count}")
    for seed in range(3):
        outcome = games.players.playout(state, random.Random(seed))
        assert outcome.winner in (0, 1, None)
        assert outcome.reason


@each_start
def test_it_may_be_won_by_either_side(game: Game, variant: str, count: int) -> None:
    state = start(game, variant, f"turns-{count}")
    winners = set[int | None]()
    for seed in range(60):
        winners.add(games.players.playout(state, random.Random(seed)).winner)
        if {0, 1} <= winners:
            return
    pytest.fail(f"in 60 random matches, no other side has won: {winners}")


@each_start
def test_what_is_played_after_it_is_replayed(game: Game, variant: str, count: int) -> None:
    states = wander(start(game, variant, f"turns-{count}"), 20, random.Random(7))
    moves = [str(state.last_move) for state in states[1:]]
    replay = games.replay(game.slug, states[0].options, moves)
    assert replay.pieces() == states[-1].pieces()
    assert replay.to_move == states[-1].to_move
    assert replay.legal_moves() == states[-1].legal_moves()


@each_start
def test_a_record_keeps_it(game: Game, variant: str, count: int) -> None:
    state = start(game, variant, f"turns-{count}")
    turns = list[RecordedTurn]()
    rng = random.Random(5)
    while state.to_move is not None and len(turns) < 6:
        seat = state.to_move
        moves, state = random_turn(state, rng)
        turns.append(RecordedTurn(seat, tuple(moves), None, "played"))
    record = Record(game, dict(state.options), ("Ann", "Ben"), tuple(turns), match="M1")
    for write in (to_text, to_json):
        copy = read(write(record))
        assert copy == record
        assert copy.options[HANDICAP] == f"turns-{count}"
        assert copy.states()[-1].pieces() == state.pieces()


@each_start
@given(data=st.data())
@settings(max_examples=5, deadline=None)
def test_decisions_after_it_are_read_back_from_their_text(
    game: Game, variant: str, count: int, data: st.DataObject
) -> None:
    length = data.draw(st.integers(0, 12))
    seed = data.draw(st.integers(0, 999))
    *_, state = wander(start(game, variant, f"turns-{count}"), length, random.Random(seed))
    for move in state.legal_moves()[:40]:
        assert state.parse(str(move)) == move


@each_start
def test_the_board_with_it_is_no_board_that_was_measured_or_solved_without(
    game: Game, variant: str, count: int
) -> None:
    options = start(game, variant, f"turns-{count}").options
    assert game.results(options) is None
    assert game.best_play(options) is None
    assert game.leader(options) is None


# ------------------------------------------------------------------------------------------- choice


@each_game
def test_options_without_a_handicap_are_as_they_were(game: Game) -> None:
    plain = game.start()
    assert HANDICAP not in plain.options
    assert not plain.has_head_start
    assert game.start(handicap=NO_HANDICAP).options == plain.options
    assert game.worth(plain.options) is None
    assert HANDICAP not in [option.name for option in game.options]


@each_game
@pytest.mark.parametrize("count", HINTS)
def test_hints_change_no_position(game: Game, count: int) -> None:
    state = game.start(handicap=f"hints-{count}")
    assert state.options == {**game.start().options, HANDICAP: f"hints-{count}"}
    assert state.pieces() == game.start().pieces()
    assert state.legal_moves() == game.start().legal_moves()
    assert not state.has_head_start
    assert state.variant == game.start().variant
    assert game.worth(state.options) is None
    assert game.results(state.options) == game.results(game.start().options)


@each_game
@pytest.mark.parametrize(
    "handicap",
    ["turns-0", "turns-99", "turns--1", "turns-", "turns", "hints-4", "hints-0", "stones-2"],
)
def test_no_other_handicap_is_taken(game: Game, handicap: str) -> None:
    with pytest.raises(BadOption) as refusal:
        game.start(handicap=handicap)
    sentence = str(refusal.value)
    assert sentence.startswith(f"Handicap of {game.name} can’t be “{handicap}”; choose from")
    assert "hints-3" in sentence


@each_game
def test_turns_that_a_board_does_not_offer_are_refused_in_a_sentence(game: Game) -> None:
    of_any_board = [name for name in game.handicap.choices if name.startswith("turns-")]
    with_starts = dict(game.head_starts)
    for board in game.options[0].choices:
        options = game.complete({game.options[0].name: board})
        head_start = with_starts.get(" ".join(options.values()))
        counts = () if head_start is None else head_start.counts
        for handicap in set(of_any_board) - {f"turns-{count}" for count in counts}:
            with pytest.raises(BadOption) as refusal:
                game.complete({**options, HANDICAP: handicap})
            if head_start is None:
                assert str(refusal.value) == (
                    f"{game.name} has no extra turns on this board; choose hints, or another board"
                )
            else:
                choices = str(either([str(count) for count in counts]))
                assert str(refusal.value) == f"on this board the extra turns can be {choices}"


@each_start
def test_it_is_named_as_players_call_it(game: Game, variant: str, count: int) -> None:
    options = start(game, variant, f"turns-{count}").options
    second = game.seats[SIDE]
    phrase = f"1 extra turn for {second}" if count == 1 else f"{count} extra turns for {second}"
    *_, last = game.phrases(options)
    assert str(last) == phrase
    assert Handicap.of(options) == Handicap("turns", count)
    assert str(Handicap("turns", count)) == f"turns-{count}"


# ------------------------------------------------------------------------------------------- worths


def test_a_handicap_is_worth_what_was_measured_of_so_many_turns() -> None:
    game = games.get("loop")
    head_start = dict(game.head_starts)["main draw"]
    worths = (HandicapWorth(120, 20), HandicapWorth(-40, 55))
    with_worths = dataclasses.replace(
        game, head_starts=(("main draw", dataclasses.replace(head_start, worths=worths)),)
    )
    few, more, most = head_start.counts
    for count, worth in ((few, worths[0]), (more, worths[1]), (most, None)):
        assert with_worths.worth(with_worths.complete({HANDICAP: f"turns-{count}"})) == worth
    assert with_worths.worth(with_worths.complete({HANDICAP: "hints-3"})) is None
    assert with_worths.worth(with_worths.complete({})) is None


# ------------------------------------------------------------------------------------ another game


def test_a_game_without_the_field_offers_hints_alone() -> None:
    game = example()
    assert game.head_starts == ()
    assert game.handicap.choices == (NO_HANDICAP, *(f"hints-{count}" for count in HINTS))
    assert game.start(handicap="hints-3").options[HANDICAP] == "hints-3"
    with pytest.raises(BadOption, match="Handicap of Col can’t be “turns-1”"):
        game.start(handicap="turns-1")


def test_a_head_start_that_can_t_be_played_is_a_fault_of_its_game() -> None:
    game = games.get("loop")
    wrong = dataclasses.replace(
        game, head_starts=(("main draw", HeadStart(("1f3", "1f3"), counts=(1, 2))),)
    )
    assert wrong.start(handicap="turns-1").has_head_start
    with pytest.raises(ValueError, match="1f3 can’t be played in a head start"):
        wrong.start(handicap="turns-2")

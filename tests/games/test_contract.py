"""What every game keeps to, whatever its rules: one suite over all of them."""

import random

import pytest
from hypothesis import given, settings, strategies as st

import games
from games import BadOption, Event, Game, IllegalMove, Move, State
from games.core.notation import exact

from .playing import EVERY_START, wander

pytestmark = pytest.mark.usefixtures("translatable_sentences")
each_game = pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
each_board = pytest.mark.parametrize(
    ("game", "options"),
    EVERY_START,
    ids=[f"{game.slug}-{options['board']}" for game, options in EVERY_START],
)


@each_game
def test_a_game_says_what_it_is(game: Game) -> None:
    assert games.get(game.slug) is game
    assert game.name
    assert game.author
    assert game.aim().endswith(".")
    assert len(set(game.seats)) == 2
    for option in game.options:
        assert option.choices[0] == option.default
        assert len(set(option.choices)) == len(option.choices)
        # Read in the rules, where nobody wants to know which side wins.
        assert not any(seat in option.meaning for seat in game.seats), option.meaning


@each_game
def test_an_unknown_option_or_value_is_named_with_what_it_may_be(game: Game) -> None:
    with pytest.raises(BadOption, match=game.options[0].choices[-1]):
        game.start(board="9x9x9")
    with pytest.raises(BadOption, match="board"):
        game.start(colour="pink")
    with pytest.raises(BadOption):
        game.start(board="x" * 6000)


@each_game
def test_a_match_starts_with_seat_0_and_nothing_done(game: Game) -> None:
    state = game.start()
    assert state.to_move == 0
    assert state.ply == 0
    assert state.turn == 1
    assert state.outcome is None
    assert state.events == ()
    assert state.last_move is None
    assert dict(state.options) == {option.name: option.default for option in game.options}


@each_board
def test_moves_are_distinct_hashable_and_read_back_from_their_text(
    game: Game, options: dict[str, str]
) -> None:
    rng = random.Random(3)
    for _ in range(2):
        state = wander(game.start(**options), rng, rng.randrange(60))
        legal = state.legal_moves()
        assert len(set(legal)) == len(legal)
        assert len({str(move) for move in legal}) == len(legal)
        for move in legal:
            assert state.parse(str(move)) == move
            assert state.read(f"  {str(move).upper()} ").moves == (move,)


@each_board
def test_every_random_match_ends_with_an_outcome(game: Game, options: dict[str, str]) -> None:
    outcome = games.players.playout(game.start(**options), random.Random(11))
    assert outcome.winner in (0, 1, None)
    assert outcome.reason


@each_game
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_playing_changes_nothing_but_the_new_state(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    state = wander(game.start(), rng, rng.randrange(40))
    original = everything(state)
    for move in state.legal_moves()[:5]:
        next_state = state.play(move)
        assert next_state.ply == state.ply + 1
        everything(next_state)
        assert everything(state) == original


@each_game
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_replaying_the_texts_gives_the_same_match(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.choices[:4]) for option in game.options}
    state = game.start(**options)
    texts = []
    for _ in range(rng.randrange(80)):
        if state.to_move is None:
            break
        move = rng.choice(state.legal_moves())
        texts.append(str(move))
        state = state.play(move)
    assert everything(games.replay(game.slug, options, texts)) == everything(state)
    # Without the events in between, all else is the same.
    ahead = game.start(**options).replay(map(exact, texts))
    assert ahead.ply == state.ply
    assert ahead.turn == state.turn
    assert ahead.to_move == state.to_move
    assert ahead.pieces() == state.pieces()
    assert ahead.legal_moves() == state.legal_moves()
    assert ahead.reserve == state.reserve
    assert ahead.score == state.score


def everything(state: State) -> dict[str, object]:
    """All that a state says, by name."""
    return {
        "to_move": state.to_move,
        "ply": state.ply,
        "turn": state.turn,
        "pieces": tuple(state.pieces().items()),
        "legal_moves": state.legal_moves(),
        "outcome": state.outcome,
        "events": state.events,
        "reserve": state.reserve,
        "score": state.score,
    }


@each_game
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_random_codes_are_legal_and_all_legal_ones_come_up(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    state = wander(game.start(board=smallest_board(game)), rng, rng.randrange(30))
    if state.to_move is None:
        return
    position = state.position()
    legal = set(position.codes())
    codes = {position.random_code(rng.random) for _ in range(60 * len(legal))}
    assert codes == legal


def smallest_board(game: Game) -> str:
    """The board with the fewest cells."""
    boards = game.options[0].choices
    return min(boards, key=lambda board: len(game.start(board=board).board))


@each_game
def test_random_codes_are_evenly_distributed(game: Game) -> None:
    rng = random.Random(8)
    position = wander(game.start(), rng, 7).position()
    codes = position.codes()
    expectation = 400
    counts = dict.fromkeys(codes, 0)
    for _ in range(expectation * len(codes)):
        counts[position.random_code(rng.random)] += 1
    squares = sum((count - expectation) ** 2 for count in counts.values())
    chi_squared = squares / expectation
    freedom = len(codes) - 1
    deviation = (2 * freedom) ** 0.5
    assert chi_squared < freedom + 5 * deviation + 5


@pytest.mark.some_cases(3)
@each_game
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_is_not_legal_is_refused_with_a_reason(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    state = wander(game.start(), rng, rng.randrange(50))
    legal = set(state.legal_moves())
    moves = any_moves(rng.sample(state.board.cells, 6))
    for move in moves:
        if move in legal:
            continue
        with pytest.raises(IllegalMove) as refusal:
            state.play(move)
        reason = str(refusal.value)
        assert reason[0] != " "
        assert "{" not in reason


def any_moves(cells: list[str]) -> list[Move]:
    """Moves of every kind with these cells, and with some that no board has."""
    moves = [Move("place", cell) for cell in cells]
    moves += [Move("remove", cell) for cell in cells]
    moves += [Move("step", one, other) for one in cells for other in cells]
    moves.append(Move("swap"))
    moves.append(Move("pass"))
    moves.append(Move("place", "z99"))
    moves.append(Move("step", "q77", cells[0]))
    return moves


@each_game
def test_a_text_is_no_move_and_the_error_says_how_to_read_it(game: Game) -> None:
    with pytest.raises(TypeError, match=r"state\.parse\('e4-d6'\)"):
        game.start().play("e4-d6")  # type: ignore[arg-type]


@each_game
def test_a_finished_match_takes_no_more_moves(game: Game) -> None:
    rng = random.Random(21)
    state = game.start(board=smallest_board(game))
    move = state.legal_moves()[0]
    while state.to_move is not None:
        state = state.play(rng.choice(state.legal_moves()))
    assert state.outcome is not None
    assert state.legal_moves() == ()
    with pytest.raises(IllegalMove, match="over"):
        state.play(move)
    with pytest.raises(IllegalMove, match="over"):
        state.parse(str(move))
    assert set(state.outcome.cells) <= sites(state)
    for loop in state.outcome.loops:
        assert len(set(loop)) == len(loop)
        assert len(loop) > 2


EVENT_KINDS = {
    "supported",
    "placed",
    "covered",
    "slid",
    "leapt",
    "swapped",
    "captured",
    "converted",
    "promoted",
    "recoloured",
    "passed",
    "confined",
    "looped",
    "surrounded",
    "broken",
}


@each_game
def test_events_tell_what_each_decision_did(game: Game) -> None:
    rng = random.Random(4)
    state = game.start()
    kinds = set()
    while state.to_move is not None:
        state = state.play(rng.choice(state.legal_moves()))
        assert state.events, state.last_move
        for event in state.events:
            assert isinstance(event, Event)
            assert event.seat in (0, 1)
            assert set(event.cells) <= sites(state), event
            kinds.add(event.kind)
    assert kinds <= EVENT_KINDS


def sites(state: State) -> set[str]:
    """The names of all cells, and of what else has a place on the board, such as pillars."""
    names = set(state.board.cells)
    for feature in state.board.features.values():
        names.update(feature)
    return names

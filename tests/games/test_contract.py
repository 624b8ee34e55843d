"""What every game keeps to, whatever its rules: one suite over all of them."""

import random

import pytest
from hypothesis import given, settings, strategies as st

import games
from games import BadOption, Event, Game, IllegalMove, State
from games.core.notation import exact

pytestmark = pytest.mark.usefixtures("translatable_sentences")
each_game = pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
EVERY_START = [
    (game, {**{option.name: option.default for option in game.options}, "board": board})
    for game in games.catalog()
    for board in game.options[0].choices
]
each_board = pytest.mark.parametrize(
    ("game", "options"),
    EVERY_START,
    ids=[f"{game.slug}-{options['board']}" for game, options in EVERY_START],
)


def wander(state: State, rng: random.Random, plies: int) -> State:
    """Some way into a random match; never past its end."""
    for _ in range(plies):
        if state.to_move is None:
            break
        state = state.play(rng.choice(state.legal_moves()))
    return state


@each_game
def test_a_game_says_what_it_is(game: Game) -> None:
    assert games.get(game.slug) is game
    assert game.name
    assert game.author
    assert game.aim.endswith(".")
    assert len(set(game.seats)) == 2
    for option in game.options:
        assert option.choices[0] == option.default
        assert len(set(option.choices)) == len(option.choices)
        # Read on a challenge, where nobody wants to know which side wins.
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
    assert (state.to_move, state.ply, state.turn) == (0, 0, 1)
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
        assert len(set(legal)) == len(legal) == len(set(map(str, legal)))
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
    seen = _everything(state)
    for move in state.legal_moves()[:5]:
        after = state.play(move)
        assert after.ply == state.ply + 1
        _everything(after)
        assert _everything(state) == seen


@each_game
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_replaying_the_texts_gives_the_same_match(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    option = {name.name: rng.choice(name.choices[:4]) for name in game.options}
    state = game.start(**option)
    texts = []
    for _ in range(rng.randrange(80)):
        if state.to_move is None:
            break
        move = rng.choice(state.legal_moves())
        texts.append(str(move))
        state = state.play(move)
    assert _everything(games.replay(game.slug, option, texts)) == _everything(state)
    ahead = game.start(**option).replay(map(exact, texts))
    assert (ahead.ply, ahead.turn, ahead.to_move) == (state.ply, state.turn, state.to_move)
    assert (ahead.pieces(), ahead.legal_moves()) == (state.pieces(), state.legal_moves())
    assert (ahead.reserve, ahead.score) == (state.reserve, state.score)


@each_game
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_drawing_gives_legal_decisions_only_and_all_of_them(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    state = wander(
        game.start(board=min(game.options[0].choices, key=_size(game))), rng, rng.randrange(30)
    )
    if state.to_move is None:
        return
    position = state.position()
    legal = set(position.codes())
    drawn = {position.random_code(rng.random) for _ in range(60 * len(legal))}
    assert drawn == legal


@each_game
def test_drawing_is_even(game: Game) -> None:
    rng = random.Random(8)
    state = wander(game.start(), rng, 7)
    position = state.position()
    codes = position.codes()
    tries = 400 * len(codes)
    counts = dict.fromkeys(codes, 0)
    for _ in range(tries):
        counts[position.random_code(rng.random)] += 1
    chi_squared = sum((count - 400) ** 2 / 400 for count in counts.values())
    freedom = len(codes) - 1
    assert chi_squared < freedom + 5 * (2 * freedom) ** 0.5 + 5


@pytest.mark.some_cases(3)
@each_game
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_is_not_legal_is_refused_with_a_reason(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    state = wander(game.start(), rng, rng.randrange(50))
    legal = set(state.legal_moves())
    with pytest.raises(TypeError, match=r"state\.parse\('e4-d6'\)"):
        state.play("e4-d6")  # type: ignore[arg-type]
    cells = rng.sample(state.board.cells, 6)
    tried = [games.Move("place", cell) for cell in cells] + [
        games.Move("remove", cell) for cell in cells
    ]
    tried += [games.Move("step", one, other) for one in cells for other in cells]
    tried += [
        games.Move("swap"),
        games.Move("pass"),
        games.Move("place", "z99"),
        games.Move("step", "q77", cells[0]),
    ]
    for move in tried:
        if move in legal:
            continue
        with pytest.raises(IllegalMove) as refusal:
            state.play(move)
        assert str(refusal.value)[0] != " "
        assert "{" not in str(refusal.value)


@each_game
def test_a_finished_match_takes_no_more_moves(game: Game) -> None:
    rng = random.Random(21)
    state = game.start(board=min(game.options[0].choices, key=_size(game)))
    move = state.legal_moves()[0]
    while state.to_move is not None:
        state = state.play(rng.choice(state.legal_moves()))
    assert state.outcome is not None
    assert state.legal_moves() == ()
    with pytest.raises(IllegalMove, match="over"):
        state.play(move)
    with pytest.raises(IllegalMove, match="over"):
        state.parse(str(move))
    assert all(cell in state.board or cell in _feature_names(state) for cell in state.outcome.cells)
    for loop in state.outcome.loops:
        assert len(set(loop)) == len(loop) > 2


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
            assert all(cell in state.board or cell in _feature_names(state) for cell in event.cells)
            kinds.add(event.kind)
    assert kinds <= EVENT_KINDS


DONE = (
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
)
EVENT_KINDS = {*DONE, "passed", "confined", "looped", "surrounded", "broken"}


def _feature_names(state: State) -> set[str]:
    return {name for sites in state.board.features.values() for name in sites}


def _size(game: Game):  # type: ignore[no-untyped-def]
    return lambda board: len(game.start(board=board).board)


def _everything(state: State) -> tuple[object, ...]:
    counted = (state.to_move, state.ply, state.turn)
    pieces = tuple(state.pieces().items())
    return (
        *counted,
        pieces,
        state.legal_moves(),
        state.outcome,
        state.events,
        state.reserve,
        state.score,
    )

"""A game's options and a match's states, on small positions whose every move is known."""

import dataclasses

import pytest

import games
from games import BadOption, IllegalMove, Move, State, UnknownGame
from games.core import PASS, SWAP, Position
from games.registry import GAMES, module_about
from tests.games.example import example


def col(*moves: str) -> State:
    """Col on side 3 after some moves."""
    state = example().start(board="side-3")
    for move in moves:
        state = state.play(state.parse(move))
    return state


# ------------------------------------------------------------------------------------------- a game


def test_options_are_completed_in_the_order_of_the_game() -> None:
    game = games.get("snipsnip")
    options = [("board", "hex-4-5"), ("scoring", "group-misere"), ("capture", "between")]
    assert list(game.complete({"capture": "between"}).items()) == options
    assert game.start(scoring="linked").options["scoring"] == "linked"


def test_a_game_without_options_says_so() -> None:
    game = dataclasses.replace(example(), options=())
    with pytest.raises(BadOption) as refusal:
        game.start(board="8x8")
    assert str(refusal.value) == "Col has no option “board”; choose from none"


def test_a_game_names_its_module_and_the_files_about_it() -> None:
    game = games.get("veloop-square")
    assert game.module == "veloop"
    assert game.file_names == ("veloop_square", "veloop")


def test_a_module_about_a_game_goes_by_its_slug_or_by_the_module_of_its_rules() -> None:
    for package, slug, name in (
        ("games.teaching", "veloop-square", "veloop_square"),
        ("games.players.ideas", "veloop-hex", "veloop"),
        ("games.players.ideas", "loop", "loop"),
    ):
        module = module_about(games.get(slug), package)
        assert module.__name__ == f"{package}.{name}"
    assert module_about(example(), "games.teaching") is None


def test_what_need_not_be_said_of_a_game_is_empty() -> None:
    game = example()
    assert game.formerly == ()
    assert game.link == ""
    assert game.examples == ()
    assert game.pie is False
    assert game.measured == ()
    assert game.score_changes is None


# ----------------------------------------------------------------------------------------- registry


def test_a_game_is_known_by_slug_name_and_earlier_names() -> None:
    for name in ("vigilance", "VIGILANCE", " vigilance ", "Purview"):
        assert games.get(name) is GAMES["vigilance"]
    assert games.get("loops   'N leaps").slug == "loops-n-leaps"
    with pytest.raises(UnknownGame) as unknown:
        games.get("vigilant " + "x" * 60)
    short_name = "vigilant " + "x" * 30 + "…"
    assert str(unknown.value) == f"there’s no game “{short_name}”; did you mean vigilance?"


def test_a_match_is_replayed_from_exact_and_from_loose_texts() -> None:
    exact = games.replay("veloop-square", {}, ["e4-d6", "d5-e3", "e3-c4"])
    loose = games.replay("veloop-square", {}, ["E4 – D6", "d5 to e3", "e3>c4"])
    assert exact.ply == 3
    assert loose.ply == 3
    assert exact.pieces() == loose.pieces()


def test_a_match_is_not_replayed_from_texts_that_are_no_moves() -> None:
    for text in ("", "a1-a2", "-", "x"):
        with pytest.raises(games.GameError):
            games.replay("veloop-square", {}, [text])


# ------------------------------------------------------------------------------------------- states


def test_the_last_turn_of_a_match_does_not_begin_another() -> None:
    state = col("c1")
    while state.to_move is not None:
        turn = state.turn
        state = state.play(state.legal_moves()[0])
    assert state.turn == turn
    assert state.outcome.reason == "stuck"
    assert state.outcome.cells == (state.last_move.target,)
    assert state.outcome.loops == ()
    assert state.legal_moves() == ()
    assert state.threats == ()
    assert not state.threatens_win
    with pytest.raises(IllegalMove, match=r"^the match is over$"):
        state.play(Move("place", "c1"))
    with pytest.raises(IllegalMove, match=r"^the match is over$"):
        state.replay([Move("place", "c1")])


def test_a_position_handed_out_is_a_copy() -> None:
    state = col("c1")
    position = state.position()
    position.play(position.codes()[0])
    assert state.pieces() == {"c1": (0,)}
    assert state.to_move == 1


@pytest.mark.parametrize(
    ("slug", "options", "move", "words"),
    [
        ("col", {}, Move("place", "z9"), "there’s no cell z9 on this board"),
        ("col", {}, Move("step", "c1", "z9"), "there’s no cell z9 on this board"),
        ("col", {}, Move("step", "z9", "c1"), "there’s no cell z9 on this board"),
        ("col", {}, Move("place"), "there’s no cell  on this board"),
        ("col", {}, PASS, "you can only pass if you have no other move"),
        ("col", {}, SWAP, "a move names the cell to place on, such as c1"),
        (
            "loops-n-leaps",
            {"board": "base4"},
            Move("place", "a1"),
            "there’s no cell a1 on this board",
        ),
        (
            "loops-n-leaps",
            {"board": "base4"},
            Move("place", "d4"),
            "d4 is a pillar; you can’t play there",
        ),
        ("vigilance", {}, Move("place", "c5"), "c5 is a hole in the board; you can’t play there"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(
    slug: str, options: dict[str, str], move: Move, words: str
) -> None:
    state = col() if slug == "col" else games.get(slug).start(**options)
    with pytest.raises(IllegalMove) as refusal:
        state.play(move)
    assert str(refusal.value) == words


def test_a_threat_to_win_is_seen_only_where_the_other_side_could_win_now() -> None:
    start = games.get("snipsnip").start(board="hex-2-3", scoring="group")
    moves = [Move("place", cell) for cell in ("d2", "a3", "b1", "c2", "b4")]
    lengths = range(len(moves) + 1)
    states = [start.replay(moves[:number]) for number in lengths]
    *earlier, last = states
    assert last.threats == ("d1",)
    assert last.threatens_win
    assert not any(state.threatens_win for state in earlier)
    captures = games.replay("snipsnip", start.options, ["b1", "d1", "a2", "b3"])
    assert captures.threats == ("b1",)
    assert not captures.threatens_win


def test_a_position_by_itself_has_nothing_that_is_optional() -> None:
    position = col().position()
    assert position.to_move == 0
    assert position.winner is None
    assert position.reason is None
    assert position.reserve == (0, 0)
    assert position.score is None
    assert position.marks() == {}
    assert position.with_other_to_move() is None
    assert position.threats() == ()
    assert position.threatens_win() is False


def test_a_copy_of_a_position_is_independent_and_equal() -> None:
    position = col("c1").position()
    position.reason = "stuck"
    position.winner = 1
    twin = position.copy()
    assert twin.board is position.board
    assert twin.to_move == 1
    assert twin.reason == "stuck"
    assert twin.winner == 1
    assert type(twin) is type(position)
    assert isinstance(twin, Position)
    twin.to_move = 0
    assert position.to_move == 1

"""Text as players type it: what is read, what is good so far, and what is said when it cannot
be.
"""

import random

import pytest
from hypothesis import given, settings, strategies as st

import games
from games import IllegalMove, Move, NotationError, State
from games.core.notation import normal

from ..playing import wander

START = games.get("veloop-square").start()


@pytest.mark.parametrize(
    "text",
    [
        "e4-f6",
        "E4-F6",
        " e4 - f6 ",
        "e4 f6",
        "e4f6",
        "e4->f6",
        "e4 to f6",
        "e4>f6",
        "e4,f6",
        "`e4-f6`",
        "**e4-f6**",
        "f6",
        "e4 – f6",
        "e4—f6",
        "e4−f6",
        "e4 → f6",
        "“e4-f6”",
    ],
)
def test_a_move_is_read_however_it_is_typed(text: str) -> None:
    assert START.parse(text) == Move("step", "f6", "e4")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "hello",
        "💥",
        "<@123>",
        "e",
        "4",
        "-",
        "e4-",
        "x",
        "e4-f6!!!",
        "\n",
        pytest.param("a" * 6000, id="6000 letters"),
    ],
)
def test_what_is_no_move_is_told(text: str) -> None:
    with pytest.raises(NotationError):
        START.parse(text)


@pytest.mark.parametrize(
    "text", ["e4-e5", "d4-e6", "z9", "a1-z99", "swap", "pass", "xe5", "e5-f7", "e4 f5"]
)
def test_a_move_that_is_not_allowed_is_told_from_what_is_none(text: str) -> None:
    with pytest.raises(IllegalMove):
        START.parse(text)


@pytest.mark.parametrize("game", [game.slug for game in games.catalog()])
def test_a_dash_that_leads_from_nothing_is_not_read(game: str) -> None:
    state = games.get(game).start()
    for move in state.legal_moves()[:20]:
        with pytest.raises(IllegalMove):
            state.parse(f"– {move.target}")


def test_an_illegal_move_is_answered_with_the_nearest_legal_ones() -> None:
    words = "isn’t a knight’s leap from e4; the nearest legal moves are e4-f6 or e4-d6"
    with pytest.raises(IllegalMove, match=words):
        START.parse("e4-f5")


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=80), seed=st.integers(0, 50))
def test_no_text_at_all_upsets_the_reader(text: str, seed: int) -> None:
    rng = random.Random(seed)
    state = wander(rng.choice(games.catalog()).start(), rng, rng.randrange(12))
    reading = state.read(text)
    assert reading.status in ("impossible", "partial", "complete")
    if reading.status == "impossible":
        assert str(reading.sentence)


@pytest.mark.slow
@pytest.mark.mutants
@settings(max_examples=80, deadline=None)
@given(
    words=st.lists(st.from_regex(r"\A(x?[1-4]?[a-i](1[0-2]|[1-9])|-|swap|pass)\Z"), max_size=8),
    seed=st.integers(0, 50),
)
def test_words_that_look_like_moves_are_read_or_explained(words: list[str], seed: int) -> None:
    rng = random.Random(seed)
    state = wander(rng.choice(games.catalog()).start(), rng, rng.randrange(30))
    text = " ".join(words)
    reading = state.read(text)
    if reading.status == "complete":
        end = state
        for move in reading.moves:
            end = end.play(move)
        assert end.pieces() == reading.state.pieces()
    elif reading.status == "impossible":
        with pytest.raises(games.GameError):
            state.parse(text)


def test_a_taken_cell_is_told_even_when_its_name_begins_another() -> None:
    state = games.get("vigilance").start()
    state = state.play(state.parse("g1"))
    with pytest.raises(IllegalMove, match="g1 is occupied"):
        state.parse("g1")
    assert [str(move) for move in state.read("g1").following] == ["g10"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  C2 – D4 ", "c2-d4"),
        ("c2,d4;e5.f6|g7+h8&a1", "c2 d4 e5 f6 g7 h8 a1"),
        ("“c2 → d4”", "c2-d4"),
        ("[`c2->d4`]", "c2-d4"),
        ("c2 -- d4", "c2-d4"),
        ("c2 to d4", "c2-d4"),
        ("tomato", "tomato"),
        ("×d4 ✕e5 ✗f6", "xd4 xe5 xf6"),
        ("ｃ２－Ｄ４、e5ーf6", "c2-d4 e5-f6"),
        ("c2➡️d4=>e5--f6〜g7 ⟶ h8", "c2-d4-e5-f6-g7-h8"),
        ("c2‐d4‑e5‒f6–g7—h8―a1−b2⇒c3:d4/e5~f6>g7", "c2-d4-e5-f6-g7-h8-a1-b2-c3-d4-e5-f6-g7"),
    ],
)
def test_dashes_separators_and_signs_are_made_plain(text: str, plain: str) -> None:
    assert normal(text) == plain


WRITTEN_AROUND = (
    "1. {}",
    "12) {}",
    "1... {}",
    "(3) {}",
    "7: {}",
    "{}!",
    "{}?",
    "{}!?",
    "{}??",
    "{}‼",
    "{}#",
    "{} $1",
    "1. {}!",
    "*{}*",
    "__{}__",
    "• {}",
    "**1.** {}",
    "1...{}",
    "1){}",
    "1、{}",
    "12 - {}",
    "{} !?",
    "\\*{}\\*",
    "\u200b{}\u200f",
)


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_numbers_of_turns_and_praise_say_nothing_of_a_move(game: games.core.Game) -> None:
    rng = random.Random(7)
    for _ in range(3):
        state = wander(game.start(), rng, rng.randrange(9))
        for move in state.legal_moves()[:6]:
            for form in WRITTEN_AROUND:
                assert state.parse(form.format(move)) == move, form
                assert state.parse(form.format(str(move).upper())) == move, form
            if not state.board.cells[0][0].isdigit():
                assert state.parse(f"1.{move}") == move


@pytest.mark.parametrize(
    "dash", ["_", "__", " _ ", "➖", "˗", "▸", " ➤ ", "⎯", "⇾", "\\_", "\\-", "**-**", "\u200b-"]
)
def test_a_step_may_be_written_with_any_dash_or_arrow(dash: str) -> None:
    for slug in ("veloop-square", "veloop-hex", "snipsnip"):
        state = games.get(slug).start()
        steps = [move for move in state.legal_moves() if move.kind == "step"]
        for move in steps[:10]:
            assert state.parse(f"{move.source}{dash}{move.target}") == move


def test_several_moves_may_be_numbered_and_praised() -> None:
    state = games.get("veloop-square").start().play(START.parse("e4-d6"))
    first = state.legal_moves()[0]
    second = state.play(first).legal_moves()[0]
    reading = state.read(f"1. {first}! 2. {second}!?")
    assert reading.status == "complete"
    assert reading.moves == (first, second)


@pytest.mark.parametrize(
    "text", ["1", "1.", "!", "?!", "_", "#1", "e4!d6", "e4-d6 ?", "1. 2.", "* *"]
)
def test_numbers_and_signs_alone_are_no_moves(text: str) -> None:
    for game in games.catalog():
        assert game.start().read(text).status != "complete", game.slug


def test_the_level_of_a_cell_is_never_taken_for_the_number_of_a_turn() -> None:
    pyramid = games.get("loop").start()
    assert pyramid.read("2.a1").status == "impossible"
    assert str(pyramid.parse("12. 1a1")) == "1a1"
    assert str(pyramid.parse("12.1a1")) == "1a1"


def test_a_text_may_have_400_characters() -> None:
    assert normal("x" * 400) == "x" * 400
    assert START.read("e" * 400).status == "impossible"
    words = "^that turn is too long; the limit is 400 characters$"
    with pytest.raises(NotationError, match=words):
        normal("x" * 401)
    with pytest.raises(NotationError, match=words):
        START.parse("e4-f6 " * 100)


def test_an_unfinished_word_may_be_as_long_as_a_move_and_its_blanks() -> None:
    state = games.get("loop").start(board="lazo145")
    assert [str(move) for move in state.read("1j1").following] == []
    vigilance = games.get("vigilance").start(board="square-6-adjacent")
    for move in ("e7", "h4", "k10"):
        vigilance = vigilance.play(vigilance.parse(move))
    slide = next(move for move in vigilance.legal_moves() if len(str(move)) == 7)
    half = vigilance.read(f"{slide.source}  -  {slide.target[:-1]}")
    assert slide in half.following


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_turn_that_is_legal_only_at_first_is_answered_with_what_is_wrong_after_it(
    seed: int,
) -> None:
    rng = random.Random(seed)
    state = wander(rng.choice(games.catalog()).start(), rng, rng.randrange(40))
    if state.to_move is None:
        return
    end = state
    legal = []
    while end.to_move == state.to_move and len(legal) < 4:
        move = rng.choice(end.legal_moves())
        legal.append(move)
        end = end.play(move)
    wrong = random_step_or_removal(state, rng)
    if wrong in end.legal_moves():
        return
    prefix = " ".join(str(move) for move in legal)
    reading = state.read(f"{prefix} {wrong}")
    assert reading.status == "impossible"
    assert reading.following == ()
    assert not reading.turn_is_over
    assert reading.states == ()
    sentence = str(reading.sentence)
    if end.to_move != state.to_move:
        assert sentence == f"your turn ends after {prefix}, so “{wrong}” is too much"
    else:
        assert sentence.startswith(f"after {prefix}: {end.objection(wrong)}")
    assert reading.moves == tuple(legal)
    assert reading.state.pieces() == end.pieces()
    with pytest.raises(IllegalMove):
        state.parse(f"{prefix} {wrong}")


def random_step_or_removal(state: State, rng: random.Random) -> Move:
    """A step between any two cells, or the removal from the first cell."""
    if rng.random() < 0.5:
        return Move("step", *rng.sample(state.board.cells, 2))
    return Move("remove", state.board.cells[0])

"""Sentences and errors say exactly what was asked for and what there is."""

import pytest
from hypothesis import given, strategies as st

from games.core import (
    BadOption,
    GameError,
    IllegalMove,
    NotationError,
    Sentence,
    UnknownGame,
    _,
    either,
    nearest,
)
from games.core.errors import brief, ranked


def test_a_sentence_is_a_template_and_its_values() -> None:
    inner = Sentence("{colour} already", colour="black")
    sentence = Sentence("{cell} is {what}", cell="c4", what=inner)
    assert sentence.template == "{cell} is {what}"
    assert sentence.values["cell"] == "c4"
    assert str(sentence) == "c4 is black already"
    assert repr(sentence) == "Sentence('c4 is black already')"


def test_marking_a_text_does_not_change_it() -> None:
    assert _("{cell} is occupied") == "{cell} is occupied"


@pytest.mark.parametrize("kind", [UnknownGame, BadOption, NotationError, IllegalMove])
def test_an_error_carries_its_sentence(kind: type[GameError]) -> None:
    sentence = Sentence("no {thing}", thing="swap")
    error = kind(sentence)
    assert error.sentence is sentence
    assert str(error) == "no swap"
    assert isinstance(error, ValueError)


@pytest.mark.parametrize("kind", [UnknownGame, BadOption, NotationError, IllegalMove])
def test_an_error_makes_a_sentence_of_a_template_and_its_values(kind: type[GameError]) -> None:
    error = kind("no {thing}", thing="pass")
    assert error.sentence.template == "no {thing}"
    assert error.sentence.values == {"thing": "pass"}
    assert str(error) == "no pass"


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["c4"], "c4"),
        (["c4", "d5"], "c4 or d5"),
        (["c4", "d5", "e6"], "c4, d5 or e6"),
    ],
)
def test_alternatives_are_joined(texts: list[str], words: str) -> None:
    assert str(either(texts)) == words


def test_names_are_ranked_by_likeness_and_then_in_their_order() -> None:
    assert ranked("LOOP", ["snipsnip", "loop", "Loops", "veloop"]) == [
        "loop",
        "Loops",
        "veloop",
        "snipsnip",
    ]
    assert ranked("c4", ["d4", "c5", "e4", "c4"]) == ["c4", "d4", "c5", "e4"]
    assert ranked("zz", ["b", "a", "c"]) == ["b", "a", "c"]
    assert ranked("a" * 300, ["b" * 300, "a" * 300]) == ["a" * 300, "b" * 300]
    assert nearest("velop", ["loop", "veloop", "vigilance"]) == "veloop"


@pytest.mark.slow
@pytest.mark.mutants
@given(st.text(), st.integers(1, 60))
def test_a_text_is_cut_to_a_line_of_a_length(text: str, most: int) -> None:
    short = brief(text, most)
    line = " ".join(text.split())
    if len(line) <= most:
        assert short == line
    else:
        assert short == line[: most - 1] + "…"


def test_a_line_has_40_characters_at_most_unless_told_otherwise() -> None:
    assert brief("x" * 40) == "x" * 40
    assert brief("x" * 41) == "x" * 39 + "…"
    assert brief(" a \n b ") == "a b"

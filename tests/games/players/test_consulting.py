"""``python -m games hint``, ``analyse`` and ``solve``: advice on typed moves."""

import re

import pytest

from games.__main__ import main

WON_POSITION = ["snipsnip", "board=hex-2-3", "scoring=group", "a4", "b4", "c3", "b1"]


def test_a_hint_is_printed_with_its_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "veloop-hex", "board=hex3", "b4-c5", "--seconds", "0.3"]) == 0
    assert "play " in capsys.readouterr().out


def test_what_is_forced_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *WON_POSITION, "--seconds", "20"]) == 0
    output = capsys.readouterr().out
    assert " wins within " in output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["veloop-hex", "board=hex3"], "this variant is solved: Black wins in best play"),
        (["veloop-hex", "board=hex3", "turns=double"], "the match is a draw in best play"),
        (["veloop-hex", "board=hex34", "c4-e3"], "nobody wins by force within "),
    ],
)
def test_how_a_solved_variant_ends_is_told_of_its_start_alone(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *words, "--seconds", "0.1"]) == 0
    assert sentence in capsys.readouterr().out


def test_a_match_is_gone_over(capsys: pytest.CaptureFixture[str]) -> None:
    match = ["snipsnip", "board=hex-2-3", "a4", "b4", "c3", "b1", "a3", "c1"]
    assert main(["analyse", *match, "--seconds", "0.2"]) == 0
    start, *turns = capsys.readouterr().out.splitlines()
    assert start.startswith("value for White, from -1 (lost) to 1 (won); at the start ")
    without_values = [re.sub("^[+-][01][.][0-9]{2} ", "", line) for line in turns[:6]]
    assert without_values == [
        "after turn 1, White: a4",
        "after turn 2, Black: b4",
        "after turn 3, White: c3",
        "after turn 4, Black: b1",
        "after turn 5, White: a3",
        "after turn 6, Black: c1",
    ]


def test_a_match_that_has_not_begun_has_no_turning_points(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["analyse", "loop", "--seconds", "0.1"]) == 0
    assert capsys.readouterr().out.endswith("no turning points\n")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["hint", "lop"], "did you mean loop?"),
        (["solve", "loop", "board=nine"], "nine"),
        (["analyse", "loop", "zz9"], "zz9"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    assert reason in capsys.readouterr().err


def test_an_earlier_name_of_a_game_is_as_good(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "purview", "e7", "--seconds", "0.05"]) == 0
    assert capsys.readouterr().err == ""

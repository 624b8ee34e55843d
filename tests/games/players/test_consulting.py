"""``python -m games hint``, ``analyse`` and ``solve``: advice on typed moves."""

import re

import pytest

from games.__main__ import main

WON = ["snipsnip", "board=hex-2-3", "scoring=group", "a4", "b4", "c3", "b1"]


def test_a_hint_is_printed_with_its_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "veloop-hex", "board=hex3", "b4-c5", "--seconds", "0.3"]) == 0
    assert "play " in capsys.readouterr().out


def test_what_is_forced_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *WON, "--seconds", "20"]) == 0
    output = capsys.readouterr().out
    assert " wins within " in output


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["veloop-hex", "board=hex3"], "this variant is solved: Black wins in best play"),
        (["veloop-hex", "board=hex3", "turns=double"], "the match is a draw in best play"),
        (["veloop-hex", "board=hex34", "c4-e3"], "nobody wins by force within "),
    ],
)
def test_how_a_solved_variant_ends_is_told_of_its_start_alone(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *words, "--seconds", "0.1"]) == 0
    assert expected in capsys.readouterr().out


def test_a_match_is_gone_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "analyse",
                "snipsnip",
                "board=hex-2-3",
                *["a4", "b4", "c3", "b1", "a3", "c1"],
                "--seconds",
                "1",
            ]
        )
        == 0
    )
    value, *turns = capsys.readouterr().out.splitlines()
    assert value.startswith("value for White, from -1 (lost) to 1 (won); at the start ")
    assert [re.sub("^[+-][01][.][0-9]{2} ", "", line) for line in turns[:6]] == [
        f"after turn {number}, {('Black', 'White')[number % 2]}: {move}"
        for number, move in enumerate(["a4", "b4", "c3", "b1", "a3", "c1"], 1)
    ]
    assert main(["analyse", "loop", "--seconds", "0.1"]) == 0
    assert capsys.readouterr().out.endswith("no turning points\n")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["hint", "lop"], "did you mean loop?"),
        (["solve", "loop", "board=nine"], "nine"),
        (["analyse", "loop", "zz9"], "zz9"),
        (["hint", "purview", "e7", "--seconds", "0.05"], ""),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == (1 if expected else 0)
    assert expected in capsys.readouterr().err

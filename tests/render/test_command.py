"""``python -m render`` draws a record of a match."""

from itertools import pairwise
from pathlib import Path

import pytest

import games
from games.records import Record, RecordedTurn, to_text
from render.__main__ import main
from tools.gallery import match


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = games.get("vigilance")
    played = pairwise(match(game, 3)[:4])
    turns = tuple(
        RecordedTurn(before.to_move or 0, (str(after.last_move),)) for before, after in played
    )
    file = tmp_path / "match.txt"
    file.write_text(
        to_text(Record(game, game.complete({}), ("Ann", "Ben"), turns)), encoding="utf-8"
    )
    return file


def test_it_draws_a_picture_and_an_animation(record: Path) -> None:
    picture = record.with_suffix(".png")
    animation = record.with_suffix(".gif")
    assert (
        main(
            [
                str(record),
                "--picture",
                str(picture),
                "--animation",
                str(animation),
                "--theme",
                "slate",
            ]
        )
        == 0
    )
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert animation.read_bytes().startswith(b"GIF8")
    whole = picture.read_bytes()
    assert main([str(record), "--ply", "1", "--picture", str(picture), "--theme", "slate"]) == 0
    assert picture.read_bytes() != whole


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--theme", "pink"], "there is no theme 'pink'; there are wood"),
        (["--ply", "9"], "the match has only 3 moves"),
        (["--animation", "/nowhere/match.gif"], "/nowhere/match.gif: No such file"),
    ],
)
def test_it_says_in_a_line_what_cannot_be_drawn(
    record: Path, more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(record), "--picture", str(record.with_suffix(".png")), *more]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_it_asks_what_to_write(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([str(record)])
    assert "--picture PNG, --animation GIF or both" in capsys.readouterr().err


def test_it_draws_typed_moves(tmp_path: Path) -> None:
    picture = tmp_path / "board.png"
    assert main(["loop", "board=mini", "1e1", "1d3", "--picture", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")

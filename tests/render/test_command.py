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
    """A file with the record of three moves."""
    game = games.get("vigilance")
    turns = []
    for state, next_state in pairwise(match(game, 3)[:4]):
        turns.append(RecordedTurn(state.to_move or 0, (str(next_state.last_move),)))
    record = Record(game, game.complete({}), ("Ann", "Ben"), tuple(turns))
    file = tmp_path / "match.txt"
    file.write_text(to_text(record), encoding="utf-8")
    return file


def test_it_draws_a_picture_and_an_animation(record: Path) -> None:
    picture = record.with_suffix(".png")
    animation = record.with_suffix(".gif")
    files = ["--picture", str(picture), "--animation", str(animation)]
    assert main([str(record), *files, "--theme", "slate"]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert animation.read_bytes().startswith(b"GIF8")


def test_it_draws_the_position_after_any_move(record: Path) -> None:
    end = record.with_name("end.png")
    first = record.with_name("first.png")
    assert main([str(record), "--picture", str(end)]) == 0
    assert main([str(record), "--ply", "1", "--picture", str(first)]) == 0
    assert first.read_bytes() != end.read_bytes()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--theme", "pink"], "there is no theme 'pink'; there are wood"),
        (["--ply", "9"], "the match has only 3 moves"),
        (["--animation", "/nowhere/match.gif"], "/nowhere/match.gif: No such file"),
    ],
)
def test_it_says_in_a_line_what_cannot_be_drawn(
    record: Path, options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = record.with_suffix(".png")
    assert main([str(record), "--picture", str(picture), *options]) == 1
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


def test_it_asks_what_to_write(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([str(record)])
    assert "--picture PNG, --animation GIF or both" in capsys.readouterr().err


def test_it_draws_typed_moves(tmp_path: Path) -> None:
    picture = tmp_path / "board.png"
    assert main(["loop", "board=mini", "1e1", "1d3", "--picture", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")

"""Recorded matches of every game, board and option replay exactly: a few of each here, all of them
when slow.
"""

from pathlib import Path

import pytest

from .traces import FILES, FOLDER, hold_against, load


def each_of(files: list[Path]) -> pytest.MarkDecorator:
    names = [f"{file.parent.name}/{file.name.removesuffix('.jsonl.gz')}" for file in files]
    return pytest.mark.parametrize("file", files, ids=names)


def test_there_are_recorded_matches_of_every_game() -> None:
    assert {file.parent.name for file in FILES} == {folder.name for folder in FOLDER.iterdir()}
    assert len(FILES) == 231


@pytest.mark.some_cases(37)
@each_of(FILES[::3])
def test_a_recorded_match_replays(file: Path) -> None:
    head, matches = load(file)
    hold_against(head, matches[0])


@pytest.mark.slow
@each_of(FILES)
def test_all_recorded_matches_replay(file: Path) -> None:
    head, matches = load(file)
    for match in matches:
        hold_against(head, match)

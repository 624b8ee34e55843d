"""What the page is sent is what the pictures in the chat are drawn from."""

import random
from typing import Any

import orjson
import pytest

import games
from bot.web.scenes import Blobs, position
from games.core import Game, State
from render.packing import KINDS
from render.pictures import scene
from render.scene import Item
from tests.bot.web.conftest import opened, unpacked
from tests.games.playing import wander
from tests.sampling import some_of_each

BOARDS = [(game, board) for game in games.catalog() for board in game.options[0].choices]


def flat(value: object) -> object:
    if isinstance(value, tuple | list):
        parts = [flat(part) for part in value]
        return [part for some in parts for part in (some if isinstance(some, list) else [some])]
    return float(value) if isinstance(value, float | int) else value


def agree(items: tuple[Item, ...], groups: list[list[Any]]) -> None:
    """What is drawn here and there: the same items, in the same order, at the same places."""
    for item, (kind, *fields) in zip(items, groups, strict=True):
        assert type(item) is KINDS[kind]
        for value, field in zip(item, type(item)(*fields), strict=True):
            assert flat(field) == (
                pytest.approx(flat(value), abs=0.0021) if flat(value) else flat(value)
            ), item


@pytest.mark.parametrize(("game", "board"), some_of_each(BOARDS, 1, lambda case: case[0].slug))
def test_page_and_picture_are_of_one_scene(game: Game, board: str) -> None:
    rng = random.Random(board)
    blobs = Blobs(lambda text: text)
    state: State = game.start(board=board)
    for ply in range(0, 60, 11):
        look = {
            "flip": ply % 3 == 0,
            "coordinates": ("edge", "cells", "none")[ply % 4 % 3],
            "sight": ply % 5 == 0,
        }
        picture = scene(state, turn=[state], bare=True, **look)  # type: ignore[arg-type]
        page_scene = orjson.loads(orjson.dumps(position(blobs, [state], look)))  # type: ignore[arg-type]
        back = opened(orjson.loads(orjson.dumps(blobs.plain(page_scene["back"]))))
        assert [cell for cell, *_ in back["cells"]] == [*state.board.cells]
        agree(picture.backdrop.items, back["items"])
        agree(picture.items, unpacked(page_scene["items"], back["cells"]))
        state = wander(state, rng, 11)

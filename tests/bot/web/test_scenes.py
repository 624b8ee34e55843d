"""What the page is sent is what the pictures in the chat are drawn from."""

import random

import orjson
import pytest

import games
from bot.web.scenes import KINDS, Blobs, packed, position
from games.core import Game, State
from render.pictures import scene
from render.scene import Item


def unpacked(fields: list[object]) -> Item:
    """An item as the page reads it, points in one flat list."""
    kind, *values = fields
    return KINDS[int(str(kind))](*values)  # type: ignore[arg-type]


def flat(value: object) -> object:
    if isinstance(value, tuple | list):
        parts = [flat(part) for part in value]
        return [part for some in parts for part in (some if isinstance(some, list) else [some])]
    return round(float(value), 3) if isinstance(value, float | int) else value


@pytest.mark.parametrize("game", games.catalog(), ids=lambda game: game.slug)
def test_page_and_picture_are_of_one_scene(game: Game) -> None:
    rng, blobs = random.Random(7), Blobs()
    state: State = game.start()
    for _ in range(60):
        drawn = scene(state, bare=True)
        sent = orjson.loads(orjson.dumps(position(blobs, [state], {})))
        for item, fields in zip(drawn.items, sent["items"], strict=True):
            read = unpacked(fields)
            assert type(read) is type(item)
            assert [flat(value) for value in read] == [flat(value) for value in item]
        if state.to_move is None:
            break
        state = state.play(rng.choice(state.legal_moves()))
    assert packed(drawn.items) == sent["items"]

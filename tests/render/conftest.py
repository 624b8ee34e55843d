"""Matches to draw, played once, and ways to look at pictures."""

import io
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TypeVar

import pytest
from PIL import Image

import games
from games.core import State
from render.layout import Layout, layout
from render.raster.canvas import Canvas
from render.scene import Item
from render.themes import THEMES
from render.views.loop import map_levels
from tools.gallery import match, turn_at

Shown = tuple[State, Sequence[State]]
Kind = TypeVar("Kind", bound=Item)
SLUGS = tuple(game.slug for game in games.catalog())


@cache
def played(slug: str, seed: int = 3, **options: str) -> tuple[State, ...]:
    """The states of a random match."""
    return tuple(match(games.get(slug), seed, **options))


@pytest.fixture(params=SLUGS)
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def middle(slug: str) -> Shown:
    """A state half-way through a match of a game, and its last turn."""
    states = played(slug)
    ply = len(states) // 2
    return states[ply], turn_at(states, ply)


def of_kind(kind: type[Kind], items: Iterable[Item]) -> list[Kind]:
    """The items of a scene that are of a kind, such as pieces."""
    return [item for item in items if isinstance(item, kind)]


def opened(data: bytes) -> Image.Image:
    """A picture's pixels."""
    return Image.open(io.BytesIO(data)).convert("RGB")


def placer(
    state: State, width: int, flip: bool = False, edge: bool = True
) -> Callable[[tuple[float, float]], tuple[int, int]]:
    """Tells the pixel of a point of a state's scene."""
    backdrop = layout(state.board, flip, edge, False, map_levels(state)).backdrop
    canvas = Canvas(THEMES["wood"], backdrop, width)

    def pixel(point: tuple[float, float]) -> tuple[int, int]:
        x, y = canvas.pixels(point)
        return round(x), round(y)

    return pixel


def place(state: State, flip: bool = False) -> Layout:
    """Where everything is in a state's picture."""
    return layout(state.board, flip, True, False, map_levels(state))


def near(one: tuple[int, ...], other: tuple[int, ...], tolerance: int = 40) -> bool:
    """Whether each part of two colours differs by ``tolerance`` at most."""
    pairs = zip(one, other, strict=True)
    differences = [abs(part - other_part) for part, other_part in pairs]
    return max(differences) <= tolerance

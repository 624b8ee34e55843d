"""Cells that the words beside a picture name: each has a dashed ring."""

import pytest

import games
from render import Choices
from render.layout import layout
from render.pictures import scene
from render.scene import Path


@pytest.mark.parametrize(
    ("slug", "cells"),
    [
        ("veloop-hex", ("c5", "d4")),
        ("snipsnip", ("d4",)),
        ("vigilance", ("d8", "e5")),
        ("loop", ("1c1", "2c1")),
        ("loops-n-leaps", ("h6", "i5")),
    ],
)
def test_each_named_cell_has_a_ring(slug: str, cells: tuple[str, ...]) -> None:
    state = games.get(slug).start()
    plain = scene(state).items
    items = scene(state, choices=Choices(named=cells)).items
    rings = [item for item in items if item not in plain and isinstance(item, Path)]
    assert len(rings) == len(cells)
    place = layout(state.board, False, True)
    for ring, cell in zip(rings, cells, strict=True):
        assert ring.dash
        xs = [x for x, _y in ring.points]
        ys = [y for _x, y in ring.points]
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        assert middle == pytest.approx(place.centre(cell), abs=0.05)
